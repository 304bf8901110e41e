//! Iterative-deepening A* (Korf 1985): depth-first searches below a growing bound on f
//! = g + h. Memory for one path only, and each finished iteration proves that no plan
//! costs less than the next bound.
//!
//! Guarantees: with an admissible heuristic the first plan found is optimal, and when
//! the search is stopped its bound holds. In a space with cycles it never ends if there
//! is no plan; check solvability first where the puzzle can.
//!
//! Costs: time, since states reached by several paths are searched again each
//! time. Choose it where memory is the limit and paths rarely meet, as with
//! sliding tiles; not where many orders of moves reach the same state.

use std::ops::Range;

use super::budget::{Budget, Meter};
use super::event::{Event, Progress};
use super::observer::{Observer, Visit, shows_expansions};
use super::outcome::{Outcome, Stop};
use crate::space::{Cost, DEAD_END, Heuristic, Space};

/// Finds a cheapest plan from `start`.
pub fn search<S, H, O>(
    space: &S,
    start: &S::State,
    heuristic: &H,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<S::Move>
where
    S: Space,
    H: Heuristic<S>,
    O: Observer<S>,
{
    search_within(space, start, heuristic, 0..Cost::MAX, budget, observer)
}

/// The same, when it is known already that no plan costs less than `range.start`
/// and that one costs `range.end`. Stops without a plan once it has proved that
/// none is cheaper than that.
// Never part of its caller, where the loop would have fewer registers.
#[inline(never)]
pub fn search_within<S, H, O>(
    space: &S,
    start: &S::State,
    heuristic: &H,
    range: Range<Cost>,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<S::Move>
where
    S: Space,
    H: Heuristic<S>,
    O: Observer<S>,
{
    let mut meter = Meter::start(budget);
    let root = heuristic.evaluate(space, start);
    let mut bound = range.start.max(heuristic.estimate(root));
    let mut iteration = Iteration {
        space,
        heuristic,
        state: start.clone(),
        frames: Vec::new(),
        moves: Vec::new(),
        numbers: Vec::new(),
    };
    let (moves, stop) = loop {
        // No plan at all, or none better than the one that is known.
        if bound >= range.end {
            break (None, Stop::Done);
        }
        match iteration.below(bound, root, &mut meter, observer) {
            Ok(Ended::Solved) => {
                observer.event(Event::Iteration { bound, counts: meter.finish() });
                if shows_expansions(observer) {
                    observer.path(&iteration.numbers, None);
                }
                break (Some(iteration.path()), Stop::Done);
            }
            Ok(Ended::Exhausted { next }) => {
                observer.event(Event::Iteration { bound, counts: meter.finish() });
                bound = next;
            }
            Err(stop) => break (None, stop),
        }
    };
    let proven = if heuristic.is_admissible() { bound } else { 0 };
    Outcome::conclude(space, start, moves, proven, stop, meter.finish())
}

enum Ended {
    Solved,
    /// No plan within the bound; the next one costs at least this.
    Exhausted {
        next: Cost,
    },
}

/// One depth-first search with an explicit stack: a path may be a million moves
/// long on a large board, and the machine's stack is not.
struct Iteration<'a, S: Space, H: Heuristic<S>> {
    space: &'a S,
    heuristic: &'a H,
    state: S::State,
    frames: Vec<Frame<S, H>>,
    /// The moves of every node on the path, one after another.
    moves: Vec<S::Move>,
    /// The numbers of the nodes on the path, if an observer wants them.
    numbers: Vec<u64>,
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

impl<S: Space, H: Heuristic<S>> Iteration<'_, S, H> {
    /// Looks for a plan of cost `bound` or less. The path stays if there is one;
    /// otherwise the state is the start again.
    fn below<O: Observer<S>>(
        &mut self,
        bound: Cost,
        root: H::Value,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Ended, Stop> {
        let (space, heuristic) = (self.space, self.heuristic);
        if space.is_goal(&self.state) {
            self.show(0, root, bound, meter.counts.expanded, observer);
            return Ok(Ended::Solved);
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
                return Ok(Ended::Solved);
            }
            let first = self.moves.len() as u32;
            node = Node { value, g, first, next: first, back: space.inverse(mv) };
            self.expand(&node, bound, meter, observer)?;
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "half of IDA*'s time, and called in two places")]
    fn expand<O: Observer<S>>(
        &mut self,
        node: &Node<H::Value, S::Move>,
        bound: Cost,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<(), Stop> {
        if meter.is_due() {
            let counts = meter.finish();
            observer.event(Event::Progress(Progress {
                counts,
                bound,
                best: None,
                depth: Some(node.g),
            }));
        }
        meter.expand()?;
        self.show(node.g, node.value, bound, meter.counts.expanded - 1, observer);
        self.space.moves(&self.state, &mut self.moves);
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
            self.show_node(g, value, bound, index, observer);
        }
    }

    /// Separate, so that it costs the loop no registers without an observer.
    #[cold]
    #[inline(never)]
    fn show_node<O: Observer<S>>(
        &mut self,
        g: Cost,
        value: H::Value,
        bound: Cost,
        index: u64,
        observer: &mut O,
    ) {
        self.numbers.truncate(self.frames.len());
        let parent = self.numbers.last().copied();
        self.numbers.push(index);
        let (h, state) = (self.heuristic.estimate(value), &self.state);
        let (node, side, priority) = (index, None, f64::from(g) + f64::from(h));
        observer.expanded(&Visit { index, node, parent, side, state, g, h, priority, bound });
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

    fn path(&self) -> Vec<S::Move> {
        self.frames.iter().map(|frame| frame.mv).collect()
    }
}
