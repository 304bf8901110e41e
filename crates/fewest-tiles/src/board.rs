//! Representations of a board: one machine word where it fits, a box otherwise.
//!
//! The search code is generic over all of them; see [`Board`].

use std::fmt::Debug;
use std::hash::Hash;

use super::rules::Tiles;
use fewest::space::Packing;

/// A board: a tile number for each cell, row by row, and 0 for the blank.
pub trait Board: Clone + Eq + Hash + Debug + Send + Sync {
    /// The undo record of a slide.
    type Saved: Copy;

    /// The maximum number of cells.
    const CAPACITY: usize;

    /// A board from its tiles, row by row. There are at most
    /// [`Board::CAPACITY`] of them, and one is 0.
    fn from_tiles(tiles: &[u16]) -> Self;

    /// The tile on a cell, or 0.
    fn tile(&self, cell: usize) -> usize;

    /// The cell without a tile.
    fn blank(&self) -> usize;

    /// Moves the tile on `from` to the blank cell `to`.
    fn slide(&mut self, from: usize, to: usize) -> (usize, Self::Saved);

    /// Undoes a slide.
    fn unslide(&mut self, from: usize, to: usize, saved: Self::Saved);

    /// The heap bytes of this board.
    fn heap_bytes(cells: usize) -> usize;

    /// Boards as words of 64 bits, if they fit.
    fn packing(_space: &Tiles<Self>) -> Option<&dyn Packing<Tiles<Self>>> {
        None
    }

    /// The tiles, row by row.
    fn to_tiles(&self, cells: usize) -> Vec<u16> {
        (0..cells).map(|cell| self.tile(cell) as u16).collect()
    }
}

/// An expression for the smallest type that holds a level's board: `with_board!(level, B => ..)`.
macro_rules! with_board {
    ($level:expr, $board:ident => $body:expr) => {
        match $level.geometry().cells() {
            cells if cells <= <$crate::Packed16 as $crate::Board>::CAPACITY => {
                type $board = $crate::Packed16;
                $body
            }
            cells if cells <= <$crate::Packed25 as $crate::Board>::CAPACITY => {
                type $board = $crate::Packed25;
                $body
            }
            _ => {
                type $board = $crate::Grid;
                $body
            }
        }
    };
}
pub(crate) use with_board;

macro_rules! packed_board {
    ($(#[$doc:meta])* $name:ident, $word:ty, $bits:literal, $cells:literal $(, $own:item)*) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name($word);

        impl $name {
            const MASK: $word = (1 << $bits) - 1;
            /// The lowest bit of every field.
            const ONES: $word = {
                let mut ones = 0;
                let mut cell = 0;
                while cell < $cells {
                    ones |= 1 << (cell * $bits);
                    cell += 1;
                }
                ones
            };
            const TOPS: $word = Self::ONES << ($bits - 1);
        }

        impl Board for $name {
            type Saved = $word;

            const CAPACITY: usize = $cells;

            fn from_tiles(tiles: &[u16]) -> Self {
                let fields = tiles.iter().enumerate();
                $name(fields.fold(0, |word, (cell, &tile)| word | <$word>::from(tile) << (cell * $bits)))
            }

            #[inline]
            fn tile(&self, cell: usize) -> usize {
                ((self.0 >> (cell * $bits)) & Self::MASK) as usize
            }

            /// The lowest field that is zero. A borrow runs up from the lowest
            /// zero field only, so that its top bit is the lowest one set.
            /// Fields past the last cell are zero too, but higher.
            #[inline]
            fn blank(&self) -> usize {
                let zero = self.0.wrapping_sub(Self::ONES) & !self.0 & Self::TOPS;
                zero.trailing_zeros() as usize / $bits
            }

            #[inline]
            fn slide(&mut self, from: usize, to: usize) -> (usize, $word) {
                let before = self.0;
                let tile = (before >> (from * $bits)) & Self::MASK;
                self.0 = before ^ (tile << (from * $bits)) ^ (tile << (to * $bits));
                (tile as usize, before)
            }

            #[inline]
            fn unslide(&mut self, _: usize, _: usize, before: $word) {
                self.0 = before;
            }

            fn heap_bytes(_: usize) -> usize {
                0
            }

            $($own)*
        }
    };
}

packed_board!(
    /// Up to 16 cells, four bits each, in 8 bytes.
    Packed16, u64, 4, 16,
    fn packing(space: &Tiles<Self>) -> Option<&dyn Packing<Tiles<Self>>> {
        Some(space)
    }
);
impl Packed16 {
    /// All cells in one word. It is not 0: a board has more cells than the blank.
    #[inline]
    pub(super) fn word(self) -> u64 {
        self.0
    }

    /// The board of a word.
    #[inline]
    pub(super) fn from_word(word: u64) -> Self {
        Packed16(word)
    }
}

packed_board!(
    /// Up to 25 cells, five bits each, in 16 bytes.
    Packed25, u128, 5, 25
);

/// A board of any size, two bytes a cell.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    cells: Box<[u16]>,
    blank: u32,
}

impl Board for Grid {
    type Saved = ();

    const CAPACITY: usize = 1 << 16;

    fn from_tiles(tiles: &[u16]) -> Self {
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap_or(0);
        Grid { cells: tiles.into(), blank: blank as u32 }
    }

    #[inline]
    fn tile(&self, cell: usize) -> usize {
        self.cells[cell] as usize
    }

    #[inline]
    fn blank(&self) -> usize {
        self.blank as usize
    }

    #[inline]
    fn slide(&mut self, from: usize, to: usize) -> (usize, ()) {
        self.cells.swap(from, to);
        self.blank = from as u32;
        (self.cells[to] as usize, ())
    }

    #[inline]
    fn unslide(&mut self, from: usize, to: usize, (): ()) {
        self.cells.swap(from, to);
        self.blank = to as u32;
    }

    fn heap_bytes(cells: usize) -> usize {
        // The allocator's header and rounding take about 16 bytes.
        cells * 2 + 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slides every tile of `tiles` into the blank and back, whatever the rules.
    fn slides_agree<A: Board, B: Board>(tiles: &[u16]) {
        let (mut a, mut b) = (A::from_tiles(tiles), B::from_tiles(tiles));
        let blank = tiles.iter().position(|&tile| tile == 0).unwrap();
        assert_eq!((a.blank(), b.blank()), (blank, blank));
        for from in (0..tiles.len()).filter(|&cell| cell != blank) {
            let (tile_a, saved_a) = a.slide(from, blank);
            let (tile_b, saved_b) = b.slide(from, blank);
            assert_eq!((tile_a, tile_b), (tiles[from] as usize, tiles[from] as usize));
            assert_eq!(a.to_tiles(tiles.len()), b.to_tiles(tiles.len()));
            assert_eq!((a.blank(), b.blank()), (from, from));
            a.unslide(from, blank, saved_a);
            b.unslide(from, blank, saved_b);
            assert_eq!((a.to_tiles(tiles.len()), b.blank()), (tiles.to_vec(), blank));
        }
    }

    #[test]
    fn packed_boards_are_grids() {
        for cells in 4..=25_u16 {
            for turn in 0..cells {
                let tiles: Vec<u16> = (0..cells).map(|cell| (cell * 7 + turn) % cells).collect();
                let mut sorted = tiles.clone();
                sorted.sort_unstable();
                if !sorted.into_iter().eq(0..cells) {
                    continue;
                }
                slides_agree::<Packed25, Grid>(&tiles);
                if cells <= 16 {
                    slides_agree::<Packed16, Grid>(&tiles);
                }
            }
        }
    }
}
