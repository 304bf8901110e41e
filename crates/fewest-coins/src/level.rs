//! A puzzle of coins: a board, a start and a target.
//!
//! ```
//! use fewest_coins::Level;
//!
//! let level = Level::parse("oo-\no--\n\n-o-\noo-\n")?;
//! assert_eq!(level.start().count_ones(), 3);
//! assert_eq!(level.moves().count(), 1);
//! # Ok::<(), fewest_puzzle::text::ParseError>(())
//! ```

use super::board::{Board, Hop};
use super::font::Font;
use super::format::{self, Format};
use super::rules::hops;
use crate::puzzle::Likeness;
use crate::text::ParseError;

/// A start and a target with the same number of coins on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    board: Board,
    start: u64,
    target: u64,
    names: Option<[String; 2]>,
}

/// Why a level is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// A coin is outside the board.
    #[error("a coin is outside the board")]
    OffBoard,
    /// Start and target have different numbers of coins.
    #[error("the target has {target} coins, but the start has {start}")]
    Coins {
        /// The number of coins of the start.
        start: u32,
        /// The number of coins of the target.
        target: u32,
    },
}

impl Level {
    /// A level without names.
    pub fn new(board: Board, start: u64, target: u64) -> Result<Level, LevelError> {
        if (start | target) & !board.cells() != 0 {
            return Err(LevelError::OffBoard);
        }
        let coins = (start.count_ones(), target.count_ones());
        if coins.0 != coins.1 {
            return Err(LevelError::Coins { start: coins.0, target: coins.1 });
        }
        Ok(Level { board, start, target, names: None })
    }

    /// The level from one glyph of a font to another, by their indices.
    ///
    /// # Panics
    /// If the font has no such glyph.
    pub fn between(font: &Font, from: usize, to: usize) -> Level {
        let (from, to) = (&font.glyphs()[from], &font.glyphs()[to]);
        // Glyphs of a font lie on its board and have the same number of coins.
        Level {
            board: *font.board(),
            start: from.coins,
            target: to.coins,
            names: Some([from.name.clone(), to.name.clone()]),
        }
    }

    /// The same level with names for start and target.
    #[must_use]
    pub fn with_names(self, names: Option<[String; 2]>) -> Level {
        Level { names, ..self }
    }

    /// The same level with another start.
    pub(super) fn with_start(&self, start: u64) -> Level {
        Level { start, ..self.clone() }
    }

    /// The same level with another target, of the same number of coins.
    pub(super) fn with_target(&self, target: u64) -> Level {
        Level { target, names: None, ..self.clone() }
    }

    /// Reads a level in any format.
    pub fn parse(text: &str) -> Result<Level, ParseError> {
        format::parse(text)
    }

    /// How much a text looks like a level.
    pub fn recognise(text: &str) -> Likeness {
        format::recognise(text)
    }

    /// Writes it in a format.
    pub fn print(&self, format: Format) -> String {
        format::print(self, format)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The start.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// The target.
    pub fn target(&self) -> u64 {
        self.target
    }

    /// The names of start and target, if any.
    pub fn names(&self) -> Option<&[String; 2]> {
        self.names.as_ref()
    }

    /// The legal moves.
    pub fn moves(&self) -> impl Iterator<Item = Hop> {
        hops(&self.board, self.start)
    }

    /// Whether the start is the target.
    pub fn is_solved(&self) -> bool {
        self.start == self.target
    }
}
