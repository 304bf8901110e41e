//! The kernel: solves batches by bit-parallel breadth-first search that meets
//! sorted lists in the middle.
//!
//! The states are sets with one coin lifted (see `steps`). Backward lists of
//! such sets are built once per target and serve all starts. Forward from a
//! start, the first layers are lists too; then each set is a bit (`dense`).
//! After every layer, the search looks up the last layers of the open targets.
//! Then it continues with whichever is cheaper: a forward layer, or the backward
//! lists of the open targets. Path reconstruction (`path`) uses a few bits per
//! set (`depth_labels`).
//!
//! The search of sets of k − 1 coins, bit-parallel over a board cut in halves,
//! solves one start of the 5 × 9 font in minutes. With a byte for each set of k
//! coins it took 30 hours (Chaffin, 2019).

#![allow(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor's widest instructions"
)]

mod addresses;
mod answers;
mod choice;
mod dense;
mod depth_labels;
mod dispatch;
mod division;
mod half;
mod inner;
mod layers;
mod layout;
mod matrices;
mod memory;
mod memory_plan;
mod moves;
mod outer;
mod passes;
mod path;
mod search;
mod sets;
mod split;
mod steps;
mod transpose;
mod views;

use super::batch::{Batch, BatchOutcome, Report};
pub use dispatch::Instructions;
pub use division::{Division, run_divided};
use fewest::search::Budget;

use memory_plan::MemoryPlan;

/// Runs a checked batch with these instructions.
pub(super) fn run(
    batch: &Batch<'_>,
    budget: &Budget,
    instructions: Instructions,
    report: &mut dyn FnMut(Report<'_>),
) -> BatchOutcome {
    search::Search::new(batch, budget, memory_plan(batch, budget), instructions).run(report)
}

/// Whether all sets fit into memory. Otherwise a search may end without an answer.
pub(super) fn holds_all(batch: &Batch<'_>, budget: &Budget) -> bool {
    memory_plan(batch, budget).holds_all
}

fn memory_plan(batch: &Batch<'_>, budget: &Budget) -> MemoryPlan {
    let distinct = |of: fn(&(usize, usize)) -> usize| {
        let mut places: Vec<usize> = batch.pairs.iter().map(of).collect();
        places.sort_unstable();
        places.dedup();
        places.len()
    };
    let cells = u64::from(batch.board.cells().count_ones());
    let coins = u64::from(batch.sets.first().map_or(0, |set| set.count_ones()));
    MemoryPlan::new(
        cells,
        coins.saturating_sub(1),
        distinct(|pair| pair.0),
        distinct(|pair| pair.1),
        budget.threads.max(1),
        budget.memory,
    )
}
