//! The pattern databases that are worth building for a board, from small to large.

use fewest::search::Budget;

use super::geometry::Geometry;
use super::pattern::library::{self, Store};
use super::pattern::{BuildError, Partition, PatternSums};

/// The sizes of groups that are tried.
const SIZES: std::ops::RangeInclusive<usize> = 4..=8;

/// The bytes of all databases of a stage, at most, where memory is not limited.
const MAX_BYTES: u64 = 1 << 30;

/// The next stage has at least this many times the placements of the one before.
const GROWTH: u64 = 4;

/// Placements built in a second on one thread of an ordinary machine.
const BUILT: f64 = 30e6;
/// Bytes read and checked in a second.
const READ: f64 = 2e9;
/// Boards expanded in a second with databases, and without.
const EXPANDED: f64 = 15e6;
const EXPANDED_WITHOUT: f64 = 8e6;

/// Databases of one partition.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    partition: Partition,
    /// The bytes of the databases.
    pub(crate) bytes: u64,
    is_stored: bool,
}

/// The stages of a board, from small to large.
pub(crate) fn of(geometry: &Geometry, memory: Option<u64>) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    // The whole of a very small board is searched faster than any table is built.
    if geometry.cells() <= 9 {
        return stages;
    }
    let most = memory.unwrap_or(MAX_BYTES).min(MAX_BYTES);
    for size in SIZES {
        let partition = Partition::of_size(geometry, size);
        let Some(bytes) = library::bytes(geometry, &partition) else { continue };
        let before = stages.last().map_or(0, |stage| stage.bytes);
        if bytes <= most && bytes >= GROWTH * before {
            let is_stored = library::is_stored(geometry, &partition);
            stages.push(Stage { partition, bytes, is_stored });
        }
    }
    stages
}

impl Stage {
    /// The sizes of its groups: "6-6-3".
    pub(crate) fn sizes(&self) -> String {
        self.partition.name()
    }

    /// Its name as a heuristic.
    pub(crate) fn name(&self) -> String {
        format!("patterns {}", self.sizes())
    }

    /// Whether its databases are in memory.
    pub(crate) fn is_at_hand(&self, geometry: &Geometry) -> bool {
        library::has(geometry, &self.partition)
    }

    /// The seconds that one thread takes to build it, or to read its files.
    pub(crate) fn seconds(&self) -> f64 {
        if self.is_stored { self.bytes as f64 / READ } else { 2.0 * self.bytes as f64 / BUILT }
    }

    /// The boards that a search expands in that time.
    pub(crate) fn expansions(&self, is_first: bool) -> u64 {
        (self.seconds() * if is_first { EXPANDED_WITHOUT } else { EXPANDED }) as u64
    }

    /// Its databases, and why one could not be stored.
    pub(crate) fn build(
        &self,
        geometry: &Geometry,
        budget: &Budget,
    ) -> Result<(PatternSums, Option<std::io::Error>), BuildError> {
        let partitions = std::slice::from_ref(&self.partition);
        library::sums(geometry, partitions, budget, Store::Slow, &mut |_| {})
    }
}
