//! The kernel against plain breadth-first search.

use super::dispatch::Instructions;
use super::means::Means;
use super::search::Search;
use super::steps::{drops, lifted};
use crate::coins::board::Board;
use crate::coins::one_by_one;
use crate::coins::survey::{PairAnswer, Report, Survey};
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

/// Sets of coins drawn one after the other.
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

/// Sets that moves lead to, from coins in a slanting line that begins in this cell and
/// can fill a rectangle.
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

fn means(forward: usize, backward: usize, planes: usize, most_looked_up: u64) -> Means {
    Means {
        planes: Some(planes),
        forward,
        backward,
        backward_deepened: 1 << 30,
        backward_all: 1 << 30,
        most_looked_up,
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

fn plainly(survey: &Survey<'_>) -> Lengths {
    let mut answers = Vec::new();
    one_by_one::run(survey, &Budget::default(), &mut listen(&mut answers));
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
    let survey = Survey { board, sets, pairs: &pairs };
    let plain = plainly(&survey);
    // Without any sets to look up, walks back wait for levels that are run again.
    for (threads, most_looked_up) in [(1, 1 << 16), (2, 1 << 16), (2, 0)] {
        let budget = Budget { threads, ..Budget::default() };
        let means = means(forward, backward, planes, most_looked_up);
        let mut answers = Vec::new();
        let surveyed =
            Search::new(&survey, &budget, means, instructions).run(&mut listen(&mut answers));
        assert_eq!((surveyed.stop, surveyed.answered), (Stop::Done, pairs.len()));
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
fn bit_parallel_levels_give_the_lengths_of_plain_search() {
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
fn what_a_stopped_survey_proved_is_true() {
    let board = Board::new(4, 4).unwrap();
    let sets = walk(&board, 4, 0, 8);
    let pairs = all_pairs(sets.len());
    let survey = Survey { board, sets: &sets, pairs: &pairs };
    let plain = plainly(&survey);
    for (nodes, most_looked_up) in (0..200).flat_map(|n| [(40 * n, 1 << 16), (40 * n, 0)]) {
        let budget = Budget { nodes: Some(nodes), ..Budget::default() };
        let means = means(20, 50, 1, most_looked_up);
        let search = Search::new(&survey, &budget, means, Instructions::widest());
        let mut answers = Vec::new();
        let surveyed = search.run(&mut listen(&mut answers));
        assert_eq!(surveyed.answered, answers.len());
        assert_eq!(surveyed.answered + surveyed.bounds.len(), pairs.len());
        for (pair, bound) in surveyed.bounds {
            let (_, length) = plain.iter().find(|(other, _)| *other == pair).unwrap();
            assert!(length.is_none_or(|length| bound as usize <= length), "{pair:?}: {bound}");
        }
    }
}

#[test]
fn every_way_to_share_the_work_gives_the_same_lengths() {
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
