//! `SolveThis`+: all blocks move together, until they cover the goals.

pub mod bidirectional;
mod direction;
mod expand;
mod frontier;
mod rules;
mod sieve;
mod space;
mod subsets;
mod visited;
mod walk;
mod wide;
mod word;

#[cfg(test)]
mod rules_tests;

pub use direction::Direction;
pub use rules::Rules;
pub use space::{Blocks, Variant};
pub use subsets::SubsetTable;
pub use wide::Wide;
pub use word::{Cells, Word};
