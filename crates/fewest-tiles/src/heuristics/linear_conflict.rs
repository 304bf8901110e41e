//! Manhattan distance and linear conflicts (Hansson, Mayer and Yung 1992).
//!
//! Two tiles in the row in which both belong, but in the wrong order, can't pass
//! each other within the row: one must leave it and come back, two moves up and
//! down that the Manhattan distance of a tile in its row does not count. In a
//! whole row, enough tiles must leave for the rest to be in order; the rest is at
//! most a longest increasing subsequence. Columns likewise, and
//! their moves go left and right, so that no move is counted twice.
//!
//! Consistent: a slide changes the conflicts of one line at most, the tile's goal
//! line as it enters or leaves it, and by at most one tile. It enters with one
//! step less to go and at most one tile more in conflict: −1 or −1 + 2.
//!
//! ```
//! use std::sync::Arc;
//! use fewest_tiles::heuristics::LinearConflict;
//! use fewest_tiles::{Board, Geometry, Packed16, Tiles};
//! use fewest::space::Heuristic;
//!
//! let geometry = Arc::new(Geometry::new(3, 3, &Geometry::blank_last(3, 3)));
//! let heuristic = LinearConflict::new(&geometry);
//! let space = Tiles::<Packed16>::new(geometry);
//! // 4 moves by Manhattan, and two of the three tiles must leave the row.
//! let board = Packed16::from_tiles(&[3, 2, 1, 4, 5, 6, 7, 8, 0]);
//! assert_eq!(heuristic.evaluate(&space, &board), 4 + 2 * 2);
//! ```

use super::lines::{Lines, Table, crossed, removals};
use super::manhattan::Manhattan;
use crate::{Board, Direction, Geometry, Slid, Tiles};
use fewest::space::{Cost, Heuristic};

/// Manhattan distance, and two moves for every tile that must leave its line.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    /// Rows and columns.
    lines: [Lines; 2],
    table: Option<Table>,
}

impl LinearConflict {
    /// For boards of this shape and goal.
    pub fn new(geometry: &Geometry) -> Self {
        LinearConflict {
            manhattan: Manhattan::new(geometry),
            lines: Lines::of(geometry),
            table: Table::new(geometry),
        }
    }
}

impl<B: Board> Heuristic<Tiles<B>> for LinearConflict {
    type Value = Cost;

    fn evaluate(&self, space: &Tiles<B>, board: &B) -> Cost {
        let mut estimate = self.manhattan.evaluate(space, board);
        let mut codes = [0; Geometry::MAX_SIDE];
        for lines in &self.lines {
            for line in 0..lines.count {
                lines.codes(board, line, &mut codes);
                estimate += 2 * removals(&codes[..lines.length]) as Cost;
            }
        }
        estimate
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
        direction: Direction,
        slid: &Slid<B::Saved>,
        board: &B,
    ) -> Cost {
        let value = self.manhattan.update(space, value, direction, slid, board);
        let lines = &self.lines[crossed(direction)];
        let Some(crossing) = lines.crossing(slid) else {
            return value;
        };
        let change = if let Some(table) = &self.table {
            table.change(lines.key(board, crossing.line), crossing)
        } else {
            let mut codes = [0; Geometry::MAX_SIDE];
            lines.codes(board, crossing.line, &mut codes);
            lines.change(&mut codes, crossing)
        };
        value.wrapping_add_signed(2 * change)
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        true
    }
}
