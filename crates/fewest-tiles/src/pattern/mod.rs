//! Additive pattern databases (Korf and Felner 2002).
//!
//! The tiles are divided into groups. For each placement of a group, a table has the
//! moves of its own tiles that bring them home, whatever the others do. No move is
//! counted twice, so the groups' distances add up to a lower bound.

mod arrangements;
mod builder;
pub(crate) mod collections;
mod database;
#[cfg(not(target_family = "wasm"))]
pub(crate) mod files;
#[cfg(target_family = "wasm")]
#[path = "no_files.rs"]
pub(crate) mod files;
mod group;
mod layer;
pub(crate) mod library;
mod occupied;
mod packing;
mod partition;
mod store;
mod sums;
mod surplus;
mod symmetry;
#[cfg(not(target_family = "wasm"))]
mod turn;
mod zero_aware;

#[cfg(test)]
pub(crate) mod tests;

pub use builder::BuildError;
pub use database::PatternDatabase;
pub use partition::Partition;
pub(crate) use sums::{MAX_GROUPS, View};
pub use sums::{PatternSums, Value};
pub use zero_aware::{Value as ZeroAwareValue, ZeroAware};
