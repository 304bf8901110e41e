//! Path reconstruction: from a set back to the start.
//!
//! Within a depth label this is a search, and its cost grows with the number of layers of
//! the label. Where it is too slow, the path waits until the layers are rerun with few
//! layers per label around that depth.

use rustc_hash::FxHashSet;

use super::dense::Dense;
use super::depth_labels::LONG;
use super::layers::Layers;
use super::steps::{predecessors, successors};
use crate::board::Board;

/// Follows a path from a set of a layer, through the layers before it, to the first
/// layer. Returns the sets after the given one.
pub(super) fn through_layers(
    board: &Board,
    layers: &Layers,
    depth: u32,
    set: u64,
    forward: bool,
) -> Option<Vec<u64>> {
    let mut path = Vec::new();
    let mut set = set;
    for depth in (0..depth).rev() {
        set = if forward {
            successors(board, set).find(|&next| layers.has(depth, next))?
        } else {
            predecessors(board, set).find(|&before| layers.has(depth, before))?
        };
        path.push(set);
    }
    Some(path)
}

/// Sets that path reconstruction tried at a depth at which they were not reached.
#[derive(Debug, Default)]
pub(super) struct DeadEnds {
    sets: FxHashSet<(u64, u32)>,
    max: usize,
}

impl DeadEnds {
    /// Keeps at most `max` sets; forgets all of them when there are more.
    pub(super) fn new(max: usize) -> DeadEnds {
        DeadEnds { sets: FxHashSet::default(), max }
    }

    fn has(&self, set: u64, depth: u32) -> bool {
        self.sets.contains(&(set, depth))
    }

    fn add(&mut self, set: u64, depth: u32) {
        if self.sets.len() >= self.max {
            self.sets.clear();
        }
        self.sets.insert((set, depth));
    }
}

/// The number of lookups between two checks whether to stop.
const CHECK_INTERVAL: u64 = 1 << 16;

/// A path reconstruction, label by label.
pub(super) struct Reconstruction<'a> {
    pub(super) board: &'a Board,
    pub(super) dense: &'a Dense,
    pub(super) sparse: &'a Layers,
    /// The maximum number of lookups within one label.
    pub(super) max_lookups: u64,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    pub(super) dead_ends: &'a mut DeadEnds,
}

impl Reconstruction<'_> {
    /// Extends a path from its last set, reached at this depth, back to the last sparse
    /// layer, or as far as it is fast. Returns the depth of the new last set, or `None` if
    /// there is no path back: a contradiction.
    pub(super) fn extend(&mut self, path: &mut Vec<u64>, mut depth: u32) -> Option<u32> {
        while depth > self.sparse.depth() {
            let set = *path.last()?;
            let labels = &self.dense.labels;
            if depth > labels.depth() {
                // A reached predecessor of a set in the next layer is in the last layer.
                let before: Vec<u64> = predecessors(self.board, set).collect();
                let labels = self.dense.labels_of(&before).into_iter();
                path.push(before.into_iter().zip(labels).find(|(_, label)| label.is_some())?.0);
                depth -= 1;
                continue;
            }
            let label = labels.of_depth(depth);
            let before = labels.depth_before(label);
            if depth - before > 2 * LONG {
                return Some(depth);
            }
            let mut search =
                Search { reconstruction: self, label, before, lookups: 0, ended: false };
            let first = path.len();
            if !search.back(set, depth, path) {
                return search.ended.then_some(depth);
            }
            // The search finds the last step first.
            path[first..].reverse();
            depth = before;
        }
        Some(depth)
    }
}

/// A search within a label.
struct Search<'r, 'a> {
    reconstruction: &'r mut Reconstruction<'a>,
    label: u32,
    /// The last depth before the label.
    before: u32,
    lookups: u64,
    /// Whether it was told to stop, or was too slow.
    ended: bool,
}

impl Search<'_, '_> {
    /// Steps back from a set that may be at this depth, one layer per step, to the
    /// label before. Pushes the sets, the last first.
    fn back(&mut self, set: u64, depth: u32, path: &mut Vec<u64>) -> bool {
        // All lookups together: one by one, each would wait for the memory.
        let before: Vec<u64> = predecessors(self.reconstruction.board, set).collect();
        let labels = self.reconstruction.dense.labels_of(&before);
        self.look_up(before.len() as u64);
        let is_last = depth - 1 == self.before;
        for (before, label) in before.into_iter().zip(labels) {
            let found = if is_last {
                self.is_earlier(before, label)
            } else {
                label == Some(self.label)
                    && !self.reconstruction.dead_ends.has(before, depth - 1)
                    && self.back(before, depth - 1, path)
            };
            if found {
                path.push(before);
                return true;
            }
            if self.ended {
                return false;
            }
        }
        self.reconstruction.dead_ends.add(set, depth);
        false
    }

    fn look_up(&mut self, sets: u64) {
        let checked = self.lookups / CHECK_INTERVAL;
        self.lookups += sets;
        self.ended |= self.lookups > self.reconstruction.max_lookups
            || self.lookups / CHECK_INTERVAL > checked && (self.reconstruction.stop)();
    }

    fn is_earlier(&self, set: u64, label: Option<u32>) -> bool {
        if let Some(before) = self.label.checked_sub(1) {
            return label == Some(before);
        }
        let sparse = self.reconstruction.sparse;
        label == Some(0) && sparse.has(sparse.depth(), set)
    }
}
