//! Sets of cells as machine words: cell (x, y) is bit `y * width + x`.
//!
//! The rules and the searches are written once over [`Word`]; a board takes the
//! narrowest word that holds it.
//!
//! ```
//! use fewest_puzzles::blocks::Word;
//!
//! let cells = [3, 17, 40];
//! let set = cells.iter().fold(u64::EMPTY, |set, &cell| set | u64::cell(cell));
//! assert!(set.cells().eq(cells));
//! ```

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// A set of cells.
pub trait Word:
    Copy
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The maximum number of cells of a board.
    const CELLS: usize;

    /// The maximum number of cells in a line of a board: 2 to the power of
    /// [`Word::DOUBLINGS`].
    const SIDE: usize = 1 << Self::DOUBLINGS;

    /// The number of doublings that fill the longest line.
    const DOUBLINGS: u32;

    /// No cells.
    const EMPTY: Self;

    /// The set of one cell.
    #[must_use]
    fn cell(cell: usize) -> Self;

    /// Every cell moved `by` bits up; those past the last bit are lost.
    #[must_use]
    fn up(self, by: u32) -> Self;

    /// Every cell moved `by` bits down; those past the first bit are lost.
    #[must_use]
    fn down(self, by: u32) -> Self;

    /// The sum as numbers, without the last carry.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// The difference as numbers, without the last borrow.
    #[must_use]
    fn minus(self, other: Self) -> Self;

    /// The number of cells.
    fn count(self) -> u32;

    /// The first cell of a set that is not empty.
    fn first(self) -> usize;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// The set whose lowest 64 bits are these.
    #[must_use]
    fn from_low(low: u64) -> Self;

    /// A hash in which every bit depends on every cell.
    fn mix(self) -> u64;

    /// Whether there are no cells.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The set without its first cell.
    #[inline]
    #[must_use]
    fn without_first(self) -> Self {
        self & self.minus(Self::cell(0))
    }

    /// Whether the cell is in the set.
    #[inline]
    fn has(self, cell: usize) -> bool {
        !(self & Self::cell(cell)).is_empty()
    }

    /// Whether every cell of this set is in the other.
    #[inline]
    fn is_within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// The cells in order.
    #[inline]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }

    /// The set of these cells.
    #[must_use]
    fn from_cells(cells: impl IntoIterator<Item = usize>) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | Self::cell(cell))
    }
}

/// The cells of a set, in order.
#[derive(Clone, Debug)]
pub struct Cells<W>(W);

impl<W: Word> Iterator for Cells<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.first();
        self.0 = self.0.without_first();
        Some(cell)
    }
}

/// The two halves of a product, combined by exclusive or (Yi 2019, `wyhash`): one
/// multiplication.
#[inline]
fn fold(word: u64, seed: u64) -> u64 {
    let product = u128::from(word ^ seed) * 0x9e37_79b9_7f4a_7c15_u128;
    (product >> 64) as u64 ^ product as u64
}

impl Word for u64 {
    const CELLS: usize = 64;
    const DOUBLINGS: u32 = 3;
    const EMPTY: Self = 0;

    #[inline]
    fn cell(cell: usize) -> Self {
        1 << cell
    }
    // A board of this word moves by no more than 4 lines of 8 cells.
    #[inline]
    fn up(self, by: u32) -> Self {
        self << by
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        self >> by
    }
    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }
    #[inline]
    fn low(self) -> u64 {
        self
    }
    #[inline]
    fn from_low(low: u64) -> Self {
        low
    }
    #[inline]
    fn mix(self) -> u64 {
        fold(fold(self, 0), 0x2d35_8dcc_aa6c_78a5)
    }
}

impl Word for u128 {
    const CELLS: usize = 128;
    const DOUBLINGS: u32 = 4;
    const EMPTY: Self = 0;

    #[inline]
    fn cell(cell: usize) -> Self {
        1 << cell
    }
    // Eight lines of sixteen cells are the whole word.
    #[inline]
    fn up(self, by: u32) -> Self {
        self.checked_shl(by).unwrap_or(0)
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        self.checked_shr(by).unwrap_or(0)
    }
    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }
    #[inline]
    fn low(self) -> u64 {
        self as u64
    }
    #[inline]
    fn from_low(low: u64) -> Self {
        u128::from(low)
    }
    #[inline]
    fn mix(self) -> u64 {
        ((self as u64).mix() ^ (self >> 64) as u64).mix()
    }
}
