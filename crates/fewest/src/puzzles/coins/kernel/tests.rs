//! The kernel against plain breadth-first search.

use super::dispatch::Instructions;
use super::means::Means;
use super::search::Search;
use crate::puzzles::coins::board::Board;
use crate::puzzles::coins::one_by_one;
use crate::puzzles::coins::survey::{News, PairAnswer, Survey};
use crate::search::{Budget, Stop};

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

fn listen(answers: &mut Vec<((usize, usize), PairAnswer)>) -> impl FnMut(News<'_>) {
    |news| {
        if let News::Answer { from, to, answer } = news {
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

fn check(
    width: usize,
    height: usize,
    coins: u32,
    forward: usize,
    backward: usize,
    planes: usize,
    instructions: Instructions,
) {
    let board = Board::new(width, height).unwrap();
    let sets = draw(&board, coins, 6, (width * 100 + height * 10) as u64 + u64::from(coins));
    let pairs: Vec<(usize, usize)> =
        (0..6).flat_map(|from| (0..6).map(move |to| (from, to))).collect();
    let survey = Survey { board, sets: &sets, pairs: &pairs };
    for threads in [1, 2] {
        let budget = Budget { threads, ..Budget::default() };
        let means = Means {
            planes: Some(planes),
            forward,
            backward,
            backward_deepened: 1 << 30,
            backward_all: 1 << 30,
            bytes: 0,
            dense_bytes: 0,
            bytes_for_bits: 0,
            plane_bytes: 0,
        };
        let mut answers = Vec::new();
        let surveyed =
            Search::new(&survey, &budget, means, instructions).run(&mut listen(&mut answers));
        assert_eq!((surveyed.stop, surveyed.answered), (Stop::Done, 36));
        let mut plain = Vec::new();
        one_by_one::run(&survey, &budget, &mut listen(&mut plain));
        assert_eq!(lengths(answers), lengths(plain), "{width} × {height}, {coins} coins");
    }
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
        check(width, height, coins, 0, 40, 2, Instructions::widest());
    }
}

#[test]
fn every_way_to_share_the_work_gives_the_same_lengths() {
    for planes in 0..4 {
        for (forward, backward) in
            [(0, 0), (30, 0), (0, 300), (100, 100), (1 << 30, 50), (1 << 30, 1 << 30)]
        {
            check(4, 5, 7, forward, backward, planes, Instructions::widest());
        }
    }
}

#[test]
fn every_instruction_set_gives_the_same_lengths() {
    for instructions in Instructions::available() {
        check(5, 4, 6, 20, 50, 1, instructions);
    }
}
