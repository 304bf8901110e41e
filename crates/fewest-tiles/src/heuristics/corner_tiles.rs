//! Manhattan distance and corner tiles: a tile in its place beside a corner that
//! is not right must step aside and come back.
//!
//! A corner cell c has two neighbours, a and b. Suppose that the tile on a never
//! moves again. Then c is entered and left over b only: the tile w on c (or the
//! one on b that the blank on c waits for) can step out to b, but the blank is
//! then on c and the only tile that can follow is w again. So w ends on c, or on
//! b with the blank on c. Unless that is what the goal shows, the tile on a does
//! move; and if it is in its place now, that takes it two moves or more that the
//! Manhattan distance does not count. Nothing in this depends on what else lies
//! next to a and b, so it holds on boards two cells wide, where a or b is a
//! corner itself. A cell between two corners is charged once.
//!
//! Consistent: whether w is wrong changes only by moves of the tile on a, so a
//! charge comes or goes only as that tile enters (−1 + 2) or leaves (+1 − 2) its
//! place. For the same reason an update looks at these two cells alone.
//!
//! ```
//! use std::sync::Arc;
//! use fewest_tiles::heuristics::CornerTiles;
//! use fewest_tiles::{Board, Geometry, Packed16, Tiles};
//! use fewest::space::Heuristic;
//!
//! let geometry = Arc::new(Geometry::new(3, 3, &Geometry::blank_last(3, 3)));
//! let heuristic = CornerTiles::new(&geometry);
//! let space = Tiles::<Packed16>::new(geometry);
//! // 5 and 1 are out of place, and both 2 and 4 must step aside.
//! let board = Packed16::from_tiles(&[5, 2, 3, 4, 1, 8, 7, 6, 0]);
//! let value = heuristic.evaluate(&space, &board);
//! let estimate = Heuristic::<Tiles<Packed16>>::estimate(&heuristic, value);
//! assert_eq!(estimate, (2 + 2 + 2 + 2) + 2 * 2);
//! ```

use super::manhattan::Manhattan;
use crate::{Board, Direction, Geometry, Slid, Tiles};
use fewest::space::{Cost, Heuristic};

/// Manhattan distance, and two moves for every tile that must step aside.
#[derive(Clone, Debug)]
pub struct CornerTiles {
    manhattan: Manhattan,
    corners: Corners,
}

impl CornerTiles {
    /// For boards of this shape and goal.
    pub fn new(geometry: &Geometry) -> Self {
        CornerTiles { manhattan: Manhattan::new(geometry), corners: Corners::new(geometry) }
    }
}

/// The Manhattan distance and the tiles charged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    manhattan: Cost,
    charged: u8,
}

impl<B: Board> Heuristic<Tiles<B>> for CornerTiles {
    type Value = Value;

    fn evaluate(&self, space: &Tiles<B>, board: &B) -> Value {
        Value {
            manhattan: self.manhattan.evaluate(space, board),
            charged: self.corners.charged(space.geometry(), board),
        }
    }

    #[inline]
    fn estimate(&self, value: Value) -> Cost {
        value.manhattan + 2 * value.charged.count_ones()
    }

    #[inline]
    fn update(
        &self,
        space: &Tiles<B>,
        value: Value,
        direction: Direction,
        slid: &Slid<B::Saved>,
        board: &B,
    ) -> Value {
        let Value { manhattan, charged } = value;
        Value {
            manhattan: (self.manhattan).update(space, manhattan, direction, slid, board),
            charged: (self.corners).update(space.geometry(), charged, slid, board),
        }
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        true
    }
}

/// No neighbour of a corner.
const ELSEWHERE: u8 = u8::MAX;

/// The cells beside the corners, at most eight, one bit each.
#[derive(Clone, Debug)]
pub(super) struct Corners {
    pub(super) beside: Vec<Beside>,
    /// The number of a cell in `beside`, by cell.
    number: Vec<u8>,
}

/// A cell beside one or two corners, each with its other neighbour.
#[derive(Clone, Debug)]
pub(super) struct Beside {
    pub(super) cell: usize,
    corners: Vec<(usize, usize)>,
}

impl Corners {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let (width, cells) = (geometry.width(), geometry.cells());
        let mut beside: Vec<Beside> = Vec::new();
        let mut number = vec![ELSEWHERE; cells];
        for corner in [0, width - 1, cells - width, cells - 1] {
            let vertical = if corner < width { corner + width } else { corner - width };
            let horizontal = if corner % width == 0 { corner + 1 } else { corner - 1 };
            for (cell, other) in [(vertical, horizontal), (horizontal, vertical)] {
                if number[cell] == ELSEWHERE {
                    number[cell] = beside.len() as u8;
                    beside.push(Beside { cell, corners: Vec::new() });
                }
                beside[number[cell] as usize].corners.push((corner, other));
            }
        }
        Corners { beside, number }
    }

    /// The tiles that are in their place and must step aside.
    pub(super) fn charged<B: Board>(&self, geometry: &Geometry, board: &B) -> u8 {
        let mut charged = 0;
        for (number, beside) in self.beside.iter().enumerate() {
            let tile = board.tile(beside.cell);
            let in_place = tile != 0 && tile == geometry.goal()[beside.cell] as usize;
            charged |= u8::from(in_place && beside.must_move(geometry, board)) << number;
        }
        charged
    }

    /// The same after a slide.
    #[inline]
    pub(super) fn update<B: Board>(
        &self,
        geometry: &Geometry,
        mut charged: u8,
        slid: &Slid<B::Saved>,
        board: &B,
    ) -> u8 {
        let left = self.number[slid.from];
        if left != ELSEWHERE {
            charged &= !(1 << left);
        }
        let entered = self.number[slid.to];
        if entered != ELSEWHERE && geometry.goal_cell(slid.tile) == slid.to {
            let must_move = self.beside[entered as usize].must_move(geometry, board);
            charged |= u8::from(must_move) << entered;
        }
        charged
    }
}

impl Beside {
    /// Whether a corner can't be solved while the tile on this cell stays.
    fn must_move<B: Board>(&self, geometry: &Geometry, board: &B) -> bool {
        let goal = |cell: usize| geometry.goal()[cell] as usize;
        self.corners.iter().any(|&(corner, other)| {
            let waiting = match board.tile(corner) {
                0 => board.tile(other),
                tile => tile,
            };
            goal(corner) != waiting && (goal(corner) != 0 || goal(other) != waiting)
        })
    }
}
