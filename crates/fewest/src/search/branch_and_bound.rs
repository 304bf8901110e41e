//! Depth-first branch and bound: descends to plans, and prunes what can't beat the best
//! one so far.
//!
//! Guarantees: each plan it finds is better than the last, and the final one is optimal
//! if the heuristic is admissible. A first plan comes from greedy search, since a blind
//! descent may take a million moves; a table of the states met and their least costs
//! saves repeated work as long as memory lasts. Choose it where all plans are about
//! equally long; for puzzles with moves that can be taken back, IDA* is better.

use super::algorithm::Ties;
use super::best_first;
use super::budget::{Budget, Meter};
use super::event::{Event, Progress};
use super::observer::{Observer, Visit, shows_expansions};
use super::outcome::{Counts, Outcome, Stop};
use super::priority::Linear;
use super::store::{Entry, Store};
use crate::space::{Cost, DEAD_END, Heuristic, Space};

/// Finds a plan and improves it until it is proved the cheapest.
pub fn search<S: Space, H: Heuristic<S>, O: Observer<S>>(
    space: &S,
    start: &S::State,
    heuristic: &H,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<S::Move> {
    let greedy =
        best_first::search(space, start, heuristic, Linear::GREEDY, Ties::LowH, budget, observer);
    let Some(plan) = &greedy.plan else {
        return greedy;
    };
    let (cost, moves) = (plan.cost(), plan.moves().to_vec());
    let value = heuristic.evaluate(space, start);
    let mut search = BranchAndBound {
        space,
        heuristic,
        best: moves,
        best_cost: cost,
        state: start.clone(),
        table: Store::new(space.heap_bytes()),
        is_full: false,
        root: heuristic.estimate(value),
        meter: Meter::start(&budget.after(&greedy.counts)),
        moves: Vec::new(),
        children: Vec::new(),
        before: greedy.counts,
        numbers: Vec::new(),
        goals: 0,
    };
    let stop = search.run(value, observer).err().unwrap_or(Stop::Done);
    let bound = match stop {
        _ if !heuristic.is_admissible() => 0,
        Stop::Done => search.best_cost,
        _ => greedy.bound,
    };
    let counts = greedy.counts.and(&search.meter.finish());
    Outcome::conclude(space, start, Some(search.best), bound, stop, counts)
}

struct BranchAndBound<'a, S: Space, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    best: Vec<S::Move>,
    best_cost: Cost,
    state: S::State,
    /// The least cost at which each state was met.
    table: Store<S::State, Cost>,
    /// Whether memory ran out, so that no more states are recorded.
    is_full: bool,
    root: Cost,
    meter: Meter,
    moves: Vec<S::Move>,
    /// For every node on the path, the children still to be tried with their f,
    /// worst first.
    children: Vec<(Cost, S::Move)>,
    /// What greedy search spent: its nodes are numbered first.
    before: Counts,
    /// The numbers of the nodes on the path, if an observer wants them.
    numbers: Vec<u64>,
    /// The number of goals shown.
    goals: u64,
}

/// A node on the path.
struct Frame<S: Space, V> {
    arrived: Option<(S::Move, S::Undo)>,
    g: Cost,
    value: V,
    /// Where its children begin.
    first: usize,
}

impl<S: Space, H: Heuristic<S>> BranchAndBound<'_, S, H> {
    fn run<O: Observer<S>>(&mut self, root: H::Value, observer: &mut O) -> Result<(), Stop> {
        if self.best_cost == 0 {
            return Ok(());
        }
        let mut path: Vec<Frame<S, H::Value>> = Vec::new();
        self.make_room(&mut path, self.best.len() + 1)?;
        self.show(0, 0, root, observer);
        self.expand(0, root, None, observer)?;
        path.push(Frame { arrived: None, g: 0, value: root, first: 0 });
        while let Some(frame) = path.last() {
            if self.children.len() == frame.first {
                if let Some(Frame { arrived: Some((mv, undo)), .. }) = path.pop() {
                    self.space.undo(&mut self.state, mv, undo);
                }
                continue;
            }
            let Some((f, mv)) = self.children.pop() else {
                continue;
            };
            if f >= self.best_cost {
                // The others are no better.
                self.children.truncate(frame.first);
                continue;
            }
            let value = frame.value;
            let g = frame.g.saturating_add(self.space.cost(&self.state, mv));
            let undo = self.space.apply(&mut self.state, mv);
            if self.space.is_goal(&self.state) {
                let value = self.heuristic.update(self.space, value, mv, &undo, &self.state);
                self.show(path.len(), g, value, observer);
                if shows_expansions(observer) {
                    observer.path(&self.numbers, None);
                }
                self.best_cost = g;
                let arrived = path.iter().filter_map(|frame| frame.arrived.as_ref());
                self.best = arrived.map(|&(mv, _)| mv).chain([mv]).collect();
                self.space.undo(&mut self.state, mv, undo);
                continue;
            }
            if self.was_met_at(g)? {
                self.space.undo(&mut self.state, mv, undo);
                continue;
            }
            let value = self.heuristic.update(self.space, value, mv, &undo, &self.state);
            let first = self.children.len();
            self.show(path.len(), g, value, observer);
            self.expand(g, value, self.space.inverse(mv), observer)?;
            if path.len() == path.capacity() {
                let more = path.len();
                self.make_room(&mut path, more)?;
            }
            path.push(Frame { arrived: Some((mv, undo)), g, value, first });
        }
        Ok(())
    }

    /// Room for a path as long as the best plan, since no better one is longer;
    /// only moves that cost nothing could make one so.
    fn make_room(&mut self, path: &mut Vec<Frame<S, H::Value>>, more: usize) -> Result<(), Stop> {
        const CHILDREN: usize = 4;
        let frame = size_of::<Frame<S, H::Value>>();
        self.meter.take(more * (frame + CHILDREN * size_of::<(Cost, S::Move)>()))?;
        path.reserve_exact(more);
        self.children.reserve(more * CHILDREN);
        Ok(())
    }

    /// Shows the node that is being expanded, or is the goal, `depth` moves from the
    /// start.
    fn show<O: Observer<S>>(&mut self, depth: usize, g: Cost, value: H::Value, observer: &mut O) {
        if shows_expansions(observer) {
            let (before, spent) = (&self.before, self.meter.counts.expanded);
            // One more than greedy search expanded, since it ended at a goal; and any
            // goals of this search come in between.
            let index = before.expanded + 1 + spent + self.goals;
            let node = before.stored + spent + self.goals;
            self.numbers.truncate(depth);
            let parent = self.numbers.last().copied();
            self.numbers.push(node);
            let (h, state, bound) = (self.heuristic.estimate(value), &self.state, self.root);
            self.goals += u64::from(self.space.is_goal(state));
            let (side, priority) = (None, f64::from(g) + f64::from(h));
            observer.expanded(&Visit { index, node, parent, side, state, g, h, priority, bound });
        }
    }

    /// Puts the children that may lead to a better plan on the stack.
    fn expand<O: Observer<S>>(
        &mut self,
        g: Cost,
        value: H::Value,
        back: Option<S::Move>,
        observer: &mut O,
    ) -> Result<(), Stop> {
        if self.meter.is_due() {
            let (counts, best) = (self.meter.finish(), Some(self.best_cost));
            observer.event(Event::Progress(Progress {
                counts,
                bound: self.root,
                best,
                depth: Some(g),
            }));
        }
        self.meter.expand()?;
        self.moves.clear();
        self.space.moves(&self.state, &mut self.moves);
        let first = self.children.len();
        for &mv in &self.moves {
            if back == Some(mv) {
                continue;
            }
            self.meter.generate()?;
            let after = g.saturating_add(self.space.cost(&self.state, mv));
            let undo = self.space.apply(&mut self.state, mv);
            let next = self.heuristic.update(self.space, value, mv, &undo, &self.state);
            let h = self.heuristic.estimate(next);
            let f = after.saturating_add(h);
            if h != DEAD_END && f < self.best_cost {
                self.children.push((f, mv));
            }
            self.space.undo(&mut self.state, mv, undo);
        }
        sort(&mut self.children[first..]);
        Ok(())
    }

    /// Whether this state was met before at no more than this cost. Records it if not,
    /// as long as there is memory.
    fn was_met_at(&mut self, g: Cost) -> Result<bool, Stop> {
        let known = if self.is_full {
            self.table.find(&self.state)
        } else {
            match self.table.find_or_insert(&self.state, || g, &mut self.meter) {
                Ok(Entry::Inserted(_)) => None,
                Ok(Entry::Found(id)) => Some(id),
                // Without the table, moves that cost nothing run in cycles.
                Err(stop) if !self.space.has_unit_costs() => return Err(stop),
                Err(_) => {
                    self.is_full = true;
                    None
                }
            }
        };
        let Some(id) = known else { return Ok(false) };
        let known = &mut self.table.get_mut(id).data;
        let met = *known <= g;
        *known = g.min(*known);
        Ok(met)
    }
}

/// Best last. Compiled once for all spaces with these moves.
fn sort<M>(children: &mut [(Cost, M)]) {
    children.sort_by_key(|&(f, _)| std::cmp::Reverse(f));
}
