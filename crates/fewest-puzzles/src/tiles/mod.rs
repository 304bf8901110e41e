//! Sliding tiles of any size: the 8-, 15- and 24-puzzle and far beyond.

mod board;
mod format;
mod geometry;
mod goal;
mod level;
mod portfolio;
mod puzzle;
mod rank;
mod rules;
mod scene;
mod solve;

pub mod constructive;
pub mod generator;
pub mod heuristics;
pub mod plan;

pub use board::{Board, Grid, Packed16, Packed25};
pub use format::Format;
pub use geometry::{Direction, Geometry};
pub use level::Level;
pub use plan::PlanFormat;
pub use puzzle::SlidingTiles;
pub use rank::Reachable;
pub use rules::{Slid, Tiles};
