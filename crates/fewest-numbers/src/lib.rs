//! Number Shifting: each number moves as many cells as its value, onto another number,
//! until none is left.

mod bounds;
mod domain;
mod drafting;
mod drawing;
mod format;
mod found;
mod level;
mod moves;
mod packing;
mod portfolio;
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

// What every puzzle shares, by its short name.
use fewest_puzzle::{command, draft, puzzle, scene, text};

pub use bounds::Bound;
pub use domain::NumberShifting;
pub use fewest_puzzle::Direction;
pub use format::Format;
pub use found::Found;
pub use level::{IllegalShift, Level, LevelError};
pub use moves::{Shift, ShiftError, Sign};
pub use solver::Solver;
pub use space::{Numbers, Undo};
pub use values::Values;

/// The puzzle, type-erased: its searches are compiled in this crate.
#[inline(never)]
pub fn puzzle() -> &'static dyn puzzle::Puzzle {
    puzzle::Erased::<NumberShifting>::PUZZLE
}
