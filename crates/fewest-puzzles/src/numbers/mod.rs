//! Number Shifting: each number moves as many cells as its value, onto another number,
//! until none is left.

mod bounds;
mod format;
mod found;
mod level;
mod moves;
mod portfolio;
mod puzzle;
mod scene;
mod solve;
mod solver;
mod space;
mod sums;
mod values;
mod wide;

pub mod forest;
pub mod generator;
pub mod plan;
pub mod strategies;

#[cfg(test)]
mod solver_tests;

pub use super::Direction;
pub use bounds::Bound;
pub use format::Format;
pub use found::Found;
pub use level::{IllegalShift, Level, LevelError};
pub use moves::{Shift, ShiftError, Sign};
pub use puzzle::NumberShifting;
pub use solver::Solver;
pub use space::{Numbers, Undo};
pub use values::Values;
