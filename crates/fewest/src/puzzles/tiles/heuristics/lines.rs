//! The order of the tiles within their goal lines, for linear conflicts.
//!
//! Of a line (a row or a column) only the tiles that belong in it count. Each is
//! written as a code: 1 + its place in the line; every other cell has code 0.
//! The tiles are in order when the codes increase.

use crate::puzzles::tiles::{Board, Direction, Geometry, Slid};

/// The codes of one line.
pub(super) type Codes = [u8; Geometry::MAX_SIDE];

/// Lines up to this length have their answers in tables: 3 bits a cell, so that
/// a table has 4,096 entries for lines of 4 and 32,768 for lines of 5.
const TABLE_LENGTH: usize = 5;

/// No line: the blank's.
const NOWHERE: u8 = u8::MAX;

/// The rows, or the columns, of a board.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    cells: usize,
    /// How many lines, and how many cells in each.
    pub(super) count: usize,
    pub(super) length: usize,
    /// From a line to the next, and from a cell to the next in its line.
    line_step: usize,
    cell_step: usize,
    /// Line and place in the line, by cell.
    line: Vec<u8>,
    place: Vec<u8>,
    /// The line in which a tile belongs and its code there, by tile.
    goal_line: Vec<u8>,
    goal_code: Vec<u8>,
    /// A tile's code in a line, by line and tile; made where there is a table.
    codes: Vec<u8>,
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
            Lines::new(geometry, height, width, (width, 1), |cell| {
                (cell / width, cell % width)
            }),
            Lines::new(geometry, width, height, (1, width), |cell| {
                (cell % width, cell / width)
            }),
        ]
    }

    fn new(
        geometry: &Geometry,
        count: usize,
        length: usize,
        (line_step, cell_step): (usize, usize),
        locate: impl Fn(usize) -> (usize, usize),
    ) -> Self {
        let cells = geometry.cells();
        let goal = |tile: usize| locate(geometry.goal_cell(tile));
        let mut goal_line: Vec<u8> = (0..cells).map(|tile| goal(tile).0 as u8).collect();
        goal_line[0] = NOWHERE;
        let goal_code: Vec<u8> = (0..cells).map(|tile| goal(tile).1 as u8 + 1).collect();
        let mut codes = Vec::new();
        if has_table(geometry) {
            for line in 0..count {
                codes.extend((0..cells).map(|tile| {
                    let at_home = goal_line[tile] as usize == line;
                    if at_home { goal_code[tile] } else { 0 }
                }));
            }
        }
        Lines {
            cells,
            count,
            length,
            line_step,
            cell_step,
            line: (0..cells).map(|cell| locate(cell).0 as u8).collect(),
            place: (0..cells).map(|cell| locate(cell).1 as u8).collect(),
            goal_line,
            goal_code,
            codes,
        }
    }

    /// Line and place of a cell.
    pub(super) fn locate(&self, cell: usize) -> (usize, usize) {
        (self.line[cell] as usize, self.place[cell] as usize)
    }

    /// The crossing that this slide, across these lines, has made.
    #[inline]
    pub(super) fn crossing<T>(&self, slid: &Slid<T>) -> Option<Crossing> {
        let line = self.goal_line[slid.tile];
        let entered = line == self.line[slid.to];
        (entered || line == self.line[slid.from]).then(|| Crossing {
            line: line as usize,
            place: self.place[slid.to] as usize,
            code: self.goal_code[slid.tile],
            entered,
        })
    }

    /// The codes of a line.
    pub(super) fn codes<B: Board>(&self, board: &B, line: usize, codes: &mut Codes) {
        for (place, code) in codes[..self.length].iter_mut().enumerate() {
            let tile = board.tile(line * self.line_step + place * self.cell_step);
            let at_home = self.goal_line[tile] as usize == line;
            *code = if at_home { self.goal_code[tile] } else { 0 };
        }
    }

    /// The codes of a line as one number, for [`Table`].
    #[inline]
    pub(super) fn key<B: Board>(&self, board: &B, line: usize) -> usize {
        let codes = &self.codes[line * self.cells..(line + 1) * self.cells];
        let mut cell = line * self.line_step;
        let mut key = 0;
        for place in 0..self.length {
            key |= (codes[board.tile(cell)] as usize) << (3 * place);
            cell += self.cell_step;
        }
        key
    }

    /// How many more tiles must leave the line, after a crossing that left it
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
    // Not a comparison: which it is can't be predicted, and a wrong guess
    // of the processor costs more than all the rest.
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
        || codes[place + 1..]
            .iter()
            .any(|&right| right != 0 && right < code)
}

fn has_table(geometry: &Geometry) -> bool {
    geometry.width().max(geometry.height()) <= TABLE_LENGTH
}

/// [`removals`] and [`is_involved`] for every key of a short line.
#[derive(Clone, Debug)]
pub(super) struct Table {
    removals: Vec<u8>,
    /// Bit `code` says whether the tile with that code is in conflict.
    involved: Vec<u8>,
}

impl Table {
    /// One table serves rows and columns: a shorter line ends in zeros. None if
    /// a line is too long.
    pub(super) fn new(geometry: &Geometry) -> Option<Self> {
        has_table(geometry).then(|| {
            let length = geometry.width().max(geometry.height());
            let keys = 0..1_usize << (3 * length);
            let decode = |key: usize| -> Vec<u8> {
                (0..length)
                    .map(|place| (key >> (3 * place) & 7) as u8)
                    .collect()
            };
            let involved = |codes: &[u8]| -> u8 {
                (1..=length as u8)
                    .map(|code| u8::from(is_involved(codes, code)) << code)
                    .sum()
            };
            Table {
                removals: keys
                    .clone()
                    .map(|key| removals(&decode(key)) as u8)
                    .collect(),
                involved: keys.map(|key| involved(&decode(key))).collect(),
            }
        })
    }

    /// Same as [`Lines::change`].
    #[inline]
    pub(super) fn change(&self, key: usize, crossing: Crossing) -> i32 {
        let field = 3 * crossing.place;
        let with = key | (crossing.code as usize) << field;
        let without = key & !(7 << field);
        crossing.sign() * (i32::from(self.removals[with]) - i32::from(self.removals[without]))
    }

    /// The codes in conflict, as bits.
    #[inline]
    pub(super) fn involved(&self, key: usize) -> u8 {
        self.involved[key]
    }
}
