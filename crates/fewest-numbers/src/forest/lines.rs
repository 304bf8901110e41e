//! Which numbers share a row or column, and their distances: constant in a level.

use super::NONE;
use crate::Level;
use crate::sums::{self, Word};
use fewest::search::{Meter, Stop};

/// The numbers of a level, numbered row by row, and the lines through each of them.
pub(crate) struct Lines<W> {
    width: usize,
    /// The numbers' values.
    pub(crate) values: Vec<u32>,
    /// Their cells.
    pub(crate) cells: Vec<u32>,
    /// The number in each cell.
    at: Vec<u32>,
    /// For each number the distances to the others in its lines, encoded like sums: even and
    /// odd ones, in each direction.
    seen: Vec<[[W; 4]; 2]>,
    /// For each number the distance to the farthest one in its lines.
    pub(crate) reach: Vec<u32>,
    /// The step from one cell to the next, in each direction.
    strides: [isize; 4],
}

/// The limits are checked once in this number of numbers, each with up to a thousand others
/// in its lines.
const CHECK_EVERY: usize = 1 << 8;

impl<W: Word> Lines<W> {
    pub(crate) fn of(level: &Level, meter: &mut Meter) -> Result<Self, Stop> {
        let (width, height) = (level.width(), level.height());
        let mut at = vec![NONE; level.cells().len()];
        let (mut values, mut cells) = (Vec::new(), Vec::new());
        for (cell, &value) in level.cells().iter().enumerate().filter(|(_, value)| **value != 0) {
            at[cell] = values.len() as u32;
            values.push(value);
            cells.push(cell as u32);
        }
        let strides = [1, -1, width as isize, -(width as isize)];
        let of_cell = |&cell: &u32| {
            let (x, y) = (cell as usize % width, cell as usize / width);
            let ahead = [width - 1 - x, x, height - 1 - y, y];
            let mut seen = [[W::default(); 4]; 2];
            for direction in 0..4 {
                for far in (1..=ahead[direction]).take_while(|&far| far < longest::<W>()) {
                    let there = cell as isize + strides[direction] * far as isize;
                    if at[there as usize] != NONE {
                        let set = &mut seen[far % 2][direction];
                        *set = set.or(sums::of(far as u32));
                    }
                }
            }
            seen
        };
        let (mut seen, mut reach) = (Vec::with_capacity(cells.len()), Vec::new());
        for cells in cells.chunks(CHECK_EVERY) {
            meter.check()?;
            let first = seen.len();
            seen.extend(cells.iter().map(of_cell));
            reach.extend(seen[first..].iter().map(farthest));
        }
        Ok(Lines { width, values, cells, at, seen, reach, strides })
    }

    /// The bytes of the lines of a level.
    pub(crate) fn bytes(level: &Level) -> usize {
        level.cells().len() * 4 + level.numbers() * (12 + 8 * size_of::<W>())
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    /// The distances from a number to the others, in one direction, all even or all odd.
    #[inline]
    pub(crate) fn seen(&self, from: usize, odd: usize, direction: usize) -> W {
        self.seen[from][odd][direction]
    }

    /// The number at this distance, in one direction.
    #[inline]
    pub(crate) fn look(&self, from: usize, direction: usize, far: usize) -> usize {
        let there = self.cells[from] as isize + self.strides[direction] * far as isize;
        self.at[there as usize] as usize
    }

    /// The distance of two numbers in one line.
    pub(crate) fn distance(&self, a: usize, b: usize) -> u32 {
        let apart = self.cells[a].abs_diff(self.cells[b]);
        let width = self.width as u32;
        if self.cells[a] / width == self.cells[b] / width { apart } else { apart / width }
    }
}

/// The distance to the farthest number in the lines of another one.
fn farthest<W: Word>(seen: &[[W; 4]; 2]) -> u32 {
    let far = (0..2).flat_map(|odd| {
        seen[odd].into_iter().filter_map(move |mut seen| {
            let bits = std::iter::from_fn(|| seen.take_lowest());
            bits.last().map(|bit| 2 * bit + odd as u32)
        })
    });
    far.max().unwrap_or(0)
}

/// Edges are shorter than this: [`sums::add`] could not add it.
fn longest<W: Word>() -> usize {
    sums::range::<W>() as usize - 1
}
