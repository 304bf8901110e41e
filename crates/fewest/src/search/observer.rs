//! Looking on while a search works.
//!
//! Every search takes an [`Observer`] and calls it at each step. The unit type
//! sees nothing, and since the searches are monomorphised, costs nothing.
//!
//! ```
//! use fewest::search::{Observer, Visit};
//! use fewest::space::Space;
//!
//! /// The deepest state that a search expanded.
//! struct Deepest(u32);
//!
//! impl<S: Space> Observer<S> for Deepest {
//!     fn expanded(&mut self, visit: &Visit<'_, S>) {
//!         self.0 = self.0.max(visit.g);
//!     }
//! }
//! ```

use std::ops::ControlFlow;

use super::outcome::{Counts, Plan};
use crate::space::{Cost, Space};

/// One state at the moment when a search looks at it: when it is expanded, or
/// found to be the goal that ends a plan.
#[derive(Debug)]
pub struct Visit<'a, S: Space> {
    /// Its place in the order of expansion, from 0.
    pub index: u64,
    /// Its number among all nodes of the search, by which others know it.
    pub node: u64,
    /// The number of the node that it was generated from; none for the start, nor
    /// for the goals of a backward search.
    pub parent: Option<u64>,
    /// The state itself.
    pub state: &'a S::State,
    /// The cost from the start.
    pub g: Cost,
    /// The estimate to the goal.
    pub h: Cost,
    /// What the open list was ordered by.
    pub weight: i64,
    /// No plan is cheaper than this, as far as the search knows; in IDA*, what this
    /// iteration goes up to.
    pub bound: Cost,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// What was spent so far.
    pub counts: Counts,
    /// The bound proved so far.
    pub bound: Cost,
    /// The cost of the best plan so far.
    pub best: Option<Cost>,
    /// The depth the search is at, where it has one.
    pub depth: Option<Cost>,
}

/// Sees what a search does. Every method does nothing unless overridden.
pub trait Observer<S: Space> {
    /// Whether single expansions are of interest. Where they are not, the
    /// searches don't gather what [`Observer::expanded`] would be shown.
    const EXPANSIONS: bool = true;

    /// A state is being expanded, or ends a plan.
    fn expanded(&mut self, _visit: &Visit<'_, S>) {}

    /// IDA* has finished an iteration: no plan costs `bound` or less, unless
    /// this was the last one.
    fn iteration(&mut self, _bound: Cost, _counts: &Counts) {}

    /// A search by layers has finished the layer at `depth` with that many states.
    fn level(&mut self, _depth: Cost, _states: u64) {}

    /// The nodes of the plan that was found, from the start on, where the search has
    /// numbers for them. Called only if single expansions are of interest.
    fn path(&mut self, _nodes: &[u64]) {}

    /// A solution was found, as the `index`-th game that was looked at. Called by
    /// searches for several solutions; [`ControlFlow::Break`] ends them.
    fn solution(&mut self, _index: u64, _plan: &Plan<S::Move>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Called now and then, a few thousand expansions apart.
    fn progress(&mut self, _progress: &Progress) {}
}

impl<S: Space> Observer<S> for () {
    const EXPANSIONS: bool = false;
}

impl<S: Space, O: Observer<S>> Observer<S> for &mut O {
    const EXPANSIONS: bool = O::EXPANSIONS;

    fn expanded(&mut self, visit: &Visit<'_, S>) {
        (**self).expanded(visit);
    }
    fn iteration(&mut self, bound: Cost, counts: &Counts) {
        (**self).iteration(bound, counts);
    }
    fn level(&mut self, depth: Cost, states: u64) {
        (**self).level(depth, states);
    }
    fn path(&mut self, nodes: &[u64]) {
        (**self).path(nodes);
    }
    fn solution(&mut self, index: u64, plan: &Plan<S::Move>) -> ControlFlow<()> {
        (**self).solution(index, plan)
    }
    fn progress(&mut self, progress: &Progress) {
        (**self).progress(progress);
    }
}
