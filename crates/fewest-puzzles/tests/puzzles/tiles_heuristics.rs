//! The guarantees of the tiles' heuristics, on whole small spaces and along random
//! walks on larger boards.

use std::fmt::Debug;
use std::sync::Arc;

use fewest::space::{Cost, Heuristic, Max, Space};
use fewest_puzzles::tiles::heuristics::{
    Combined, CornerTiles, HeuristicError, LastMoves, LinearConflict, Manhattan, Misplaced, NAMES,
    Visitor, WalkingDistance, select,
};
use fewest_puzzles::tiles::{Board, Geometry, Grid, Packed16, Packed25, Tiles};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

fn space<B: Board>(width: usize, height: usize, goal: &[u16]) -> Tiles<B> {
    Tiles::new(Arc::new(Geometry::new(width, height, goal)))
}

/// Every board from which the goal can be reached, and its fewest moves.
fn distances(space: &Tiles<Packed16>) -> FxHashMap<Packed16, Cost> {
    let mut distances = FxHashMap::from_iter([(*space.goal(), 0)]);
    let mut layer = vec![*space.goal()];
    let mut moves = Vec::new();
    for distance in 1.. {
        let mut next = Vec::new();
        for mut board in layer {
            moves.clear();
            space.moves(&board, &mut moves);
            for &mv in &moves {
                let undo = space.apply(&mut board, mv);
                if let std::collections::hash_map::Entry::Vacant(entry) = distances.entry(board) {
                    entry.insert(distance);
                    next.push(board);
                }
                space.undo(&mut board, mv, undo);
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}

/// Checks a heuristic on a whole space: admissible, 0 at the goal, consistent if it
/// says so, and its updates equal to a fresh evaluation on every `sample`-th board.
/// Returns the sum of all estimates.
fn check<H>(
    heuristic: &H,
    space: &Tiles<Packed16>,
    distances: &FxHashMap<Packed16, Cost>,
    sample: usize,
) -> u64
where
    H: Heuristic<Tiles<Packed16>, Value: PartialEq + Debug>,
{
    assert!(heuristic.is_admissible());
    let mut moves = Vec::new();
    let (mut sum, mut consistent) = (0, true);
    for (number, (board, &distance)) in distances.iter().enumerate() {
        let mut board = *board;
        let value = heuristic.evaluate(space, &board);
        let estimate = heuristic.estimate(value);
        sum += u64::from(estimate);
        assert!(estimate <= distance, "{estimate} > {distance}: {board:?}");
        moves.clear();
        space.moves(&board, &mut moves);
        for &mv in &moves {
            let undo = space.apply(&mut board, mv);
            let updated = heuristic.update(space, value, mv, &undo, &board);
            consistent &= estimate <= 1 + heuristic.estimate(updated);
            if number % sample == 0 {
                assert_eq!(updated, heuristic.evaluate(space, &board));
            }
            space.undo(&mut board, mv, undo);
        }
    }
    assert!(consistent || !heuristic.is_consistent());
    sum
}

/// All heuristics on one space; their sums in the order of
/// [`NAMES`] without blind, and that of the true distances.
fn check_all(width: usize, height: usize, goal: &[u16], sample: usize) -> Vec<u64> {
    let space = space(width, height, goal);
    let distances = distances(&space);
    let cells = (width * height) as u64;
    assert_eq!(distances.len() as u64, (1..=cells).product::<u64>() / 2);
    let geometry = space.geometry();
    let combined = Combined::new(geometry);
    let walking = WalkingDistance::new(geometry).expect("small tables");
    let (space, distances) = (&space, &distances);
    let mut sums = vec![
        check(&Misplaced, space, distances, sample),
        check(&Manhattan::new(geometry), space, distances, sample),
        check(&LastMoves::new(geometry), space, distances, sample),
        check(&CornerTiles::new(geometry), space, distances, sample),
        check(&walking, space, distances, sample),
        check(&LinearConflict::new(geometry), space, distances, sample),
        check(&combined, space, distances, sample),
    ];
    sums.push(check(&Max(combined, walking), space, distances, sample));
    sums.push(distances.values().map(|&distance| u64::from(distance)).sum());
    sums
}

#[test]
fn means_on_the_eight_puzzle() {
    let sums = check_all(3, 3, &Geometry::blank_last(3, 3), 1);
    let means: Vec<f64> =
        (sums.iter()).map(|&sum| (sum as f64 / 181_440.0 * 1000.0).round() / 1000.0).collect();
    assert_eq!(means, [7.111, 14.0, 15.143, 14.868, 15.683, 15.119, 16.466, 16.761, 21.972]);
}

#[test]
fn eight_puzzles_with_other_goals() {
    for goal in [[1, 2, 3, 8, 0, 4, 7, 6, 5], [7, 3, 8, 0, 2, 6, 4, 1, 5]] {
        check_all(3, 3, &goal, 7);
    }
}

#[test]
fn boards_two_cells_wide() {
    for (width, height) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        check_all(width, height, &Geometry::blank_last(width, height), 1);
        check_all(width, height, &Geometry::blank_first(width, height), 1);
    }
    for goal in [[1, 0, 2, 3], [3, 1, 0, 2]] {
        check_all(2, 2, &goal, 1);
    }
    for goal in [[1, 2, 0, 3, 4, 5, 6, 7], [1, 2, 3, 0, 4, 5, 6, 7], [6, 3, 7, 0, 2, 5, 1, 4]] {
        check_all(2, 4, &goal, 1);
        check_all(4, 2, &goal, 1);
    }
}

#[test]
#[cfg_attr(debug_assertions, ignore = "seconds without optimisation; cargo test --release")]
fn boards_of_two_by_five() {
    check_all(2, 5, &Geometry::blank_last(2, 5), 50);
}

/// Walks from the goal: no estimate exceeds the steps taken, and updates equal a fresh
/// evaluation.
fn walk<B: Board, H>(heuristic: &H, space: &Tiles<B>, steps: Cost, seed: u64)
where
    H: Heuristic<Tiles<B>, Value: PartialEq + Debug>,
{
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut board = space.goal().clone();
    let mut value = heuristic.evaluate(space, &board);
    assert_eq!(heuristic.estimate(value), 0);
    let (mut moves, mut back) = (Vec::new(), None);
    for step in 1..=steps {
        moves.clear();
        space.moves(&board, &mut moves);
        moves.retain(|&mv| Some(mv) != back);
        let mv = moves[rng.random_range(0..moves.len())];
        back = space.inverse(mv);
        let undo = space.apply(&mut board, mv);
        value = heuristic.update(space, value, mv, &undo, &board);
        assert!(heuristic.estimate(value) <= step);
        assert_eq!(value, heuristic.evaluate(space, &board));
    }
}

fn walk_all<B: Board>(width: usize, height: usize, goal: &[u16], steps: Cost, seed: u64) {
    let space = &space::<B>(width, height, goal);
    let geometry = space.geometry();
    walk(&Misplaced, space, steps, seed);
    walk(&Manhattan::new(geometry), space, steps, seed);
    walk(&LastMoves::new(geometry), space, steps, seed);
    walk(&CornerTiles::new(geometry), space, steps, seed);
    walk(&LinearConflict::new(geometry), space, steps, seed);
    walk(&Combined::new(geometry), space, steps, seed);
    if let Ok(walking) = WalkingDistance::new(geometry) {
        walk(&walking, space, steps, seed);
    }
}

/// The two named goals and some shuffled ones.
fn goals(width: usize, height: usize, seed: u64) -> Vec<Vec<u16>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut goals = vec![Geometry::blank_last(width, height), Geometry::blank_first(width, height)];
    for _ in 0..4 {
        let mut goal = Geometry::blank_first(width, height);
        for last in (1..goal.len()).rev() {
            goal.swap(last, rng.random_range(0..=last));
        }
        goals.push(goal);
    }
    goals
}

#[test]
fn random_walks_on_larger_boards() {
    for seed in 0..3 {
        for goal in goals(4, 4, seed) {
            walk_all::<Packed16>(4, 4, &goal, 1000, seed);
            walk_all::<Grid>(4, 4, &goal, 100, seed);
        }
        for goal in goals(5, 5, seed) {
            walk_all::<Packed25>(5, 5, &goal, 1000, seed);
            walk_all::<Grid>(5, 5, &goal, 100, seed);
        }
        for goal in goals(6, 3, seed) {
            walk_all::<Packed25>(6, 3, &goal, 500, seed);
        }
        for goal in goals(10, 10, seed) {
            walk_all::<Grid>(10, 10, &goal, 500, seed);
        }
    }
    walk_all::<Grid>(255, 2, &Geometry::blank_last(255, 2), 100, 1);
}

/// The estimate of a board by the heuristic with this name.
fn estimate<B: Board>(name: &str, space: &Tiles<B>, board: &B) -> Result<Cost, HeuristicError> {
    struct Estimate<'a, B>(&'a Tiles<B>, &'a B);
    impl<B: Board> Visitor<B> for Estimate<'_, B> {
        type Output = Cost;

        fn visit<H: Heuristic<Tiles<B>>>(self, heuristic: H) -> Cost {
            heuristic.estimate(heuristic.evaluate(self.0, self.1))
        }
    }
    select(name, space.geometry(), Estimate(space, board))
}

#[test]
fn every_name_can_be_selected() {
    let space = space::<Packed16>(4, 4, &Geometry::blank_last(4, 4));
    let tiles = [5, 1, 9, 3, 11, 13, 6, 8, 14, 10, 4, 15, 0, 12, 7, 2];
    let board = Packed16::from_tiles(&tiles);
    // The databases of eight tiles take many seconds to build without optimisation.
    let names = NAMES.names().filter(|&name| name != "patterns-8");
    let estimates: Vec<Cost> = names.map(|name| estimate(name, &space, &board).unwrap()).collect();
    assert_eq!(estimates, [0, 13, 31, 33, 33, 31, 31, 33, 33, 35, 35, 37, 33]);
    let error = estimate("nonsense", &space, &board).unwrap_err().to_string();
    assert!(NAMES.names().all(|name| error.contains(name)), "{error}");
}

#[test]
fn the_strongest_does_without_tables_on_large_boards() {
    let space = space::<Grid>(20, 20, &Geometry::blank_last(20, 20));
    assert_eq!(estimate("strongest", &space, space.goal()), Ok(0));
    let error = estimate("walking-distance", &space, space.goal()).unwrap_err();
    assert!(error.to_string().contains("20×20"), "{error}");
}
