//! Observing a search while it runs.
//!
//! Every search takes an [`Observer`] and calls it at each step. The unit type sees
//! nothing, and since the searches are monomorphised, costs nothing. What does not
//! depend on the space's types comes as an [`Event`].
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

use super::event::{Event, Side};
use super::outcome::Plan;
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
    /// The side that it belongs to, in a search from both ends.
    pub side: Option<Side>,
    /// The state itself.
    pub state: &'a S::State,
    /// The cost from the start; on the backward side, to the goal.
    pub g: Cost,
    /// The estimate to the goal.
    pub h: Cost,
    /// What the open list was ordered by, in the units of g: g + 1.5 h in weighted A*
    /// with the weight 1.5.
    pub priority: f64,
    /// The proven lower bound on the cost of every plan; in IDA*, the bound of this
    /// iteration.
    pub bound: Cost,
}

/// Observes a search. Every method does nothing by default.
pub trait Observer<S: Space> {
    /// Whether single expansions are wanted. If not, the searches don't collect what
    /// [`Observer::expanded`] would be shown.
    const EXPANSIONS: bool = true;

    /// Whether single expansions of this search are wanted. An observer that serves
    /// both cases answers here, so that each search is compiled only once.
    #[inline]
    fn wants_expansions(&self) -> bool {
        true
    }

    /// Something happened.
    fn event(&mut self, _event: Event<'_>) {}

    /// A state is being expanded, or ends a plan.
    fn expanded(&mut self, _visit: &Visit<'_, S>) {}

    /// The nodes of the plan that was found, from the start on, where the search has
    /// numbers for them. Of a search from both ends, `meeting` is the place of the node
    /// at which they met: it is the last one of the forward side. Called only if single
    /// expansions are of interest.
    fn path(&mut self, _nodes: &[u64], _meeting: Option<usize>) {}

    /// A solution was found, as the `index`-th node that was visited. Called by
    /// searches for several solutions; [`ControlFlow::Break`] ends them.
    fn solution(&mut self, _index: u64, _plan: &Plan<S::Move>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// An observer that receives everything but single expansions.
///
/// For the few searches where asking at run time is measurable: IDA* on a space whose
/// moves take a few nanoseconds loses up to a twentieth to code that is only there to
/// show its state.
#[derive(Debug)]
pub struct WithoutExpansions<'a, O>(pub &'a mut O);

impl<S: Space, O: Observer<S>> Observer<S> for WithoutExpansions<'_, O> {
    const EXPANSIONS: bool = false;

    fn event(&mut self, event: Event<'_>) {
        self.0.event(event);
    }
    fn solution(&mut self, index: u64, plan: &Plan<S::Move>) -> ControlFlow<()> {
        self.0.solution(index, plan)
    }
}

/// Whether single expansions are to be shown, decided at compile time where the
/// observer's type is enough.
#[inline]
pub(super) fn shows_expansions<S: Space, O: Observer<S>>(observer: &O) -> bool {
    O::EXPANSIONS && observer.wants_expansions()
}

impl<S: Space> Observer<S> for () {
    const EXPANSIONS: bool = false;
}

impl<S: Space, O: Observer<S>> Observer<S> for &mut O {
    const EXPANSIONS: bool = O::EXPANSIONS;

    #[inline]
    fn wants_expansions(&self) -> bool {
        (**self).wants_expansions()
    }
    fn event(&mut self, event: Event<'_>) {
        (**self).event(event);
    }
    fn expanded(&mut self, visit: &Visit<'_, S>) {
        (**self).expanded(visit);
    }
    fn path(&mut self, nodes: &[u64], meeting: Option<usize>) {
        (**self).path(nodes, meeting);
    }
    fn solution(&mut self, index: u64, plan: &Plan<S::Move>) -> ControlFlow<()> {
        (**self).solution(index, plan)
    }
}
