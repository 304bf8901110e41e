//! Number Shifting: numbers move as far as they say, onto each other, until
//! none is left.

mod level;
mod moves;

pub mod generator;

pub use super::Direction;
pub use level::{IllegalShift, Level, LevelError};
pub use moves::{Shift, ShiftError, Sign};
