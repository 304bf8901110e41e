//! How fast blocks move and are stored, and the daily puzzles if they are available.
//!
//! `cargo bench --bench blocks`. The puzzles are read from `FEWEST_DATA/blocks`, or
//! from beside the project; without them that part is skipped with a note.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

#[path = "../tests/real_data/data.rs"]
mod data;

use std::collections::HashSet;
use std::hint::black_box;
use std::time::{Duration, Instant};

use fewest::search::{Budget, Checkpoint, Meter, Status};
use fewest_puzzles::Registry;
use fewest_puzzles::blocks::{Blocks, Direction, Level, PatternDatabase, Rules, bidirectional};
use fewest_puzzles::puzzle::Request;

fn main() {
    moves();
    stored();
    daily();
}

/// Boards from a linear congruential generator: 8 × 8, one cell in four a wall.
fn boards() -> (Rules<u64>, Vec<u64>) {
    let mut seed = 7_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        seed ^ (seed >> 29)
    };
    let rules = Rules::new(8, 8, random() & random());
    let boards = (0..4096).map(|_| random() & random() & rules.free()).collect();
    (rules, boards)
}

/// The formula cell by cell.
fn plain_step(rules: &Rules<u64>, old: u64, direction: Direction) -> u64 {
    let mut new = 0;
    for cell in (0..64).filter(|cell| rules.free() >> cell & 1 == 1) {
        let behind = rules.next(cell, direction.opposite());
        let mut ahead = std::iter::successors(Some(cell), |&cell| rules.next(cell, direction));
        let follows = behind.is_some_and(|behind| old >> behind & 1 == 1);
        if follows || ahead.all(|cell| old >> cell & 1 == 1) {
            new |= 1 << cell;
        }
    }
    new
}

fn fastest(runs: u32, mut run: impl FnMut() -> u64) -> (u64, Duration) {
    let timed = |_| {
        let started = Instant::now();
        (black_box(run()), started.elapsed())
    };
    (0..runs).map(timed).min_by_key(|&(_, time)| time).unwrap()
}

fn row(name: &str, things: u64, time: Duration, base: f64) {
    let each = time.as_secs_f64() / things as f64;
    println!("  {name:32} {:>9.2} million a second  ratio {:>8.1}", 1e-6 / each, base / each);
}

fn moves() {
    println!("Moves on 8 × 8, one thread; ratio: cell by cell = 1");
    let (rules, boards) = boards();
    let all = |step: &dyn Fn(u64, Direction) -> u64| {
        let steps = boards.iter().flat_map(|&b| Direction::ALL.map(|d| step(b, d)));
        steps.fold(0, |sum, new| sum ^ new)
    };
    let (plain, slow) = fastest(3, || all(&|blocks, d| plain_step(&rules, blocks, d)));
    let moves = boards.len() as u64 * 4;
    let base = slow.as_secs_f64() / moves as f64;
    row("cell by cell", moves, slow, base);
    let (fast, time) = fastest(20, || {
        let mut sum = 0;
        for _ in 0..1001 {
            for &blocks in &boards {
                sum ^= rules.steps(blocks).into_iter().fold(0, |sum, new| sum ^ new);
            }
        }
        sum
    });
    assert_eq!(fast, plain);
    row("bitboards", moves * 1001, time, base);
    let (_, time) = fastest(3, || {
        let mut out = Vec::new();
        for direction in Direction::ALL {
            for &blocks in &boards {
                rules.predecessors(blocks, direction, &mut out);
            }
        }
        out.len() as u64
    });
    row("back moves, by board", moves, time, base);
}

/// A level of the project's own, some millions of states.
const LEVEL: &str = "\
o o o o o o o o
o . . # # . . o
. . . . . . . .
. . . # # . . .
. # # . . # # .
. # . # # . # .
. . x x x x . .
. x x x x x x .
";

fn stored() {
    println!(
        "\nStates stored by search from both ends; ratio: a HashSet of the standard library = 1"
    );
    let level = Level::parse(LEVEL).unwrap();
    let (space, start) = Blocks::<u64>::of(&level);
    let budget = Budget::default();
    let outcome = bidirectional::search(&space, start, &budget, &mut ());
    let (plain, slow) = fastest(1, || plain_search(&space, start, outcome.bound));
    let base = slow.as_secs_f64() / plain as f64;
    row("two hash sets", plain, slow, base);
    for threads in [1, 2] {
        let budget = Budget { threads, ..Budget::default() };
        let search = || bidirectional::search(&space, start, &budget, &mut ()).counts.stored;
        let (states, time) = fastest(3, search);
        row(&format!("the kernel, {threads} thread(s)"), states, time, base);
    }
    println!("  {} moves, {} states", outcome.bound, outcome.counts.stored);
    // The set takes all memory; then layers begin anew, and it is their bytes that count.
    let directory = std::env::temp_dir().join(format!("fewest-bench-{}", std::process::id()));
    for on_disk in [false, true] {
        let checkpoint = on_disk.then(|| Checkpoint { directory: directory.clone(), limit: None });
        let budget = Budget { memory: Some(MEMORY), checkpoint, threads: 1, ..Budget::default() };
        let mut bytes = 0;
        let (states, time) = fastest(3, || {
            let found = bidirectional::search(&space, start, &budget, &mut ());
            assert_eq!(found.bound, outcome.bound);
            bytes = found.counts.peak_bytes;
            found.counts.stored
        });
        let name =
            if on_disk { "layers on disk, after a set" } else { "sorted layers, after a set" };
        row(name, states, time, base);
        println!("  {:32} {:>9.2} bytes a state", "", bytes as f64 / states as f64);
    }
}

/// Memory for a part of the states of the level.
const MEMORY: u64 = 32 << 20;

/// Two sets, two lists, whole layers; the smaller side first.
fn plain_search(space: &Blocks<u64>, start: u64, fewest: u32) -> u64 {
    let goal = space.goal_cells();
    let mut sides = [start, goal].map(|state| (HashSet::from([state]), vec![state]));
    for depth in 1.. {
        let forward = sides[0].1.len() <= sides[1].1.len();
        let [a, b] = &mut sides;
        let (side, other) = if forward { (a, b) } else { (b, a) };
        let mut next = Vec::new();
        for &state in &side.1 {
            for direction in Direction::ALL {
                if forward {
                    next.push(space.rules().step(state, direction));
                } else {
                    space.rules().predecessors(state, direction, &mut next);
                }
            }
        }
        next.retain(|&state| side.0.insert(state));
        if next.iter().any(|state| other.0.contains(state)) {
            assert_eq!(depth, fewest);
            return (sides[0].0.len() + sides[1].0.len()) as u64;
        }
        side.1 = next;
    }
    unreachable!("the level can be solved")
}

fn daily() {
    if !data::folder().is_dir() {
        println!("\nThe daily puzzles: SKIPPED, no data folder (set FEWEST_DATA)");
        return;
    }
    let lengths = data::read("blocks/lengths.txt");
    println!("\nThe daily puzzles; h for 1 to 4 blocks");
    println!("  {:12} moves  h of 1 to 4 blocks  seconds      states  MB  plan by", "puzzle");
    let mut total = Duration::ZERO;
    for line in lengths.lines().filter(|line| !line.starts_with('#')) {
        let (name, fewest) = line.split_once(' ').unwrap();
        let text = data::read(&format!("blocks/{name}"));
        let position = Registry::standard().parse(&text, Some("blocks")).unwrap();
        let answer = position.solve(&Request::default(), &mut ()).unwrap();
        let outcome = &answer;
        assert_eq!(outcome.status, Status::Optimal, "{name}");
        assert_eq!(outcome.cost(), fewest.trim().parse().ok(), "{name}");
        let (space, start) = Blocks::<u64>::of(&Level::parse(&text).unwrap());
        let mut meter = Meter::start(&Budget::default());
        let h =
            [1, 2, 3, 4].map(|k| PatternDatabase::new(&space, k, &mut meter).unwrap().bound(start));
        let counts = outcome.counts;
        total += counts.elapsed;
        println!(
            "  {name:12} {:>5}  {h:>4?}  {:>10.3}  {:>10}  {:>3}  {}",
            outcome.bound,
            counts.elapsed.as_secs_f64(),
            counts.stored,
            counts.peak_bytes >> 20,
            answer.algorithm
        );
    }
    println!("  in all {:.2} seconds", total.as_secs_f64());
}
