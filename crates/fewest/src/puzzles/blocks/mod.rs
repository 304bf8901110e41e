//! `SolveThis`+: all blocks move together, until they cover the goals.

mod direction;
mod level;
mod rules;
mod wide;
mod word;

#[cfg(test)]
mod rules_tests;

pub use direction::Direction;
pub use level::{Cell, Level, LevelError};
pub use rules::Rules;
pub use wide::Wide;
pub use word::{Cells, Word};
