//! The kernel: surveys by bit-parallel breadth-first search that meets sorted
//! lists in the middle.
//!
//! The search is one of sets with a coin lifted (see `steps`). Backward lists of
//! such sets are made once for each target, and serve all starts. Forward from
//! a start, the first levels are lists too; then each set is a bit (`dense`),
//! and after every level the last layers of the targets that are still open are
//! looked up. Whichever is cheaper goes on: a forward level, or the backward
//! lists of the open targets. The way back to the start is found with a few
//! bits for each set (`epochs`).
//!
//! The idea to search sets of k − 1 coins, bit-parallel over a board cut in
//! halves, is what makes one start of the 5 × 9 font a matter of minutes; with
//! a byte for each set of k coins it took 30 hours (Chaffin, 2019).

#![allow(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor's widest instructions"
)]

mod addresses;
mod answers;
mod choice;
mod dense;
mod dispatch;
mod epochs;
mod half;
mod inner;
mod layers;
mod layout;
mod matrices;
mod means;
mod memory;
mod moves;
mod outer;
mod passes;
mod search;
mod sets;
mod split;
mod steps;
mod transpose;
mod views;
mod walk;

#[cfg(test)]
mod tests;

use super::survey::{Report, Survey, Surveyed};
pub use dispatch::Instructions;
use fewest::search::Budget;

use means::Means;

/// Runs a survey that was checked, by these instructions.
pub(super) fn run(
    survey: &Survey<'_>,
    budget: &Budget,
    instructions: Instructions,
    report: &mut dyn FnMut(Report<'_>),
) -> Surveyed {
    let distinct = |of: fn(&(usize, usize)) -> usize| {
        let mut places: Vec<usize> = survey.pairs.iter().map(of).collect();
        places.sort_unstable();
        places.dedup();
        places.len()
    };
    let cells = u64::from(survey.board.cells().count_ones());
    let coins = u64::from(survey.sets.first().map_or(0, |set| set.count_ones()));
    let means = Means::new(
        cells,
        coins.saturating_sub(1),
        distinct(|pair| pair.0),
        distinct(|pair| pair.1),
        budget.threads.max(1),
        budget.memory,
    );
    search::Search::new(survey, budget, means, instructions).run(report)
}
