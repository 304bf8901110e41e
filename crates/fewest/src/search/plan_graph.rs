//! All plans of the fewest moves at once, when that number is known: counted without
//! being listed, and listed lazily.
//!
//! Every state on such a plan lies in the layer of its distance from the start, and in
//! that of its distance from the goal. So two breadth-first searches grow towards each
//! other, always the one whose last layer is smaller, until their depths add up to the
//! number of moves; each state keeps the number of shortest paths that lead to it. A
//! state in which both meet is on as many plans as the product of its two numbers. The
//! forward side skips states that an admissible heuristic proves too far away.
//!
//! ```
//! use fewest::example::{Gaps, Pancakes};
//! use fewest::search::{Budget, ida_star, plan_graph};
//!
//! let (stack, budget) = ([4, 2, 5, 0, 3, 1], Budget::default());
//! let fewest = ida_star::search(&Pancakes, &stack, &Gaps, &budget, &mut ()).cost().unwrap();
//! let plans = plan_graph::search(&Pancakes, &stack, fewest, &Gaps, &budget, &mut ())?;
//! let listed = plans.plans().count();
//! assert_eq!(plans.count(), Some(listed as u64));
//! # Ok::<(), fewest::search::plan_graph::Stopped>(())
//! ```

use super::budget::{Budget, Meter};
use super::event::{Event, Progress};
use super::observer::Observer;
use super::outcome::{Counts, Plan, Stop};
use super::store::{Entry, NodeId, Store};
use crate::space::{Cost, Heuristic, Reverse, Space};

/// All plans of the fewest moves.
pub struct PlanGraph<'a, S: Space> {
    space: &'a S,
    start: S::State,
    forward: Side<S>,
    backward: Side<S>,
    /// The nodes of the forward side that are on a plan.
    is_on_plan: Vec<bool>,
    count: Option<u64>,
    counts: Counts,
}

/// The search ended before the plans were counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the plans were not counted: {stop:?}")]
pub struct Stopped {
    /// Why.
    pub stop: Stop,
    /// What was spent.
    pub counts: Counts,
}

/// One of the two searches: layer after layer, each state with the number of shortest
/// paths between it and the side's end.
struct Side<S: Space> {
    store: Store<S::State, Paths>,
    /// Where each layer begins.
    layers: Vec<NodeId>,
}

/// A number of paths, or `None` if it does not fit in 64 bits.
type Paths = Option<u64>;

/// Finds every plan of `moves` moves, which must be the fewest, in a space in which each
/// move costs 1.
pub fn search<'a, S: Space, H: Heuristic<S>, O: Observer<S>>(
    space: &'a S,
    start: &S::State,
    moves: Cost,
    heuristic: &H,
    budget: &Budget,
    observer: &mut O,
) -> Result<PlanGraph<'a, S>, Stopped> {
    let mut search = Search {
        space,
        moves,
        heuristic: heuristic.is_admissible().then_some(heuristic),
        meter: Meter::start(budget),
        forward: Side::new(space),
        backward: Side::new(space),
    };
    match search.run(start, observer) {
        Ok((is_on_plan, count)) => Ok(PlanGraph {
            space,
            start: start.clone(),
            counts: search.meter.finish(),
            forward: search.forward,
            backward: search.backward,
            is_on_plan,
            count,
        }),
        Err(stop) => Err(Stopped { stop, counts: search.meter.finish() }),
    }
}

struct Search<'a, S: Space, H> {
    space: &'a S,
    moves: Cost,
    heuristic: Option<&'a H>,
    meter: Meter,
    forward: Side<S>,
    backward: Side<S>,
}

impl<S: Space, H: Heuristic<S>> Search<'_, S, H> {
    /// The forward nodes that are on a plan, and the number of plans.
    fn run<O: Observer<S>>(
        &mut self,
        start: &S::State,
        observer: &mut O,
    ) -> Result<(Vec<bool>, Paths), Stop> {
        self.meter.check()?;
        self.forward.begin(std::slice::from_ref(start), &mut self.meter)?;
        let reverse = self.space.reverse();
        if let Some(reverse) = reverse {
            let mut goals = Vec::new();
            reverse.goals(&mut goals);
            self.backward.begin(&goals, &mut self.meter)?;
        }
        while self.forward.depth() + self.backward.depth() < self.moves {
            let backward = reverse.filter(|_| self.backward.width() < self.forward.width());
            match backward {
                Some(reverse) => self.step_back(reverse, observer)?,
                None => self.step(observer)?,
            }
        }
        let mut is_on_plan = vec![false; self.forward.store.len()];
        self.meter.take(is_on_plan.len())?;
        let mut count = Some(0_u64);
        for id in self.forward.layer(self.forward.depth()) {
            let node = self.forward.store.get(id);
            let onward = if reverse.is_some() {
                let met = self.backward.find(&node.state, self.backward.depth());
                let Some(met) = met else { continue };
                self.backward.store.get(met).data
            } else if self.space.is_goal(&node.state) {
                Some(1)
            } else {
                continue;
            };
            is_on_plan[id as usize] = true;
            let plans = node.data.zip(onward).and_then(|(to, on)| to.checked_mul(on));
            count = count.zip(plans).and_then(|(count, plans)| count.checked_add(plans));
        }
        self.mark(&mut is_on_plan)?;
        Ok((is_on_plan, count))
    }

    /// Marks the states of the forward side from which a marked one can be reached.
    fn mark(&mut self, is_on_plan: &mut [bool]) -> Result<(), Stop> {
        let mut moves = Vec::new();
        for depth in (0..self.forward.depth()).rev() {
            for id in self.forward.layer(depth) {
                self.meter.expand()?;
                let mut state = self.forward.store.get(id).state.clone();
                moves.clear();
                self.space.moves(&state, &mut moves);
                is_on_plan[id as usize] = moves.iter().any(|&mv| {
                    let undo = self.space.apply(&mut state, mv);
                    let next = self.forward.find(&state, depth + 1);
                    self.space.undo(&mut state, mv, undo);
                    next.is_some_and(|next| is_on_plan[next as usize])
                });
            }
        }
        Ok(())
    }

    /// The next layer of the forward side.
    fn step<O: Observer<S>>(&mut self, observer: &mut O) -> Result<(), Stop> {
        let depth = self.forward.depth();
        let mut moves = Vec::new();
        let next = self.forward.store.len() as NodeId;
        for id in self.forward.layer(depth) {
            self.report(observer);
            self.meter.expand()?;
            let node = self.forward.store.get(id);
            let (mut state, paths) = (node.state.clone(), node.data);
            moves.clear();
            self.space.moves(&state, &mut moves);
            for &mv in &moves {
                let undo = self.space.apply(&mut state, mv);
                self.meter.generate()?;
                let is_near = self.heuristic.is_none_or(|heuristic| {
                    let h = heuristic.estimate(heuristic.evaluate(self.space, &state));
                    h.saturating_add(depth + 1) <= self.moves
                });
                if is_near {
                    self.forward.add(&state, paths, next, &mut self.meter)?;
                }
                self.space.undo(&mut state, mv, undo);
            }
        }
        self.forward.end_layer(next)
    }

    /// The next layer of the backward side.
    fn step_back<O: Observer<S>>(
        &mut self,
        reverse: &dyn Reverse<S>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        let mut before = Vec::new();
        let next = self.backward.store.len() as NodeId;
        for id in self.backward.layer(self.backward.depth()) {
            self.report(observer);
            self.meter.expand()?;
            let node = self.backward.store.get(id);
            let paths = node.data;
            before.clear();
            reverse.predecessors(&node.state, &mut before);
            self.meter.counts.generated += before.len() as u64;
            for (state, _) in &before {
                self.backward.add(state, paths, next, &mut self.meter)?;
            }
        }
        self.backward.end_layer(next)
    }

    fn report<O: Observer<S>>(&self, observer: &mut O) {
        if self.meter.is_due() {
            let depth = Some(self.forward.depth() + self.backward.depth());
            let (counts, bound) = (self.meter.finish(), self.moves);
            let best = Some(self.moves);
            observer.event(Event::Progress(Progress { counts, bound, best, depth }));
        }
    }
}

impl<S: Space> Side<S> {
    fn new(space: &S) -> Self {
        Side { store: Store::new(space.heap_bytes()), layers: vec![0] }
    }

    fn begin(&mut self, states: &[S::State], meter: &mut Meter) -> Result<(), Stop> {
        for state in states {
            self.store.find_or_insert(state, || Some(1), meter)?;
        }
        Ok(())
    }

    /// The depth of the last layer.
    fn depth(&self) -> Cost {
        self.layers.len() as Cost - 1
    }

    fn layer(&self, depth: Cost) -> std::ops::Range<NodeId> {
        let depth = depth as usize;
        let end = self.layers.get(depth + 1).copied();
        self.layers[depth]..end.unwrap_or(self.store.len() as NodeId)
    }

    /// The states of the last layer.
    fn width(&self) -> usize {
        self.layer(self.depth()).len()
    }

    /// A state of the layer at this depth.
    fn find(&self, state: &S::State, depth: Cost) -> Option<NodeId> {
        self.store.find(state).filter(|id| self.layer(depth).contains(id))
    }

    /// Adds paths to a state of the layer that begins at `next`, unless it has been
    /// reached by fewer moves.
    fn add(
        &mut self,
        state: &S::State,
        paths: Paths,
        next: NodeId,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if let Entry::Found(id) = self.store.find_or_insert(state, || paths, meter)?
            && id >= next
        {
            let known = &mut self.store.get_mut(id).data;
            *known = known.zip(paths).and_then(|(known, paths)| known.checked_add(paths));
        }
        Ok(())
    }

    /// Ends the layer that begins at `next`. A layer without states contradicts the
    /// number of moves, which was said to be the fewest.
    fn end_layer(&mut self, next: NodeId) -> Result<(), Stop> {
        if self.store.len() as NodeId == next {
            return Err(Stop::Contradiction);
        }
        self.layers.push(next);
        Ok(())
    }
}

impl<S: Space> PlanGraph<'_, S> {
    /// The number of plans; `None` if it does not fit in 64 bits.
    pub fn count(&self) -> Option<u64> {
        self.count
    }

    /// What counting them took.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The number of moves of each plan.
    fn moves(&self) -> Cost {
        self.forward.depth() + self.backward.depth()
    }

    /// Whether a state that a plan reaches after `depth` moves, or a neighbour of one, is
    /// on a plan.
    pub fn is_on_plan(&self, state: &S::State, depth: Cost) -> bool {
        if depth <= self.forward.depth() {
            let found = self.forward.find(state, depth);
            found.is_some_and(|id| self.is_on_plan[id as usize])
        } else {
            depth <= self.moves() && self.backward.find(state, self.moves() - depth).is_some()
        }
    }

    /// The plans, in the order of their moves. Each was replayed.
    pub fn plans(&self) -> impl Iterator<Item = Plan<S::Move>> {
        let mut walk = Walk { graph: self, path: Vec::new(), moves: Vec::new() };
        walk.enter(self.start.clone());
        walk
    }
}

/// A depth-first walk along the plans.
struct Walk<'a, 'g, S: Space> {
    graph: &'g PlanGraph<'a, S>,
    /// The states of the plan so far, each with the moves that are still to be tried
    /// there, the next one last.
    path: Vec<(S::State, Vec<S::Move>)>,
    moves: Vec<S::Move>,
}

impl<S: Space> Walk<'_, '_, S> {
    fn enter(&mut self, state: S::State) {
        let mut moves = Vec::new();
        if (self.path.len() as Cost) < self.graph.moves() {
            self.graph.space.moves(&state, &mut moves);
            moves.reverse();
        }
        self.path.push((state, moves));
    }
}

impl<S: Space> Iterator for Walk<'_, '_, S> {
    type Item = Plan<S::Move>;

    fn next(&mut self) -> Option<Self::Item> {
        let space = self.graph.space;
        loop {
            let depth = self.path.len() as Cost;
            let (state, moves) = self.path.last_mut()?;
            if depth > self.graph.moves() {
                self.path.pop();
                let moves = self.moves.clone();
                self.moves.pop();
                // A plan that does not replay ends the list instead of being shown.
                return Plan::replay(space, &self.graph.start, moves).ok();
            }
            let Some(mv) = moves.pop() else {
                self.path.pop();
                self.moves.pop();
                continue;
            };
            let mut next = state.clone();
            space.apply(&mut next, mv);
            if self.graph.is_on_plan(&next, depth) {
                self.moves.push(mv);
                self.enter(next);
            }
        }
    }
}
