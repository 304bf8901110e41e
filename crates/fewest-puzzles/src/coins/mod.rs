//! Coin-sliding font puzzles: turn one glyph into another. Each moved coin lands where
//! it touches two others.

mod board;
mod commands;
mod font;
mod format;
mod kernel;
mod lengths;
mod level;
mod notation;
#[cfg(test)]
mod one_by_one;
mod picture;
mod puzzle;
mod rank;
mod rules;
mod scene;
mod sheet;
mod solve;

pub mod batch;
pub mod generator;
pub mod heuristics;
pub mod plan;
pub mod results;

pub use board::{Board, BoardError, Hop, MAX_CELLS, cells_of};
pub use font::{DEFAULT_FONT, FONTS, Font, Glyph};
pub use format::Format;
pub use heuristics::Misplaced;
pub use lengths::{Length, Lengths};
pub use level::{Level, LevelError};
pub use notation::{HopError, IllegalHop, parse_hop, play, print_hop, print_hops};
pub use plan::PlanFormat;
pub use puzzle::CoinsPuzzle;
pub use rank::Numbered;
pub use rules::Coins;
