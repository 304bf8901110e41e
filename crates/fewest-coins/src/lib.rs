//! Coin-sliding font puzzles: turn one glyph into another. Each moved coin lands where
//! it touches two others.

mod board;
mod commands;
mod domain;
mod drafting;
mod drawing;
mod font;
mod format;
mod kernel;
mod lengths;
mod level;
mod notation;
mod one_pair;
mod picture;
mod rank;
mod rules;
mod sheet;
mod solve;

pub mod batch;
pub mod generator;
pub mod heuristics;
pub mod plan;
pub mod results;

// What every puzzle shares, by its short name.
use fewest_puzzle::{command, draft, figure, puzzle, scene, text};

pub use board::{Board, BoardError, Hop, MAX_CELLS, cells_of};
pub use domain::CoinsPuzzle;
pub use font::{DEFAULT_FONT, FONTS, Font, Glyph};
pub use format::Format;
pub use heuristics::Misplaced;
pub use lengths::{Length, Lengths};
pub use level::{Level, LevelError};
pub use notation::{HopError, IllegalHop, parse_hop, play, print_hop, print_hops};
pub use plan::PlanFormat;
pub use rank::Numbered;
pub use rules::Coins;

/// The puzzle, type-erased: its searches are compiled in this crate.
#[inline(never)]
pub fn puzzle() -> &'static dyn puzzle::Puzzle {
    puzzle::Erased::<CoinsPuzzle>::PUZZLE
}
