//! The puzzles, one folder each.

pub mod blocks;
pub mod coins;
pub mod tiles;
