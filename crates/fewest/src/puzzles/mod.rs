//! The puzzles, one folder each.

pub mod blocks;
pub mod tiles;
