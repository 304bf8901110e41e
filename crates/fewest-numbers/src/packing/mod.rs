//! Levels as sets of small trees: how many trees a plan can have, and plans with more.
//!
//! n numbers in t trees take n − t moves. Small trees are rare: the game's level 500 has
//! 466 numbers, and of all their sets of two to five some 500 can be trees. So they can be
//! listed ([`small_trees`]). The list proves that no plan has more than some number of
//! trees ([`cover`]), and it shows which trees a plan should have ([`repack`]).

mod cover;
mod order;
mod repack;
mod small_trees;

#[cfg(test)]
mod tests;

use super::{Level, Shift};
use crate::puzzle::{Incumbent, Worker};
use fewest::search::{Budget, Counts, Meter};
use fewest::space::Cost;
use repack::Repack;
use small_trees::SmallTrees;

/// The small trees of a level.
pub(super) struct Packing<'a> {
    level: &'a Level,
    small: SmallTrees,
    /// The fewest moves that they prove.
    pub(super) bound: Cost,
    /// What it took.
    pub(super) counts: Counts,
}

impl<'a> Packing<'a> {
    /// Lists the small trees, as many as are worth it and the budget allows.
    pub(super) fn new(level: &'a Level, budget: &Budget) -> Self {
        let mut meter = Meter::start(&Budget { nodes: None, ..budget.clone() });
        let small = SmallTrees::of(level, &mut meter);
        let most = cover::most_trees(level.numbers(), &small, &mut meter);
        let bound = (level.numbers() as u64).saturating_sub(most) as Cost;
        let Counts { peak_bytes, elapsed, .. } = meter.finish();
        let counts = Counts { peak_bytes, elapsed, ..Counts::default() };
        Packing { level, small, bound, counts }
    }

    /// Makes a plan of more trees, on several threads.
    pub(super) fn improve(
        &self,
        plan: &[Shift],
        best: &Incumbent<Shift>,
        on_threads: impl FnOnce(&(dyn Fn(usize, &mut Worker<'_, '_, Shift>) + Sync)),
        seed: u64,
    ) {
        let repack = Repack::new(self.level, &self.small, plan, best);
        on_threads(&|number, worker| repack.run(seed, number, worker));
    }
}
