//! Sliding tiles of any size: the 8-, 15- and 24-puzzle and far beyond.

mod board;
mod commands;
mod domain;
mod drafting;
mod drawing;
mod few;
mod format;
mod geometry;
mod goal;
mod ida_star;
mod kernel;
mod large;
mod level;
mod nearest;
mod portfolio;
mod pruning;
mod rank;
mod rules;
mod solve;
mod staged_proof;
mod stages;
mod subtrees;
mod suites;
mod words;

pub mod constructive;
pub mod generator;
pub mod heuristics;
pub mod pattern;
pub mod plan;

// What every puzzle shares, by its short name.
use fewest_puzzle::{command, draft, puzzle, scene, text};

pub use board::{Board, Grid, Packed16, Packed25};
pub use domain::SlidingTiles;
pub use format::Format;
pub use geometry::{Direction, Geometry};
pub use level::Level;
pub use plan::PlanFormat;
pub use rank::Reachable;
pub use rules::{Slid, Tiles};

/// The puzzle, type-erased: its searches are compiled in this crate.
#[inline(never)]
pub fn puzzle() -> &'static dyn puzzle::Puzzle {
    puzzle::Erased::<SlidingTiles>::PUZZLE
}
