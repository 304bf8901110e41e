//! For states that are large or have memory of their own: one state, changed by each move
//! and changed back.

use super::{Ended, Iterations, Numbers, Problem, count};
use crate::search::budget::Meter;
use crate::search::observer::{Observer, shows_expansions};
use crate::search::outcome::Stop;
use crate::space::{Cost, DEAD_END, Heuristic, Space};

pub(super) struct InPlace<'a, S: Space, H: Heuristic<S>> {
    problem: Problem<'a, S, H>,
    state: S::State,
    frames: Vec<Frame<S, H>>,
    /// The moves of every node on the path, one after another.
    moves: Vec<S::Move>,
    numbers: Numbers,
}

/// A move on the path, and the node it was played from.
struct Frame<S: Space, H: Heuristic<S>> {
    mv: S::Move,
    undo: S::Undo,
    from: Node<H::Value, S::Move>,
}

/// The node being expanded. Its moves are the last ones on the stack of moves.
#[derive(Clone, Copy)]
struct Node<V, M> {
    value: V,
    g: Cost,
    /// Where its moves begin, and the next one to try.
    first: u32,
    next: u32,
    /// The move back to its parent.
    back: Option<M>,
}

impl<'a, S: Space, H: Heuristic<S>> InPlace<'a, S, H> {
    pub(super) fn new(problem: Problem<'a, S, H>) -> Self {
        let state = problem.start.clone();
        let (frames, moves, numbers) = (Vec::new(), Vec::new(), Numbers::default());
        InPlace { problem, state, frames, moves, numbers }
    }
}

impl<S: Space, H: Heuristic<S>> Iterations<S, H> for InPlace<'_, S, H> {
    /// The path stays if there is a plan; otherwise the state is the start again.
    fn below<O: Observer<S>>(
        &mut self,
        bound: Cost,
        root: H::Value,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Ended<S::Move>, Stop> {
        let Problem { space, heuristic, .. } = self.problem;
        if space.is_goal(&self.state) {
            self.show(0, root, bound, meter.counts.expanded, observer);
            return Ok(self.solved(observer));
        }
        let mut next_bound = DEAD_END;
        let mut node = Node { value: root, g: 0, first: 0, next: 0, back: None };
        self.expand(&node, bound, meter, observer)?;
        loop {
            if node.next as usize == self.moves.len() {
                let Some(frame) = self.frames.pop() else {
                    self.moves.clear();
                    return Ok(Ended::Exhausted { next: next_bound });
                };
                self.moves.truncate(node.first as usize);
                space.undo(&mut self.state, frame.mv, frame.undo);
                node = frame.from;
                continue;
            }
            let mv = self.moves[node.next as usize];
            node.next += 1;
            if node.back == Some(mv) {
                continue;
            }
            let g = node.g.saturating_add(space.cost(&self.state, mv));
            let undo = space.apply(&mut self.state, mv);
            meter.counts.generated += 1;
            let value = heuristic.update(space, node.value, mv, &undo, &self.state);
            let f = g.saturating_add(heuristic.estimate(value));
            if f > bound {
                next_bound = next_bound.min(f);
                space.undo(&mut self.state, mv, undo);
                continue;
            }
            if self.frames.len() == self.frames.capacity() {
                self.grow(meter)?;
            }
            self.frames.push(Frame { mv, undo, from: node });
            if space.is_goal(&self.state) {
                self.show(g, value, bound, meter.counts.expanded, observer);
                return Ok(self.solved(observer));
            }
            let first = self.moves.len() as u32;
            node = Node { value, g, first, next: first, back: space.inverse(mv) };
            self.expand(&node, bound, meter, observer)?;
        }
    }
}

impl<S: Space, H: Heuristic<S>> InPlace<'_, S, H> {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "half of IDA*'s time, and called in two places")]
    fn expand<O: Observer<S>>(
        &mut self,
        node: &Node<H::Value, S::Move>,
        bound: Cost,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        count(node.g, bound, meter, observer)?;
        self.show(node.g, node.value, bound, meter.counts.expanded - 1, observer);
        self.problem.space.moves(&self.state, &mut self.moves);
        Ok(())
    }

    /// Shows the node at the end of the path.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "nothing is left of it where nobody looks on")]
    fn show<O: Observer<S>>(
        &mut self,
        g: Cost,
        value: H::Value,
        bound: Cost,
        index: u64,
        observer: &mut O,
    ) {
        if shows_expansions(observer) {
            let shown = (&self.state, g, self.problem.heuristic.estimate(value));
            self.numbers.show(self.frames.len(), shown, bound, index, observer);
        }
    }

    fn solved<O: Observer<S>>(&self, observer: &mut O) -> Ended<S::Move> {
        if shows_expansions(observer) {
            observer.path(&self.numbers.0, None);
        }
        Ended::Solved(self.frames.iter().map(|frame| frame.mv).collect())
    }

    /// Doubles the room for frames, and for their moves.
    #[cold]
    fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let more = self.frames.capacity().max(64);
        let moves = self.moves.capacity().max(256);
        meter.take(more * size_of::<Frame<S, H>>() + moves * size_of::<S::Move>())?;
        self.frames.reserve_exact(more);
        self.moves.reserve(moves);
        meter.counts.stored = self.frames.capacity() as u64;
        Ok(())
    }
}
