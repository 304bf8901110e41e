//! The walking distance (Ken'ichiro Takahashi): moves up and down, and moves left and
//! right, each solved exactly as a smaller puzzle.
//!
//! For the moves up and down only this counts: how many tiles that belong in row
//! g stand in row r, and in which row the blank is. A move brings a tile from the
//! row above or below the blank into the blank's row. The fewest such moves come
//! from a table over all these counts, filled by breadth-first search from the
//! goal; the columns have theirs. Every move is up and down or left and right, so
//! the sum of both is admissible. It is consistent, since a move changes one of
//! them, and by at most one.
//!
//! Never below the Manhattan distance, since a move brings one tile one line on.
//! The table of a 4×4 board has 24,964 states. Tables grow fast: 2×6, 3×5 and 4×4 are
//! the largest boards with tables here.
//!
//! ```
//! use fewest_tiles::Geometry;
//! use fewest_tiles::heuristics::WalkingDistance;
//!
//! let tables = |width, height| {
//!     let goal = Geometry::blank_last(width, height);
//!     WalkingDistance::new(&Geometry::new(width, height, &goal))
//! };
//! assert_eq!(tables(4, 4)?.states(), (24_964, 24_964));
//! assert!(tables(5, 5).is_err());
//! # Ok::<(), fewest_tiles::heuristics::TooLarge>(())
//! ```

use std::sync::Arc;

use super::walks::{Entry, MAX_STATES, Step, Walks, states};
use crate::{Board, Direction, Geometry, Slid, Tiles};
use fewest::space::{Cost, Heuristic};

/// No table is made for a board of this size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "walking distance: the tables of a {width}×{height} board would have more than {MAX_STATES} states"
)]
pub struct TooLarge {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// The walking distances of the rows and of the columns, summed.
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    rows: Arc<Walks>,
    columns: Arc<Walks>,
    goal_row: Vec<u8>,
    goal_column: Vec<u8>,
}

impl WalkingDistance {
    /// For boards of this shape and goal, unless the tables grow too large.
    pub fn new(geometry: &Geometry) -> Result<Self, TooLarge> {
        let (width, height) = (geometry.width(), geometry.height());
        let (column, row) = geometry.place(geometry.goal_cell(0));
        let too_large = TooLarge { width, height };
        let row_states = states(height, width).ok_or(too_large)?;
        let column_states = states(width, height).ok_or(too_large)?;
        let rows = Arc::new(Walks::new(height, width, row, row_states));
        let columns = if (height, row) == (width, column) {
            Arc::clone(&rows)
        } else {
            Arc::new(Walks::new(width, height, column, column_states))
        };
        let goals = || (0..geometry.cells()).map(|tile| geometry.place(geometry.goal_cell(tile)));
        Ok(WalkingDistance {
            rows,
            columns,
            goal_row: goals().map(|(_, row)| row as u8).collect(),
            goal_column: goals().map(|(column, _)| column as u8).collect(),
        })
    }

    /// The numbers of states of the tables of rows and of columns.
    pub fn states(&self) -> (usize, usize) {
        (self.rows.len(), self.columns.len())
    }

    /// The bytes of the tables.
    pub fn bytes(&self) -> usize {
        let shared = Arc::ptr_eq(&self.rows, &self.columns);
        self.rows.bytes() + if shared { 0 } else { self.columns.bytes() }
    }
}

/// A state of each table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    rows: Entry,
    columns: Entry,
}

impl<B: Board> Heuristic<Tiles<B>> for WalkingDistance {
    type Value = Value;

    fn evaluate(&self, space: &Tiles<B>, board: &B) -> Value {
        let (mut rows, mut columns) = (0, 0);
        let geometry = space.geometry();
        for cell in (0..geometry.cells()).filter(|&cell| board.tile(cell) != 0) {
            let (column, row) = geometry.place(cell);
            let tile = board.tile(cell);
            rows += self.rows.one(row, self.goal_row[tile] as usize);
            columns += self.columns.one(column, self.goal_column[tile] as usize);
        }
        Value { rows: self.rows.entry(rows), columns: self.columns.entry(columns) }
    }

    #[inline]
    fn estimate(&self, value: Value) -> Cost {
        value.rows.distance() + value.columns.distance()
    }

    #[inline]
    fn update(
        &self,
        _: &Tiles<B>,
        value: Value,
        direction: Direction,
        slid: &Slid<B::Saved>,
        _: &B,
    ) -> Value {
        let Value { rows, columns } = value;
        let row = self.goal_row[slid.tile] as usize;
        let column = self.goal_column[slid.tile] as usize;
        // Branches keep both entries in registers; an array indexed by the
        // direction goes through memory and took a quarter more time.
        match direction {
            Direction::U => Value { rows: self.rows.walk(rows, Step::Back, row), columns },
            Direction::D => Value { rows: self.rows.walk(rows, Step::On, row), columns },
            Direction::L => Value { rows, columns: self.columns.walk(columns, Step::Back, column) },
            Direction::R => Value { rows, columns: self.columns.walk(columns, Step::On, column) },
        }
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_that_grow_too_large_are_refused() {
        for (width, height) in [(5, 5), (3, 200), (255, 255), (2, 255)] {
            let geometry = Geometry::new(width, height, &Geometry::blank_last(width, height));
            let error = WalkingDistance::new(&geometry).unwrap_err();
            assert_eq!(error, TooLarge { width, height });
        }
    }
}
