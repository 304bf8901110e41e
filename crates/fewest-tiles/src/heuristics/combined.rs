//! Manhattan distance, linear conflicts, corner tiles and last moves in one sum.
//!
//! Each rule asks single tiles for two moves more than their Manhattan distance.
//! The sum is admissible if no two rules count the same moves of a tile:
//!
//! - A row's conflicts ask for moves up and down of tiles that are in conflict
//!   in that row. A tile in no conflict there is in every longest increasing
//!   subsequence, so among the tiles that leave the row, those in conflict
//!   are alone as many as are charged. Columns likewise, left and right.
//! - A corner asks a tile beside it for two moves in any direction. It is charged
//!   only if the tile is in no conflict, neither in its row nor in its column.
//! - A last step up or down asks for moves up and down; it is charged only if the
//!   tile is in no conflict in its row, and not charged by a corner. A step left
//!   or right likewise with its column. The two steps of a path ask two tiles.
//!
//! Not consistent: a tile that enters its row in conflict with two tiles beside
//! corners brings one charge and takes away two.
//!
//! All of it is kept as bits, so an update reads at most one line.

use super::corner_tiles::Corners;
use super::last_moves::Endings;
use super::lines::{Codes, Lines, Table, crossed, is_involved, removals};
use super::manhattan::Manhattan;
use crate::{Board, Direction, Geometry, Slid, Tiles};
use fewest::space::{Cost, Heuristic};

/// Manhattan distance and all that the rules for lines, corners and last moves
/// add to it together.
#[derive(Clone, Debug)]
pub struct Combined {
    manhattan: Manhattan,
    /// Rows and columns.
    axes: [Axis; 2],
    table: Option<Table>,
    corners: Corners,
    endings: Endings,
    /// The last steps of the tiles charged by corners, by those.
    stepped_aside: Vec<u16>,
}

/// The estimate's parts, as a board hands them to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// Manhattan distance and linear conflicts.
    distance: Cost,
    conflicts: Conflicts,
    /// The last steps that would be detours.
    detours: u16,
    /// The tiles beside corners that must step aside.
    aside: u8,
}

/// Which of the tiles that other rules may charge are in conflict: those beside
/// corners in their rows (bits 0 to 7) and in their columns (8 to 15), and those
/// with last steps in the lines that these steps cross (from 16 on).
type Conflicts = u32;
const IN_COLUMN: usize = 8;
const LAST_STEP: usize = 16;

/// The rows or the columns, and the bits of [`Conflicts`] that each decides.
#[derive(Clone, Debug)]
struct Axis {
    lines: Lines,
    tracked: Vec<Tracked>,
}

#[derive(Clone, Debug, Default)]
struct Tracked {
    bits: Conflicts,
    /// A tile's code in the line, and its bit.
    tiles: Vec<(u8, Conflicts)>,
}

impl Axis {
    fn new(lines: Lines) -> Self {
        Axis { tracked: vec![Tracked::default(); lines.count], lines }
    }

    /// Assigns this bit to the tile that belongs on `cell`.
    fn track(&mut self, cell: usize, bit: usize) {
        let (line, code) = self.lines.home(cell);
        self.tracked[line].bits |= 1 << bit;
        self.tracked[line].tiles.push((code, 1 << bit));
    }
}

impl Tracked {
    /// The conflicts, when those of this line have changed.
    #[inline]
    fn renew(&self, conflicts: Conflicts, is_involved: impl Fn(u8) -> bool) -> Conflicts {
        let mut conflicts = conflicts & !self.bits;
        for &(code, bit) in &self.tiles {
            if is_involved(code) {
                conflicts |= bit;
            }
        }
        conflicts
    }
}

impl Combined {
    /// For boards of this shape and goal.
    pub fn new(geometry: &Geometry) -> Self {
        let (corners, endings) = (Corners::new(geometry), Endings::new(geometry));
        let [mut rows, mut columns] = Lines::of(geometry).map(Axis::new);
        for (number, beside) in corners.beside.iter().enumerate() {
            rows.track(beside.cell, number);
            columns.track(beside.cell, IN_COLUMN + number);
        }
        let mut stepped_aside = vec![0; 1 << corners.beside.len()];
        for (number, step) in endings.steps.iter().enumerate() {
            let is_vertical = geometry.place(step.place).0 == geometry.place(step.before).0;
            let crossed = if is_vertical { &mut rows } else { &mut columns };
            crossed.track(step.place, LAST_STEP + number);
            let place = corners.beside.iter().position(|beside| beside.cell == step.place);
            for (aside, steps) in stepped_aside.iter_mut().enumerate() {
                let is_aside = place.is_some_and(|place| aside >> place & 1 == 1);
                *steps |= u16::from(is_aside) << number;
            }
        }
        Combined {
            manhattan: Manhattan::new(geometry),
            axes: [rows, columns],
            table: Table::new(geometry),
            corners,
            endings,
            stepped_aside,
        }
    }
}

impl<B: Board> Heuristic<Tiles<B>> for Combined {
    type Value = Value;

    fn evaluate(&self, space: &Tiles<B>, board: &B) -> Value {
        let mut value = Value {
            distance: self.manhattan.evaluate(space, board),
            conflicts: 0,
            detours: self.endings.detours(space.geometry(), board),
            aside: self.corners.charged(space.geometry(), board),
        };
        let mut codes: Codes = [0; Geometry::MAX_SIDE];
        for Axis { lines, tracked } in &self.axes {
            for (line, tracked) in tracked.iter().enumerate() {
                lines.codes(board, line, &mut codes);
                let codes = &codes[..lines.length];
                value.distance += 2 * removals(codes) as Cost;
                value.conflicts = tracked.renew(value.conflicts, |code| is_involved(codes, code));
            }
        }
        value
    }

    #[inline]
    fn estimate(&self, value: Value) -> Cost {
        // Tiles in conflict are two steps from their places, so this is the
        // last moves' condition on the Manhattan distance.
        if value.distance < 2 {
            return value.distance;
        }
        let conflicts = value.conflicts;
        let aside = value.aside & !(conflicts as u8) & !((conflicts >> IN_COLUMN) as u8);
        let detours = value.detours
            & !((conflicts >> LAST_STEP) as u16)
            & !self.stepped_aside[aside as usize];
        value.distance + 2 * aside.count_ones() + self.endings.extra(detours)
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
        let distance = value.distance;
        let mut value = Value {
            distance: (self.manhattan).update(space, distance, direction, slid, board),
            conflicts: value.conflicts,
            detours: self.endings.update(value.detours, slid.tile, slid.to),
            aside: (self.corners).update(space.geometry(), value.aside, slid, board),
        };
        let Axis { lines, tracked } = &self.axes[crossed(direction)];
        let Some(crossing) = lines.crossing(slid) else {
            return value;
        };
        let tracked = &tracked[crossing.line];
        let change;
        if let Some(table) = &self.table {
            let key = lines.key(board, crossing.line);
            let involved = table.involved(key);
            change = table.change(key, crossing);
            value.conflicts = tracked.renew(value.conflicts, |code| involved >> code & 1 == 1);
        } else {
            let mut codes: Codes = [0; Geometry::MAX_SIDE];
            lines.codes(board, crossing.line, &mut codes);
            value.conflicts =
                tracked.renew(value.conflicts, |code| is_involved(&codes[..lines.length], code));
            change = lines.change(&mut codes, crossing);
        }
        value.distance = value.distance.wrapping_add_signed(2 * change);
        value
    }

    fn is_admissible(&self) -> bool {
        true
    }

    fn is_consistent(&self) -> bool {
        false
    }
}
