//! A board cut into two halves and the row between them.

use crate::board::Board;

/// Which cells are in which half. Boards that are wider than high are turned,
/// so that the middle row is short.
#[derive(Clone, Debug)]
pub(super) struct Split {
    pub(super) columns: usize,
    pub(super) upper_rows: usize,
    pub(super) lower_rows: usize,
    /// Where each cell of the board is after turning: upper half (numbered from
    /// the middle row), middle row, lower half. Bytes of the set at a time.
    bytes: Vec<[u64; 256]>,
}

impl Split {
    pub(super) fn new(board: &Board) -> Split {
        let turned = board.width() > board.height();
        let (columns, rows) =
            if turned { (board.height(), board.width()) } else { (board.width(), board.height()) };
        let upper_rows = rows / 2;
        let lower_rows = rows - upper_rows - 1;
        let new_cell = |cell: u8| {
            let (x, y) = board.place(cell);
            let (x, y) = if turned { (y, x) } else { (x, y) };
            // Upper half first, its rows from the middle outwards; then the middle row, then the lower half.
            let row = if y < upper_rows { upper_rows - 1 - y } else { y };
            (row * columns + x) as u32
        };
        let byte = |byte: usize| {
            let mut table = [0; 256];
            for (bits, word) in table.iter_mut().enumerate() {
                for bit in (0..8).filter(|bit| bits >> bit & 1 == 1) {
                    let cell = 8 * byte + bit;
                    if board.cells() >> cell & 1 == 1 {
                        *word |= 1u64 << new_cell(cell as u8);
                    }
                }
            }
            table
        };
        let cells = board.width() * board.height();
        Split { columns, upper_rows, lower_rows, bytes: (0..cells.div_ceil(8)).map(byte).collect() }
    }

    /// The upper half, the middle row and the lower half of a set.
    #[inline]
    pub(super) fn parts(&self, set: u64) -> (u64, u32, u64) {
        let turned = self
            .bytes
            .iter()
            .zip(set.to_le_bytes())
            .fold(0, |sum, (table, byte)| sum | table[usize::from(byte)]);
        let upper_cells = self.upper_rows * self.columns;
        let upper = turned & ((1 << upper_cells) - 1);
        let middle = (turned >> upper_cells) as u32 & ((1 << self.columns) - 1);
        // A board of one row has no lower half, and of 64 cells no shift by 64.
        let lower = turned.checked_shr((upper_cells + self.columns) as u32).unwrap_or(0);
        (upper, middle, lower)
    }
}
