//! How fast and how small, as ratios within one run.
//!
//! `cargo bench` measures; `cargo test` only runs the small cases once, to see
//! that they still work. The yardstick is a plain A* and a plain breadth-first
//! search, written as one would write them in an afternoon: a `Vec` for each
//! board, std's hash map and binary heap, the heuristic from scratch.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use fewest::search::table::{self, Options, Width};
use fewest::search::{Budget, Linear, Outcome, Status, Ties, best_first, ida_star};
use fewest::space::Heuristic;
use fewest_puzzles::tiles::heuristics::{self, Manhattan, Visitor};
use fewest_puzzles::tiles::{Board, Geometry, Packed16, Reachable, Tiles};

/// The board of seeds/003: 41 moves.
const FORTY_ONE: [u16; 16] = [5, 1, 9, 3, 11, 13, 6, 8, 14, 10, 4, 15, 0, 12, 7, 2];
/// Two of Korf's hundred boards (Korf 1985), turned so that the blank ends last:
/// 59 moves and 45 moves.
const KORF_3: [u16; 16] = [1, 15, 10, 13, 0, 11, 4, 7, 12, 6, 5, 3, 14, 8, 9, 2];
const KORF_12: [u16; 16] = [1, 3, 5, 6, 0, 13, 14, 9, 11, 4, 8, 12, 10, 7, 15, 2];

fn main() {
    let is_bench = std::env::args().any(|arg| arg == "--bench");
    one_board(if is_bench { 5 } else { 1 });
    explore_small(if is_bench { 5 } else { 1 });
    if is_bench {
        speed();
        memory();
        explore_large();
    }
}

fn fifteen() -> Tiles<Packed16> {
    Tiles::new(Arc::new(Geometry::new(4, 4, &Geometry::blank_last(4, 4))))
}

/// The result and the least time of several runs.
fn fastest<T>(runs: u32, mut run: impl FnMut() -> T) -> (T, Duration) {
    let mut timed = || {
        let started = Instant::now();
        let result = run();
        (result, started.elapsed())
    };
    let (mut result, mut least) = timed();
    for _ in 1..runs {
        let (again, time) = timed();
        result = again;
        least = least.min(time);
    }
    (result, least)
}

/// A* and IDA* with every heuristic on the board of seeds/003.
fn one_board(runs: u32) {
    println!("\nThe 41-move board of seeds/003, one thread; ratio: plain A* with Manhattan = 1");
    let (plain_nodes, plain) = fastest(1, || plain_a_star(&FORTY_ONE));
    row("plain A*, Manhattan", plain_nodes, plain, plain);
    for name in [
        "manhattan",
        "last-moves",
        "corner-tiles",
        "linear-conflict",
        "combined",
        "walking-distance",
        "strongest",
    ] {
        for ida in [false, true] {
            let solve = || heuristics::select(name, fifteen().geometry(), Solve { ida }).unwrap();
            let (outcome, time) = fastest(runs, solve);
            assert_eq!((outcome.cost(), outcome.status), (Some(41), Status::Optimal));
            let search = if ida { "IDA*" } else { "A*" };
            row(&format!("{search}, {name}"), outcome.counts.generated, time, plain);
        }
    }
    println!(
        "seeds/003's own program, as its author measured it under pypy3: 83.3 s with Manhattan, 36.8 s with its last moves"
    );
}

fn row(name: &str, generated: u64, time: Duration, plain: Duration) {
    let (ms, ratio) = (time.as_secs_f64() * 1e3, plain.as_secs_f64() / time.as_secs_f64());
    println!("  {name:28} {generated:>9} generated {ms:>9.2} ms {ratio:>8.1} ×");
}

struct Solve {
    ida: bool,
}

impl Visitor<Packed16> for Solve {
    type Output = Outcome<fewest_puzzles::tiles::Direction>;

    fn visit<H>(self, heuristic: H) -> Self::Output
    where
        H: Heuristic<Tiles<Packed16>, Value: Send + Sync> + Send + Sync,
    {
        let (space, start) = (fifteen(), Packed16::from_tiles(&FORTY_ONE));
        let budget = Budget::default();
        if self.ida {
            ida_star::search(&space, &start, &heuristic, &budget, &mut ())
        } else {
            let (weight, ties) = (Linear::A_STAR, Ties::Lifo);
            best_first::search(&space, &start, &heuristic, weight, ties, &budget, &mut ())
        }
    }
}

/// IDA* with Manhattan on a board that takes it long enough to measure.
fn speed() {
    let space = fifteen();
    let heuristic = Manhattan::new(space.geometry());
    let start = Packed16::from_tiles(&KORF_3);
    let budget = Budget { nodes: Some(50_000_000), ..Budget::default() };
    let search = || ida_star::search(&space, &start, &heuristic, &budget, &mut ());
    let (outcome, time) = fastest(3, search);
    let rate = outcome.counts.generated as f64 / time.as_secs_f64() / 1e6;
    println!("\nIDA* with Manhattan, one thread: {rate:.1} million nodes generated a second");
}

/// What A* holds for each stored state of the 15-puzzle.
fn memory() {
    let space = fifteen();
    let heuristic = Manhattan::new(space.geometry());
    println!("\nA* with Manhattan, bytes in all for each stored state");
    for (name, tiles) in [("seeds/003's board", FORTY_ONE), ("Korf's board 12", KORF_12)] {
        let start = Packed16::from_tiles(&tiles);
        let (weight, ties, budget) = (Linear::A_STAR, Ties::Lifo, Budget::default());
        let counts =
            best_first::search(&space, &start, &heuristic, weight, ties, &budget, &mut ()).counts;
        let bytes = counts.peak_bytes as f64 / counts.stored as f64;
        println!("  {name:20} {:>10} stored {bytes:>6.1} bytes", counts.stored);
    }
}

/// All boards of 3 × 3.
fn explore_small(runs: u32) {
    println!("\nAll 181,440 boards of 3 × 3 by distance, one thread; ratio: plain search = 1");
    let (plain_states, plain) = fastest(1, || plain_breadth_first(3, 3));
    row("plain breadth-first search", plain_states as u64, plain, plain);
    let (found, time) = fastest(runs, || explore(3, 3, 1));
    assert_eq!((found.total, found.per_depth.len() - 1), (181_440, 31));
    row("table, 2 bits per state", found.total, time, plain);
}

/// All boards of 2 × 6.
fn explore_large() {
    println!("\nAll 239,500,800 boards of 2 × 6 by distance; ratio: one thread = 1");
    let (found, one) = fastest(1, || explore(6, 2, 1));
    assert_eq!(found.total, 239_500_800);
    row("table, 2 bits per state", found.total, one, one);
    let bits = found.counts.peak_bytes as f64 * 8.0 / found.total as f64;
    println!("  farthest {}, {bits:.2} bits per state", found.per_depth.len() - 1);
    let (_, two) = fastest(1, || explore(6, 2, 2));
    row("the same, two threads", found.total, two, one);
}

fn explore(width: usize, height: usize, threads: usize) -> table::Exploration<Packed16> {
    let geometry = Geometry::new(width, height, &Geometry::blank_last(width, height));
    let reachable = Reachable::from_goal(Tiles::<Packed16>::new(Arc::new(geometry))).unwrap();
    let options = Options { width: Some(Width::Two), farthest: 1 };
    let budget = Budget { threads, ..Budget::default() };
    table::explore_from_goals(&reachable, &options, &budget, &mut ()).unwrap()
}

fn plain_neighbours(board: &[u8], width: usize) -> Vec<Vec<u8>> {
    let blank = board.iter().position(|&tile| tile == 0).unwrap();
    let (x, y) = (blank % width, blank / width);
    let mut neighbours = Vec::new();
    for (dx, dy) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
        let (nx, ny) = (x as i32 + dx, y as i32 + dy);
        if nx >= 0 && ny >= 0 && nx < width as i32 && ny < (board.len() / width) as i32 {
            let mut next = board.to_vec();
            next.swap(blank, ny as usize * width + nx as usize);
            neighbours.push(next);
        }
    }
    neighbours
}

fn plain_manhattan(board: &[u8], width: usize) -> usize {
    let tiles = board.iter().enumerate().filter(|&(_, &tile)| tile != 0);
    tiles
        .map(|(cell, &tile)| {
            let goal = tile as usize - 1;
            (cell % width).abs_diff(goal % width) + (cell / width).abs_diff(goal / width)
        })
        .sum()
}

/// The number of boards generated on the way to a shortest plan.
fn plain_a_star(tiles: &[u16]) -> u64 {
    let start: Vec<u8> = tiles.iter().map(|&tile| tile as u8).collect();
    let mut costs = HashMap::from([(start.clone(), 0)]);
    let h = plain_manhattan(&start, 4);
    let mut open = BinaryHeap::from([Reverse((h, h, 0, start))]);
    let mut generated = 0;
    while let Some(Reverse((_, h, g, board))) = open.pop() {
        if h == 0 {
            assert_eq!(g, 41);
            return generated;
        }
        if costs[&board] < g {
            continue;
        }
        for next in plain_neighbours(&board, 4) {
            generated += 1;
            if costs.get(&next).is_none_or(|&known| g + 1 < known) {
                costs.insert(next.clone(), g + 1);
                let h = plain_manhattan(&next, 4);
                open.push(Reverse((g + 1 + h, h, g + 1, next)));
            }
        }
    }
    unreachable!("the board can be solved")
}

fn plain_breadth_first(width: usize, height: usize) -> usize {
    let goal: Vec<u8> = (1..width as u8 * height as u8).chain([0]).collect();
    let mut depths = HashMap::from([(goal.clone(), 0)]);
    let mut queue = VecDeque::from([goal]);
    while let Some(board) = queue.pop_front() {
        let depth = depths[&board];
        for next in plain_neighbours(&board, width) {
            if !depths.contains_key(&next) {
                depths.insert(next.clone(), depth + 1);
                queue.push_back(next);
            }
        }
    }
    depths.len()
}
