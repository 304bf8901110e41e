//! For small states: a stack of nodes that wait to be expanded, each with its state, so
//! that no move is ever taken back.

use super::transpositions::Transpositions;
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
    numbers: Numbers,
}

/// A node within the bound.
struct Node<S: Space, H: Heuristic<S>> {
    state: S::State,
    value: H::Value,
    g: Cost,
    f: Cost,
    depth: u32,
    /// The move that led to it, and whether it cost nothing.
    mv: S::Move,
    is_free: bool,
}

/// More children than this are expanded in the order of their moves.
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
            numbers: Numbers::default(),
        }
    }

    /// Adds the children of a node that are within the bound, those of least f on top and
    /// of these the first. Returns the least f beyond the bound.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most of IDA*'s time, and called in one place")]
    fn expand(
        &mut self,
        state: &mut S::State,
        (value, g, depth): (H::Value, Cost, u32),
        mv: Option<S::Move>,
        bound: Cost,
        meter: &mut Meter,
    ) -> Result<Cost, Stop> {
        let Problem { space, heuristic, .. } = self.problem;
        let first = self.waiting.len();
        let waiting = &mut self.waiting;
        // The parent is among the children, by its move or, where no move takes another back,
        // by its state.
        let back = mv.and_then(|mv| space.inverse(mv));
        let before = self.path.last().map(|(state, _)| state).filter(|_| back.is_none());
        let mut next = DEAD_END;
        space.successors(state, &mut self.list, |child| {
            if back == Some(child.mv) || before == Some(child.state) {
                return Ok(());
            }
            meter.counts.generated += 1;
            let g = g.saturating_add(child.cost);
            let value = heuristic.update(space, value, child.mv, child.undo, child.state);
            let f = g.saturating_add(heuristic.estimate(value));
            if f > bound {
                next = next.min(f);
                return Ok(());
            }
            if waiting.len() == waiting.capacity() {
                make_room(waiting, meter)?;
                meter.counts.stored = waiting.capacity() as u64;
            }
            let (state, depth) = (child.state.clone(), depth + 1);
            let (mv, is_free) = (child.mv, child.cost == 0);
            waiting.push(Node { state, value, g, f, depth, mv, is_free });
            Ok(())
        })?;
        let children = &mut waiting[first..];
        if children.len() > 1 {
            children.reverse();
            if children.len() <= MAX_SORTED {
                for last in 1..children.len() {
                    let mut at = last;
                    while at > 0 && children[at - 1].f < children[at].f {
                        children.swap(at - 1, at);
                        at -= 1;
                    }
                }
            }
        }
        Ok(next)
    }

    /// The next node that is to be expanded, at the end of its path.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a part of the same loop")]
    fn next(&mut self, meter: &mut Meter) -> Option<Node<S, H>> {
        loop {
            let node = self.waiting.pop()?;
            if !self.transpositions.expands(&node.state, node.g) {
                continue;
            }
            if self.transpositions.is_due(meter) {
                let Problem { space, start, .. } = self.problem;
                self.transpositions.adapt(start, space.heap_bytes(), meter);
            }
            self.path.truncate(node.depth as usize);
            // Only moves that cost nothing could go in circles without end.
            if node.is_free && self.path.iter().any(|(state, _)| *state == node.state) {
                continue;
            }
            return Some(node);
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
            next = next.min(self.expand(&mut state, (value, g, depth), mv, bound, meter)?);
            if self.path.len() == self.path.capacity() {
                make_room(&mut self.path, meter)?;
            }
            self.path.push((state, mv));
            let Some(node) = self.next(meter) else { break };
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
