//! How fast fonts of coins are solved, and what wide instructions gain.
//!
//! `cargo bench --bench coins`. The embedded fonts are solved; those of
//! `FEWEST_DATA/coins`, or beside the project, are compared with their known lengths,
//! and skipped with a note if they are absent. With `-- 5x9` only one start of the
//! larger embedded font is solved, with 20 GiB. `cargo test` runs a small batch only.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

#[path = "../tests/real_data/data.rs"]
mod data;

use std::time::{Duration, Instant};

use fewest::search::Budget;
use fewest_puzzles::coins::batch::{self, Batch, Instructions, PairAnswer, Report};
use fewest_puzzles::coins::{Board, Font};

fn main() {
    let is_asked = |word: &str| std::env::args().any(|argument| argument == word);
    if is_asked("5x9") {
        large_board();
    } else if is_asked("--bench") {
        instructions();
        one_pair();
        whole_font();
    } else {
        let board = Board::new(3, 2).unwrap();
        let sets = [0b001_011, 0b011_010];
        let batch = Batch { board, sets: &sets, pairs: &[(0, 1), (1, 0)] };
        assert_eq!(time(Instructions::widest(), &batch, 1).1.len(), 2);
    }
}

/// The time that a batch takes, and the moves of each pair.
fn time(
    instructions: Instructions,
    batch: &Batch<'_>,
    threads: usize,
) -> (Duration, Vec<(usize, usize, usize)>) {
    let budget = Budget { threads, memory: Some(20 << 30), ..Budget::default() };
    let started = Instant::now();
    let mut lengths = Vec::new();
    batch::run_by(instructions, batch, &budget, &mut |report| {
        if let Report::Answer { from, to, answer: PairAnswer::Solved(hops) } = report {
            lengths.push((from, to, hops.len()));
        }
    })
    .unwrap();
    lengths.sort_unstable();
    (started.elapsed(), lengths)
}

fn instructions() {
    println!("One start of 5 × 7 to all 36 targets, one thread; ratio: the widest = 1");
    let font = Font::embedded("5x7").unwrap();
    let (sets, from) = (font.sets(), font.find("F").unwrap());
    let pairs: Vec<_> = (0..sets.len()).filter(|&to| to != from).map(|to| (from, to)).collect();
    let batch = Batch { board: *font.board(), sets: &sets, pairs: &pairs };
    // Once beforehand: the first run waits for memory that the later ones get at once.
    let (_, expected) = time(Instructions::widest(), &batch, 1);
    let available = Instructions::available();
    let times = available.iter().map(|&instructions| {
        let (took, lengths) = time(instructions, &batch, 1);
        assert_eq!(lengths, expected);
        took.as_secs_f64()
    });
    let times: Vec<f64> = times.collect();
    for (instructions, took) in available.iter().zip(&times) {
        let ratio = took / times[times.len() - 1];
        println!("  {instructions:12} {took:>6.2} s  ratio {ratio:.2}");
    }
}

fn one_pair() {
    println!("Single pairs of 5 × 7, two threads");
    let font = Font::embedded("5x7").unwrap();
    let sets = font.sets();
    for (from, to) in [("A", "B"), ("F", "R"), ("/", "Z")] {
        let pair = [(font.find(from).unwrap(), font.find(to).unwrap())];
        let batch = Batch { board: *font.board(), sets: &sets, pairs: &pair };
        let (took, lengths) = time(Instructions::widest(), &batch, 2);
        println!("  {from} to {to}: {} moves  {:.2} s", lengths[0].2, took.as_secs_f64());
    }
}

fn large_board() {
    let font = Font::embedded("5x9").unwrap();
    let (sets, from) = (font.sets(), font.find("A").unwrap());
    let pairs: Vec<_> = (0..sets.len()).filter(|&to| to != from).map(|to| (from, to)).collect();
    let batch = Batch { board: *font.board(), sets: &sets, pairs: &pairs };
    let (took, lengths) = time(Instructions::widest(), &batch, 2);
    let longest = lengths.iter().map(|length| length.2).max().unwrap();
    println!(
        "A of 5 × 9 to {} others, two threads: {:.1} s, at most {longest} moves",
        lengths.len(),
        took.as_secs_f64()
    );
}

fn whole_font() {
    if !data::folder().is_dir() {
        println!("All pairs of the known 5 × 7 font: SKIPPED, no data folder (set FEWEST_DATA)");
        return;
    }
    let (font, lengths) = (data::read("coins/font5x7.txt"), data::read("coins/lengths5x7.txt"));
    let font = Font::parse(&font).unwrap();
    let sets = font.sets();
    let all = 0..sets.len();
    let pairs: Vec<_> = all
        .clone()
        .flat_map(|from| all.clone().map(move |to| (from, to)))
        .filter(|(a, b)| a != b)
        .collect();
    let batch = Batch { board: *font.board(), sets: &sets, pairs: &pairs };
    let (took, found) = time(Instructions::widest(), &batch, 2);
    let lines = lengths.lines().filter(|line| !line.starts_with('#'));
    let known = lines.map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        (font.find(words[0]).unwrap(), font.find(words[1]).unwrap(), words[2].parse().unwrap())
    });
    let mut known: Vec<(usize, usize, usize)> = known.collect();
    known.sort_unstable();
    let agree = if found == known { "all as known" } else { "NOT AS KNOWN" };
    println!(
        "All {} pairs of the known 5 × 7 font, two threads: {:.1} s, {agree}",
        found.len(),
        took.as_secs_f64()
    );
}
