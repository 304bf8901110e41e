//! Breadth-first search over a hash set: layer by layer, each state once.
//!
//! Guarantees: the fewest moves; a proof when there is no plan in a finite space; when
//! stopped, a bound of one more than the last finished layer. Costs: every state nearer
//! than the goal is kept, at about 12 bytes in addition to the state. Choose it without
//! a heuristic, when the space is small or the whole of it is wanted;
//! [`super::bidirectional`] and [`super::table`] go farther.

use super::budget::{Budget, Meter};
use super::event::{Event, Progress};
use super::observer::{Observer, Visit, shows_expansions};
use super::outcome::{Counts, Outcome, Stop};
use super::store::{Children, Entries, NO_NODE, NodeId, Parent, Store};
use crate::space::{Cost, DEAD_END, Space};

/// Finds the fewest moves from `start` to a goal.
pub fn search<S: Space, O: Observer<S>>(
    space: &S,
    start: &S::State,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<S::Move> {
    let mut layers = Layers::new(space, true, budget);
    if space.is_goal(start) {
        let counts = layers.meter.finish();
        return Outcome::conclude(space, start, Some(Vec::new()), 0, Stop::Done, counts);
    }
    let result = layers.reach(std::slice::from_ref(start)).and_then(|()| {
        while !layers.is_exhausted() {
            let goal = layers.advance(observer)?;
            if goal.is_some() {
                return Ok(goal);
            }
        }
        Ok(None)
    });
    let (goal, stop) = match result {
        Ok(goal) => (goal, Stop::Done),
        Err(stop) => (None, stop),
    };
    let bound = match (goal, stop) {
        _ if !space.has_unit_costs() => 0,
        (None, Stop::Done) => DEAD_END,
        _ => layers.depth + 1,
    };
    let moves = goal.map(|goal| {
        layers.show_path(goal, observer);
        layers.moves_to(goal)
    });
    Outcome::conclude(space, start, moves, bound, stop, layers.meter.finish())
}

/// The states at each distance, and the farthest of them.
#[derive(Debug)]
pub struct Reached<T> {
    /// The number of states at each distance.
    pub per_depth: Vec<u64>,
    /// Some states of the last finished layer.
    pub farthest: Vec<T>,
    /// The fewest moves and the number of plans that have them, where the search counts them.
    pub fewest: Option<(Cost, u64)>,
    /// Why the search stopped; [`Stop::Done`] if it reached every state.
    pub stop: Stop,
    /// What it spent.
    pub counts: Counts,
}

/// Visits every state that can be reached from `starts`, and returns up to `farthest`
/// of the farthest ones.
pub fn explore<S: Space, O: Observer<S>>(
    space: &S,
    starts: &[S::State],
    farthest: usize,
    budget: &Budget,
    observer: &mut O,
) -> Reached<S::State> {
    explore_each(space, starts, farthest, budget, observer, &mut |_| ())
}

/// The same, and calls `each` with the states of every finished layer.
pub fn explore_each<S: Space, O: Observer<S>>(
    space: &S,
    starts: &[S::State],
    farthest: usize,
    budget: &Budget,
    observer: &mut O,
    each: &mut dyn FnMut(&S::State),
) -> Reached<S::State> {
    let mut layers = Layers::new(space, false, budget);
    let mut per_depth = Vec::new();
    let mut result = layers.reach(starts);
    let mut last = layers.layer.clone();
    while result.is_ok() && !layers.is_exhausted() {
        last = layers.layer.clone();
        per_depth.push(last.len() as u64);
        last.clone().for_each(|id| each(&layers.store.get(id).state));
        result = layers.advance(observer).map(|_| ());
    }
    let states = last.take(farthest).map(|id| layers.store.get(id).state.clone());
    Reached {
        farthest: states.collect(),
        per_depth,
        fewest: None,
        stop: result.err().unwrap_or(Stop::Done),
        counts: layers.meter.finish(),
    }
}

/// A breadth-first search between two layers.
struct Layers<'a, S: Space> {
    space: &'a S,
    /// Whether the search ends at a goal.
    stops_at_goal: bool,
    /// Each state with its parent, in the order of discovery: layer after layer.
    store: Store<S::State, NodeId>,
    /// The last layer that was reached, not yet expanded.
    layer: std::ops::Range<NodeId>,
    depth: Cost,
    meter: Meter,
    moves: Vec<S::Move>,
    children: Children<S::State, NodeId>,
    /// Of the children that were looked up last.
    entries: Entries,
}

impl<'a, S: Space> Layers<'a, S> {
    fn new(space: &'a S, stops_at_goal: bool, budget: &Budget) -> Self {
        Layers {
            space,
            stops_at_goal,
            store: Store::new(space.heap_bytes()),
            layer: 0..0,
            depth: 0,
            meter: Meter::start(budget),
            moves: Vec::new(),
            children: Children::default(),
            entries: Entries::default(),
        }
    }

    fn reach(&mut self, starts: &[S::State]) -> Result<(), Stop> {
        for start in starts {
            self.store.find_or_insert(start, || NO_NODE, &mut self.meter)?;
        }
        self.layer = 0..self.store.len() as NodeId;
        Ok(())
    }

    fn is_exhausted(&self) -> bool {
        self.layer.is_empty()
    }

    /// Expands the layer, unless a goal turns up that the search stops at. If a limit is
    /// reached first, the layer does not change.
    fn advance<O: Observer<S>>(&mut self, observer: &mut O) -> Result<Option<NodeId>, Stop> {
        let next = self.store.len() as NodeId;
        self.children.clear();
        let mut moves = std::mem::take(&mut self.moves);
        for id in self.layer.clone() {
            let goal = self.expand(id, &mut moves, observer)?;
            if goal.is_some() {
                return Ok(goal);
            }
        }
        self.moves = moves;
        if let Some(goal) = self.settle(observer)? {
            return Ok(Some(goal));
        }
        observer.event(Event::Layer {
            depth: self.depth,
            states: u64::from(self.layer.end - self.layer.start),
        });
        self.depth += 1;
        self.layer = next..self.store.len() as NodeId;
        Ok(None)
    }

    /// Makes the children of a state, and looks them up when there are enough of them.
    fn expand<O: Observer<S>>(
        &mut self,
        id: NodeId,
        moves: &mut Vec<S::Move>,
        observer: &mut O,
    ) -> Result<Option<NodeId>, Stop> {
        if self.meter.is_due() {
            let (counts, depth) = (self.meter.finish(), Some(self.depth));
            let bound = self.depth + 1;
            observer.event(Event::Progress(Progress { counts, bound, best: None, depth }));
        }
        self.meter.expand()?;
        if shows_expansions(observer) {
            self.show(id, self.depth, observer);
        }
        let node = self.store.get(id);
        let mut state = node.state.clone();
        let parent = Some(node.data).filter(|&id| id != NO_NODE);
        let parent = Parent::or_itself(parent, id, &self.store);
        let (mut goal, mut generated) = (None, 0);
        let result = self.space.successors(&mut state, moves, |child| {
            generated += 1;
            if self.children.is_full() {
                self.meter.check_clock()?;
                goal = self.settle(observer)?;
                if goal.is_some() {
                    return Err(None);
                }
            }
            let is_parent = parent.is(child.state, &self.store);
            self.children.push_if(!is_parent, child.state, id);
            Ok(())
        });
        self.meter.counts.generated += generated;
        self.children.hash_some(&self.store);
        match result {
            Err(Some(stop)) => Err(stop),
            Err(None) | Ok(()) => Ok(goal),
        }
    }

    /// Looks the children up, and keeps the new ones.
    #[inline(never)]
    fn settle<O: Observer<S>>(&mut self, observer: &mut O) -> Result<Option<NodeId>, Stop> {
        self.children.hash_all(&self.store);
        let (children, entries) = (self.children.as_slice(), &mut self.entries);
        self.store.find_or_insert_all(children, |&parent| parent, entries, &mut self.meter)?;
        let is_goal = |&(at, _): &(usize, NodeId)| self.space.is_goal(&children[at].state);
        let goal = if self.stops_at_goal { entries.inserted().find(is_goal) } else { None };
        let goal = goal.map(|(_, id)| id);
        self.children.clear();
        if let Some(goal) = goal
            && shows_expansions(observer)
        {
            self.show(goal, self.depth + 1, observer);
        }
        Ok(goal)
    }

    fn show<O: Observer<S>>(&self, id: NodeId, g: Cost, observer: &mut O) {
        let node = self.store.get(id);
        observer.expanded(&Visit {
            // States are expanded in the order in which they are found.
            index: self.meter.counts.expanded - u64::from(g == self.depth),
            node: u64::from(id),
            parent: (node.data != NO_NODE).then_some(u64::from(node.data)),
            side: None,
            state: &node.state,
            g,
            h: 0,
            priority: f64::from(g),
            bound: self.depth + 1,
        });
    }

    fn show_path<O: Observer<S>>(&self, goal: NodeId, observer: &mut O) {
        if shows_expansions(observer) {
            let parent = |&id: &NodeId| Some(self.store.get(id).data).filter(|&id| id != NO_NODE);
            let mut nodes: Vec<u64> =
                std::iter::successors(Some(goal), parent).map(u64::from).collect();
            nodes.reverse();
            observer.path(&nodes, None);
        }
    }

    fn moves_to(&self, node: NodeId) -> Vec<S::Move> {
        super::backtrack(self.space, node, |id| {
            let node = self.store.get(id);
            (&node.state, node.data)
        })
    }
}
