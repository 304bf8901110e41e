//! The state space of a puzzle, as capabilities.
//!
//! The required methods of [`Space`] alone give best-first search, IDA*, breadth-first
//! search, beam search and branch and bound. A space with more capabilities gets more:
//! [`Space::reverse`] provides predecessors and adds bidirectional search;
//! [`Space::ranking`] provides a number for every state and adds table search over the
//! whole space. A [`Heuristic`] makes the informed searches informed.
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

use std::borrow::Cow;
use std::fmt::Debug;
use std::hash::Hash;

use crate::rank::RankError;

/// What a move costs, what a plan costs, and what a heuristic estimates.
pub type Cost = u32;

/// The estimate of a state from which no goal can be reached.
pub const DEAD_END: Cost = Cost::MAX;

/// The states of a puzzle and the moves between them.
pub trait Space {
    /// A position. Kept by the billion, so small and free of heap
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
    /// listing all moves is slow.
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

    /// The predecessors of states, if the space knows them.
    fn reverse(&self) -> Option<&dyn Reverse<Self>>
    where
        Self: Sized,
    {
        None
    }

    /// A number for every state that can be reached from `start`, or why there
    /// is none.
    fn ranking<'a>(&'a self, _start: &Self::State) -> Result<Box<dyn Ranking<Self> + 'a>, Unranked>
    where
        Self: Sized,
    {
        Err(Unranked::new("this puzzle does not number its states"))
    }
}

/// The predecessors of a space's states: which states lead here, and by which move.
///
/// This is not the inverse of a move: moves of some puzzles are many-to-one.
pub trait Reverse<S: Space> {
    /// Appends every goal state to `out`.
    fn goals(&self, out: &mut Vec<S::State>);

    /// Appends every pair of a state and its move that leads to `state`.
    fn predecessors(&self, state: &S::State, out: &mut Vec<(S::State, S::Move)>);

    /// Whether every move can be taken back by another move, so that the distance
    /// between two states is the same in both directions.
    fn is_undirected(&self) -> bool {
        false
    }
}

/// A dense numbering of states, for searches that keep a table of them all.
///
/// It numbers all states of a space or a part of them that no move leaves, such
/// as all that can be reached from one start.
pub trait Ranking<S: Space>: Sync {
    /// The space whose states are numbered.
    fn space(&self) -> &S;

    /// The number of ranks. Every state has a rank below this.
    fn len(&self) -> u64;

    /// Whether there are no states at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a state is one of those with a rank. Override it where some states of
    /// the space have none; their rank is never asked for.
    fn contains(&self, _state: &S::State) -> bool {
        true
    }

    /// The number of a state.
    fn rank(&self, state: &S::State) -> u64;

    /// The state with a number. `unrank(rank(s)) == s` for every state.
    fn unrank(&self, rank: u64) -> S::State;

    /// Appends the ranks of all successors of the states with these ranks.
    ///
    /// A puzzle whose ranks change in a simple way with a move overrides this,
    /// so that no state need be made. Searches pass hundreds of ranks at a time.
    fn successors(&self, ranks: &[u64], out: &mut Vec<u64>) {
        let (space, mut moves) = (self.space(), Vec::new());
        for &rank in ranks {
            let mut state = self.unrank(rank);
            moves.clear();
            space.moves(&state, &mut moves);
            for &mv in &moves {
                let undo = space.apply(&mut state, mv);
                out.push(self.rank(&state));
                space.undo(&mut state, mv, undo);
            }
        }
    }

    /// Appends the ranks of all predecessors of the states with these ranks, if the
    /// space knows them.
    fn predecessors(&self, ranks: &[u64], out: &mut Vec<u64>) {
        // Asked for in the thread that uses it: relations need not be `Sync`.
        let Some(reverse) = self.space().reverse() else { return };
        let mut before = Vec::new();
        for &rank in ranks {
            reverse.predecessors(&self.unrank(rank), &mut before);
            let known = before.drain(..).filter(|(state, _)| self.contains(state));
            out.extend(known.map(|(state, _)| self.rank(&state)));
        }
    }
}

/// A borrowed ranking, for a space that is its own ranking.
impl<S: Space, R: Ranking<S> + ?Sized> Ranking<S> for &R {
    fn space(&self) -> &S {
        (**self).space()
    }
    fn len(&self) -> u64 {
        (**self).len()
    }
    fn is_empty(&self) -> bool {
        (**self).is_empty()
    }
    fn contains(&self, state: &S::State) -> bool {
        (**self).contains(state)
    }
    fn rank(&self, state: &S::State) -> u64 {
        (**self).rank(state)
    }
    fn unrank(&self, rank: u64) -> S::State {
        (**self).unrank(rank)
    }
    fn successors(&self, ranks: &[u64], out: &mut Vec<u64>) {
        (**self).successors(ranks, out);
    }
    fn predecessors(&self, ranks: &[u64], out: &mut Vec<u64>) {
        (**self).predecessors(ranks, out);
    }
}

/// Why the states of a space have no numbers.
///
/// ```
/// use fewest::rank::Permutations;
/// use fewest::space::Unranked;
///
/// let too_many = Unranked::from(Permutations::new(30).unwrap_err());
/// assert_eq!(
///     too_many.to_string(),
///     "30 elements are too many; the maximum is 20"
/// );
/// assert_eq!(Unranked::new("no two stacks are alike").to_string(), "no two stacks are alike");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unranked(Cow<'static, str>);

impl Unranked {
    /// Why not, in a sentence without a full stop.
    pub fn new(why: impl Into<Cow<'static, str>>) -> Self {
        Unranked(why.into())
    }
}

impl From<RankError> for Unranked {
    fn from(error: RankError) -> Self {
        Unranked::new(error.to_string())
    }
}

impl From<&'static str> for Unranked {
    fn from(why: &'static str) -> Self {
        Unranked::new(why)
    }
}

/// An estimate of the cost that remains from a state to the nearest goal.
pub trait Heuristic<S: Space> {
    /// What is carried from a state to its successor, so that the estimate after a move
    /// need not be computed from scratch. Often the estimate itself.
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

/// A borrowed heuristic.
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

/// A function of the state as a consistent heuristic: it never says more than the true
/// cost, and never falls by more than a move costs.
///
/// ```
/// use fewest::example::Pancakes;
/// use fewest::search::{Budget, ida_star};
/// use fewest::space::{Consistent, Cost};
///
/// // The largest pancake must get to the bottom.
/// let heuristic = Consistent(|_: &Pancakes<6>, stack: &[u8; 6]| Cost::from(stack[5] != 5));
/// let stack = [4, 2, 5, 0, 3, 1];
/// let outcome = ida_star::search(&Pancakes, &stack, &heuristic, &Budget::default(), &mut ());
/// assert_eq!(outcome.cost(), Some(7));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Consistent<F>(pub F);

impl<S: Space, F: Fn(&S, &S::State) -> Cost> Heuristic<S> for Consistent<F> {
    type Value = Cost;

    fn evaluate(&self, space: &S, state: &S::State) -> Cost {
        (self.0)(space, state)
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
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
