//! Looking on, at the edge, while a puzzle is solved or explored.

use std::ops::ControlFlow;

use crate::puzzle::{Moves, Remaining};
use fewest::search::local::Sight;
use fewest::search::{Counts, Progress};
use fewest::space::Cost;

/// Looks on while a puzzle is solved or explored. Every method does nothing
/// unless overridden; the unit type overrides none.
pub trait Watch {
    /// Called now and then.
    fn progress(&mut self, _progress: &Progress) {}

    /// A state is being expanded, or ends a plan; if [`Request::expansions`] are
    /// wanted.
    ///
    /// [`Request::expansions`]: crate::puzzle::Request::expansions
    fn expanded(&mut self, _expansion: &Expansion<'_>) {}

    /// IDA* has finished an iteration.
    fn iteration(&mut self, _bound: Cost, _counts: &Counts) {}

    /// A search by layers has finished a layer.
    fn level(&mut self, _depth: Cost, _states: u64) {}

    /// A walk of a local search, now and then.
    fn walk(&mut self, _sight: &Sight) {}

    /// The best moves so far leave this much of the puzzle.
    fn remaining(&mut self, _remaining: Remaining) {}

    /// A solution was found, as the `index`-th game that was looked at. Called
    /// for each one when several are wanted; [`ControlFlow::Break`] ends it.
    fn solution(&mut self, _index: u64, _plan: &Moves) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// One state after another of the plan that was found, when the search is over;
    /// if expansions are wanted.
    fn path(&mut self, _step: &PathStep) {}
}

impl Watch for () {}

impl<T: Watch + ?Sized> Watch for &mut T {
    fn progress(&mut self, progress: &Progress) {
        (**self).progress(progress);
    }
    fn expanded(&mut self, expansion: &Expansion<'_>) {
        (**self).expanded(expansion);
    }
    fn iteration(&mut self, bound: Cost, counts: &Counts) {
        (**self).iteration(bound, counts);
    }
    fn level(&mut self, depth: Cost, states: u64) {
        (**self).level(depth, states);
    }
    fn walk(&mut self, sight: &Sight) {
        (**self).walk(sight);
    }
    fn remaining(&mut self, remaining: Remaining) {
        (**self).remaining(remaining);
    }
    fn solution(&mut self, index: u64, plan: &Moves) -> ControlFlow<()> {
        (**self).solution(index, plan)
    }
    fn path(&mut self, step: &PathStep) {
        (**self).path(step);
    }
}

/// One state at the moment when a search looks at it, in numbers.
pub struct Expansion<'a> {
    /// Its place in the order of expansion, from 0.
    pub index: u64,
    /// Its number among all nodes of the search.
    pub node: u64,
    /// The number of the node that it was generated from.
    pub parent: Option<u64>,
    /// The cost from the start.
    pub g: Cost,
    /// The estimate to the goal.
    pub h: Cost,
    /// What the open list was ordered by.
    pub weight: i64,
    /// No plan is cheaper than this, as far as the search knows.
    pub bound: Cost,
    /// What the heuristics say that were asked for beside the search's own. They take
    /// their time, and are asked only when this is called.
    pub estimates: &'a dyn Fn() -> Vec<Cost>,
}

/// A state of the plan that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// Its number among the nodes of the search, where it has one.
    pub node: Option<u64>,
    /// The cost from the start.
    pub g: Cost,
    /// The search's estimate to the goal.
    pub h: Cost,
    /// What the heuristics say that were asked for beside it.
    pub estimates: Vec<Cost>,
}
