//! Sets of cells as machine words: cell (x, y) is bit `y * width + x`.
//!
//! The rules and the searches are written once over [`Word`]; a board takes the
//! narrowest word that holds it.
//!
//! ```
//! use fewest_blocks::{PackedState, Word};
//!
//! let cells = [3, 17, 40];
//! let set = cells.iter().fold(u64::EMPTY, |set, &cell| set | u64::cell(cell));
//! assert!(set.cells().eq(cells));
//! ```

use std::ops::{BitAnd, BitXor, Not};

pub use fewest::search::layered::PackedState;

/// An expression for the narrowest word that holds a board: `with_word!(width, height, W => ..)`.
macro_rules! with_word {
    ($width:expr, $height:expr, $word:ident => $body:expr) => {{
        let (width, height) = ($width, $height);
        if $crate::Rules::<u64>::holds(width, height) {
            type $word = u64;
            $body
        } else if $crate::Rules::<u128>::holds(width, height) {
            type $word = u128;
            $body
        } else {
            type $word = $crate::Wide;
            $body
        }
    }};
}
pub(crate) use with_word;

/// A set of cells.
pub trait Word:
    PackedState + BitAnd<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// The maximum number of cells of a board.
    const CELLS: usize;

    /// The maximum number of cells in a line of a board: 2 to the power of
    /// [`Word::DOUBLINGS`].
    const SIDE: usize = 1 << Self::DOUBLINGS;

    /// The number of doublings that fill the longest line.
    const DOUBLINGS: u32;

    /// The set of one cell.
    #[must_use]
    fn cell(cell: usize) -> Self;

    /// The number of cells.
    fn count(self) -> u32;

    /// The first cell of a set that is not empty.
    fn first(self) -> usize;

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

impl Word for u64 {
    const CELLS: usize = 64;
    const DOUBLINGS: u32 = 3;

    #[inline]
    fn cell(cell: usize) -> Self {
        1 << cell
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }
}

impl Word for u128 {
    const CELLS: usize = 128;
    const DOUBLINGS: u32 = 4;

    #[inline]
    fn cell(cell: usize) -> Self {
        1 << cell
    }
    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }
}
