//! What every solver of large levels must do.

use super::{Found, Level, generator};
use fewest::search::{Budget, Stop};

/// A solver: from a level, a seed and a budget.
type Solve = fn(&Level, u64, &Budget) -> Found;

/// The moves can be played and leave nothing.
pub(super) fn assert_solves(level: &Level, found: &Found) {
    let mut after = level.clone();
    for &shift in &found.moves {
        after.play(shift).unwrap();
    }
    assert!(after.is_solved() && found.remaining == 0 && found.stop == Stop::Done);
}

/// The same seed and number of threads lead to the same moves, another seed to others.
pub(super) fn the_same_seed_finds_the_same_moves(solve: Solve) {
    let level = generator::level(120, [3; 16]).unwrap().level;
    for threads in [1, 2, 3] {
        let budget = Budget { threads, ..Budget::default() };
        let found = [1, 1, 2].map(|seed| solve(&level, seed, &budget));
        for found in &found {
            assert_solves(&level, found);
        }
        assert_eq!(found[0].moves, found[1].moves);
        assert_ne!(found[0].moves, found[2].moves);
    }
}

/// Distances and numbers for which sums take wider and wider words.
pub(super) fn wide_boards_and_large_numbers(solve: Solve) {
    for (width, height, numbers) in [(100, 4, 60), (200, 3, 50), (400, 2, 40), (1000, 1, 30)] {
        let recipe = generator::Recipe::new(width, height, numbers);
        let level = generator::make(&recipe, [1; 16], &Budget::default()).unwrap().level;
        let budget = Budget { nodes: Some(3_000_000), ..Budget::default() };
        assert_solves(&level, &solve(&level, 1, &budget));
    }
    // 9999 can't be moved nor met often enough; the rest is cleared.
    let level = Level::new(5, 1, vec![9999, 0, 1, 1, 0]).unwrap();
    let budget = Budget { nodes: Some(10_000), ..Budget::default() };
    let found = solve(&level, 1, &budget);
    assert_eq!((found.moves.len(), found.remaining, found.stop), (1, 1, Stop::Nodes));
}
