//! The order of the tiles within their goal lines, for linear conflicts.
//!
//! Of a line (a row or a column) only the tiles that belong in it count. Each is
//! written as a code: 1 + its place in the line; every other cell has code 0.
//! The tiles are in order when the codes increase.

use crate::{Board, Direction, Geometry, Slid};

/// The codes of one line.
pub(super) type Codes = [u8; Geometry::MAX_SIDE];

/// The maximum length of lines with tables: 3 bits a cell, so a table has 4,096 entries
/// for lines of 4 and 32,768 for lines of 5.
const TABLE_LENGTH: usize = 5;
const KEYS: usize = 1 << (3 * TABLE_LENGTH);

/// More than the tiles of any board with a table. Being a power of two, it lets
/// the compiler see that a tile of a packed board is always below it.
const TABLE_TILES: usize = 32;

/// No line: the blank's.
const NOWHERE: u8 = u8::MAX;

/// The rows, or the columns, of a board.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// The number of lines, and of cells in each.
    pub(super) count: usize,
    pub(super) length: usize,
    /// From a line to the next, and from a cell to the next in its line.
    line_step: usize,
    cell_step: usize,
    /// By cell.
    spots: Vec<Spot>,
    /// By tile.
    homes: Vec<Home>,
    /// A tile's code in a line, by line and tile; made where there is a table.
    codes: Vec<[u8; TABLE_TILES]>,
}

/// Where a cell is.
#[derive(Clone, Copy, Debug)]
struct Spot {
    line: u8,
    place: u8,
}

/// The line in which a tile belongs, and its code there.
#[derive(Clone, Copy, Debug)]
struct Home {
    line: u8,
    code: u8,
}

impl Home {
    fn code_in(self, line: usize) -> u8 {
        if self.line as usize == line { self.code } else { 0 }
    }
}

/// A tile that slid into its goal line from beside it, or out of it. Slides
/// along a line keep the order of its tiles, so nothing else changes a conflict.
#[derive(Clone, Copy)]
pub(super) struct Crossing {
    pub(super) line: usize,
    /// The place in the line that it entered or left.
    place: usize,
    code: u8,
    entered: bool,
}

impl Lines {
    /// The rows and the columns.
    pub(super) fn of(geometry: &Geometry) -> [Self; 2] {
        let (width, height) = (geometry.width(), geometry.height());
        [
            Lines::new(geometry, height, width, (width, 1), |cell| (cell / width, cell % width)),
            Lines::new(geometry, width, height, (1, width), |cell| (cell % width, cell / width)),
        ]
    }

    fn new(
        geometry: &Geometry,
        count: usize,
        length: usize,
        (line_step, cell_step): (usize, usize),
        locate: impl Fn(usize) -> (usize, usize),
    ) -> Self {
        let spots: Vec<Spot> = (0..geometry.cells())
            .map(|cell| {
                let (line, place) = locate(cell);
                Spot { line: line as u8, place: place as u8 }
            })
            .collect();
        let mut homes: Vec<Home> = (0..geometry.cells())
            .map(|tile| {
                let Spot { line, place } = spots[geometry.goal_cell(tile)];
                Home { line, code: place + 1 }
            })
            .collect();
        homes[0].line = NOWHERE;
        let mut codes = Vec::new();
        if has_table(geometry) {
            codes = vec![[0; TABLE_TILES]; count];
            for (line, codes) in codes.iter_mut().enumerate() {
                for (code, home) in codes.iter_mut().zip(&homes) {
                    *code = home.code_in(line);
                }
            }
        }
        Lines { count, length, line_step, cell_step, spots, homes, codes }
    }

    /// Line and code of the tile that belongs on this cell.
    pub(super) fn home(&self, cell: usize) -> (usize, u8) {
        let Spot { line, place } = self.spots[cell];
        (line as usize, place + 1)
    }

    /// The crossing that this slide, across these lines, has made.
    #[inline]
    pub(super) fn crossing<T>(&self, slid: &Slid<T>) -> Option<Crossing> {
        let Home { line, code } = self.homes[slid.tile];
        let Spot { line: to, place } = self.spots[slid.to];
        let entered = line == to;
        (entered || line == self.spots[slid.from].line).then_some(Crossing {
            line: line as usize,
            place: place as usize,
            code,
            entered,
        })
    }

    /// The codes of a line.
    pub(super) fn codes<B: Board>(&self, board: &B, line: usize, codes: &mut Codes) {
        for (place, code) in codes[..self.length].iter_mut().enumerate() {
            let tile = board.tile(line * self.line_step + place * self.cell_step);
            *code = self.homes[tile].code_in(line);
        }
    }

    /// The codes of a line as one number, for [`Table`].
    #[inline]
    pub(super) fn key<B: Board>(&self, board: &B, line: usize) -> usize {
        match self.length {
            2 => self.key_of::<2, B>(board, line),
            3 => self.key_of::<3, B>(board, line),
            4 => self.key_of::<4, B>(board, line),
            _ => self.key_of::<TABLE_LENGTH, B>(board, line),
        }
    }

    /// The same for a line of a length that the compiler knows.
    #[inline]
    fn key_of<const LENGTH: usize, B: Board>(&self, board: &B, line: usize) -> usize {
        let codes = &self.codes[line];
        let first = line * self.line_step;
        let mut key = 0;
        for place in 0..LENGTH {
            let tile = board.tile(first + place * self.cell_step);
            key |= (codes[tile] as usize) << (3 * place);
        }
        key
    }

    /// The change of the number of tiles that must leave the line, by a crossing that left it
    /// with these codes.
    pub(super) fn change(&self, codes: &mut Codes, crossing: Crossing) -> i32 {
        // A tile in order with all others is in every longest increasing
        // subsequence, and its crossing changes nothing.
        codes[crossing.place] = crossing.code;
        if !is_involved(&codes[..self.length], crossing.code) {
            return 0;
        }
        let with = removals(&codes[..self.length]);
        codes[crossing.place] = 0;
        let without = removals(&codes[..self.length]);
        crossing.sign() * (with - without)
    }
}

impl Crossing {
    #[inline]
    fn sign(self) -> i32 {
        if self.entered { 1 } else { -1 }
    }
}

/// The lines that a slide in this direction crosses, in [`Lines::of`].
#[inline]
pub(super) fn crossed(direction: Direction) -> usize {
    // Not a comparison: the branch is unpredictable, and a misprediction costs more than all
    // the rest.
    direction as usize / 2
}

/// The fewest tiles that must leave a line so that the rest is in order: all
/// but a longest increasing subsequence, found by patience sorting.
pub(super) fn removals(codes: &[u8]) -> i32 {
    // The least last code of an increasing subsequence of each length.
    let mut lasts: Codes = [0; Geometry::MAX_SIDE];
    let (mut longest, mut tiles) = (0, 0);
    for &code in codes.iter().filter(|&&code| code != 0) {
        let shorter = lasts[..longest].partition_point(|&last| last < code);
        lasts[shorter] = code;
        longest = longest.max(shorter + 1);
        tiles += 1;
    }
    tiles - longest as i32
}

/// Whether the tile with this code is in the line and in conflict with another.
pub(super) fn is_involved(codes: &[u8], code: u8) -> bool {
    let Some(place) = codes.iter().position(|&other| other == code) else {
        return false;
    };
    codes[..place].iter().any(|&left| left > code)
        || codes[place + 1..].iter().any(|&right| right != 0 && right < code)
}

fn has_table(geometry: &Geometry) -> bool {
    geometry.width().max(geometry.height()) <= TABLE_LENGTH
}

/// [`removals`] and [`is_involved`] for every key of a short line.
#[derive(Clone, Debug)]
pub(super) struct Table {
    removals: Box<[u8; KEYS]>,
    /// Bit `code` says whether the tile with that code is in conflict.
    involved: Box<[u8; KEYS]>,
}

impl Table {
    /// One table serves rows and columns: a shorter line ends in zeros. None if
    /// a line is too long.
    pub(super) fn new(geometry: &Geometry) -> Option<Self> {
        if !has_table(geometry) {
            return None;
        }
        let length = geometry.width().max(geometry.height());
        #[expect(clippy::large_stack_arrays, reason = "32 KB, once, to be boxed")]
        let mut table = Table { removals: Box::new([0; KEYS]), involved: Box::new([0; KEYS]) };
        let mut codes = [0; TABLE_LENGTH];
        for key in 0..1 << (3 * length) {
            for (place, code) in codes.iter_mut().enumerate() {
                *code = (key >> (3 * place) & 7) as u8;
            }
            table.removals[key] = removals(&codes) as u8;
            table.involved[key] =
                (1..=length as u8).map(|code| u8::from(is_involved(&codes, code)) << code).sum();
        }
        Some(table)
    }

    /// Same as [`Lines::change`].
    #[inline]
    pub(super) fn change(&self, key: usize, crossing: Crossing) -> i32 {
        let field = 3 * crossing.place;
        let with = key | (crossing.code as usize) << field;
        let without = key & !(7 << field);
        crossing.sign()
            * (i32::from(self.removals[with % KEYS]) - i32::from(self.removals[without % KEYS]))
    }

    /// The codes in conflict, as bits.
    #[inline]
    pub(super) fn involved(&self, key: usize) -> u8 {
        self.involved[key % KEYS]
    }
}
