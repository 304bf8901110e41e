//! Levels as sets of small trees: how many trees a plan can have, and plans with more.
//!
//! n numbers in t trees take n − t moves. Small trees are rare: the game's level 500 has
//! 466 numbers, and of all their sets of two to five some 500 can be trees. So they can be
//! listed ([`small_trees`]). The list proves that no plan has more than some number of
//! trees ([`cover`]), and it shows which trees a plan should have ([`repack`]). The most trees
//! of a few dozen numbers are found by exact search ([`partition`]), those of large levels by
//! annealing at a price for each move ([`links`]).

mod cover;
mod few;
mod links;
mod order;
mod partition;
mod repack;
mod small_trees;
mod turns;

#[cfg(test)]
mod tests;

use std::sync::OnceLock;

use super::space::Numbers;
use super::{Level, Shift};
use crate::puzzle::{Incumbent, Worker};
use cover::Shares;
use fewest::search::{Budget, Counts, Meter};
use fewest::space::Cost;
pub(super) use partition::MAX_NUMBERS;
use partition::{Found, Partition};
use repack::Repack;
use small_trees::SmallTrees;
use turns::Turns;

/// The share of the time that the list takes at most; the rest is for the shares.
const LISTING: f64 = 0.7;

/// The share of the time that the list and its shares may take: where all threads wait for them,
/// and where one makes them beside the others.
pub(super) const ALONE_SHARE: f64 = 0.2;
const BESIDE_SHARE: f64 = 0.4;

/// The nodes of the exact search, a few seconds' work, where there is no limit of time. Of
/// that it may take this share, or half where there is one thread for all.
const MAX_NODES: u64 = 1_000_000;
const SHARE: f64 = 0.75;

/// The small trees of a level.
pub(super) struct Packing<'a> {
    level: &'a Level,
    small: SmallTrees,
    /// A share of a tree for each number.
    shares: Shares,
    /// The fewest moves that they prove.
    pub(super) bound: Cost,
    /// What it took.
    pub(super) counts: Counts,
}

impl<'a> Packing<'a> {
    /// Lists the small trees in a share of the time that is left, for a bound.
    pub(super) fn within(
        level: &'a Level,
        best: &Incumbent<Shift>,
        budget: &Budget,
        share: f64,
    ) -> Self {
        let left = best.left(budget);
        let time = left.time.map(|time| time.mul_f64(share));
        let packing = Packing::new(level, &Budget { time, ..left });
        best.spend(&packing.counts);
        best.raise(packing.bound, "packing");
        packing
    }

    /// Lists the small trees, as many as are worth it and the budget allows.
    pub(super) fn new(level: &'a Level, budget: &Budget) -> Self {
        let mut meter = Meter::start(&Budget { nodes: None, ..budget.clone() });
        // A list without shares would prove little.
        let time = budget.time.map(|time| time.mul_f64(LISTING));
        let mut listing = Meter::start(&Budget { nodes: None, time, ..budget.clone() });
        let small = SmallTrees::of(level, &mut listing);
        let shares = Shares::of_all(level.numbers(), &small, &mut meter);
        let bound = level.numbers().saturating_sub(shares.most_trees()) as Cost;
        let (peak_bytes, elapsed) = (listing.finish().peak_bytes, meter.finish().elapsed);
        let counts = Counts { peak_bytes, elapsed, ..Counts::default() };
        Packing { level, small, shares, bound, counts }
    }

    /// Looks for plans of the most trees by exact search. Each number of trees that no plan
    /// has raises the bound, until there is a plan.
    pub(super) fn prove(&self, best: &Incumbent<Shift>, budget: &Budget) {
        let numbers = self.level.numbers();
        if numbers > MAX_NUMBERS || best.is_optimal() || !best.has_plan() {
            return;
        }
        best.raise(self.bound, "packing");
        let mut meter = Meter::start(budget);
        let mut partition = Partition::new(self.level, &self.small, &self.shares, &mut meter);
        let (space, start) = Numbers::<Box<[u32]>>::of(self.level);
        let mut is_proof = true;
        let least_moves = best.bound() as usize;
        for trees in (0..=numbers.saturating_sub(least_moves)).rev() {
            let moves = numbers - trees;
            if moves as Cost >= best.upper() {
                if is_proof {
                    best.raise(moves as Cost, "packing");
                }
                break;
            }
            match partition.at_least(trees, &mut meter) {
                Ok(Found::None) if is_proof => best.raise(moves as Cost + 1, "packing"),
                Ok(Found::None) => {}
                Ok(Found::Unknown) => is_proof = false,
                Ok(Found::Plan(moves)) => {
                    best.offer(&space, &start, moves, "packing");
                    break;
                }
                Err(_) => break,
            }
        }
        best.spend(&meter.finish());
    }
}

/// Makes a plan of more trees, on several threads. The last one begins with exact search, after
/// it has listed the small trees, if they aren't yet: the first one reports.
pub(super) fn improve<'a>(
    level: &'a Level,
    listed: Option<&'a Packing<'a>>,
    best: &'a Incumbent<Shift>,
    budget: &Budget,
    on_threads: impl FnOnce(&(dyn Fn(usize, &mut Worker<'_, '_, Shift>) + Sync)),
    seed: u64,
) {
    let listing = OnceLock::new();
    let turns = Turns::new(level, best);
    on_threads(&|number, worker| {
        if number + 1 == budget.threads.max(1) {
            let packing = listed.unwrap_or_else(|| {
                listing.get_or_init(|| Packing::within(level, best, budget, BESIDE_SHARE))
            });
            let repack = turns.repack.get_or_init(|| Repack::new(level, &packing.small, best));
            let left = best.left(budget);
            let share = if budget.threads > 1 { SHARE } else { SHARE.min(0.5) };
            let time = left.time.map(|time| time.mul_f64(share));
            let most = if time.is_some() { u64::MAX } else { MAX_NODES };
            let nodes = Some(left.nodes.map_or(most, |nodes| (nodes / 2).min(most)));
            packing.prove(best, &Budget { time, nodes, ..left });
            repack.adopt();
        }
        turns.run(seed, number, worker);
    });
}
