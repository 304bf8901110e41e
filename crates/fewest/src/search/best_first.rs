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

use super::algorithm::Ties;
use super::budget::{Budget, Meter};
use super::event::{Event, Progress};
use super::observer::{Observer, Visit, shows_expansions};
use super::open::Open;
use super::outcome::{Counts, Outcome, Plan, ReplayError, Stop};
use super::priority::{Linear, Priority};
use super::store::{Children, Entry, NodeId, Store};
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
const NO_PARENT: NodeId = STALE - 1;

impl Path {
    fn new(parent: Option<NodeId>, g: Cost) -> Self {
        Path { parent: parent.unwrap_or(NO_PARENT), g }
    }

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
#[derive(Clone, Copy)]
struct Made {
    parent: Option<NodeId>,
    g: Cost,
    h: Cost,
}

/// The nodes from a start, in order of priority.
pub struct BestFirst<'a, S: Space, H: Heuristic<S>, P, O = ()> {
    space: &'a S,
    start: S::State,
    heuristic: &'a H,
    priority: P,
    observer: O,
    duplicates: Duplicates,
    pub(super) store: Store<S::State, Path>,
    open: Open,
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
    popped: Vec<NodeId>,
    children: Children<S::State, Made>,
    looked_at: u64,
    is_solved: bool,
    bound: Cost,
    stop: Option<Stop>,
    moves: Vec<S::Move>,
}

impl<'a, S: Space, H: Heuristic<S>, P: Priority> BestFirst<'a, S, H, P> {
    /// All nodes from `start` without limits, last in first out among equals.
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
        let mut search = BestFirst {
            space,
            start: start.clone(),
            heuristic,
            priority,
            observer,
            duplicates,
            store: Store::new(space.heap_bytes()),
            open: Open::new(ties),
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
            stop: None,
            moves: Vec::new(),
        };
        let h = heuristic.estimate(heuristic.evaluate(space, start));
        search.children.push(start, Made { parent: None, g: 0, h });
        search.stop = search.settle().err();
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
        &self.store.get(node.id).state
    }

    /// The states on the path to a node, from the start on.
    pub fn replay(&self, node: Node) -> Vec<&S::State> {
        let mut states: Vec<_> =
            self.ancestors(node.id).map(|id| &self.store.get(id).state).collect();
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
        let node = self.find(|node| node.is_solved);
        let moves = node.map(|node| {
            self.show_path(node);
            self.moves(node)
        });
        let stop = self.stop.unwrap_or(Stop::Done);
        let counts = self.meter.finish();
        Outcome::conclude(self.space, self.start(), moves, self.bound, stop, counts)
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
        std::iter::successors(Some(node), |&id| self.store.get(id).data.parent())
    }

    /// The moves that lead from a node to its child at the child's cost.
    pub(super) fn moves_between(
        &self,
        parent: NodeId,
        child: NodeId,
    ) -> impl Iterator<Item = S::Move> + '_ {
        let (parent, child) = (self.store.get(parent), self.store.get(child));
        let mut moves = Vec::new();
        self.space.moves(&parent.state, &mut moves);
        moves.into_iter().filter(move |&mv| {
            let mut state = parent.state.clone();
            let g = parent.data.g.saturating_add(self.space.cost(&state, mv));
            self.space.apply(&mut state, mv);
            g == child.data.g && state == child.state
        })
    }

    /// Takes out the next nodes. A goal is the last of them: what comes after it may not
    /// be wanted.
    fn pop(&mut self) -> Result<(), Stop> {
        self.batch.clear();
        self.given = 0;
        while self.batch.is_empty() {
            self.popped.clear();
            let most = self.priority.batch();
            let Some(key) = self.open.pop(most, &mut self.popped, &mut self.meter) else { break };
            // Independent reads wait for memory together.
            let reads = self.popped.iter().map(|&id| self.store.get(id).data.g);
            std::hint::black_box(reads.fold(0, |seen, g| seen ^ g));
            for (at, &id) in self.popped.iter().enumerate() {
                let stored = self.store.get(id);
                if stored.data.parent & STALE != 0 {
                    continue;
                }
                let value = self.heuristic.evaluate(self.space, &stored.state);
                let is_solved = self.space.is_goal(&stored.state);
                let node = Node {
                    index: self.looked_at,
                    g: stored.data.g,
                    h: self.heuristic.estimate(value),
                    priority: key.0,
                    is_solved,
                    id,
                };
                self.looked_at += 1;
                self.batch.push(Popped { node, value });
                if is_solved {
                    self.open.put_back(key, &self.popped[at + 1..], &mut self.meter)?;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Expands the nodes that were taken out last.
    fn expand(&mut self) -> Result<(), Stop> {
        self.children.clear();
        let batch = std::mem::take(&mut self.batch);
        let mut moves = std::mem::take(&mut self.moves);
        let mut result = Ok(());
        for popped in batch.iter().filter(|popped| !popped.node.is_solved) {
            result = self.make_children(popped, &mut moves);
            if result.is_err() {
                break;
            }
        }
        (self.batch, self.moves) = (batch, moves);
        result.and_then(|()| self.settle())
    }

    fn make_children(
        &mut self,
        &Popped { node, value }: &Popped<H::Value>,
        moves: &mut Vec<S::Move>,
    ) -> Result<(), Stop> {
        if self.meter.is_due() {
            let counts = self.meter.finish();
            let (bound, depth) = (self.bound, Some(node.g));
            self.observer.event(Event::Progress(Progress { counts, bound, best: None, depth }));
        }
        if let Duplicates::AtMost(most) = self.duplicates
            && !self.may_expand(node, most)?
        {
            return Ok(());
        }
        self.meter.expand()?;
        let mut state = self.store.get(node.id).state.clone();
        let back = self.move_back(node.id);
        moves.clear();
        self.space.moves(&state, moves);
        let parent = Some(node.id);
        for &mv in moves.iter().filter(|&&mv| back != Some(mv)) {
            if self.children.is_full() {
                self.settle()?;
            }
            self.meter.generate()?;
            let g = node.g.saturating_add(self.space.cost(&state, mv));
            let undo = self.space.apply(&mut state, mv);
            let next = self.heuristic.update(self.space, value, mv, &undo, &state);
            let h = self.heuristic.estimate(next);
            if h != DEAD_END {
                self.children.push(&state, Made { parent, g, h });
            }
            self.space.undo(&mut state, mv, undo);
        }
        Ok(())
    }

    /// Opens the children, unless a cheaper path to their state is known.
    fn settle(&mut self) -> Result<(), Stop> {
        let children = std::mem::take(&mut self.children);
        if !self.keeps_nodes() {
            children.touch(&self.store);
        }
        let result = children
            .as_slice()
            .iter()
            .try_for_each(|child| self.generate(&child.state, child.hash, child.data));
        self.children = children;
        self.children.clear();
        result
    }

    /// Counts an expansion of the node's state, unless there were `most` of them that
    /// cost no more.
    fn may_expand(&mut self, node: Node, most: u32) -> Result<bool, Stop> {
        let state = &self.store.get(node.id).state;
        Ok(match self.expansions.find_or_insert(state, || (1, node.g), &mut self.meter)? {
            Entry::Inserted(_) => {
                // The same state is stored as a node.
                self.meter.counts.stored -= 1;
                true
            }
            Entry::Found(id) => {
                let (times, highest) = &mut self.expansions.get_mut(id).data;
                if *times >= most && node.g >= *highest {
                    return Ok(false);
                }
                (*times, *highest) = (*times + 1, node.g.max(*highest));
                true
            }
        })
    }

    /// Whether each node is kept, whatever its state.
    fn keeps_nodes(&self) -> bool {
        matches!(self.duplicates, Duplicates::Keep | Duplicates::AtMost(_))
    }

    /// The move that would take back the last one, where nodes are not compared.
    fn move_back(&self, node: NodeId) -> Option<S::Move> {
        if !self.keeps_nodes() {
            return None;
        }
        let parent = self.store.get(node).data.parent()?;
        self.moves_between(parent, node).next().and_then(|mv| self.space.inverse(mv))
    }

    /// Opens a node unless a cheaper one to its state is known.
    #[inline]
    fn generate(&mut self, state: &S::State, hash: u64, made: Made) -> Result<(), Stop> {
        let Made { parent, g, h } = made;
        let path = || Path::new(parent, g);
        if self.store.len() as NodeId >= NO_PARENT {
            return Err(Stop::Memory);
        }
        let node = if self.keeps_nodes() {
            self.store.append(state, path(), &mut self.meter)?
        } else {
            match self.store.find_or_insert_hashed(state, hash, path, &mut self.meter)? {
                Entry::Inserted(node) => node,
                Entry::Found(old) => {
                    let known = &mut self.store.get_mut(old).data;
                    if g > known.g || (g < known.g && !self.priority.reopens()) {
                        return Ok(());
                    }
                    if g == known.g {
                        return match parent {
                            Some(parent) => self.remember(old, parent),
                            None => Ok(()),
                        };
                    }
                    known.parent |= STALE;
                    self.store.supersede(old, path(), &mut self.meter)?
                }
            }
        };
        self.open.push(node, self.priority.priority(g, h), h, &mut self.meter)
    }

    fn remember(&mut self, node: NodeId, parent: NodeId) -> Result<(), Stop> {
        if self.duplicates == Duplicates::Remember {
            if self.further_parents.len() == self.further_parents.capacity() {
                let more = self.further_parents.capacity().max(1024);
                self.meter.take(more * size_of::<(NodeId, NodeId)>())?;
                self.further_parents.reserve_exact(more);
            }
            self.further_parents.push((node, parent));
        }
        Ok(())
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
        if self.heuristic.is_admissible() {
            self.bound = self.bound.max(self.priority.bound(node.priority));
        }
        if shows_expansions(&self.observer) {
            let stored = self.store.get(node.id);
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
