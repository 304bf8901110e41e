//! The board: which cells touch, for sets of cells as bits of a word.
//!
//! Cell (x, y) is bit `y * width + x`. So a set of coins is one `u64`, and the
//! neighbours of all its coins take a few shifts.
//!
//! ```
//! use fewest_coins::Board;
//!
//! let board = Board::new(3, 2)?;
//! let coins = 0b010_001; // (0, 0) and (1, 1)
//! assert_eq!(board.supported(coins), 0b001_010, "both other corners touch both coins");
//! # Ok::<(), fewest_coins::BoardError>(())
//! ```

/// The maximum number of cells of a board: a set of cells is a word.
pub const MAX_CELLS: usize = 64;

/// A board of at most 64 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    width: u8,
    height: u8,
    cells: u64,
    /// The cells that have a cell to their left, and to their right.
    has_left: u64,
    has_right: u64,
}

/// Why a board is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// It has no cells.
    #[error("a board has at least one column and one row")]
    Empty,
    /// It has too many.
    #[error("a board of {width} × {height} has too many cells; the maximum is {MAX_CELLS}")]
    TooLarge {
        /// Its columns.
        width: usize,
        /// Its rows.
        height: usize,
    },
}

/// A move of a coin from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hop {
    /// The cell that it leaves.
    pub from: u8,
    /// The cell that it lands on.
    pub to: u8,
}

impl Board {
    /// A board of `width` × `height` cells.
    pub fn new(width: usize, height: usize) -> Result<Board, BoardError> {
        if width == 0 || height == 0 {
            return Err(BoardError::Empty);
        }
        if width.saturating_mul(height) > MAX_CELLS {
            return Err(BoardError::TooLarge { width, height });
        }
        let cells = u64::MAX >> (64 - width * height);
        let left_column = (0..height).fold(0, |column, y| column | 1 << (y * width));
        let right_column = left_column << (width - 1);
        Ok(Board {
            width: width as u8,
            height: height as u8,
            cells,
            has_left: cells & !left_column,
            has_right: cells & !right_column,
        })
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        usize::from(self.width)
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        usize::from(self.height)
    }

    /// All cells.
    pub fn cells(&self) -> u64 {
        self.cells
    }

    /// The number of a cell.
    pub fn cell(&self, x: usize, y: usize) -> Option<u8> {
        (x < self.width() && y < self.height()).then(|| (y * self.width() + x) as u8)
    }

    /// The column and the row of a cell.
    pub fn place(&self, cell: u8) -> (usize, usize) {
        (usize::from(cell) % self.width(), usize::from(cell) / self.width())
    }

    /// The set shifted by a cell left, right, up and down.
    #[inline]
    fn steps(&self, set: u64) -> [u64; 4] {
        let width = u32::from(self.width);
        // A board of one row or of 64 columns shifts everything out.
        let up = set.checked_shr(width).unwrap_or(0);
        let down = set.checked_shl(width).unwrap_or(0) & self.cells;
        [(set & self.has_left) >> 1, (set & self.has_right) << 1, up, down]
    }

    /// The cells that touch at least one cell of `set`.
    #[inline]
    pub fn touched(&self, set: u64) -> u64 {
        let [left, right, up, down] = self.steps(set);
        left | right | up | down
    }

    /// The cells that touch at least two cells of `set`: where a coin may land,
    /// if empty, once the coin that moves is lifted out of `set`.
    #[inline]
    pub fn supported(&self, set: u64) -> u64 {
        let [left, right, up, down] = self.steps(set);
        left & right | up & down | (left | right) & (up | down)
    }
}

/// The cells of a set, from the lowest.
pub fn cells_of(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as u8;
            set &= set - 1;
            cell
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many cells of `set` touch `cell`, one by one.
    fn touching(board: &Board, set: u64, cell: u8) -> usize {
        let (x, y) = board.place(cell);
        let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        let cells = around.into_iter().filter_map(|(x, y)| board.cell(x, y));
        cells.filter(|&other| set >> other & 1 == 1).count()
    }

    #[test]
    fn touching_cells_are_counted_on_every_shape() {
        let mut set = 0x9e37_79b9_7f4a_7c15u64;
        for (width, height) in
            [(1, 1), (1, 64), (64, 1), (8, 8), (5, 9), (5, 7), (3, 2), (2, 31), (32, 2), (7, 9)]
        {
            let board = Board::new(width, height).unwrap();
            assert_eq!(board.cells().count_ones() as usize, width * height);
            for _ in 0..200 {
                set = set.rotate_left(17).wrapping_mul(0x2545_f491_4f6c_dd1d);
                let coins = set & board.cells();
                let (touched, supported) = (board.touched(coins), board.supported(coins));
                for cell in cells_of(board.cells()) {
                    let count = touching(&board, coins, cell);
                    assert_eq!(touched >> cell & 1 == 1, count >= 1);
                    assert_eq!(supported >> cell & 1 == 1, count >= 2);
                }
                assert_eq!((touched | supported) & !board.cells(), 0);
            }
        }
    }

    #[test]
    fn boards_have_limits() {
        assert_eq!(Board::new(0, 4), Err(BoardError::Empty));
        assert_eq!(Board::new(8, 9), Err(BoardError::TooLarge { width: 8, height: 9 }));
        assert_eq!(
            Board::new(usize::MAX, 2),
            Err(BoardError::TooLarge { width: usize::MAX, height: 2 })
        );
    }
}
