//! The way back from a set to the start.
//!
//! Within an epoch it is a search, which takes the longer the more levels the epoch has.
//! Where that is too long, the walk waits until the levels before were run again with
//! epochs that are short there.

use rustc_hash::FxHashSet;

use super::dense::Dense;
use super::epochs::LONG;
use super::layers::Layers;
use super::steps::{predecessors, successors};
use crate::coins::board::Board;

/// From a set of a layer, through the layers before it, to one of the first:
/// the sets after it.
pub(super) fn through_layers(
    board: &Board,
    layers: &Layers,
    depth: u32,
    set: u64,
    forward: bool,
) -> Option<Vec<u64>> {
    let mut way = Vec::new();
    let mut set = set;
    for depth in (0..depth).rev() {
        set = if forward {
            successors(board, set).find(|&next| layers.has(depth, next))?
        } else {
            predecessors(board, set).find(|&before| layers.has(depth, before))?
        };
        way.push(set);
    }
    Some(way)
}

/// What walks back from a start found out: sets that were not reached at the level at
/// which they were thought to be.
#[derive(Debug, Default)]
pub(super) struct DeadEnds {
    sets: FxHashSet<(u64, u32)>,
    most: usize,
}

impl DeadEnds {
    /// If there are more than `most`, they are forgotten.
    pub(super) fn new(most: usize) -> DeadEnds {
        DeadEnds { sets: FxHashSet::default(), most }
    }

    fn has(&self, set: u64, level: u32) -> bool {
        self.sets.contains(&(set, level))
    }

    fn add(&mut self, set: u64, level: u32) {
        if self.sets.len() >= self.most {
            self.sets.clear();
        }
        self.sets.insert((set, level));
    }
}

/// It is asked whether to stop after so many sets were looked up.
const ASK_EVERY: u64 = 1 << 16;

/// A walk back, from epoch to epoch.
pub(super) struct Walk<'a> {
    pub(super) board: &'a Board,
    pub(super) dense: &'a Dense,
    pub(super) sparse: &'a Layers,
    /// How many sets may be looked up within an epoch.
    pub(super) most: u64,
    pub(super) stop: &'a (dyn Fn() -> bool + Sync),
    pub(super) dead_ends: &'a mut DeadEnds,
}

impl Walk<'_> {
    /// From the last set of a way, reached at this level, back to one of the last sparse
    /// layer, or as far as it can come: pushes the sets, and returns the level of the last
    /// one. Nothing if there is no way back, which can't be.
    pub(super) fn back(&mut self, way: &mut Vec<u64>, mut level: u32) -> Option<u32> {
        while level > self.sparse.depth() {
            let set = *way.last()?;
            let epochs = &self.dense.epochs;
            if level > epochs.level() {
                // What was reached and leads to a set of the next level is of the last one.
                let before: Vec<u64> = predecessors(self.board, set).collect();
                let epochs = self.dense.epochs_of(&before).into_iter();
                way.push(before.into_iter().zip(epochs).find(|(_, epoch)| epoch.is_some())?.0);
                level -= 1;
                continue;
            }
            let epoch = epochs.of_level(level);
            let before = epochs.level_before(epoch);
            if level - before > 2 * LONG {
                return Some(level);
            }
            let mut search = Search { walk: self, epoch, before, looked_up: 0, ended: false };
            let first = way.len();
            if !search.back(set, level, way) {
                return search.ended.then_some(level);
            }
            // The search finds the last step first.
            way[first..].reverse();
            level = before;
        }
        Some(level)
    }
}

/// A search within an epoch.
struct Search<'w, 'a> {
    walk: &'w mut Walk<'a>,
    epoch: u32,
    /// The last level before the epoch.
    before: u32,
    looked_up: u64,
    /// Whether it was told to stop, or took too long.
    ended: bool,
}

impl Search<'_, '_> {
    /// Goes back from a set that may be of this level, one level a step, to the
    /// epoch before: pushes the sets, the last first.
    fn back(&mut self, set: u64, level: u32, way: &mut Vec<u64>) -> bool {
        // All are looked up together: one by one, each would wait for the memory.
        let before: Vec<u64> = predecessors(self.walk.board, set).collect();
        let epochs = self.walk.dense.epochs_of(&before);
        self.look_up(before.len() as u64);
        let is_last = level - 1 == self.before;
        for (before, epoch) in before.into_iter().zip(epochs) {
            let found = if is_last {
                self.is_earlier(before, epoch)
            } else {
                epoch == Some(self.epoch)
                    && !self.walk.dead_ends.has(before, level - 1)
                    && self.back(before, level - 1, way)
            };
            if found {
                way.push(before);
                return true;
            }
            if self.ended {
                return false;
            }
        }
        self.walk.dead_ends.add(set, level);
        false
    }

    fn look_up(&mut self, sets: u64) {
        let asked = self.looked_up / ASK_EVERY;
        self.looked_up += sets;
        self.ended |= self.looked_up > self.walk.most
            || self.looked_up / ASK_EVERY > asked && (self.walk.stop)();
    }

    fn is_earlier(&self, set: u64, epoch: Option<u32>) -> bool {
        if let Some(before) = self.epoch.checked_sub(1) {
            return epoch == Some(before);
        }
        let sparse = self.walk.sparse;
        epoch == Some(0) && sparse.has(sparse.depth(), set)
    }
}
