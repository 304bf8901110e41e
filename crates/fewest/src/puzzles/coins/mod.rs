//! Coin-sliding font puzzles: from one glyph to another, each coin landing
//! where it touches two others.

mod board;
mod one_by_one;
mod rules;

pub mod survey;

pub use board::{Board, BoardError, Hop, MOST_CELLS, cells_of};
pub use rules::Coins;
