//! Plots of real searches: that they can be drawn and show what they should.

use super::{Digest, Kind, PlotError, View, draw};
use crate::png;
use crate::svg::Svg;
use crate::theme::Theme;
use fewest::search::Algorithm;
use fewest::search::event::Side;
use fewest_puzzles::puzzle::{self, Request};
use fewest_trace::{Column, Event, Row, Tracer};

const BOARD: &str = "7 3 8\n_ 2 6\n4 1 5\n";

fn trace(text: &str, algorithm: Option<Algorithm>, every: u64) -> Vec<Row> {
    let position = puzzle::parse(text, None).unwrap();
    let request = Request {
        method: algorithm.into(),
        expansions: algorithm.is_some(),
        estimates: if algorithm.is_some() { vec!["misplaced".into()] } else { Vec::new() },
        ..Request::default()
    };
    let mut rows: Vec<Row> = Vec::new();
    let mut tracer = Tracer::new((), &mut rows).every(every);
    tracer.start(&position.describe());
    let answer = position.solve(&request, &mut tracer).unwrap();
    tracer.finish(&answer).unwrap();
    rows
}

/// A level for a local search.
fn numbers() -> String {
    "10 4\n".to_string() + &"1 1 1 1 1 1 1 1 1 1\n".repeat(4)
}

fn digest(rows: &[Row], view: &View) -> Result<Digest, PlotError> {
    Digest::of("a trace", rows.iter().cloned().map(Ok), view)
}

fn drawn(rows: &[Row], kind: Kind, theme: Theme) -> Result<Svg, PlotError> {
    let view = View { kind: Some(kind), theme, ..View::default() };
    draw(&[digest(rows, &view)?], &view)
}

#[test]
fn every_kind_is_drawn_in_both_themes() {
    let a_star = trace(BOARD, Some(Algorithm::AStar), 1);
    let ida_star = trace(BOARD, Some(Algorithm::IdaStar), 1);
    let layers = trace(BOARD, Some(Algorithm::BreadthFirst), 1);
    let level = numbers();
    let walks = trace(&level, None, 1);
    for theme in Theme::ALL {
        for (rows, kind) in [
            (&a_star, Kind::Priority),
            (&a_star, Kind::Moves),
            (&a_star, Kind::Histogram),
            (&a_star, Kind::Graph),
            (&ida_star, Kind::Graph),
            (&ida_star, Kind::Iterations),
            (&layers, Kind::Layers),
            (&walks, Kind::Score),
        ] {
            let svg = drawn(rows, kind, theme).unwrap();
            assert!(png::png(&svg, 0.25).unwrap().len() > 1000, "{kind:?}");
        }
    }
}

#[test]
fn the_kind_is_what_a_trace_has_most_of() {
    let view = View::default();
    let level = numbers();
    for (rows, kind) in [
        (trace(BOARD, Some(Algorithm::IdaStar), 1), Kind::Priority),
        (trace(BOARD, Some(Algorithm::Table), 1), Kind::Layers),
        (trace(&level, None, 1), Kind::Score),
    ] {
        assert_eq!(digest(&rows, &view).unwrap().default_kind(), kind);
    }
}

#[test]
fn several_traces_share_a_picture() {
    let view = View { kind: Some(Kind::Histogram), ..View::default() };
    let digests: Vec<Digest> = [Algorithm::AStar, Algorithm::Greedy]
        .map(|algorithm| digest(&trace(BOARD, Some(algorithm), 1), &view).unwrap())
        .into();
    let svg = draw(&digests, &view).unwrap().to_string();
    assert!(svg.contains("astar with strongest: optimal, 25 moves"));
    assert!(svg.contains("greedy with strongest: solved"));
}

#[test]
fn bars_count_all_expansions_also_of_a_sampled_trace() {
    let view = View { kind: Some(Kind::Histogram), ..View::default() };
    let all: u64 =
        digest(&trace(BOARD, Some(Algorithm::AStar), 1), &view).unwrap().layers.values().sum();
    let sampled: u64 =
        digest(&trace(BOARD, Some(Algorithm::AStar), 7), &view).unwrap().layers.values().sum();
    assert!(sampled.abs_diff(all) < 7);
}

#[test]
fn what_can_not_be_shown_is_reported() {
    let rows = trace(BOARD, Some(Algorithm::AStar), 10);
    let told = |kind| drawn(&rows, kind, Theme::Light).unwrap_err().to_string();
    assert_eq!(
        told(Kind::Score),
        "cannot plot a trace as 'score': it has no walks; local searches have them"
    );
    assert_eq!(
        told(Kind::Graph),
        "a trace has only one in 10 expansions; a graph needs all of them"
    );
    let view = View::default();
    let none = digest(&[], &view).unwrap_err().to_string();
    assert!(none.starts_with("the trace is empty"), "{none}");
    assert_eq!(draw(&[], &view).unwrap_err().to_string(), "no trace to plot");
    let two = [digest(&rows, &view).unwrap(), digest(&rows, &view).unwrap()];
    let view = View { kind: Some(Kind::Moves), ..View::default() };
    let five = [&two[..], &two, &two[..1]].concat();
    let several = draw(&five, &view).unwrap_err().to_string();
    assert_eq!(several, "'moves' shows at most 4 traces side by side, not 5");
}

#[test]
fn any_column_can_be_drawn_over_any_other() {
    let rows = trace(BOARD, Some(Algorithm::AStar), 1);
    let column = |name| Column::by_name(name, &["h_misplaced".to_string()]).unwrap();
    let view = View { columns: Some((column("h"), column("h_misplaced"))), ..View::default() };
    let svg = draw(&[digest(&rows, &view).unwrap()], &view).unwrap().to_string();
    assert!(svg.contains(">h_misplaced<"));
    let view = View { columns: Some((column("h"), column("score"))), ..View::default() };
    let error = draw(&[digest(&rows, &view).unwrap()], &view).unwrap_err().to_string();
    assert_eq!(error, "a trace has no row with both 'h' and 'score'");
}

#[test]
fn weighted_a_star_is_on_the_axis_of_a_star() {
    let digests: Vec<Digest> = [Algorithm::AStar, Algorithm::WeightedAStar]
        .map(|algorithm| digest(&trace(BOARD, Some(algorithm), 1), &View::default()).unwrap())
        .into();
    for kind in [Kind::Priority, Kind::Histogram] {
        let view = View { kind: Some(kind), ..View::default() };
        let svg = draw(&digests, &view).unwrap().to_string();
        assert!(svg.contains(">24<") && svg.contains(">26<") && !svg.contains("000<"), "{svg}");
    }
}

/// Whatever the size, the ranges and the axes: numbers that can be drawn.
#[test]
fn every_view_can_be_drawn() {
    let rows = trace(BOARD, Some(Algorithm::IdaStar), 1);
    for kind in [Kind::Priority, Kind::Moves, Kind::Histogram, Kind::Iterations] {
        for size in [None, Some((100.0, 100.0)), Some((3000.0, 300.0))] {
            for log in [(false, false), (true, true)] {
                for range in [None, Some((-5.0, 3.0)), Some((20.0, 21.0)), Some((1e9, 2e9))] {
                    let (x_range, y_range) = (range, range.filter(|_| log.0));
                    let title = range.map(|_| "A title that is longer than its line".repeat(9));
                    let kind = Some(kind);
                    let view = View { kind, title, size, log, x_range, y_range, ..View::default() };
                    let svg = draw(&[digest(&rows, &view).unwrap()], &view).unwrap();
                    let text = svg.to_string();
                    assert!(!text.contains("NaN") && !text.contains("inf"), "{view:?}");
                    // Pixels are slow, and the same for most.
                    assert!(size.is_some() || !log.0 || png::png(&svg, 0.1).is_ok(), "{view:?}");
                }
            }
        }
    }
}

/// Whatever the numbers of a trace are, it is drawn or rejected.
#[test]
fn any_numbers_can_be_drawn() {
    let whole = [i64::MIN, -7, 0, 3, i64::MAX];
    let mut rows = Vec::new();
    for (place, &value) in whole.iter().enumerate() {
        let real = [-1.7e308, -0.5, 0.0, 1e-300, 1.7e308][place];
        for event in [Event::Expansion, Event::Iteration, Event::Layer, Event::Walk, Event::Path] {
            let some = Some(value);
            let side = [None, Some(Side::Forward), Some(Side::Backward)][place % 3];
            let parent = place.checked_sub(1).map(|before| whole[before]);
            rows.push(Row {
                event,
                index: some,
                node: some,
                parent,
                side,
                moves: some,
                priority: Some(real),
                bound: some,
                states: some,
                walk: some,
                score: some,
                ..Row::default()
            });
        }
    }
    for from in 0..rows.len() {
        for kind in Kind::ALL {
            for log in [(false, false), (true, true)] {
                let log = if kind == Kind::Graph { (false, false) } else { log };
                let view = View { kind: Some(kind), log, ..View::default() };
                let Ok(svg) = draw(&[digest(&rows[from..], &view).unwrap()], &view) else {
                    continue;
                };
                let text = svg.to_string();
                assert!(!text.contains("NaN") && !text.contains("inf\""), "{kind:?}: {text}");
            }
        }
    }
}
