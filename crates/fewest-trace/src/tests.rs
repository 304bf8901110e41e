//! Traces written and read back, and what must hold in them.

use std::path::PathBuf;

use proptest::prelude::*;

use super::{Column, Event, Format, Head, Row, TraceError, Tracer, create, open};
use fewest::search::Algorithm;
use fewest::search::event::Side;
use fewest_puzzles::Registry;
use fewest_puzzles::puzzle::{Answer, Method, Request};

/// A file in the system's folder for such, removed when the test is over.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("fewest-{}-{name}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn rows(estimates: usize) -> impl Strategy<Value = Vec<Row>> {
    let whole = || prop::option::of(any::<i64>());
    let event = (0..Event::ALL.len()).prop_map(|place| Event::ALL[place]);
    let numbers = prop::collection::vec(whole(), 11);
    let estimates = prop::collection::vec(whole(), estimates);
    let text = || prop::option::of("[ -~×\n\"]{1,12}");
    let side = prop::option::of(prop::bool::ANY);
    let micros = 0..1_000_000_000_i64;
    let reals = prop::collection::vec(prop::option::of(0..1000_i32), 2);
    let texts = (text(), text(), side);
    let row = (event, micros, numbers, reals, texts, estimates).prop_map(
        |(event, micros, numbers, reals, (text, state, side), estimates)| {
            let real = |place: usize| reals[place].map(|eighths| f64::from(eighths) / 8.0);
            let side = side.map(|back| if back { Side::Backward } else { Side::Forward });
            let mut row = Row {
                event,
                seconds: micros as f64 / 1e6,
                side,
                priority: real(0),
                temperature: real(1),
                text,
                state,
                estimates,
                ..Row::default()
            };
            for (place, number) in row.whole_mut().into_iter().zip(numbers) {
                *place = number;
            }
            row
        },
    );
    prop::collection::vec(row, 1..20)
}

fn written_and_read(rows: &[Row], name: &str, head: &Head) -> Vec<Row> {
    let file = Scratch::new(name);
    let mut sink = create(&file.0, head).unwrap();
    for row in rows {
        sink.write(row).unwrap();
    }
    sink.finish().unwrap();
    let read = open(&file.0).unwrap();
    assert_eq!(read.about, head.about, "{name}");
    read.collect::<Result<_, _>>().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn what_is_written_is_read_back(mut rows in rows(2)) {
        let heuristics = ["manhattan".to_string(), "linear-conflict".to_string()];
        let head = Head::new().heuristics(&heuristics).states(true);
        let head = head.about("version", "1.2.3").about("command", "fewest solve 'a: b'\n# é");
        // JSON lines know the additional heuristics by the rows that have them.
        rows[0].estimates = vec![Some(1), Some(2)];
        for format in Format::ALL.into_iter().filter(|format| format.is_available()) {
            let name = format!("t.{}", format.ending());
            prop_assert_eq!(&written_and_read(&rows, &name, &head), &rows, "{}", name);
        }
    }
}

#[test]
fn a_format_that_is_off_is_reported_with_its_feature() {
    let off = Format::ALL.into_iter().filter(|format| !format.is_available());
    for format in off {
        let file = Scratch::new(&format!("off.{}", format.ending()));
        let told = create(&file.0, &Head::new()).err().unwrap().to_string();
        assert!(told.contains(&format!("rebuild with --features {}", format.ending())), "{told}");
        assert!(told.contains(", or use .") && told.contains(".jsonl"), "{told}");
        assert!(!file.0.exists());
        assert_eq!(open(&file.0).err().unwrap().to_string(), told);
    }
}

/// Every byte of the footer, damaged in several ways: refused or read, never a panic.
#[test]
#[cfg(feature = "parquet")]
fn a_damaged_parquet_file_is_refused_in_a_sentence() {
    let file = Scratch::new("damaged.parquet");
    let mut sink = create(&file.0, &Head::new().about("version", "1")).unwrap();
    for index in 0..3 {
        sink.write(&Row { event: Event::Expansion, index: Some(index), ..Row::default() }).unwrap();
    }
    sink.finish().unwrap();
    let whole = std::fs::read(&file.0).unwrap();
    let (mut refused, mut panicked) = (0, 0);
    // The footer begins after the last page, at the end of the first third or so.
    for place in (whole.len() / 3..whole.len()).step_by(2) {
        for flip in [0x01, 0x80] {
            let mut damaged = whole.clone();
            damaged[place] ^= flip;
            std::fs::write(&file.0, &damaged).unwrap();
            let read = open(&file.0).and_then(Iterator::collect::<Result<Vec<_>, _>>);
            let Err(error) = read else { continue };
            refused += 1;
            panicked += usize::from(error.to_string().ends_with("its content is inconsistent"));
            assert!(!matches!(error, TraceError::Io(_)), "byte {place}: {error}");
        }
    }
    assert!(refused > 250 && panicked > 5, "{refused} refused, {panicked} contradictions");
}

#[test]
#[cfg(feature = "parquet")]
fn a_long_trace_has_many_groups() {
    let row = |index| Row { event: Event::Expansion, index: Some(index), ..Row::default() };
    let rows: Vec<Row> = (0..150_000).map(row).collect();
    assert_eq!(written_and_read(&rows, "long.parquet", &Head::new()), rows);
}

fn traced(text: &str, request: &Request) -> (Answer, Vec<Row>) {
    let position = Registry::standard().parse(text, None).unwrap();
    let mut rows: Vec<Row> = Vec::new();
    let mut tracer = Tracer::new((), &mut rows);
    tracer.start(&position.describe());
    let answer = position.solve(request, &mut tracer).unwrap();
    tracer.finish(&answer).unwrap();
    (answer, rows)
}

fn of(rows: &[Row], event: Event) -> Vec<&Row> {
    rows.iter().filter(|row| row.event == event).collect()
}

const BOARD: &str = "7 3 8\n_ 2 6\n4 1 5\n";

#[test]
fn every_algorithm_leaves_a_trace_that_is_true_to_its_answer() {
    for algorithm in [
        Algorithm::AStar,
        Algorithm::WeightedAStar,
        Algorithm::Greedy,
        Algorithm::IdaStar,
        Algorithm::BreadthFirst,
        Algorithm::BranchAndBound,
        Algorithm::Beam,
    ] {
        let request = Request {
            method: Method::Algorithm(algorithm),
            heuristic: Some("manhattan".into()),
            expansions: true,
            estimates: vec!["misplaced".into(), "manhattan".into()],
            ..Request::default()
        };
        let (answer, rows) = traced(BOARD, &request);
        let plan = answer.plan().unwrap();
        let expansions = of(&rows, Event::Expansion);
        assert!(expansions.len() as u64 > answer.counts.expanded, "{algorithm:?}");
        assert_eq!((expansions[0].moves, expansions[0].parent), (Some(0), None));
        let path = of(&rows, Event::Path);
        assert_eq!(path.len(), plan.len() + 1, "{algorithm:?}");
        assert_eq!(path[path.len() - 1].h, Some(0), "{algorithm:?}");
        for step in &path {
            // Each state of the plan is a node that the search looked at.
            let node = expansions.iter().find(|row| row.node == step.node).unwrap();
            assert_eq!((node.moves, node.parent), (step.moves, step.parent), "{algorithm:?}");
            assert_eq!(node.estimates, step.estimates, "{algorithm:?}");
        }
        for row in expansions {
            assert!(row.estimates[0] <= row.estimates[1], "misplaced is at most manhattan");
        }
        let end = rows.last().unwrap();
        assert_eq!((end.event, end.moves), (Event::End, Some(plan.len() as i64)));
    }
}

/// The priority of weighted A* is g + 1.5 h in moves, so that it can be compared with
/// that of A*.
#[test]
fn priorities_of_weighted_a_star_are_in_moves() {
    let request = Request {
        method: Method::Algorithm(Algorithm::WeightedAStar),
        heuristic: Some("manhattan".into()),
        expansions: true,
        ..Request::default()
    };
    let (_, rows) = traced(BOARD, &request);
    for row in of(&rows, Event::Expansion) {
        let weighted = row.moves.unwrap() as f64 + 1.5 * row.h.unwrap() as f64;
        assert_eq!(row.priority, Some(weighted));
    }
    let (start, name) = (&of(&rows, Event::Expansion)[0], "w.jsonl");
    assert_eq!(start.priority, Some(19.5));
    let file = Scratch::new(name);
    let mut sink = create(&file.0, &Head::new()).unwrap();
    sink.write(start).unwrap();
    sink.finish().unwrap();
    let text = std::fs::read_to_string(&file.0).unwrap();
    assert!(text.contains("\"priority\":19.5,"), "{text}");
}

#[test]
fn a_search_from_both_ends_has_two_sides_and_a_path_through_both() {
    let request = Request { expansions: true, ..Request::by(Algorithm::Bidirectional) };
    let (answer, rows) = traced(BOARD, &request);
    let expansions = of(&rows, Event::Expansion);
    let path = of(&rows, Event::Path);
    assert_eq!(path.len(), answer.plan().unwrap().len() + 1);
    let met = path.iter().rposition(|row| row.side == Some(Side::Forward)).unwrap();
    assert!((1..path.len() - 1).contains(&met));
    for (place, step) in path.iter().enumerate() {
        let node = expansions.iter().find(|row| row.node == step.node).unwrap();
        let side = if place <= met { Side::Forward } else { Side::Backward };
        assert_eq!((node.side, step.side), (Some(side), Some(side)));
        let from_end = if place <= met { place } else { path.len() - 1 - place };
        assert_eq!(node.moves, Some(from_end as i64));
        assert_eq!(step.moves, Some(place as i64));
    }
    assert!(expansions.iter().all(|row| row.side.is_some()));
}

#[test]
fn states_are_kept_where_that_is_wanted() {
    let position = Registry::standard().parse(BOARD, None).unwrap();
    let request = Request { expansions: true, ..Request::by(Algorithm::AStar) };
    let mut rows: Vec<Row> = Vec::new();
    let mut tracer = Tracer::new((), &mut rows).states(true);
    let answer = position.solve(&request, &mut tracer).unwrap();
    tracer.finish(&answer).unwrap();
    let (expansions, path) = (of(&rows, Event::Expansion), of(&rows, Event::Path));
    assert_eq!(expansions[0].state.as_deref(), Some(BOARD));
    assert_eq!(path[path.len() - 1].state.as_deref(), Some("1 2 3\n4 5 6\n7 8 _\n"));
    for row in expansions.iter().chain(&path) {
        assert!(Registry::standard().parse(row.state.as_ref().unwrap(), None).is_ok());
    }
}

#[test]
fn iterations_add_up_to_all_expansions() {
    let request = Request {
        method: Method::Algorithm(Algorithm::IdaStar),
        heuristic: Some("manhattan".into()),
        expansions: true,
        ..Request::default()
    };
    let (answer, rows) = traced(BOARD, &request);
    let iterations = of(&rows, Event::Iteration);
    let states: i64 = iterations.iter().filter_map(|row| row.states).sum();
    assert_eq!(states as u64, answer.counts.expanded);
    for iteration in iterations {
        let within = |row: &&&Row| row.bound == iteration.bound;
        let expanded = of(&rows, Event::Expansion).iter().filter(within).count() as i64;
        // The last iteration ends at the goal, which is looked at but not expanded.
        let goal = i64::from(iteration.bound == Some(25));
        assert_eq!(iteration.states, Some(expanded - goal));
    }
}

#[test]
fn a_sampled_trace_keeps_every_so_many_and_all_of_the_path() {
    let position = Registry::standard().parse(BOARD, None).unwrap();
    let request = Request {
        method: Method::Algorithm(Algorithm::AStar),
        expansions: true,
        ..Request::default()
    };
    let mut rows: Vec<Row> = Vec::new();
    let mut tracer = Tracer::new((), &mut rows).every(10);
    let answer = position.solve(&request, &mut tracer).unwrap();
    tracer.finish(&answer).unwrap();
    let expansions = of(&rows, Event::Expansion);
    assert!(expansions.iter().all(|row| row.index.unwrap() % 10 == 0));
    assert_eq!(expansions.len() as u64, answer.counts.expanded / 10 + 1);
    assert_eq!(of(&rows, Event::Path).len(), 26);
}

#[test]
fn a_walk_leaves_its_score() {
    let level = "10 4\n".to_string() + &"1 1 1 1 1 1 1 1 1 1\n".repeat(4);
    let request = Request { method: Method::Solver("forest".into()), ..Request::default() };
    let (answer, rows) = traced(&level, &request);
    let walks = of(&rows, Event::Walk);
    assert_eq!(answer.algorithm, "forest");
    assert_eq!(walks[walks.len() - 1].best, Some(0));
    assert!(walks.iter().all(|row| row.score.is_some() && row.temperature.is_some()));
}

#[test]
fn errors_say_what_would_be_right() {
    let error = |name: &str, text: &str| {
        let file = Scratch::new(name);
        std::fs::write(&file.0, text).unwrap();
        match open(&file.0) {
            Ok(rows) => rows.collect::<Result<Vec<_>, _>>().unwrap_err().to_string(),
            Err(error) => error.to_string(),
        }
    };
    assert!(error("e.jsonl", "").starts_with("the trace is empty"));
    assert_eq!(
        error("v.jsonl", "{\"event\":\"expansion\",\"h\":\"x\"}\n"),
        "line 1, column 'h': expected a whole number, found '\"x\"'"
    );
    assert_eq!(
        error("c.jsonl", "{\"event\":\"start\"}\n{\"event\":\"expan"),
        "line 2: the object is not closed; the trace may be truncated"
    );
    if cfg!(feature = "csv") {
        assert!(error("e.csv", "").starts_with("the trace is empty"));
        assert_eq!(error("a.csv", "a,b\n1,2\n"), "not a trace: it has no column 'event'");
        assert_eq!(
            error("v.csv", "event,h\nexpansion,x\n"),
            "line 2, column 'h': expected a whole number, found 'x'"
        );
        assert_eq!(
            error("c.csv", "event,h,moves\nexpansion,1\n"),
            "line 2 has 2 fields, expected 3; the trace may be truncated"
        );
        // Lines that say what the trace is of are lines.
        assert_eq!(
            error("d.csv", "# version: 1\n# puzzle: é\nevent,side\nexpansion,left\n"),
            "line 4, column 'side': expected forward or backward, found 'left'"
        );
        assert_eq!(
            error("i.csv", "event,priority\nexpansion,inf\n"),
            "line 2, column 'priority': expected a number, found 'inf'"
        );
    }
    if cfg!(feature = "parquet") {
        let told = error("c.parquet", "PAR1 and no more");
        assert!(told.starts_with("not a complete Parquet file"), "{told}");
    }
    let not_text = Scratch::new("u.jsonl");
    std::fs::write(&not_text.0, b"{\"event\":\"start\"}\n{\"event\":\"\xff\"}\n").unwrap();
    let told = open(&not_text.0).unwrap().collect::<Result<Vec<_>, _>>().unwrap_err();
    assert_eq!(told.to_string(), "line 2: not valid UTF-8");
    assert!(!matches!(told, TraceError::Io(_)));
    assert_eq!(
        error("n.jsonl", "{\"event\":\"expansion\",\"seconds\":true}\n"),
        "line 1, column 'seconds': expected a number, found 'true'"
    );
    assert!(error("c.txt", "").contains("use .csv, .jsonl or .parquet"));
    let error = Column::by_name("hh", &["h_manhattan".into()]).unwrap_err().to_string();
    assert!(
        error.starts_with("unknown column 'hh'; did you mean 'h'? available: seconds, index, node"),
        "{error}"
    );
    assert!(error.ends_with("h_manhattan"), "{error}");
}
