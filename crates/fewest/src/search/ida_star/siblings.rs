//! For small states: a stack of nodes that wait to be expanded, each with its state, so
//! that no move is ever taken back.

use super::frontier::Frontier;
use super::transpositions::Transpositions;
use super::{Ended, Iterations, Long, Numbers, Problem, count};
use crate::search::budget::Meter;
use crate::search::observer::{Observer, shows_expansions};
use crate::search::outcome::Stop;
use crate::search::store::NodeId;
use crate::space::{Cost, DEAD_END, Heuristic, Space};

pub(super) struct Siblings<'a, S: Space, H: Heuristic<S>> {
    problem: Problem<'a, S, H>,
    /// For each node on the path, its children that are still to be expanded, the first of
    /// them last.
    waiting: Vec<Node<S, H>>,
    /// The states of the path by depth, each with the move that led to it. The start has none.
    /// What is deeper than the node in hand is left over from other paths.
    path: Vec<(S::State, Option<S::Move>)>,
    /// Memory for the moves of a state.
    list: Vec<S::Move>,
    frontier: Frontier<S, H>,
    transpositions: Transpositions<S::State>,
    /// Whether nodes are looked up whose f is the bound. Little is below them and most nodes
    /// are such, so that it is not worth it where an expansion is cheap.
    looks_all_up: bool,
    numbers: Numbers,
}

/// A node within the bound.
pub(super) struct Node<S: Space, H: Heuristic<S>> {
    pub(super) state: S::State,
    pub(super) value: H::Value,
    pub(super) g: Cost,
    pub(super) depth: u32,
    /// The move that led to it. The start has none.
    pub(super) mv: Option<S::Move>,
}

/// What bounds the search below a leaf, and what came of it.
struct Limits {
    bound: Cost,
    /// Whether the leaf alone is expanded, and all of its children are wanted.
    is_split: bool,
    /// The least f beyond the bound.
    next: Cost,
    /// The least estimate.
    nearest: Cost,
}

/// An expansion of fewer children than this is cheap.
const CHEAP: u64 = 3;

/// Of more children than this, the later ones are not sorted.
const MAX_SORTED: usize = 32;

impl<'a, S: Space, H: Heuristic<S>> Siblings<'a, S, H> {
    pub(super) fn new(problem: Problem<'a, S, H>, long: Long) -> Self {
        Siblings {
            problem,
            waiting: Vec::new(),
            path: Vec::new(),
            list: Vec::new(),
            frontier: Frontier::new(problem.space, long.top),
            transpositions: Transpositions::new(long.table),
            looks_all_up: true,
            numbers: Numbers::default(),
        }
    }

    /// Makes the children of a node that are within the bound. They wait, the one of least f
    /// last. Of a leaf that is split, all of them wait.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most of IDA*'s time, and called in one place")]
    fn expand(
        &mut self,
        state: &mut S::State,
        (value, g, depth): (H::Value, Cost, u32),
        mv: Option<S::Move>,
        limits: &mut Limits,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let Problem { space, heuristic, .. } = self.problem;
        let most = if limits.is_split { DEAD_END - 1 } else { limits.bound };
        let (waiting, transpositions) = (&mut self.waiting, &self.transpositions);
        let looks_all_up = H::IS_FROM_SCRATCH || self.looks_all_up;
        let first = waiting.len();
        // The parent is among the children, by its move or, where no move takes another back,
        // by its state.
        let back = mv.and_then(|mv| space.inverse(mv));
        let path = &self.path[..depth as usize];
        let before = if back.is_none() { path.last().map(|(state, _)| state) } else { None };
        let (mut generated, depth) = (0, depth + 1);
        space.successors(state, &mut self.list, |child| {
            if back == Some(child.mv) || before == Some(child.state) {
                return Ok(());
            }
            generated += 1;
            let g = g.saturating_add(child.cost);
            let value = heuristic.update(space, value, child.mv, child.undo, child.state);
            let h = heuristic.estimate(value);
            let f = g.saturating_add(h);
            if f > most {
                limits.next = f.min(limits.next);
                return Ok(());
            }
            limits.nearest = h.min(limits.nearest);
            // Only moves that cost nothing could go in circles without end.
            if child.cost == 0 && path.iter().any(|(state, _)| state == child.state) {
                return Ok(());
            }
            if f < limits.bound || looks_all_up {
                transpositions.prefetch(child.state);
            }
            if waiting.len() == waiting.capacity() {
                make_room(waiting, meter)?;
            }
            waiting.push(Node { state: child.state.clone(), value, g, depth, mv: Some(child.mv) });
            Ok(())
        })?;
        meter.counts.generated += generated;
        let f = |node: &Node<S, H>| node.g.saturating_add(heuristic.estimate(node.value));
        match &mut waiting[first..] {
            [] | [_] => {}
            [one, other] => {
                if f(one) <= f(other) {
                    std::mem::swap(one, other);
                }
            }
            several => arrange(heuristic, several),
        }
        Ok(())
    }

    /// Whether a node is to be expanded, at the end of its path.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a part of the same loop")]
    fn expands(&mut self, node: &Node<S, H>, bound: Cost, meter: &mut Meter) -> bool {
        let Problem { space, start, heuristic } = self.problem;
        let f = node.g.saturating_add(heuristic.estimate(node.value));
        if f < bound || H::IS_FROM_SCRATCH || self.looks_all_up {
            if !self.transpositions.expands(&node.state, bound - node.g) {
                return false;
            }
            if self.transpositions.is_due(meter) {
                self.transpositions.adapt(start, space.heap_bytes(), meter);
            }
        }
        // Moves that lead nowhere, and may cost nothing.
        let parent = || self.path[..node.depth as usize].last();
        space.has_unit_costs() || parent().is_none_or(|(state, _)| *state != node.state)
    }
}

/// Puts siblings into the order in which they wait: the one of least f last, and of equal ones
/// the first.
#[inline(never)]
fn arrange<S: Space, H: Heuristic<S>>(heuristic: &H, siblings: &mut [Node<S, H>]) {
    siblings.reverse();
    let from = siblings.len().saturating_sub(MAX_SORTED);
    let siblings = &mut siblings[from..];
    let f = |node: &Node<S, H>| node.g.saturating_add(heuristic.estimate(node.value));
    for end in 1..siblings.len() {
        let (mut at, own) = (end, f(&siblings[end]));
        while at > 0 && f(&siblings[at - 1]) < own {
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
        let heuristic = self.problem.heuristic;
        self.transpositions.begin(meter);
        self.looks_all_up = meter.counts.generated >= CHEAP * meter.counts.expanded;
        let mut next = self.frontier.begin(self.problem, root, bound, meter)?;
        while let Some((id, leaf)) = self.frontier.pop() {
            self.go_to(id, leaf.depth, shows_expansions(observer), meter)?;
            let nearest = heuristic.estimate(leaf.value);
            let mut limits =
                Limits { bound, is_split: self.frontier.splits(id, meter), next, nearest };
            let first = meter.counts.expanded;
            self.waiting.clear();
            if self.waiting.capacity() == 0 {
                make_room(&mut self.waiting, meter)?;
            }
            self.waiting.push(leaf);
            if let Some(moves) = self.descend(&mut limits, meter, observer)? {
                return Ok(Ended::Solved(moves));
            }
            next = limits.next;
            let expanded = meter.counts.expanded - first;
            if limits.is_split && expanded > 0 {
                let children = self.waiting.drain(..);
                let least = self.frontier.replace(id, first, children, heuristic, bound, meter)?;
                next = next.min(least);
            } else {
                self.frontier.note(id, expanded, limits.nearest);
            }
        }
        Ok(Ended::Exhausted { next })
    }
}

impl<S: Space, H: Heuristic<S>> Siblings<'_, S, H> {
    /// Makes the path lead to a node of the frontier.
    fn go_to(
        &mut self,
        id: NodeId,
        depth: u32,
        is_shown: bool,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let depth = depth as usize;
        while self.path.len() < depth {
            if self.path.len() == self.path.capacity() {
                make_room(&mut self.path, meter)?;
            }
            self.path.push((self.problem.start.clone(), None));
        }
        if is_shown {
            self.numbers.0.resize(depth, 0);
        }
        for (at, (state, mv, number)) in (0..depth).rev().zip(self.frontier.ancestors(id)) {
            self.path[at] = (state.clone(), mv);
            if is_shown {
                self.numbers.0[at] = number;
            }
        }
        Ok(())
    }

    /// Searches below a leaf, which waits, and nothing else. Of one that is to be split, the
    /// children wait in the end.
    fn descend<O: Observer<S>>(
        &mut self,
        limits: &mut Limits,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Option<Vec<S::Move>>, Stop> {
        let Problem { space, .. } = self.problem;
        let bound = limits.bound;
        // One place where nodes are expanded, so that all of it is compiled into the loop.
        while let Some(node) = self.waiting.pop() {
            if !self.expands(&node, bound, meter) {
                continue;
            }
            let Node { mut state, value, g, depth, mv } = node;
            if space.is_goal(&state) {
                self.show(depth, (&state, g, value), bound, meter.counts.expanded, observer);
                return Ok(Some(self.solved(depth, mv, observer)));
            }
            count(g, bound, meter, observer)?;
            self.show(depth, (&state, g, value), bound, meter.counts.expanded - 1, observer);
            self.expand(&mut state, (value, g, depth), mv, limits, meter)?;
            if limits.is_split {
                break;
            }
            if let Some(place) = self.path.get_mut(depth as usize) {
                *place = (state, mv);
            } else {
                if self.path.len() == self.path.capacity() {
                    make_room(&mut self.path, meter)?;
                }
                self.path.push((state, mv));
            }
        }
        Ok(None)
    }

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
    fn solved<O: Observer<S>>(
        &self,
        depth: u32,
        last: Option<S::Move>,
        observer: &mut O,
    ) -> Vec<S::Move> {
        if shows_expansions(observer) {
            observer.path(&self.numbers.0, None);
        }
        let path = &self.path[..depth as usize];
        path.iter().filter_map(|&(_, mv)| mv).chain(last).collect()
    }
}

/// Doubles the room for items.
#[cold]
#[inline(never)]
fn make_room<T>(items: &mut Vec<T>, meter: &mut Meter) -> Result<(), Stop> {
    let more = items.capacity().max(64);
    meter.take(more * size_of::<T>())?;
    meter.counts.stored += more as u64;
    items.reserve_exact(more);
    Ok(())
}
