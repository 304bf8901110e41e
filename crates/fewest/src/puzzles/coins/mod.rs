//! Coin-sliding font puzzles: from one glyph to another, each coin landing
//! where it touches two others.

mod board;

pub use board::{Board, BoardError, Hop, MOST_CELLS, cells_of};
