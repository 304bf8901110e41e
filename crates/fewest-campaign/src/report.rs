//! A campaign as one self-contained page: tables, plots, and the hardest puzzles.

mod page;

use std::collections::BTreeMap;

use fewest_puzzles::puzzle::Registry;
use fewest_render::Picture;
use fewest_render::plot::{Chart, Series, Shape};
use fewest_render::svg::Svg;
use fewest_render::theme::Theme;

use crate::solve;
use crate::store::{Row, Store, StoreError, Tally};
use crate::task::Question;

/// The number of hardest puzzles.
const HARDEST: usize = 10;

/// The longer side of their pictures, in pixels.
const PICTURE: u32 = 300;

/// What a page about a campaign shows.
#[derive(Debug)]
pub struct Report {
    tallies: Vec<Tally>,
    plots: Vec<(&'static str, Svg)>,
    hardest: Vec<(Row, Option<Svg>)>,
    failed: Vec<Row>,
    theme: Theme,
    seconds: f64,
}

/// What a plot shows of the answers of a setting.
type Values<'a> = dyn Fn(&[Point]) -> Vec<(f64, f64)> + 'a;

/// The numbers of one answer that plots show.
struct Point {
    size: f64,
    moves: Option<f64>,
    seconds: f64,
    is_solved: bool,
}

impl Report {
    /// Reads a campaign.
    pub fn of(store: &Store, registry: &Registry, theme: Theme) -> Result<Report, StoreError> {
        let mut points: BTreeMap<String, Vec<Point>> = BTreeMap::new();
        let mut hardest: Vec<Row> = Vec::new();
        let mut failed: Vec<Row> = Vec::new();
        let mut seconds = 0.0;
        store.each_row(|row| {
            let is_position = matches!(row.question, Question::Position { .. });
            let is_solved = matches!(row.status.as_str(), "optimal" | "solved" | "unsolvable");
            points.entry(row.setting.clone()).or_default().push(Point {
                size: row.size as f64,
                moves: row.moves.map(|moves| moves as f64),
                seconds: row.seconds,
                is_solved,
            });
            seconds += if is_position { row.seconds } else { 0.0 };
            if row.status == "failed" {
                failed.push(row);
            } else if is_position && row.attempts > 0 {
                hardest.push(row);
                // Sorted now and then, so that few rows are in memory at a time.
                if hardest.len() > 50 * HARDEST {
                    keep_hardest(&mut hardest);
                }
            }
            Ok::<_, StoreError>(())
        })?;
        keep_hardest(&mut hardest);
        let hardest = hardest.into_iter().map(|row| {
            let svg = picture(registry, &row, theme);
            (row, svg)
        });
        let plots = plots(&points, &store.found()?, theme);
        let (tallies, hardest) = (store.tallies()?, hardest.collect());
        Ok(Report { tallies, plots, hardest, failed, theme, seconds })
    }

    /// The plots by name.
    pub fn plots(&self) -> impl Iterator<Item = (&'static str, &Svg)> {
        self.plots.iter().map(|(name, svg)| (*name, svg))
    }
}

/// Those without a plan first, then those that took longest.
fn keep_hardest(rows: &mut Vec<Row>) {
    let has_plan = |row: &Row| matches!(row.status.as_str(), "optimal" | "solved" | "unsolvable");
    rows.sort_by(|a, b| {
        has_plan(a)
            .cmp(&has_plan(b))
            .then(b.seconds.total_cmp(&a.seconds))
            .then(a.task.cmp(&b.task))
    });
    rows.truncate(HARDEST);
}

fn picture(registry: &Registry, row: &Row, theme: Theme) -> Option<Svg> {
    let puzzle = registry.by_name(&row.puzzle).ok()?;
    let position = solve::position(puzzle, &row.question).ok()?;
    let picture = Picture { theme, size: Some(PICTURE), ..Picture::default() };
    picture.svg(&position.scene()).ok()
}

/// How often each number is there.
fn counted(numbers: impl Iterator<Item = f64>) -> Vec<(f64, f64)> {
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for number in numbers {
        *counts.entry(number as u64).or_default() += 1;
    }
    counts.into_iter().map(|(number, count)| (number as f64, f64::from(count))).collect()
}

fn plots(
    points: &BTreeMap<String, Vec<Point>>,
    found: &[(String, f64)],
    theme: Theme,
) -> Vec<(&'static str, Svg)> {
    let chart = |title: &str, names: (&str, &str), log, series| Chart {
        title: title.into(),
        names: (names.0.into(), names.1.into()),
        series,
        log,
        theme,
        ..Chart::default()
    };
    let of = |shape, values: &Values<'_>| -> Vec<Series> {
        let series = |(name, points): (&String, &Vec<Point>)| Series {
            name: name.clone(),
            points: values(points),
            shape,
        };
        points.iter().map(series).collect()
    };
    let first = found.first().map_or(0.0, |(_, time)| *time);
    let over_time = points.keys().map(|name| {
        let times = found.iter().filter(|(setting, _)| setting == name);
        let counted = times.zip(1..).map(|((_, time), count)| (time - first, f64::from(count)));
        Series { name: name.clone(), points: counted.collect(), shape: Shape::Steps }
    });
    let cactus = of(Shape::Steps, &|points| {
        let mut times: Vec<f64> = points
            .iter()
            .filter(|point| point.is_solved)
            // The clock of a short search shows nothing.
            .map(|point| point.seconds.max(1e-5))
            .collect();
        times.sort_by(f64::total_cmp);
        times.into_iter().zip(1..).map(|(time, count)| (time, f64::from(count))).collect()
    });
    // Where all puzzles have one size, it tells nothing about them; their moves do.
    let mut sizes = points.values().flatten().map(|point| point.size);
    let first_size = sizes.next();
    let is_one_size = sizes.all(|size| Some(size) == first_size);
    let moves = of(Shape::Dots, &|points| {
        let known = points.iter().filter_map(|point| Some((point.size, point.moves?)));
        if is_one_size { counted(known.map(|(_, moves)| moves)) } else { known.collect() }
    });
    let seconds = of(Shape::Dots, &|points| {
        let tried = points.iter().filter(|point| point.seconds > 0.0);
        let by = |point: &Point| if is_one_size { point.moves } else { Some(point.size) };
        tried.filter_map(|point| Some((by(point)?, point.seconds))).collect()
    });
    let (moves_title, moves_names, seconds_title, seconds_by) = if is_one_size {
        ("Puzzles by moves", ("moves", "puzzles"), "Seconds by moves", "moves")
    } else {
        ("Moves by size", ("size", "moves"), "Seconds by size", "size")
    };
    let charts = [
        (
            "solved",
            chart(
                "Solved over time",
                ("seconds since the first answer", "solved"),
                (false, false),
                over_time.collect(),
            ),
        ),
        (
            "cactus",
            chart(
                "Cactus plot: solved within a time each",
                ("seconds for a puzzle", "solved"),
                (true, false),
                cactus,
            ),
        ),
        ("moves", chart(moves_title, moves_names, (false, false), moves)),
        ("seconds", chart(seconds_title, (seconds_by, "seconds"), (false, true), seconds)),
    ];
    let has_points = |chart: &Chart| chart.series.iter().any(|series| !series.points.is_empty());
    let drawn = charts.into_iter().filter(|(_, chart)| has_points(chart));
    drawn.map(|(name, chart)| (name, chart.svg())).collect()
}
