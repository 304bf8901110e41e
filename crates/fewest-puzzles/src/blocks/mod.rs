//! `SolveThis`+: all blocks move together, until they cover the goals.

mod beam;
mod bound_filter;
mod expand;
mod explore;
mod format;
mod frontier;
mod goal_subsets;
mod layers;
mod level;
mod pack;
mod path;
mod pattern_database;
mod perimeter;
mod portfolio;
mod puzzle;
mod rank;
mod rules;
mod scene;
mod solve;
mod space;
mod visited;
mod wide;
mod word;

pub mod bidirectional;
pub mod generator;
pub mod heuristics;
pub mod plan;

#[cfg(test)]
mod rules_tests;
#[cfg(test)]
mod tests;

pub use super::Direction;
pub use format::Format;
pub use goal_subsets::GoalSubsets;
pub use level::{Cell, Level, LevelError};
pub use pattern_database::PatternDatabase;
pub use perimeter::{Perimeter, Perimetric};
pub use plan::PlanFormat;
pub use puzzle::BlocksPuzzle;
pub use rank::Numbered;
pub use rules::Rules;
pub use space::{Blocks, Variant};
pub use wide::Wide;
pub use word::{Cells, Word};
