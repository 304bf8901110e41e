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

/// From a set that was reached at a level, back to one of the last sparse
/// layer: the sets after it.
pub(super) fn through_epochs(
    board: &Board,
    dense: &Dense,
    sparse: &Layers,
    level: u32,
    set: u64,
) -> Option<Vec<u64>> {
    let mut way = Vec::new();
    let (mut set, mut level) = (set, level);
    while level > sparse.depth() {
        let epoch = dense.epochs.of_level(level);
        let before = dense.epochs.level_before(epoch);
        let mut search = Search { board, dense, sparse, epoch, failed: FxHashSet::default() };
        let first = way.len();
        if !search.back(set, level - before, &mut way) {
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
    /// From here, in so many steps, there is no way to the epoch before.
    failed: FxHashSet<(u64, u32)>,
}

impl Search<'_> {
    /// Goes back to the epoch before in just so many steps: pushes the sets,
    /// the last first.
    fn back(&mut self, set: u64, steps: u32, way: &mut Vec<u64>) -> bool {
        for before in predecessors(self.board, set) {
            let found = if steps == 1 {
                self.is_earlier(before)
            } else {
                self.dense.epoch(before) == Some(self.epoch)
                    && !self.failed.contains(&(before, steps - 1))
                    && self.back(before, steps - 1, way)
            };
            if found {
                way.push(before);
                return true;
            }
        }
        self.failed.insert((set, steps));
        false
    }

    fn is_earlier(&self, set: u64) -> bool {
        match self.epoch.checked_sub(1) {
            Some(before) => self.dense.epoch(set) == Some(before),
            None => self.sparse.has(self.sparse.depth(), set),
        }
    }
}
