//! The Manhattan distance: each tile's steps to its place, as if it were alone.
//!
//! Admissible, since a move brings one tile one step; consistent, since a move
//! changes the sum by exactly one.

use crate::{Board, Geometry, Slid, Tiles};
use fewest::space::{Cost, Heuristic};

/// The sum of all tiles' distances to their places.
#[derive(Clone, Debug)]
pub struct Manhattan {
    cells: usize,
    /// By tile and cell; made for small boards only.
    distances: Vec<u8>,
}

/// Above this many cells the table of distances would crowd the cache, and the
/// distances are computed instead.
const TABLE_CELLS: usize = 64;

impl Manhattan {
    /// For boards of this shape and goal.
    pub fn new(geometry: &Geometry) -> Self {
        let cells = geometry.cells();
        let mut distances = Vec::new();
        if cells <= TABLE_CELLS {
            for tile in 0..cells {
                let goal = geometry.goal_cell(tile);
                distances.extend((0..cells).map(|cell| match tile {
                    0 => 0,
                    _ => geometry.distance(cell, goal) as u8,
                }));
            }
        }
        Manhattan { cells, distances }
    }

    /// The change by the slide of a tile from a cell in a direction.
    #[inline]
    fn change<B: Board>(&self, geometry: &Geometry, slid: &Slid<B::Saved>) -> i32 {
        // Known when this is compiled for a kind of board.
        if B::CAPACITY <= TABLE_CELLS {
            let row = slid.tile * self.cells;
            i32::from(self.distances[row + slid.to]) - i32::from(self.distances[row + slid.from])
        } else {
            self.of(geometry, slid.tile, slid.to) as i32
                - self.of(geometry, slid.tile, slid.from) as i32
        }
    }

    /// The distance of `tile` on `cell` to its place; 0 for the blank.
    #[inline]
    pub fn of(&self, geometry: &Geometry, tile: usize, cell: usize) -> Cost {
        if self.distances.is_empty() {
            if tile == 0 { 0 } else { geometry.distance(cell, geometry.goal_cell(tile)) as Cost }
        } else {
            Cost::from(self.distances[tile * self.cells + cell])
        }
    }
}

impl<B: Board> Heuristic<Tiles<B>> for Manhattan {
    type Value = Cost;

    fn evaluate(&self, space: &Tiles<B>, board: &B) -> Cost {
        (0..self.cells).map(|cell| self.of(space.geometry(), board.tile(cell), cell)).sum()
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
        _: super::super::Direction,
        slid: &Slid<B::Saved>,
        _: &B,
    ) -> Cost {
        let geometry = space.geometry();
        value.wrapping_add_signed(self.change::<B>(geometry, slid))
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        true
    }
}
