//! The kernel of coins against plain breadth-first search.

use std::collections::hash_map::Entry;

use fewest::search::{Budget, Stop};
use fewest_puzzles::coins::batch::{
    Batch, BatchOutcome, Division, Instructions, PairAnswer, Report, run_divided,
};
use fewest_puzzles::coins::{Board, cells_of};
use rustc_hash::FxHashMap;

/// The answers, by pair.
type Answers = Vec<((usize, usize), PairAnswer)>;

/// The length of each pair's plan, by pair.
type Lengths = Vec<((usize, usize), Option<usize>)>;

fn lengths(answers: Answers) -> Lengths {
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

fn listen(answers: &mut Answers) -> impl FnMut(Report<'_>) {
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

/// The sets that remain when one coin is lifted.
fn lifted(coins: u64) -> impl Iterator<Item = u64> {
    cells_of(coins).map(move |cell| coins & !(1 << cell))
}

/// The sets after a lifted coin is dropped where it touches two.
fn drops(board: &Board, set: u64) -> impl Iterator<Item = u64> {
    cells_of(board.supported(set) & !set).map(move |cell| set | 1 << cell)
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

/// All pairs of sets.
fn all_pairs(sets: usize) -> Vec<(usize, usize)> {
    (0..sets).flat_map(|from| (0..sets).map(move |to| (from, to))).collect()
}

/// The sets one move after this one.
fn moved(board: &Board, set: u64) -> impl Iterator<Item = u64> {
    lifted(set).flat_map(|without| drops(board, without))
}

fn plainly(batch: &Batch<'_>) -> Lengths {
    let mut lengths = Lengths::new();
    for (from, &start) in batch.sets.iter().enumerate() {
        let mut depths = FxHashMap::from_iter([(start, 0)]);
        let mut layer = vec![start];
        for depth in 1.. {
            let mut next = Vec::new();
            for set in layer.iter().flat_map(|&set| moved(&batch.board, set)) {
                if let Entry::Vacant(entry) = depths.entry(set) {
                    entry.insert(depth);
                    next.push(set);
                }
            }
            layer = next;
            if layer.is_empty() || batch.sets.iter().all(|set| depths.contains_key(set)) {
                break;
            }
        }
        let to = batch.sets.iter().enumerate();
        lengths.extend(to.map(|(to, set)| ((from, to), depths.get(set).copied())));
    }
    lengths
}

fn run(
    division: Division,
    batch: &Batch<'_>,
    instructions: Instructions,
    budget: &Budget,
) -> (BatchOutcome, Answers) {
    let mut answers = Vec::new();
    let outcome = run_divided(division, instructions, batch, budget, &mut listen(&mut answers));
    (outcome, answers)
}

const USUAL: Division = Division { planes: 2, forward: 0, backward: 40, max_lookups: 1 << 16 };

fn check(
    board: Board,
    sets: &[u64],
    divisions: impl IntoIterator<Item = (Division, Instructions)>,
) {
    let pairs = all_pairs(sets.len());
    let batch = Batch { board, sets, pairs: &pairs };
    batch.check().unwrap();
    let plain = plainly(&batch);
    for (division, instructions) in divisions {
        // Without any lookups, every path waits for layers that are rerun.
        for (threads, max_lookups) in [(1, 1 << 16), (2, 1 << 16), (2, 0)] {
            let budget = Budget { threads, ..Budget::default() };
            let division = Division { max_lookups, ..division };
            let (outcome, answers) = run(division, &batch, instructions, &budget);
            assert_eq!((outcome.stop, outcome.answered), (Stop::Done, pairs.len()));
            assert_eq!(lengths(answers), plain, "{} × {}", board.width(), board.height());
        }
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
        check(board, &sets, [(USUAL, Instructions::widest())]);
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
        check(board, &sets, [(USUAL, Instructions::widest())]);
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
        let division = Division { planes: 1, forward: 20, backward: 50, max_lookups };
        let (outcome, answers) = run(division, &batch, Instructions::widest(), &budget);
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
    let amounts = [(0, 0), (30, 0), (0, 300), (100, 100), (1 << 30, 50), (1 << 30, 1 << 30)];
    let divide =
        |planes| amounts.map(|(forward, backward)| Division { planes, forward, backward, ..USUAL });
    let divisions = (0..4).flat_map(divide).map(|division| (division, Instructions::widest()));
    let (board, sets) = drawn(4, 4, 7);
    check(board, &sets, divisions);
}

#[test]
fn every_instruction_set_gives_the_same_lengths() {
    let division = Division { planes: 1, forward: 20, backward: 50, ..USUAL };
    let available = Instructions::available().into_iter();
    let (board, sets) = drawn(5, 4, 6);
    check(board, &sets, available.map(|instructions| (division, instructions)));
}
