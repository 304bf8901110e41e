//! The way back from a set to the start.

use rustc_hash::FxHashSet;

use super::dense::Dense;
use super::layers::Layers;
use super::steps::{predecessors, successors};
use crate::puzzles::coins::board::Board;

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

/// What walks back from a start found out: sets from which there is no way back
/// to the epoch before, at the level at which they were thought to be.
#[derive(Debug, Default)]
pub(super) struct DeadEnds(FxHashSet<(u64, u32)>);

/// More dead ends than these are forgotten.
const MOST_DEAD_ENDS: usize = 1 << 22;

/// From a set that was reached at a level, back to one of the last sparse
/// layer: the sets after it.
pub(super) fn through_epochs(
    board: &Board,
    dense: &Dense,
    sparse: &Layers,
    level: u32,
    set: u64,
    dead_ends: &mut DeadEnds,
) -> Option<Vec<u64>> {
    let mut way = Vec::new();
    let (mut set, mut level) = (set, level);
    while level > sparse.depth() {
        let epoch = dense.epochs.of_level(level);
        let before = dense.epochs.level_before(epoch);
        let mut search = Search { board, dense, sparse, epoch, before, dead_ends };
        let first = way.len();
        if !search.back(set, level, &mut way) {
            return None;
        }
        // The search finds the last step first.
        way[first..].reverse();
        set = *way.last()?;
        level = before;
    }
    Some(way)
}

/// A search within an epoch.
struct Search<'a> {
    board: &'a Board,
    dense: &'a Dense,
    sparse: &'a Layers,
    epoch: u32,
    /// The last level before the epoch.
    before: u32,
    dead_ends: &'a mut DeadEnds,
}

impl Search<'_> {
    /// Goes back from a set that may be of this level, one level a step, to the
    /// epoch before: pushes the sets, the last first.
    fn back(&mut self, set: u64, level: u32, way: &mut Vec<u64>) -> bool {
        // All are looked up together: one by one, each would wait for the memory.
        let before: Vec<u64> = predecessors(self.board, set).collect();
        let epochs = self.dense.epochs_of(&before);
        let is_last = level - 1 == self.before;
        for (before, epoch) in before.into_iter().zip(epochs) {
            let found = if is_last {
                self.is_earlier(before, epoch)
            } else {
                epoch == Some(self.epoch)
                    && !self.dead_ends.0.contains(&(before, level - 1))
                    && self.back(before, level - 1, way)
            };
            if found {
                way.push(before);
                return true;
            }
        }
        if self.dead_ends.0.len() >= MOST_DEAD_ENDS {
            self.dead_ends.0.clear();
        }
        self.dead_ends.0.insert((set, level));
        false
    }

    fn is_earlier(&self, set: u64, epoch: Option<u32>) -> bool {
        match self.epoch.checked_sub(1) {
            Some(before) => epoch == Some(before),
            None => epoch == Some(0) && self.sparse.has(self.sparse.depth(), set),
        }
    }
}
