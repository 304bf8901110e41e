//! Manhattan distance and last moves (Korf and Taylor 1996), for a blank that
//! may belong anywhere.
//!
//! In a shortest solution of two moves or more the blank ends on a path
//! n2 → n1 → b of three different cells, b being its place. The last move brings
//! the tile t1 of n1 there from b; the one before brings the tile t2 of n2 there
//! from n1. So t1 first goes to b and then one step, t2 first to n1 and then one
//! step. Where that is longer than the tile's Manhattan distance, it is by two.
//! Which path it will be is unknown, so the least sum of both over all paths is
//! added. Boards with a Manhattan distance below two are solved or one move away,
//! and get nothing added.
//!
//! Consistent: for each path the tiles' distances sum to a bound that every move
//! changes by one, and the least of consistent bounds is consistent. Boards below
//! two moves don't break that, since the bound never exceeds the true distance.
//!
//! ```
//! use std::sync::Arc;
//! use fewest_tiles::heuristics::LastMoves;
//! use fewest_tiles::{Board, Geometry, Packed16, Tiles};
//! use fewest::space::Heuristic;
//!
//! let geometry = Arc::new(Geometry::new(3, 3, &Geometry::blank_last(3, 3)));
//! let heuristic = LastMoves::new(&geometry);
//! let space = Tiles::<Packed16>::new(geometry);
//! // 1, 2, 4 and 5 turn around: 6 or 8 must pass through the corner, and with
//! // it 3, 5 or 7 through the place of 6 or 8.
//! let board = Packed16::from_tiles(&[4, 1, 3, 5, 2, 6, 7, 8, 0]);
//! let value = heuristic.evaluate(&space, &board);
//! let estimate = Heuristic::<Tiles<Packed16>>::estimate(&heuristic, value);
//! assert_eq!(estimate, 4 + 2 + 2);
//! ```

use super::manhattan::Manhattan;
use crate::{Board, Direction, Geometry, Slid, Tiles};
use fewest::space::{Cost, Heuristic};

/// Manhattan distance, and the extra moves of the last two moves.
#[derive(Clone, Debug)]
pub struct LastMoves {
    manhattan: Manhattan,
    endings: Endings,
}

impl LastMoves {
    /// For boards of this shape and goal.
    pub fn new(geometry: &Geometry) -> Self {
        LastMoves { manhattan: Manhattan::new(geometry), endings: Endings::new(geometry) }
    }
}

/// The Manhattan distance and the detours that last moves would take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    manhattan: Cost,
    detours: u16,
}

impl<B: Board> Heuristic<Tiles<B>> for LastMoves {
    type Value = Value;

    fn evaluate(&self, space: &Tiles<B>, board: &B) -> Value {
        Value {
            manhattan: self.manhattan.evaluate(space, board),
            detours: self.endings.detours(space.geometry(), board),
        }
    }

    #[inline]
    fn estimate(&self, value: Value) -> Cost {
        if value.manhattan < 2 {
            value.manhattan
        } else {
            value.manhattan + self.endings.extra(value.detours)
        }
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
        let Value { manhattan, detours } = value;
        Value {
            manhattan: (self.manhattan).update(space, manhattan, direction, slid, board),
            detours: self.endings.update(detours, slid.tile, slid.to),
        }
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        true
    }
}

/// The possible endings of a solution, and the steps that each requires of a tile, one bit
/// each. A corner has 6, a cell amid the
/// board 4 + 12.
#[derive(Clone, Debug)]
pub(super) struct Endings {
    pub(super) steps: Vec<Step>,
    cells: usize,
    /// A tile's number among those that make a step, or [`NONE`], by tile.
    number: Vec<u8>,
    /// All bits of a tile, by its number.
    bits: Vec<u16>,
    /// The bits of a tile that are detours from a cell, by its number and cell.
    detours: Vec<u16>,
    /// The least extra over all paths, by the detours.
    extra: Vec<u8>,
}

/// A tile's last step: from `before` to `place`, where it belongs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) place: usize,
    pub(super) before: usize,
}

/// A tile that makes none of the last steps.
const NONE: u8 = u8::MAX;

impl Endings {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let cells = geometry.cells();
        let blank = geometry.goal_cell(0);
        let mut steps: Vec<Step> =
            (geometry.neighbours(blank)).map(|place| Step { place, before: blank }).collect();
        let mut paths: Vec<u16> = Vec::new();
        for last in 0..steps.len() {
            let before = steps[last].place;
            for place in geometry.neighbours(before).filter(|&cell| cell != blank) {
                paths.push(1 << last | 1 << steps.len());
                steps.push(Step { place, before });
            }
        }

        let mut number = vec![NONE; cells];
        let (mut bits, mut detours) = (Vec::new(), Vec::new());
        for (bit, step) in steps.iter().enumerate() {
            let tile = geometry.goal()[step.place] as usize;
            if number[tile] == NONE {
                number[tile] = bits.len() as u8;
                bits.push(0);
                detours.resize(bits.len() * cells, 0);
            }
            let row = number[tile] as usize;
            bits[row] |= 1 << bit;
            for cell in 0..cells {
                let is_detour =
                    geometry.distance(cell, step.before) > geometry.distance(cell, step.place);
                detours[row * cells + cell] |= u16::from(is_detour) << bit;
            }
        }

        let extra = (0..=u16::MAX >> (16 - steps.len()))
            .map(|detours| {
                let least = paths.iter().map(|path| (path & detours).count_ones()).min();
                // There is a path: no cell has fewer than two neighbours.
                2 * least.unwrap_or(0) as u8
            })
            .collect();
        Endings { steps, cells, number, bits, detours, extra }
    }

    /// The steps that would be detours.
    pub(super) fn detours<B: Board>(&self, geometry: &Geometry, board: &B) -> u16 {
        (0..geometry.cells()).fold(0, |detours, cell| self.update(detours, board.tile(cell), cell))
    }

    /// The same after `tile` moved to `cell`.
    #[inline]
    pub(super) fn update(&self, detours: u16, tile: usize, cell: usize) -> u16 {
        match self.number[tile] {
            NONE => detours,
            number => {
                let number = number as usize;
                detours & !self.bits[number] | self.detours[number * self.cells + cell]
            }
        }
    }

    /// The extra moves of the cheapest ending.
    #[inline]
    pub(super) fn extra(&self, detours: u16) -> Cost {
        Cost::from(self.extra[detours as usize])
    }
}
