//! The bits that a state gets in the table, and their meaning.

use std::fmt;

use super::cells::Cells;

/// The bits of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Width {
    /// One bit: whether a state was reached. The ranks of two layers at a time
    /// are kept in lists, of eight bytes each, that count as memory too.
    One,
    /// Two bits: not reached, to be expanded now or next, or expanded.
    Two,
    /// Three bits: the depth modulo 3, and whether it is still to be expanded.
    /// Where moves can be taken back, a plan can be read off it.
    Three,
    /// Eight bits: the depth. Where a space is more than 254 moves deep the
    /// table is widened to 16 bits, and to 32.
    Eight,
}

impl fmt::Display for Width {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Width::One => "1 bit per state",
            Width::Two => "2 bits per state",
            Width::Three => "3 bits per state",
            Width::Eight => "8 bits per state",
        })
    }
}

impl Width {
    /// The bytes of a table for `len` ranks.
    ///
    /// ```
    /// use fewest::search::table::Width;
    ///
    /// assert_eq!(Width::Two.bytes(239_500_800), 59_875_200);
    /// ```
    pub fn bytes(self, len: u64) -> u64 {
        match self {
            Width::One => Cells::<1>::bytes(len),
            Width::Two => Cells::<2>::bytes(len),
            Width::Three => Cells::<3>::bytes(len),
            Width::Eight => Cells::<8>::bytes(len),
        }
    }

    /// The width that serves best to explore `len` ranks in `memory` bytes: two bits,
    /// which need nothing else, or one if there is only room for that. `None` if
    /// neither fits.
    pub fn to_explore(len: u64, memory: u64) -> Option<Self> {
        [Width::Two, Width::One].into_iter().find(|width| width.bytes(len) <= memory)
    }

    /// The width that a plan can be read off, or `None` if there is no room.
    pub fn to_search(len: u64, is_undirected: bool, memory: u64) -> Option<Self> {
        let width = Width::for_plans(is_undirected);
        (width.bytes(len) <= memory).then_some(width)
    }

    /// The width that a plan can be read off.
    ///
    /// Neighbours of a state in an undirected space are at the same depth or
    /// one off, so that the depth modulo 3 tells which. In a directed space a
    /// predecessor can be at any greater depth, and only the depth itself tells.
    pub fn for_plans(is_undirected: bool) -> Self {
        if is_undirected { Width::Three } else { Width::Eight }
    }
}
