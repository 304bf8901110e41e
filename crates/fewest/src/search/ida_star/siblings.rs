//! For small states: a stack of nodes that wait to be expanded, each with its state, so
//! that no move is ever taken back.

use super::transpositions::{Place, Transpositions};
use super::{Ended, Iterations, Numbers, Problem, count};
use crate::search::budget::Meter;
use crate::search::observer::{Observer, shows_expansions};
use crate::search::outcome::Stop;
use crate::space::{Cost, DEAD_END, Heuristic, Space};

pub(super) struct Siblings<'a, S: Space, H: Heuristic<S>> {
    problem: Problem<'a, S, H>,
    /// For each node on the path, its children that are still to be expanded, the first of
    /// them last.
    waiting: Vec<Node<S, H>>,
    /// The states of the path, each with the move that led to it. The start has none.
    path: Vec<(S::State, Option<S::Move>)>,
    /// Memory for the moves of a state.
    list: Vec<S::Move>,
    transpositions: Transpositions<S::State>,
    /// Whether nodes are looked up whose f is the bound. Little is below them and most nodes
    /// are such, so that it is not worth it where an expansion is cheap.
    looks_all_up: bool,
    numbers: Numbers,
}

/// A node within the bound.
struct Node<S: Space, H: Heuristic<S>> {
    state: S::State,
    value: H::Value,
    g: Cost,
    depth: u32,
    /// Where its state may be in the table.
    place: Place,
    /// The move that led to it.
    mv: S::Move,
}

/// An expansion of fewer children than this is cheap.
const CHEAP: u64 = 3;

/// Of more children than this, the later ones are not sorted.
const MAX_SORTED: usize = 32;

impl<'a, S: Space, H: Heuristic<S>> Siblings<'a, S, H> {
    /// With a table of states in iterations of more than this many nodes.
    pub(super) fn new(problem: Problem<'a, S, H>, table_from: u64) -> Self {
        Siblings {
            problem,
            waiting: Vec::new(),
            path: Vec::new(),
            list: Vec::new(),
            transpositions: Transpositions::new(table_from),
            looks_all_up: true,
            numbers: Numbers::default(),
        }
    }

    /// Makes the children of a node that are within the bound. Returns the one that comes
    /// first, of least f, while the others wait; and the least f beyond the bound.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most of IDA*'s time, and called in one place")]
    fn expand(
        &mut self,
        state: &mut S::State,
        (value, g, depth): (H::Value, Cost, u32),
        mv: Option<S::Move>,
        bound: Cost,
        meter: &mut Meter,
    ) -> Result<(Option<Node<S, H>>, Cost), Stop> {
        let Problem { space, heuristic, .. } = self.problem;
        let (waiting, transpositions) = (&mut self.waiting, &self.transpositions);
        let looks_all_up = H::IS_FROM_SCRATCH || self.looks_all_up;
        let first = waiting.len();
        // The parent is among the children, by its move or, where no move takes another back,
        // by its state.
        let back = mv.and_then(|mv| space.inverse(mv));
        let path = &self.path;
        let before = path.last().map(|(state, _)| state).filter(|_| back.is_none());
        let (mut next, mut generated, depth) = (DEAD_END, 0, depth + 1);
        let (mut best, mut best_f) = (None, DEAD_END);
        space.successors(state, &mut self.list, |child| {
            if back == Some(child.mv) || before == Some(child.state) {
                return Ok(());
            }
            generated += 1;
            let g = g.saturating_add(child.cost);
            let value = heuristic.update(space, value, child.mv, child.undo, child.state);
            let f = g.saturating_add(heuristic.estimate(value));
            if f > bound {
                next = next.min(f);
                return Ok(());
            }
            // Only moves that cost nothing could go in circles without end.
            if child.cost == 0 && path.iter().any(|(state, _)| state == child.state) {
                return Ok(());
            }
            let is_looked_up = f < bound || looks_all_up;
            let place = if is_looked_up { transpositions.place(child.state) } else { Place::NONE };
            let node = Node { state: child.state.clone(), value, g, depth, place, mv: child.mv };
            let Some(first_child) = &mut best else {
                (best, best_f) = (Some(node), f);
                return Ok(());
            };
            if waiting.len() == waiting.capacity() {
                make_room(waiting, meter)?;
                meter.counts.stored = waiting.capacity() as u64;
            }
            if f < best_f {
                best_f = f;
                // Of those that wait, none has a smaller f, and none that came earlier
                // the same.
                waiting.push(std::mem::replace(first_child, node));
            } else {
                waiting.push(node);
                if waiting.len() - first > 1 {
                    sift_down(heuristic, &mut waiting[first..]);
                }
            }
            Ok(())
        })?;
        meter.counts.generated += generated;
        Ok((best, next))
    }

    /// Whether a node is to be expanded, at the end of its path.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a part of the same loop")]
    fn expands(&mut self, node: &Node<S, H>, meter: &mut Meter) -> bool {
        if !node.place.is_none() {
            if !self.transpositions.expands(&node.state, node.place, node.g) {
                return false;
            }
            if self.transpositions.is_due(meter) {
                let Problem { space, start, .. } = self.problem;
                self.transpositions.adapt(start, space.heap_bytes(), meter);
            }
        }
        self.path.truncate(node.depth as usize);
        // Moves that lead nowhere, and may cost nothing.
        let is_parent = || self.path.last().is_some_and(|(state, _)| *state == node.state);
        self.problem.space.has_unit_costs() || !is_parent()
    }
}

/// Moves the last of some siblings below those of no larger f.
#[inline(never)]
fn sift_down<S: Space, H: Heuristic<S>>(heuristic: &H, siblings: &mut [Node<S, H>]) {
    let f = |node: &Node<S, H>| node.g.saturating_add(heuristic.estimate(node.value));
    let mut at = siblings.len() - 1;
    if siblings.len() <= MAX_SORTED {
        let own = f(&siblings[at]);
        while at > 0 && f(&siblings[at - 1]) <= own {
            siblings.swap(at - 1, at);
            at -= 1;
        }
    }
}

impl<S: Space, H: Heuristic<S>> Iterations<S, H> for Siblings<'_, S, H> {
    fn below<O: Observer<S>>(
        &mut self,
        bound: Cost,
        root: H::Value,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Ended<S::Move>, Stop> {
        let Problem { space, start, .. } = self.problem;
        self.path.clear();
        self.waiting.clear();
        self.transpositions.begin(meter);
        self.looks_all_up = meter.counts.generated >= CHEAP * meter.counts.expanded;
        let mut next = DEAD_END;
        let (mut state, mut value, mut g, mut depth) = (start.clone(), root, 0, 0);
        let mut mv = None;
        // One place where nodes are expanded, so that all of it is compiled into the loop.
        loop {
            if space.is_goal(&state) {
                self.show(depth, (&state, g, value), bound, meter.counts.expanded, observer);
                return Ok(self.solved(mv, observer));
            }
            count(g, bound, meter, observer)?;
            self.show(depth, (&state, g, value), bound, meter.counts.expanded - 1, observer);
            let (best, beyond) = self.expand(&mut state, (value, g, depth), mv, bound, meter)?;
            next = next.min(beyond);
            if self.path.len() == self.path.capacity() {
                make_room(&mut self.path, meter)?;
            }
            self.path.push((state, mv));
            let mut node = best.or_else(|| self.waiting.pop());
            while let Some(found) = &node
                && !self.expands(found, meter)
            {
                node = self.waiting.pop();
            }
            let Some(node) = node else { break };
            mv = Some(node.mv);
            (state, value, g, depth) = (node.state, node.value, node.g, node.depth);
        }
        Ok(Ended::Exhausted { next })
    }
}

impl<S: Space, H: Heuristic<S>> Siblings<'_, S, H> {
    /// Shows a node at the end of the path.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "nothing is left of it where nobody looks on")]
    fn show<O: Observer<S>>(
        &mut self,
        depth: u32,
        (state, g, value): (&S::State, Cost, H::Value),
        bound: Cost,
        index: u64,
        observer: &mut O,
    ) {
        if shows_expansions(observer) {
            let shown = (state, g, self.problem.heuristic.estimate(value));
            self.numbers.show(depth as usize, shown, bound, index, observer);
        }
    }

    /// The moves of the path, and the last one.
    fn solved<O: Observer<S>>(&self, last: Option<S::Move>, observer: &mut O) -> Ended<S::Move> {
        if shows_expansions(observer) {
            observer.path(&self.numbers.0, None);
        }
        Ended::Solved(self.path.iter().filter_map(|&(_, mv)| mv).chain(last).collect())
    }
}

/// Doubles the room for items.
#[cold]
#[inline(never)]
fn make_room<T>(items: &mut Vec<T>, meter: &mut Meter) -> Result<(), Stop> {
    let more = items.capacity().max(64);
    meter.take(more * size_of::<T>())?;
    items.reserve_exact(more);
    Ok(())
}
