//! Compares the tiles' heuristics: IDA* with each of them on 4×4 boards, in nodes
//! generated and nodes per second.
//!
//! ```text
//! cargo run --release --example tiles_heuristics [FILE [HEURISTIC]...]
//! ```
//!
//! Without a file it solves one board of 41 moves. A file has one board per line, whose
//! last 16 numbers are its tiles; lines that begin with # are skipped.

use std::sync::Arc;

use fewest::search::{Budget, Counts, ida_star};
use fewest::space::{Cost, Heuristic};
use fewest_puzzles::tiles::heuristics::{NAMES, Visitor, select};
use fewest_puzzles::tiles::{Board, Geometry, Packed16, Tiles};

/// Solves all boards with one heuristic.
struct Solve<'a>(&'a Tiles<Packed16>, &'a [Packed16]);

impl Visitor<Packed16> for Solve<'_> {
    type Output = (Cost, Counts);

    fn visit<H: Heuristic<Tiles<Packed16>>>(self, heuristic: H) -> Self::Output {
        let mut moves = 0;
        let mut sum = Counts::default();
        for board in self.1 {
            let outcome = ida_star::search(self.0, board, &heuristic, &Budget::default(), &mut ());
            moves += outcome.cost().unwrap_or(0);
            sum.generated += outcome.counts.generated;
            sum.elapsed += outcome.counts.elapsed;
        }
        (moves, sum)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = match arguments.next() {
        Some(file) => std::fs::read_to_string(file)?,
        None => "5 1 9 3 11 13 6 8 14 10 4 15 0 12 7 2".to_owned(),
    };
    let mut names: Vec<String> = arguments.collect();
    if names.is_empty() {
        // The two weakest would take hours.
        names = NAMES.names().skip(2).map(str::to_owned).collect();
    }
    let mut boards = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let numbers: Result<Vec<u16>, _> = line.split_whitespace().map(str::parse).collect();
        let numbers = numbers?;
        let first = numbers.len().checked_sub(16).ok_or("a line is too short")?;
        boards.push(Packed16::from_tiles(&numbers[first..]));
    }

    let space = Tiles::new(Arc::new(Geometry::new(4, 4, &Geometry::blank_last(4, 4))));
    println!("heuristic            moves     generated  seconds  million/s");
    for name in names {
        let (moves, counts) = select(&name, space.geometry(), Solve(&space, &boards))?;
        let seconds = counts.elapsed.as_secs_f64();
        let rate = counts.generated as f64 / seconds / 1e6;
        let generated = counts.generated;
        println!("{name:18} {moves:7} {generated:13} {seconds:8.3} {rate:10.1}");
    }
    Ok(())
}
