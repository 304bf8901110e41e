//! The number of tiles that are not in their place.
//!
//! Admissible and consistent, since a move brings at most one tile into its
//! place. The weakest informed estimate; the Manhattan distance is never below it.

use crate::{Board, Direction, Slid, Tiles};
use fewest::space::{Cost, Heuristic};

/// Counts the tiles out of place.
#[derive(Clone, Copy, Debug, Default)]
pub struct Misplaced;

impl<B: Board> Heuristic<Tiles<B>> for Misplaced {
    type Value = Cost;

    fn evaluate(&self, space: &Tiles<B>, board: &B) -> Cost {
        let goal = space.geometry().goal();
        (0..goal.len())
            .filter(|&cell| board.tile(cell) != 0 && board.tile(cell) != goal[cell] as usize)
            .count() as Cost
    }

    #[inline]
    fn estimate(&self, value: Cost) -> Cost {
        value
    }

    #[inline]
    fn update(
        &self,
        space: &Tiles<B>,
        value: Cost,
        _: Direction,
        slid: &Slid<B::Saved>,
        _: &B,
    ) -> Cost {
        let place = space.geometry().goal_cell(slid.tile);
        value + Cost::from(slid.from == place) - Cost::from(slid.to == place)
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        true
    }
}
