//! What a search by layers found.

use crate::search::{Budget, Counts, Stop};
use crate::space::Cost;

use super::bidirectional::{Bidirectional, End, Report};
use super::packed::{PackedSpace, PackedState};
use super::sorted::SortedLayers;

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Found<W> {
    /// The states of the shortest plan that was found, the start first.
    pub states: Option<Vec<W>>,
    /// No plan has fewer moves.
    pub bound: Cost,
    /// Why it stopped.
    pub stop: Stop,
    /// What it spent.
    pub counts: Counts,
    /// What is wrong with the disk, if that is why it stopped.
    pub problem: Option<String>,
}

impl<W: PackedState> Bidirectional<'_, W> {
    /// What the search has found when its last run has ended so.
    pub fn found(&self, end: End<W>) -> Found<W> {
        let (states, bound, stop) = match end {
            // The first meeting is on a shortest plan: its length is proved, even if
            // the time is up before the plan is known.
            End::Met(meeting) => match self.path(meeting) {
                Ok(states) => {
                    let fewest = states.len() as Cost - 1;
                    (Some(states), fewest, Stop::Done)
                }
                Err(stop) => (None, self.bound(), stop),
            },
            End::Exhausted => (None, self.upper(), Stop::Done),
            End::Full => (None, self.bound(), Stop::Memory),
            End::Stopped(stop) => (None, self.bound(), stop),
        };
        Found { states, bound, stop, counts: self.counts(), problem: None }
    }
}

impl<W: PackedState> Found<W> {
    /// A search that could not begin.
    fn none(problem: String) -> Self {
        let counts = Counts::default();
        Found { states: None, bound: 0, stop: Stop::Disk, counts, problem: Some(problem) }
    }
}

/// Finds the fewest moves from `start` to a goal: from both ends, if the space knows
/// predecessors. When the set outgrows the memory, sorted layers continue, on the disk if
/// the budget has a [`Checkpoint`](crate::search::Checkpoint). Layers that are on the
/// disk already are resumed at once.
pub fn search<W: PackedState>(
    space: &dyn PackedSpace<W>,
    start: W,
    budget: &Budget,
    report: Report<'_>,
) -> Found<W> {
    let mut first = Found { stop: Stop::Memory, ..Found::none(String::new()) };
    match is_resumable(space, start, budget) {
        Err(problem) => return Found::none(problem),
        Ok(true) => {}
        Ok(false) => {
            let mut search = Bidirectional::new(space, start, budget);
            let end = search.run(u64::MAX, report);
            first = search.found(end);
            drop(search);
            if first.stop != Stop::Memory {
                return first;
            }
        }
    }
    let found = search_sorted(space, start, None, &budget.after(&first.counts), report);
    let counts = first.counts.and(&found.counts);
    Found { bound: first.bound.max(found.bound), counts, ..found }
}

/// Whether the budget's directory has layers of this search, or what is wrong with it.
pub fn is_resumable<W: PackedState>(
    space: &dyn PackedSpace<W>,
    start: W,
    budget: &Budget,
) -> Result<bool, String> {
    W::is_resumable(space, start, budget)
}

pub(super) fn is_resumable_here<W: PackedState>(
    space: &dyn PackedSpace<W>,
    start: W,
    budget: &Budget,
) -> Result<bool, String> {
    let Some(checkpoint) = &budget.checkpoint else { return Ok(false) };
    let layers = SortedLayers::new(space, start, None, budget).with_checkpoint(checkpoint)?;
    Ok(layers.is_resumed())
}

/// Searches by sorted layers for a plan that is shorter than the one with these states, if
/// one is known: on the disk, if the budget has a
/// [`Checkpoint`](crate::search::Checkpoint). If there is none, it finds the known one,
/// or that of the search that it resumes.
pub fn search_sorted<W: PackedState>(
    space: &dyn PackedSpace<W>,
    start: W,
    plan: Option<Vec<W>>,
    budget: &Budget,
    report: Report<'_>,
) -> Found<W> {
    W::search_sorted(space, start, plan, budget, report)
}

pub(super) fn search_sorted_here<W: PackedState>(
    space: &dyn PackedSpace<W>,
    start: W,
    plan: Option<Vec<W>>,
    budget: &Budget,
    report: Report<'_>,
) -> Found<W> {
    let layers = SortedLayers::new(space, start, plan, budget);
    let layers = match &budget.checkpoint {
        Some(checkpoint) => layers.with_checkpoint(checkpoint),
        None => Ok(layers),
    };
    match layers {
        Ok(mut layers) => layers.run(report),
        Err(problem) => Found::none(problem),
    }
}
