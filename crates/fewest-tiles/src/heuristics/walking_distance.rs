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
//! the largest boards with two tables here. Boards with one, e.g. 4×5 and 3×6, have the
//! Manhattan distance on the other axis.
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
    /// `None` where the table would be too large: the Manhattan distance.
    rows: Option<Arc<Walks>>,
    columns: Option<Arc<Walks>>,
    goal_row: Vec<u8>,
    goal_column: Vec<u8>,
}

impl WalkingDistance {
    /// For boards of this shape and goal, unless the tables grow too large.
    pub fn new(geometry: &Geometry) -> Result<Self, TooLarge> {
        let (width, height) = (geometry.width(), geometry.height());
        let (column, row) = geometry.place(geometry.goal_cell(0));
        let fits = |lines: usize, length: usize| -> Result<Option<usize>, TooLarge> {
            let states = states(lines, length);
            // Distances without a table must fit too.
            let is_small = lines * geometry.cells() <= Entry::MAX_DISTANCE;
            if states.is_some() || is_small { Ok(states) } else { Err(TooLarge { width, height }) }
        };
        let (row_states, column_states) = (fits(height, width)?, fits(width, height)?);
        if row_states.or(column_states).is_none() {
            return Err(TooLarge { width, height });
        }
        let rows = row_states.map(|states| Arc::new(Walks::new(height, width, row, states)));
        let columns = if (height, row) == (width, column) {
            rows.clone()
        } else {
            column_states.map(|states| Arc::new(Walks::new(width, height, column, states)))
        };
        let goals = || (0..geometry.cells()).map(|tile| geometry.place(geometry.goal_cell(tile)));
        Ok(WalkingDistance {
            rows,
            columns,
            goal_row: goals().map(|(_, row)| row as u8).collect(),
            goal_column: goals().map(|(column, _)| column as u8).collect(),
        })
    }

    /// The numbers of states of the tables of rows and of columns; 0 where there is none.
    pub fn states(&self) -> (usize, usize) {
        let len = |walks: &Option<Arc<Walks>>| walks.as_ref().map_or(0, |walks| walks.len());
        (len(&self.rows), len(&self.columns))
    }

    /// The bytes of the tables.
    pub fn bytes(&self) -> usize {
        let bytes = |walks: &Option<Arc<Walks>>| walks.as_ref().map_or(0, |walks| walks.bytes());
        let is_shared = match (&self.rows, &self.columns) {
            (Some(rows), Some(columns)) => Arc::ptr_eq(rows, columns),
            _ => false,
        };
        bytes(&self.rows) + if is_shared { 0 } else { bytes(&self.columns) }
    }
}

/// The distance of one axis, from its counts or, without a table, from its sum of distances.
fn entry(walks: Option<&Walks>, lines: impl Iterator<Item = (usize, u8)>) -> Entry {
    if let Some(walks) = walks {
        return walks.entry(lines.map(|(line, goal)| walks.one(line, goal as usize)).sum());
    }
    let distance = |(line, goal): (usize, u8)| line.abs_diff(goal as usize) as Cost;
    Entry::of_distance(lines.map(distance).sum())
}

/// The distance of one axis after a tile came to `line`.
#[inline]
fn step(walks: Option<&Walks>, entry: Entry, step: Step, line: usize, goal: u8) -> Entry {
    let Some(walks) = walks else {
        let is_farther = match step {
            Step::Back => line < goal as usize,
            Step::On => line > goal as usize,
        };
        let distance = entry.distance();
        return Entry::of_distance(if is_farther { distance + 1 } else { distance - 1 });
    };
    walks.walk(entry, step, goal as usize)
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
        let geometry = space.geometry();
        let tiles = || (0..geometry.cells()).filter(|&cell| board.tile(cell) != 0);
        let rows = tiles().map(|cell| (geometry.place(cell).1, self.goal_row[board.tile(cell)]));
        let columns =
            tiles().map(|cell| (geometry.place(cell).0, self.goal_column[board.tile(cell)]));
        Value {
            rows: entry(self.rows.as_deref(), rows),
            columns: entry(self.columns.as_deref(), columns),
        }
    }

    #[inline]
    fn estimate(&self, value: Value) -> Cost {
        value.rows.distance() + value.columns.distance()
    }

    #[inline]
    fn update(
        &self,
        space: &Tiles<B>,
        value: Value,
        direction: Direction,
        slid: &Slid<B::Saved>,
        _: &B,
    ) -> Value {
        let Value { rows, columns } = value;
        let (column, row) = space.geometry().place(slid.to);
        let (goal_column, goal_row) = (self.goal_column[slid.tile], self.goal_row[slid.tile]);
        let on_rows = |way| step(self.rows.as_deref(), rows, way, row, goal_row);
        let on_columns = |way| step(self.columns.as_deref(), columns, way, column, goal_column);
        // Branches keep both entries in registers; an array indexed by the
        // direction goes through memory and took a quarter more time.
        match direction {
            Direction::U => Value { rows: on_rows(Step::Back), columns },
            Direction::D => Value { rows: on_rows(Step::On), columns },
            Direction::L => Value { rows, columns: on_columns(Step::Back) },
            Direction::R => Value { rows, columns: on_columns(Step::On) },
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

    /// A random walk away from the goal: the sum is at least the Manhattan distance, at most
    /// the moves, and its update is an evaluation.
    #[test]
    fn one_axis_is_enough() {
        use crate::heuristics::Manhattan;
        use crate::{Geometry, Packed25, Tiles};
        use fewest::draws::Draws;
        use fewest::space::Space;

        for (width, height) in [(4, 5), (5, 4), (3, 6), (2, 8)] {
            let geometry =
                Arc::new(Geometry::new(width, height, &Geometry::blank_last(width, height)));
            let distance = WalkingDistance::new(&geometry).unwrap();
            let (rows, columns) = distance.states();
            assert!(rows.min(columns) == 0 && rows.max(columns) > 0, "{width} × {height}");
            let manhattan = Manhattan::new(&geometry);
            let space = Tiles::<Packed25>::new(geometry);
            let (mut board, mut draws) = (*space.goal(), Draws::new(1));
            let mut value = distance.evaluate(&space, &board);
            for moves in 1..300 {
                let mut ways = Vec::new();
                space.moves(&board, &mut ways);
                let way = ways[draws.index(ways.len())];
                let slid = space.apply(&mut board, way);
                value = distance.update(&space, value, way, &slid, &board);
                assert_eq!(value, distance.evaluate(&space, &board));
                let estimate = Heuristic::<Tiles<Packed25>>::estimate(&distance, value);
                assert!(manhattan.evaluate(&space, &board) <= estimate && estimate <= moves);
            }
        }
    }

    #[test]
    fn tables_that_grow_too_large_are_refused() {
        for (width, height) in [(5, 5), (3, 200), (255, 255), (2, 255)] {
            let geometry = Geometry::new(width, height, &Geometry::blank_last(width, height));
            let error = WalkingDistance::new(&geometry).unwrap_err();
            assert_eq!(error, TooLarge { width, height });
        }
    }
}
