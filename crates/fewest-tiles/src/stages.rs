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
const BUILT: f64 = 80e6;
/// Bytes mapped and checked in a second.
const READ: f64 = 12e9;
/// Boards expanded in a second with databases, with small ones only, and without.
const EXPANDED: f64 = 15e6;
const EXPANDED_SMALL: f64 = 32e6;
const EXPANDED_WITHOUT: f64 = 8e6;

/// The next databases are built when searches have taken this part of the time that it
/// takes: what has not ended by then mostly takes much longer.
/// A partition beside several others gains less than one that takes the place of another: then
/// it is the part times the square of their number.
const PART: f64 = 1.0 / 3.0;

/// Up to this number of cells, small databases are looked up together with those of the
/// stage before.
const JOINED_CELLS: usize = 16;
/// All views of the databases that are looked up together, at most.
const MAX_JOINED_VIEWS: usize = 4;
/// The same on larger boards, where small databases of several partitions go on being looked
/// up beside those of the next size.
const MAX_BESIDE_VIEWS: usize = 5;

/// Databases of one partition, and perhaps of the one before it: the larger sum of both
/// counts.
#[derive(Clone, Debug)]
pub(crate) struct Stage {
    /// The largest one first.
    partitions: Vec<Partition>,
    /// The bytes of the databases.
    pub(crate) bytes: u64,
    seconds: f64,
    /// The part of these seconds that searches take before.
    part: f64,
    /// Boards that the stage before expands in a second.
    expanded_before: f64,
}

/// Whether a board can have stages: the whole of a very small one is searched faster than any
/// table is built.
pub(crate) fn are_any(geometry: &Geometry) -> bool {
    geometry.cells() > 9
}

/// The stages of a board, from small to large.
pub(crate) fn of(geometry: &Geometry, memory: Option<u64>) -> Vec<Stage> {
    if !are_any(geometry) {
        return Vec::new();
    }
    let most = memory.unwrap_or(MAX_BYTES).min(MAX_BYTES);
    let mut chosen: Vec<Vec<Partition>> = Vec::new();
    for size in SIZES {
        let partitions = Partition::of_size(geometry, size);
        let placements = |partitions: &Vec<Partition>| {
            partitions.iter().filter_map(|one| library::placements(geometry, one)).sum()
        };
        let before: u64 = chosen.last().map_or(0, placements);
        let bytes = library::bytes_of_all(geometry, &partitions);
        let fits = bytes.is_some_and(|bytes| bytes <= most);
        if fits && placements(&partitions) >= GROWTH * before {
            chosen.push(partitions);
        }
    }
    let mut stages: Vec<Stage> = Vec::new();
    for (number, partitions) in chosen.iter().enumerate() {
        let before = number.checked_sub(1).map_or(&[][..], |before| &chosen[before]);
        let beside = |new: &[Partition], views: usize| {
            let both = [new, before].concat();
            let can_join = library::can_join(geometry, &both, views);
            let joined = can_join.then(|| Stage::new(geometry, both));
            joined.filter(|joined| !before.is_empty() && joined.bytes <= most)
        };
        if geometry.cells() <= JOINED_CELLS
            && let Some(joined) = beside(partitions, MAX_JOINED_VIEWS)
        {
            stages.push(joined);
            continue;
        }
        // Of several partitions, the first one proves many boards before the second is built.
        // All of them together are not much weaker than one of the next size.
        for count in 1..=partitions.len() {
            let new = &partitions[..count];
            let joined = beside(new, MAX_BESIDE_VIEWS).filter(|_| before.len() > 1);
            stages.push(joined.unwrap_or_else(|| Stage::new(geometry, new.to_vec())));
        }
    }
    // What is read from files in less time than smaller databases are built.
    let mut fastest = f64::INFINITY;
    for number in (0..stages.len()).rev() {
        if stages[number].seconds >= fastest {
            stages.remove(number);
        } else {
            fastest = stages[number].seconds;
        }
    }
    for number in (1..stages.len()).rev() {
        let (before, stage) = (&stages[number - 1], &stages[number]);
        let is_new = |partition: &&Partition| !before.partitions.contains(partition);
        let new = stage.partitions.iter().filter(is_new);
        let is_small = library::are_small(geometry, &before.partitions);
        let rate = if is_small { EXPANDED_SMALL } else { EXPANDED };
        let new_seconds = new.map(|partition| seconds(geometry, partition)).sum();
        let kept = stage.partitions.len() - stage.partitions.iter().filter(is_new).count();
        let part = PART * kept.max(1).pow(2) as f64;
        let stage = &mut stages[number];
        (stage.seconds, stage.part, stage.expanded_before) = (new_seconds, part, rate);
    }
    stages
}

/// The seconds that one thread takes to build the databases of a partition, or to read their
/// files.
fn seconds(geometry: &Geometry, partition: &Partition) -> f64 {
    if library::has(geometry, partition) {
        0.0
    } else if library::is_stored(geometry, partition) {
        library::bytes(geometry, partition).unwrap_or(0) as f64 / READ
    } else {
        library::placements(geometry, partition).unwrap_or(0) as f64 / BUILT
    }
}

impl Stage {
    fn new(geometry: &Geometry, partitions: Vec<Partition>) -> Stage {
        let bytes = |partition: &Partition| library::bytes(geometry, partition).unwrap_or(0);
        Stage {
            bytes: partitions.iter().map(bytes).sum(),
            part: PART,
            expanded_before: EXPANDED,
            seconds: partitions.iter().map(|partition| seconds(geometry, partition)).sum(),
            partitions,
        }
    }

    /// The sizes of its groups: "6-6-3", or "6-6-3 and 5-5-5".
    pub(crate) fn sizes(&self) -> String {
        self.partitions.iter().map(Partition::name).collect::<Vec<_>>().join(" and ")
    }

    /// Its name as a heuristic.
    pub(crate) fn name(&self) -> String {
        format!("patterns {}", self.sizes())
    }

    /// Whether its databases are in memory.
    pub(crate) fn is_at_hand(&self, geometry: &Geometry) -> bool {
        self.partitions.iter().all(|partition| library::has(geometry, partition))
    }

    /// The seconds that one thread takes to build or read what the stage before has not.
    pub(crate) fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The boards that a search expands before it is worth the time to build it.
    pub(crate) fn expansions(&self, is_first: bool) -> u64 {
        let rate = if is_first { EXPANDED_WITHOUT } else { self.expanded_before };
        (self.part * self.seconds * rate) as u64
    }

    /// Its databases, and why one could not be stored.
    pub(crate) fn build(
        &self,
        geometry: &Geometry,
        budget: &Budget,
    ) -> Result<(PatternSums, Option<std::io::Error>), BuildError> {
        library::sums(geometry, &self.partitions, budget, Store::Slow, &mut |_| {})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(width: usize, height: usize, memory: Option<u64>) -> Vec<String> {
        let geometry = Geometry::new(width, height, &Geometry::blank_last(width, height));
        of(&geometry, memory).iter().map(Stage::sizes).collect()
    }

    #[test]
    fn less_memory_leaves_the_larger_databases_out() {
        assert_eq!(names(3, 3, None), [""; 0]);
        let all = names(4, 4, None);
        assert_eq!(all.last().map(String::as_str), Some("8-7"));
        let some = names(4, 4, Some(100 << 20));
        assert_eq!(some.last().map(String::as_str), Some("6-6-3"));
        assert_eq!(names(4, 4, Some(1000)), [""; 0]);
        for memory in [10_u64, 1 << 20, 1 << 28] {
            let geometry = Geometry::new(5, 5, &Geometry::blank_last(5, 5));
            assert!(of(&geometry, Some(memory)).iter().all(|stage| stage.bytes <= memory));
        }
    }
}
