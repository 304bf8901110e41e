//! Moves as text: `1_2-3_4` takes the coin in column 1, row 2 to column 3, row 4, both
//! counted from 0. The site where these puzzles are played uses this notation
//! (coinsliding.erikdemaine.org).
//!
//! ```
//! use fewest_coins::{Board, Hop, parse_hop, print_hop};
//!
//! let board = Board::new(5, 7)?;
//! let hop = parse_hop(&board, "1_2-3_4")?;
//! assert_eq!(hop, Hop { from: 11, to: 23 });
//! assert_eq!(print_hop(&board, hop), "1_2-3_4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::board::{Board, Hop};
use super::rules::hopped;
use crate::text::quoted;

/// Why a text is not a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HopError {
    /// The text has another form.
    #[error("{} is not a move; a move is x_y-x_y, e.g. 1_2-3_4", quoted(.0))]
    Form(String),
    /// A cell is not on the board.
    #[error("{x}_{y} is not on the board; x is 0 to {}, y is 0 to {}", width - 1, height - 1)]
    OffBoard {
        /// The column.
        x: usize,
        /// The row.
        y: usize,
        /// The board's columns.
        width: usize,
        /// The board's rows.
        height: usize,
    },
}

/// Why a move can't be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalHop {
    /// It begins where no coin is.
    #[error("its first cell has no coin")]
    NoCoin,
    /// It ends where a coin is.
    #[error("its last cell already has a coin")]
    Taken,
    /// It ends where the coin touches no other.
    #[error("its last cell touches no other coin; it must touch two")]
    Untouched,
    /// It ends where the coin touches only one other.
    #[error("its last cell touches one other coin; it must touch two")]
    TouchesOne,
}

/// Reads a move.
pub fn parse_hop(board: &Board, text: &str) -> Result<Hop, HopError> {
    let form = || HopError::Form(text.to_string());
    let (from, to) = text.split_once('-').ok_or_else(form)?;
    let cell = |text: &str| {
        let (x, y) = text.split_once('_').ok_or_else(form)?;
        let (x, y) = (number(x).ok_or_else(form)?, number(y).ok_or_else(form)?);
        let (width, height) = (board.width(), board.height());
        board.cell(x, y).ok_or(HopError::OffBoard { x, y, width, height })
    };
    Ok(Hop { from: cell(from)?, to: cell(to)? })
}

/// At most three digits, without a sign.
fn number(text: &str) -> Option<usize> {
    let digits = (1..=3).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

/// Writes a move.
pub fn print_hop(board: &Board, hop: Hop) -> String {
    let ((a, b), (c, d)) = (board.place(hop.from), board.place(hop.to));
    format!("{a}_{b}-{c}_{d}")
}

/// Writes moves with a space between.
pub fn print_hops(board: &Board, hops: &[Hop]) -> String {
    hops.iter().map(|&hop| print_hop(board, hop)).collect::<Vec<_>>().join(" ")
}

/// Plays a move, if it is legal.
pub fn play(board: &Board, coins: u64, hop: Hop) -> Result<u64, IllegalHop> {
    if coins >> hop.from & 1 == 0 {
        return Err(IllegalHop::NoCoin);
    }
    if coins >> hop.to & 1 == 1 {
        return Err(IllegalHop::Taken);
    }
    let stay = coins & !(1 << hop.from);
    if board.supported(stay) >> hop.to & 1 == 0 {
        let touches = board.touched(stay) >> hop.to & 1 == 1;
        return Err(if touches { IllegalHop::TouchesOne } else { IllegalHop::Untouched });
    }
    Ok(hopped(coins, hop))
}
