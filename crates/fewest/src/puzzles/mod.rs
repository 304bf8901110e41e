//! The puzzles, one folder each.

mod direction;

pub mod blocks;
pub mod coins;
pub mod numbers;
pub mod tiles;

pub use direction::Direction;
