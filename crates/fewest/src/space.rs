//! What a puzzle must say of itself: its state space, as capabilities.
//!
//! [`Space`] alone gives best-first search, IDA*, breadth-first search, beam
//! search and branch and bound. A puzzle that can also say more gets more:
//! [`Reverse`] adds bidirectional search, [`Ranked`] adds table search over the
//! whole space, [`Symmetric`] lets every search work on one position out of
//! each class of mirror images. A [`Heuristic`] makes the informed searches
//! informed.
//!
//! States are changed in place by [`Space::apply`] and changed back by
//! [`Space::undo`], so that a depth-first search allocates nothing per node.
//!
//! ```
//! use fewest::space::Space;
//!
//! /// Reach `goal` from a number by doubling it or taking one away.
//! struct DoubleOrDecrement {
//!     goal: u32,
//! }
//!
//! impl Space for DoubleOrDecrement {
//!     type State = u32;
//!     type Move = char;
//!     type Undo = u32;
//!
//!     fn is_goal(&self, state: &u32) -> bool {
//!         *state == self.goal
//!     }
//!     fn moves(&self, state: &u32, out: &mut Vec<char>) {
//!         if *state > 0 {
//!             out.push('-');
//!         }
//!         if *state > 0 && *state <= self.goal {
//!             out.push('*');
//!         }
//!     }
//!     fn apply(&self, state: &mut u32, mv: char) -> u32 {
//!         let before = *state;
//!         *state = if mv == '*' { before * 2 } else { before - 1 };
//!         before
//!     }
//!     fn undo(&self, state: &mut u32, _: char, before: u32) {
//!         *state = before;
//!     }
//! }
//!
//! let space = DoubleOrDecrement { goal: 7 };
//! let outcome = fewest::search::ida_star::search(
//!     &space, &2, &fewest::space::Blind, &Default::default(), &mut ());
//! assert_eq!(outcome.plan.unwrap().moves(), ['*', '*', '-']);
//! ```

use std::fmt::Debug;
use std::hash::Hash;

/// What a move costs, what a plan costs, and what a heuristic estimates.
pub type Cost = u32;

/// The estimate of a state from which no goal can be reached.
pub const DEAD_END: Cost = Cost::MAX;

/// The states of a puzzle and the moves between them.
pub trait Space {
    /// A position. Kept by the thousand million, so small and free of heap
    /// memory wherever the puzzle allows it.
    type State: Clone + Eq + Hash + Debug;
    /// A move, as played from some state.
    type Move: Copy + Eq + Debug;
    /// What [`Space::undo`] needs to know to take a move back.
    type Undo;

    /// Whether the puzzle is solved.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Appends the legal moves of `state` to `out`, always in the same order.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// Whether a move is one of a state's. Plans are replayed by this; override it where
    /// listing all moves takes long.
    fn is_legal(&self, state: &Self::State, mv: Self::Move) -> bool {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.contains(&mv)
    }

    /// Plays a legal move.
    fn apply(&self, state: &mut Self::State, mv: Self::Move) -> Self::Undo;

    /// Takes back the move that was just played.
    fn undo(&self, state: &mut Self::State, mv: Self::Move, undo: Self::Undo);

    /// What a move costs. A puzzle that overrides this overrides
    /// [`Space::has_unit_costs`] too.
    fn cost(&self, _state: &Self::State, _mv: Self::Move) -> Cost {
        1
    }

    /// Whether every move costs 1, so that the fewest moves are the cheapest.
    fn has_unit_costs(&self) -> bool {
        true
    }

    /// The move that takes `mv` back, if there is always the same one. Searches
    /// that don't remember states never play it right after `mv`.
    fn inverse(&self, _mv: Self::Move) -> Option<Self::Move> {
        None
    }

    /// The bytes that one state holds outside itself, for the memory account.
    fn heap_bytes(&self) -> usize {
        0
    }
}

/// The backward relation: which states lead here, and by which move.
///
/// This is not the inverse of a move: moves of some puzzles are many-to-one.
pub trait Reverse: Space {
    /// Appends every goal state to `out`.
    fn goals(&self, out: &mut Vec<Self::State>);

    /// Appends every pair of a state and its move that leads to `state`.
    fn predecessors(&self, state: &Self::State, out: &mut Vec<(Self::State, Self::Move)>);

    /// Whether every move can be taken back by another move, so that the
    /// distance between two states is the same both ways.
    fn is_undirected(&self) -> bool {
        false
    }
}

/// A dense numbering of the states, for searches that keep a table of them all.
pub trait Ranked: Space {
    /// How many ranks there are. Every state has a rank below this.
    fn len(&self) -> u64;

    /// Whether there are no states at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a state.
    fn rank(&self, state: &Self::State) -> u64;

    /// The state with a number. `unrank(rank(s)) == s` for every state.
    fn unrank(&self, rank: u64) -> Self::State;

    /// Appends the ranks of all successors of the state with this rank.
    ///
    /// A puzzle whose ranks change in a simple way with a move overrides this
    /// to spare the way through the state.
    fn successor_ranks(&self, rank: u64, moves: &mut Vec<Self::Move>, out: &mut Vec<u64>) {
        let mut state = self.unrank(rank);
        moves.clear();
        self.moves(&state, moves);
        for &mv in moves.iter() {
            let undo = self.apply(&mut state, mv);
            out.push(self.rank(&state));
            self.undo(&mut state, mv, undo);
        }
    }
}

/// Symmetries of the space that keep goals, moves and their costs.
pub trait Symmetric: Space {
    /// The same state for all states that are images of each other.
    fn canonical(&self, state: &Self::State) -> Self::State;
}

/// An estimate of the cost that remains from a state to the nearest goal.
pub trait Heuristic<S: Space> {
    /// What is carried from a state to its successor, so that the estimate
    /// after a move need not be made from scratch. Often the estimate itself.
    type Value: Copy;

    /// Values a state from scratch.
    fn evaluate(&self, space: &S, state: &S::State) -> Self::Value;

    /// The estimate in a value; [`DEAD_END`] where no goal can be reached.
    fn estimate(&self, value: Self::Value) -> Cost;

    /// Values `state`, which `mv` has just reached, from its predecessor's value.
    ///
    /// Must equal [`Heuristic::evaluate`] of that state, only faster.
    fn update(
        &self,
        space: &S,
        _value: Self::Value,
        _mv: S::Move,
        _undo: &S::Undo,
        state: &S::State,
    ) -> Self::Value {
        self.evaluate(space, state)
    }

    /// Whether the estimate never exceeds the true cost. Only then may a search
    /// call a plan optimal or an estimate a bound.
    fn is_admissible(&self) -> bool;

    /// Whether the estimate never falls by more than a move costs, so that the
    /// first path to a state that A* expands is a cheapest one.
    fn is_consistent(&self) -> bool;
}

/// A heuristic that somebody else keeps.
impl<S: Space, H: Heuristic<S>> Heuristic<S> for &H {
    type Value = H::Value;

    fn evaluate(&self, space: &S, state: &S::State) -> H::Value {
        (**self).evaluate(space, state)
    }
    #[inline]
    fn estimate(&self, value: H::Value) -> Cost {
        (**self).estimate(value)
    }
    #[inline]
    fn update(
        &self,
        space: &S,
        value: H::Value,
        mv: S::Move,
        undo: &S::Undo,
        state: &S::State,
    ) -> H::Value {
        (**self).update(space, value, mv, undo, state)
    }
    fn is_admissible(&self) -> bool {
        (**self).is_admissible()
    }
    fn is_consistent(&self) -> bool {
        (**self).is_consistent()
    }
}

/// The heuristic that knows nothing: zero everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<S: Space> Heuristic<S> for Blind {
    type Value = ();

    fn evaluate(&self, _: &S, _: &S::State) {}
    fn estimate(&self, (): ()) -> Cost {
        0
    }
    fn update(&self, _: &S, (): (), _: S::Move, _: &S::Undo, _: &S::State) {}
    fn is_admissible(&self) -> bool {
        true
    }
    fn is_consistent(&self) -> bool {
        true
    }
}

/// The larger of two heuristics. Admissible or consistent if both are.
#[derive(Clone, Copy, Debug)]
pub struct Max<A, B>(pub A, pub B);

impl<S: Space, A: Heuristic<S>, B: Heuristic<S>> Heuristic<S> for Max<A, B> {
    type Value = (A::Value, B::Value);

    fn evaluate(&self, space: &S, state: &S::State) -> Self::Value {
        (self.0.evaluate(space, state), self.1.evaluate(space, state))
    }
    fn estimate(&self, value: Self::Value) -> Cost {
        self.0.estimate(value.0).max(self.1.estimate(value.1))
    }
    fn update(
        &self,
        space: &S,
        value: Self::Value,
        mv: S::Move,
        undo: &S::Undo,
        state: &S::State,
    ) -> Self::Value {
        (
            self.0.update(space, value.0, mv, undo, state),
            self.1.update(space, value.1, mv, undo, state),
        )
    }
    fn is_admissible(&self) -> bool {
        self.0.is_admissible() && self.1.is_admissible()
    }
    fn is_consistent(&self) -> bool {
        self.0.is_consistent() && self.1.is_consistent()
    }
}
