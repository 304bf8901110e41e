//! The kernel against plain breadth-first search.

use super::dispatch::Instructions;
use super::memory_plan::MemoryPlan;
use super::search::Search;
use super::steps::{drops, lifted};
use crate::batch::{Batch, PairAnswer, Report};
use crate::board::Board;
use crate::one_by_one;
use fewest::search::{Budget, Stop};

/// The length of each pair's plan, by pair.
type Lengths = Vec<((usize, usize), Option<usize>)>;

fn lengths(answers: Vec<((usize, usize), PairAnswer)>) -> Lengths {
    let mut lengths: Lengths = answers
        .into_iter()
        .map(|(pair, answer)| match answer {
            PairAnswer::Solved(hops) => (pair, Some(hops.len())),
            PairAnswer::Unsolvable => (pair, None),
        })
        .collect();
    lengths.sort_unstable();
    lengths
}

fn listen(answers: &mut Vec<((usize, usize), PairAnswer)>) -> impl FnMut(Report<'_>) {
    |report| {
        if let Report::Answer { from, to, answer } = report {
            answers.push(((from, to), answer));
        }
    }
}

/// Random sets of coins.
fn draw(board: &Board, coins: u32, count: usize, seed: u64) -> Vec<u64> {
    let mut state = seed;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    };
    let cells = u64::from(board.cells().count_ones());
    let mut sets = Vec::new();
    while sets.len() < count {
        let mut set = 0u64;
        while set.count_ones() < coins {
            set |= 1 << (next() % cells);
        }
        sets.push(set);
    }
    sets
}

/// Sets along a random walk. The first has its coins on a diagonal that begins in this
/// cell, so that they can fill a rectangle.
fn walk(board: &Board, coins: u32, first: usize, count: usize) -> Vec<u64> {
    let mut state = u64::from(coins) + first as u64;
    let mut next = |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut set =
        (0..coins as usize).fold(0, |set, i| set | 1 << (first + i * (board.width() + 1)));
    let mut sets = vec![set];
    while sets.len() < count {
        for _ in 0..9 {
            let without: Vec<u64> = lifted(set).collect();
            let after: Vec<u64> = drops(board, without[next(without.len())]).collect();
            if !after.is_empty() {
                set = after[next(after.len())];
            }
        }
        sets.push(set);
    }
    sets
}

fn memory_plan(forward: usize, backward: usize, planes: usize, max_lookups: u64) -> MemoryPlan {
    MemoryPlan {
        planes: Some(planes),
        forward,
        backward,
        backward_deepened: 1 << 30,
        backward_all: 1 << 30,
        max_lookups,
        dead_ends: 10_000,
        bytes: 0,
        dense_bytes: 0,
        bytes_for_bits: 0,
        plane_bytes: 0,
    }
}

/// All pairs of sets.
fn all_pairs(sets: usize) -> Vec<(usize, usize)> {
    (0..sets).flat_map(|from| (0..sets).map(move |to| (from, to))).collect()
}

fn plainly(batch: &Batch<'_>) -> Lengths {
    let mut answers = Vec::new();
    one_by_one::run(batch, &Budget::default(), &mut listen(&mut answers));
    lengths(answers)
}

fn check(
    board: Board,
    sets: &[u64],
    forward: usize,
    backward: usize,
    planes: usize,
    instructions: Instructions,
) {
    let pairs = all_pairs(sets.len());
    let batch = Batch { board, sets, pairs: &pairs };
    let plain = plainly(&batch);
    // Without any lookups, every path waits for layers that are rerun.
    for (threads, max_lookups) in [(1, 1 << 16), (2, 1 << 16), (2, 0)] {
        let budget = Budget { threads, ..Budget::default() };
        let memory_plan = memory_plan(forward, backward, planes, max_lookups);
        let mut answers = Vec::new();
        let outcome =
            Search::new(&batch, &budget, memory_plan, instructions).run(&mut listen(&mut answers));
        assert_eq!((outcome.stop, outcome.answered), (Stop::Done, pairs.len()));
        assert_eq!(lengths(answers), plain, "{} × {}", board.width(), board.height());
    }
}

/// Six sets on a board, drawn at random.
fn drawn(width: usize, height: usize, coins: u32) -> (Board, Vec<u64>) {
    let board = Board::new(width, height).unwrap();
    let sets = draw(&board, coins, 6, (width * 100 + height * 10) as u64 + u64::from(coins));
    (board, sets)
}

#[test]
fn bit_parallel_layers_give_the_lengths_of_plain_search() {
    for (width, height, coins) in [
        (3, 3, 4),
        (4, 4, 5),
        (4, 4, 8),
        (3, 5, 6),
        (5, 3, 6),
        (2, 7, 6),
        (7, 2, 7),
        (4, 5, 6),
        (5, 4, 7),
        (1, 6, 3),
        (6, 1, 3),
        (2, 2, 3),
        (2, 2, 4),
        (2, 1, 2),
        (1, 1, 1),
        (3, 6, 7),
        (8, 2, 6),
        (3, 3, 9),
        (3, 3, 8),
    ] {
        let (board, sets) = drawn(width, height, coins);
        check(board, &sets, 0, 40, 2, Instructions::widest());
    }
}

#[test]
fn halves_with_an_outer_part_give_the_lengths_of_plain_search() {
    // Halves of more patterns than a strip has bits, blocks that begin within a chunk, and
    // coins above, in the middle or below; elsewhere all is empty.
    for (width, height, coins, first) in
        [(4, 9, 4, 0), (4, 9, 4, 8), (4, 9, 4, 20), (5, 9, 5, 0), (5, 9, 5, 20), (6, 6, 5, 0)]
    {
        let board = Board::new(width, height).unwrap();
        let sets = walk(&board, coins, first, 6);
        check(board, &sets, 0, 40, 2, Instructions::widest());
    }
}

#[test]
fn what_a_stopped_batch_proved_is_true() {
    let board = Board::new(4, 4).unwrap();
    let sets = walk(&board, 4, 0, 8);
    let pairs = all_pairs(sets.len());
    let batch = Batch { board, sets: &sets, pairs: &pairs };
    let plain = plainly(&batch);
    for (nodes, max_lookups) in (0..200).flat_map(|n| [(40 * n, 1 << 16), (40 * n, 0)]) {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let memory_plan = memory_plan(20, 50, 1, max_lookups);
        let search = Search::new(&batch, &budget, memory_plan, Instructions::widest());
        let mut answers = Vec::new();
        let outcome = search.run(&mut listen(&mut answers));
        assert_eq!(outcome.answered, answers.len());
        assert_eq!(outcome.answered + outcome.bounds.len(), pairs.len());
        for (pair, bound) in outcome.bounds {
            let (_, length) = plain.iter().find(|(other, _)| *other == pair).unwrap();
            assert!(length.is_none_or(|length| bound as usize <= length), "{pair:?}: {bound}");
        }
    }
}

#[test]
fn every_division_of_the_work_gives_the_same_lengths() {
    for planes in 0..4 {
        for (forward, backward) in
            [(0, 0), (30, 0), (0, 300), (100, 100), (1 << 30, 50), (1 << 30, 1 << 30)]
        {
            let (board, sets) = drawn(4, 5, 7);
            check(board, &sets, forward, backward, planes, Instructions::widest());
        }
    }
}

#[test]
fn every_instruction_set_gives_the_same_lengths() {
    for instructions in Instructions::available() {
        let (board, sets) = drawn(5, 4, 6);
        check(board, &sets, 20, 50, 1, instructions);
    }
}
