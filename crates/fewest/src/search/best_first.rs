//! Best-first search as a lazy iterator over the nodes that it visits.
//!
//! A node is a state and how it was reached; one may think of it as a game that was
//! played so far. The iterator gives them in order of a [`Priority`], and does no more
//! work than it takes to give the next one. A*, weighted A*, greedy, uniform-cost,
//! breadth-first and depth-first search are priorities; see [`Linear`].
//!
//! ```
//! use fewest::example::{Gaps, Pancakes};
//! use fewest::search::{BestFirst, Linear};
//!
//! let stack = [4, 6, 2, 7, 1, 3, 0, 5];
//! let mut games = BestFirst::new(&Pancakes, &stack, &Gaps, Linear::A_STAR);
//! let solution = games.find(|game| game.is_solved).unwrap();
//! assert_eq!(solution.g, 8);
//! assert_eq!(games.plan(solution).unwrap().moves().len(), 8);
//! println!("found as game {} of those looked at", solution.index);
//! ```

mod expand;
mod frontier;

use super::algorithm::Ties;
use super::budget::{Budget, Meter};
use super::observer::{Observer, Visit, shows_expansions};
use super::open::Taken;
use super::outcome::{Counts, Outcome, Plan, ReplayError, Stop};
use super::priority::{Linear, Priority};
use super::store::{Children, NodeId, Store};
pub(super) use frontier::Frontier;

use crate::space::{Cost, DEAD_END, Heuristic, Space};

/// What to do with a state that has been reached before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// Keep one node for each state, the cheapest.
    #[default]
    Drop,
    /// The same, but remember every other path of the same cost, so that all
    /// cheapest plans can be listed: see [`super::fewest_plans`].
    Remember,
    /// Keep every node, as if states had no identity; only a move that takes
    /// back the last one is not played. The number of nodes grows exponentially.
    Keep,
    /// The same, but a node is not expanded once its state has been expanded this many
    /// times at no higher cost. That is enough for this many of the cheapest plans: they
    /// use no more than this many of the cheapest paths to a state. It also keeps a
    /// search that ignores costs from running in cycles.
    AtMost(u32),
}

/// A node that was visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The number of nodes visited before it; the start is node 0.
    pub index: u64,
    /// The cost so far.
    pub g: Cost,
    /// The estimate of the cost to go.
    pub h: Cost,
    /// Its priority.
    pub priority: i64,
    /// Whether its state is a goal.
    pub is_solved: bool,
    pub(super) id: NodeId,
}

/// The parent and g: 8 bytes in addition to the state.
#[derive(Debug)]
pub(super) struct Path {
    /// With [`STALE`] once a cheaper path to the state has been found.
    parent: NodeId,
    pub(super) g: Cost,
}

const STALE: NodeId = 1 << 31;
pub(super) const NO_PARENT: NodeId = STALE - 1;

impl Path {
    /// Whether the node has been replaced by a cheaper one.
    #[inline]
    pub(super) fn is_stale(&self) -> bool {
        self.parent & STALE != 0
    }

    #[inline]
    pub(super) fn parent(&self) -> Option<NodeId> {
        Some(self.parent & !STALE).filter(|&parent| parent != NO_PARENT)
    }
}

/// A node that is to be expanded, with the heuristic's value of its state.
struct Popped<V> {
    node: Node,
    value: V,
}

/// What is known of a child before it is looked up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    /// [`NO_PARENT`] of the start.
    pub(super) parent: NodeId,
    pub(super) g: Cost,
    pub(super) h: Cost,
}

/// The nodes from a start, in order of priority.
pub struct BestFirst<'a, S: Space, H: Heuristic<S>, P, O = ()> {
    space: &'a S,
    start: S::State,
    heuristic: &'a H,
    priority: P,
    observer: O,
    duplicates: Duplicates,
    pub(super) frontier: Frontier<S::State>,
    /// With [`Duplicates::AtMost`]: how often each state was expanded, and the highest
    /// cost at which it was.
    expansions: Store<S::State, (u32, Cost)>,
    /// With [`Duplicates::Remember`]: further parents, as (node, parent).
    pub(super) further_parents: Vec<(NodeId, NodeId)>,
    meter: Meter,
    /// The nodes that were taken out together, of which the first `given` were given. They
    /// are expanded when more are wanted.
    batch: Vec<Popped<H::Value>>,
    given: usize,
    popped: Vec<Taken>,
    children: Children<S::State, Made>,
    looked_at: u64,
    is_solved: bool,
    bound: Cost,
    /// The priority that the bound was last raised by.
    proven: Option<i64>,
    stop: Option<Stop>,
    moves: Vec<S::Move>,
}

impl<'a, S: Space, H: Heuristic<S>, P: Priority> BestFirst<'a, S, H, P> {
    /// All nodes from `start` without limits, nearest to the goal first among equals.
    pub fn new(space: &'a S, start: &S::State, heuristic: &'a H, priority: P) -> Self {
        let (ties, duplicates) = (Ties::default(), Duplicates::default());
        Self::with(space, start, heuristic, priority, ties, duplicates, &Budget::default(), ())
    }
}

impl<'a, S: Space, H: Heuristic<S>, P: Priority, O: Observer<S>> BestFirst<'a, S, H, P, O> {
    /// All nodes from `start`, with all parameters.
    #[expect(clippy::too_many_arguments, reason = "each is a choice of its own")]
    pub fn with(
        space: &'a S,
        start: &S::State,
        heuristic: &'a H,
        priority: P,
        ties: Ties,
        duplicates: Duplicates,
        budget: &Budget,
        observer: O,
    ) -> Self {
        let frontier = Frontier::new(space.heap_bytes(), ties, priority.step(), 1);
        let mut search = BestFirst {
            space,
            start: start.clone(),
            heuristic,
            priority,
            observer,
            duplicates,
            frontier,
            expansions: Store::new(space.heap_bytes()),
            further_parents: Vec::new(),
            meter: Meter::start(budget),
            batch: Vec::new(),
            given: 0,
            popped: Vec::new(),
            children: Children::default(),
            looked_at: 0,
            is_solved: false,
            bound: 0,
            proven: None,
            stop: None,
            moves: Vec::new(),
        };
        let h = heuristic.estimate(heuristic.evaluate(space, start));
        if h != DEAD_END {
            search.children.push(
                start,
                Made { parent: NO_PARENT, g: 0, h },
                &search.frontier.store,
            );
            search.stop = search.settle().err();
        }
        search
    }

    /// Why there are no more nodes; `None` while there may be.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// A lower bound on the cost of every plan, proved by the nodes so far.
    pub fn bound(&self) -> Cost {
        self.bound
    }

    /// What was spent so far.
    pub fn counts(&self) -> Counts {
        self.meter.finish()
    }

    /// The state of a node.
    pub fn state(&self, node: Node) -> &S::State {
        &self.frontier.store.get(node.id).state
    }

    /// The states on the path to a node, from the start on.
    pub fn replay(&self, node: Node) -> Vec<&S::State> {
        let mut states: Vec<_> =
            self.ancestors(node.id).map(|id| &self.frontier.store.get(id).state).collect();
        states.reverse();
        states
    }

    /// The moves that lead to a node.
    pub fn moves(&self, node: Node) -> Vec<S::Move> {
        let mut path: Vec<NodeId> = self.ancestors(node.id).collect();
        path.reverse();
        // Each child was made by a move of its parent, so one is found.
        path.windows(2).filter_map(|pair| self.moves_between(pair[0], pair[1]).next()).collect()
    }

    /// The moves that lead to a goal, replayed and checked.
    pub fn plan(&self, node: Node) -> Result<Plan<S::Move>, ReplayError> {
        Plan::replay(self.space, self.start(), self.moves(node))
    }

    /// Visits nodes until one is a goal, and returns the outcome.
    pub fn solve(mut self) -> Outcome<S::Move> {
        let node = self.find_goal();
        let moves = node.map(|node| {
            self.show_path(node);
            self.moves(node)
        });
        let stop = self.stop.unwrap_or(Stop::Done);
        let counts = self.meter.finish();
        Outcome::conclude(self.space, self.start(), moves, self.bound, stop, counts)
    }

    /// The next goal. Where nobody wants to see the nodes before it, they are not given one by
    /// one.
    fn find_goal(&mut self) -> Option<Node> {
        if shows_expansions(&self.observer) {
            return self.find(|node| node.is_solved);
        }
        loop {
            self.next()?;
            // The others of the batch have the same priority, and only the last may be a goal.
            self.given = self.batch.len();
            if let Some(&Popped { node, .. }) = self.batch.last()
                && node.is_solved
            {
                self.is_solved = true;
                return Some(node);
            }
        }
    }

    /// The solutions among the nodes, lazily, each with the index at which it came.
    pub fn solutions(mut self) -> impl Iterator<Item = (u64, Plan<S::Move>)> {
        std::iter::from_fn(move || {
            let node = self.find(|node| node.is_solved)?;
            // A plan that does not replay ends the stream instead of being shown.
            Some((node.index, self.plan(node).ok()?))
        })
    }

    /// Shows the observer the path to a goal.
    pub(super) fn show_path(&mut self, node: Node) {
        if shows_expansions(&self.observer) {
            let mut nodes: Vec<u64> = self.ancestors(node.id).map(u64::from).collect();
            nodes.reverse();
            self.observer.path(&nodes, None);
        }
    }

    pub(super) fn observer(&mut self) -> &mut O {
        &mut self.observer
    }

    pub(super) fn start(&self) -> &S::State {
        &self.start
    }

    pub(super) fn space(&self) -> &'a S {
        self.space
    }

    fn ancestors(&self, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(node), |&id| self.frontier.store.get(id).data.parent())
    }

    /// The moves that lead from a node to its child at the child's cost.
    pub(super) fn moves_between(
        &self,
        parent: NodeId,
        child: NodeId,
    ) -> impl Iterator<Item = S::Move> + '_ {
        let (parent, child) = (self.frontier.store.get(parent), self.frontier.store.get(child));
        let mut moves = Vec::new();
        self.space.moves(&parent.state, &mut moves);
        moves.into_iter().filter(move |&mv| {
            let mut state = parent.state.clone();
            let g = parent.data.g.saturating_add(self.space.cost(&state, mv));
            self.space.apply(&mut state, mv);
            g == child.data.g && state == child.state
        })
    }
}

impl<S: Space, H: Heuristic<S>, P: Priority, O: Observer<S>> Iterator
    for BestFirst<'_, S, H, P, O>
{
    type Item = Node;

    fn next(&mut self) -> Option<Node> {
        if self.given == self.batch.len() {
            if self.stop.is_some() {
                return None;
            }
            // A goal is not expanded; any other node is, now that more is wanted.
            if let Err(stop) = self.expand().and_then(|()| self.pop()) {
                self.stop = Some(stop);
                // Nothing is given that was not taken out as it should be.
                self.given = self.batch.len();
                return None;
            }
        }
        let Some(&Popped { node, .. }) = self.batch.get(self.given) else {
            self.stop = Some(Stop::Done);
            if self.heuristic.is_admissible() && !self.is_solved {
                self.bound = DEAD_END;
            }
            return None;
        };
        self.given += 1;
        if self.proven != Some(node.priority) && self.heuristic.is_admissible() {
            self.proven = Some(node.priority);
            self.bound = self.bound.max(self.priority.bound(node.priority));
        }
        if shows_expansions(&self.observer) {
            let stored = self.frontier.store.get(node.id);
            self.observer.expanded(&Visit {
                index: node.index,
                node: u64::from(node.id),
                parent: stored.data.parent().map(u64::from),
                side: None,
                state: &stored.state,
                g: node.g,
                h: node.h,
                priority: self.priority.in_moves(node.priority),
                bound: self.bound,
            });
        }
        self.is_solved |= node.is_solved;
        Some(node)
    }
}

/// Finds a plan with one of the classic priorities.
pub fn search<S: Space, H: Heuristic<S>, O: Observer<S>>(
    space: &S,
    start: &S::State,
    heuristic: &H,
    priority: Linear,
    ties: Ties,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<S::Move> {
    BestFirst::with(space, start, heuristic, priority, ties, Duplicates::Drop, budget, observer)
        .solve()
}
