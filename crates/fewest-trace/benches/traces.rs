//! The cost of observing: a search without an observer, with an observer that wants no
//! expansions, and with a trace in each format.
//!
//! `cargo bench --all-features --bench traces`; under `cargo test` one quick round of the same.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fewest::search::{Algorithm, Budget, Event, ida_star};
use fewest_puzzles::Registry;
use fewest_puzzles::puzzle::{Method, Position, Request, Watch};
use fewest_puzzles::tiles::heuristics::Manhattan;
use fewest_puzzles::tiles::{Board, Geometry, Packed16, Tiles};
use fewest_trace::{Format, Head, Row, Sink, TraceError, Tracer, create};

const BOARD: [u8; 16] = [5, 1, 9, 3, 11, 13, 6, 8, 14, 10, 4, 15, 0, 12, 7, 2];

/// Rows that go nowhere.
struct Nowhere;

impl Sink for Nowhere {
    fn write(&mut self, row: &Row) -> Result<(), TraceError> {
        black_box(row);
        Ok(())
    }
    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(())
    }
}

/// Receives what a progress line receives.
struct Counter(u64);

impl Watch for Counter {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Progress(progress) = event {
            self.0 = progress.counts.expanded;
        }
    }
}

/// The shortest of several runs.
fn shortest(rounds: u32, mut run: impl FnMut()) -> Duration {
    let timed = |_| {
        let began = Instant::now();
        run();
        began.elapsed()
    };
    (0..rounds).map(timed).min().unwrap_or_default()
}

fn main() {
    // `cargo test` passes no `--bench`.
    let rounds = if std::env::args().any(|argument| argument == "--bench") { 7 } else { 1 };
    let row = |row: &[u8]| row.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let text = BOARD.chunks(4).map(row).collect::<Vec<_>>().join("\n");
    let position = Registry::standard().parse(&text, Some("tiles")).unwrap();
    let request = Request {
        method: Method::Algorithm(Algorithm::IdaStar),
        heuristic: Some("manhattan".into()),
        ..Request::default()
    };
    let expanded = position.solve(&request, &mut ()).unwrap().counts.expanded;
    println!(
        "IDA* with Manhattan on the 41-move board, {expanded} expansions; shortest of {rounds}"
    );

    let geometry = Arc::new(Geometry::new(4, 4, &Geometry::blank_last(4, 4)));
    let space = Tiles::<Packed16>::new(geometry.clone());
    let start = Packed16::from_tiles(&BOARD.map(u16::from));
    let manhattan = Manhattan::new(&geometry);
    let alone = shortest(rounds, || {
        let outcome = ida_star::search(&space, &start, &manhattan, &Budget::default(), &mut ());
        black_box(outcome);
    });
    let tell = |name: &str, took: Duration| {
        let each = took.as_nanos() as f64 / expanded as f64;
        let ratio = took.as_secs_f64() / alone.as_secs_f64();
        println!("{name:<44}{each:>9.1} ns each{ratio:>9.2} ×");
    };
    tell("the search alone, without an observer", alone);
    let observed = shortest(rounds, || {
        let mut counter = Counter(0);
        black_box(position.solve(&request, &mut counter).unwrap());
    });
    tell("at the edge, observed, not traced", observed);
    let request = Request { expansions: true, ..request };
    let traced = |sink: &mut dyn Sink, every: u64| solve(&*position, &request, sink, every);
    tell("every expansion, rows dropped", shortest(rounds, || traced(&mut Nowhere, 1)));
    // The formats of this build: --all-features has all of them.
    let formats = [
        (Format::Csv, 1),
        (Format::JsonLines, 1),
        (Format::Parquet, 1),
        (Format::Csv, 100),
        (Format::Parquet, 100),
    ];
    for (format, every) in formats.into_iter().filter(|(format, _)| format.is_available()) {
        let name = format.ending();
        let path = std::env::temp_dir().join(format!("fewest-{}.{name}", std::process::id()));
        let took = shortest(rounds.min(3), || {
            let mut sink = create(&path, &Head::new()).unwrap();
            traced(&mut *sink, every);
        });
        let bytes = std::fs::metadata(&path).unwrap().len();
        let _ = std::fs::remove_file(&path);
        let each = bytes as f64 * every as f64 / expanded as f64;
        tell(&format!("{name}, one of {every}, {each:.1} bytes per row"), took);
    }
}

fn solve(position: &dyn Position, request: &Request, sink: &mut dyn Sink, every: u64) {
    let mut tracer = Tracer::new((), sink).every(every);
    tracer.start("the 41-move board");
    let answer = position.solve(request, &mut tracer).unwrap();
    tracer.finish(&answer).unwrap();
}
