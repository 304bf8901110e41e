//! `SolveThis`+: all blocks move together, until they cover the goals.

mod annealing;
mod annealing_turns;
mod astar;
mod astar_turns;
mod beam;
mod beam_turns;
mod bound_filter;
mod costs;
mod domain;
mod drafting;
mod drawing;
mod explore;
mod format;
mod goal_subsets;
mod growth;
mod level;
mod nodes;
mod pack;
mod packed;
mod pattern_database;
mod perimeter;
mod portfolio;
mod rank;
mod rules;
mod solve;
mod space;
mod subset_distances;
mod subset_rank;
mod tables;
mod wide;
mod word;

pub mod bidirectional;
pub mod generator;
pub mod heuristics;
pub mod plan;

#[cfg(test)]
mod tests;

// What every puzzle shares, by its short name.
use fewest_puzzle::{draft, puzzle, scene, text};

pub use domain::BlocksPuzzle;
pub use fewest_puzzle::Direction;
pub use format::Format;
pub use goal_subsets::GoalSubsets;
pub use level::{Cell, Level, LevelError};
pub use pattern_database::PatternDatabase;
pub use perimeter::{Perimeter, Perimetric};
pub use plan::PlanFormat;
pub use rank::Numbered;
pub use rules::Rules;
pub use space::{Blocks, Variant};
pub use wide::Wide;
pub use word::{Cells, PackedState, Word};

/// The puzzle, type-erased: its searches are compiled in this crate.
#[inline(never)]
pub fn puzzle() -> &'static dyn puzzle::Puzzle {
    puzzle::Erased::<BlocksPuzzle>::PUZZLE
}
