//! Sliding tiles of any size: the 8-, 15- and 24-puzzle and far beyond.

mod board;
mod geometry;
mod puzzle;
mod rank;
mod rules;
mod symmetries;

pub mod heuristics;

pub use board::{Board, Grid, Packed16, Packed25};
pub use geometry::{Direction, Geometry};
pub use puzzle::SlidingTiles;
pub use rank::Reachable;
pub use rules::{Slid, Tiles};
pub use symmetries::Symmetries;
