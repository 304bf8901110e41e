//! The puzzles of `fewest`: sliding tiles, blocks, coins and numbers, and the edge that
//! every puzzle is reached through.

pub mod command;
pub mod conformance;
pub mod figure;
pub mod pool_text;
pub mod puzzle;
pub mod scene;
pub mod text;
mod watch;

mod direction;

pub mod blocks;
pub mod coins;
pub mod numbers;
pub mod tiles;

pub use direction::Direction;
pub use puzzle::{Domain, Position, Puzzle, Registry};
