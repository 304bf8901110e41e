//! What a search on closures found.

use crate::search::{Counts, Outcome, Status, Stop};
use crate::space::{Cost, Space};

use super::graph::Opaque;

/// A path, and what is known of it.
///
/// ```
/// use fewest::closures::within;
/// use fewest::search::{Budget, Status, Stop};
///
/// // Nobody counts to a billion in a thousand expansions, but something is proved.
/// let budget = Budget { nodes: Some(1000), ..Budget::default() };
/// let route = within::bfs(&budget, &0_u32, |&n| [n + 1], |&n| n == 1_000_000_000);
/// assert_eq!((route.path, route.status, route.stop), (None, Status::Unknown, Stop::Nodes));
/// assert_eq!(route.bound, 1001);
/// ```
#[derive(Clone, Debug)]
pub struct Route<N> {
    /// The nodes from the start to the goal, if a path was found.
    pub path: Option<Vec<N>>,
    /// What the path costs.
    pub cost: Option<Cost>,
    /// No path costs less.
    pub bound: Cost,
    /// What is proved.
    pub status: Status,
    /// Why the search stopped.
    pub stop: Stop,
    /// What it spent.
    pub counts: Counts,
}

impl<N: Clone> Route<N> {
    /// Plays the moves of an outcome.
    pub(super) fn new<S: Space<State = Opaque<N>>>(
        space: &S,
        start: &S::State,
        outcome: &Outcome<S::Move>,
    ) -> Self {
        let path = outcome.plan.as_ref().map(|plan| {
            let mut state = start.clone();
            let mut path = vec![state.0.clone()];
            for &mv in plan.moves() {
                space.apply(&mut state, mv);
                path.push(state.0.clone());
            }
            path
        });
        Route {
            path,
            cost: outcome.cost(),
            bound: outcome.bound,
            status: outcome.status,
            stop: outcome.stop,
            counts: outcome.counts,
        }
    }

    /// The path and its cost, in the type of the costs of its steps.
    pub(super) fn with_cost<C: TryFrom<Cost>>(self) -> Option<(Vec<N>, C)> {
        let cost = C::try_from(self.cost?);
        let Ok(cost) = cost else { panic!("the cost of the path does not fit in its type") };
        Some((self.path?, cost))
    }
}
