//! `SolveThis`+: all blocks move together, until they cover the goals.

mod direction;
mod format;
mod level;
mod rules;
mod wide;
mod word;

pub mod generator;
pub mod plan;

#[cfg(test)]
mod rules_tests;

pub use direction::Direction;
pub use format::Format;
pub use level::{Cell, Level, LevelError};
pub use plan::PlanFormat;
pub use rules::Rules;
pub use wide::Wide;
pub use word::{Cells, Word};
