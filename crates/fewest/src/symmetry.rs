//! Searching one state out of each class of mirror images.
//!
//! [`Folded`] is a space over canonical states, so that every search works on
//! it unchanged and keeps fewer states. Its moves lead to canonical states, not
//! to those that the moves reach in the puzzle; [`Folded::unfold`] turns its
//! plans into plans of the puzzle.
//!
//! ```
//! use std::sync::Arc;
//! use fewest::puzzles::tiles::{Board, Geometry, Packed16, Tiles};
//! use fewest::search::{Budget, breadth_first};
//! use fewest::symmetry::Folded;
//!
//! let geometry = Arc::new(Geometry::new(3, 3, &Geometry::blank_last(3, 3)));
//! let space = Tiles::<Packed16>::new(geometry);
//! let start = Packed16::from_tiles(&[7, 3, 8, 0, 2, 6, 4, 1, 5]);
//!
//! let folded = Folded::new(&space);
//! let from = folded.fold(&start);
//! let outcome = breadth_first::search(&folded, &from, &Budget::default(), &mut ());
//! let plan = folded.unfold(&start, outcome.plan.unwrap().moves()).unwrap();
//! assert_eq!(plan.moves().len(), 25);
//! ```

use crate::search::{Plan, ReplayError};
use crate::space::{Cost, Heuristic, Space, Symmetric};

/// The canonical states of a space.
#[derive(Clone, Copy, Debug)]
pub struct Folded<'a, S>(&'a S);

impl<'a, S: Symmetric> Folded<'a, S> {
    /// The canonical states of `space`.
    pub fn new(space: &'a S) -> Self {
        Folded(space)
    }

    /// The canonical image of a state of the puzzle.
    pub fn fold(&self, state: &S::State) -> S::State {
        self.0.canonical(state)
    }

    /// The plan of the puzzle from `start` that folds to `moves`, a plan from
    /// the canonical image of `start`: at each step, a move whose result has the
    /// same image.
    pub fn unfold(
        &self,
        start: &S::State,
        moves: &[S::Move],
    ) -> Result<Plan<S::Move>, ReplayError> {
        let mut folded = self.fold(start);
        let mut state = start.clone();
        let mut unfolded = Vec::with_capacity(moves.len());
        let mut legal = Vec::new();
        for (index, &mv) in moves.iter().enumerate() {
            self.apply(&mut folded, mv);
            legal.clear();
            self.0.moves(&state, &mut legal);
            let image = |&mv: &S::Move| {
                let mut next = state.clone();
                self.0.apply(&mut next, mv);
                self.fold(&next) == folded
            };
            let mv = legal.iter().copied().find(image).ok_or(ReplayError::Illegal { index })?;
            self.0.apply(&mut state, mv);
            unfolded.push(mv);
        }
        Plan::replay(self.0, start, unfolded)
    }
}

impl<S: Symmetric> Space for Folded<'_, S> {
    type State = S::State;
    type Move = S::Move;
    /// The state before: after a reflection no move of the puzzle leads back.
    type Undo = S::State;

    fn is_goal(&self, state: &S::State) -> bool {
        self.0.is_goal(state)
    }
    fn moves(&self, state: &S::State, out: &mut Vec<S::Move>) {
        self.0.moves(state, out);
    }
    fn apply(&self, state: &mut S::State, mv: S::Move) -> S::State {
        let before = state.clone();
        self.0.apply(state, mv);
        *state = self.0.canonical(state);
        before
    }
    fn undo(&self, state: &mut S::State, _: S::Move, before: S::State) {
        *state = before;
    }
    fn cost(&self, state: &S::State, mv: S::Move) -> Cost {
        self.0.cost(state, mv)
    }
    fn has_unit_costs(&self) -> bool {
        self.0.has_unit_costs()
    }
    fn heap_bytes(&self) -> usize {
        self.0.heap_bytes()
    }
}

/// A heuristic of a space, for its canonical states. Never incremental.
#[derive(Clone, Copy, Debug)]
pub struct OfFolded<H>(pub H);

impl<'a, S: Symmetric, H: Heuristic<S>> Heuristic<Folded<'a, S>> for OfFolded<H> {
    type Value = H::Value;

    fn evaluate(&self, space: &Folded<'a, S>, state: &S::State) -> H::Value {
        self.0.evaluate(space.0, state)
    }
    fn estimate(&self, value: H::Value) -> Cost {
        self.0.estimate(value)
    }
    fn is_admissible(&self) -> bool {
        self.0.is_admissible()
    }
    /// An estimate may differ between mirror images, and then falls by more than
    /// a move costs where a move is followed by a reflection.
    fn is_consistent(&self) -> bool {
        false
    }
}
