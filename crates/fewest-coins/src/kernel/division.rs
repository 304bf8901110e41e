//! For the tests of the kernel. They are in another crate, so that the kernel is compiled
//! only once.

use super::Instructions;
use super::memory_plan::MemoryPlan;
use super::search::Search;
use crate::batch::{Batch, BatchOutcome, Report};
use fewest::search::Budget;

/// How the work is divided, whatever the memory.
#[derive(Clone, Copy, Debug)]
pub struct Division {
    /// The bit-planes of depth labels.
    pub planes: usize,
    /// The maximum number of sets in the forward lists of a start.
    pub forward: usize,
    /// The maximum number of sets in the first backward lists of a target.
    pub backward: usize,
    /// The maximum number of lookups of a path reconstruction within one label.
    pub max_lookups: u64,
}

/// Runs a checked batch with its work divided like this.
pub fn run_divided(
    division: Division,
    instructions: Instructions,
    batch: &Batch<'_>,
    budget: &Budget,
    report: &mut dyn FnMut(Report<'_>),
) -> BatchOutcome {
    let memory_plan = MemoryPlan {
        planes: Some(division.planes),
        forward: division.forward,
        backward: division.backward,
        backward_deepened: 1 << 30,
        backward_all: 1 << 30,
        max_lookups: division.max_lookups,
        dead_ends: 10_000,
        bytes: 0,
        dense_bytes: 0,
        bytes_for_bits: 0,
        plane_bytes: 0,
        holds_all: true,
    };
    Search::new(batch, budget, memory_plan, instructions).run(report)
}
