//! The state space of a puzzle, as capabilities.
//!
//! The required methods of [`Space`] alone give best-first search, IDA*, breadth-first
//! search, beam search and branch and bound. A space with more capabilities gets more:
//! [`Space::reverse`] provides predecessors and adds bidirectional search;
//! [`Space::ranking`] provides a number for every state and adds table search over the
//! whole space; [`Space::packing`] provides states as words, and its breadth-first searches
//! use all cores and the disk. A [`Heuristic`] makes the informed searches informed.
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
use std::mem::needs_drop;

use crate::rank::RankError;

pub use crate::heuristic::{Blind, Consistent, Heuristic, Max};

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

    /// Gives `each` every successor of a state, in the order of [`Space::moves`], until it
    /// returns an error; `state` is then any of them. `moves` is memory to be used
    /// again.
    ///
    /// This is what the searches that store states expand a node by. Override it where
    /// successors can be made one by one, without a list of moves.
    #[inline]
    fn successors<E>(
        &self,
        state: &mut Self::State,
        moves: &mut Vec<Self::Move>,
        mut each: impl FnMut(Successor<'_, Self>) -> Result<(), E>,
    ) -> Result<(), E>
    where
        Self: Sized,
    {
        moves.clear();
        self.moves(state, moves);
        // A copy of a small state costs less than to take the move back.
        let is_copied = const { is_plain::<Self::State>() };
        for &mv in moves.iter() {
            let cost = self.cost(state, mv);
            if is_copied {
                let mut state = state.clone();
                let undo = self.apply(&mut state, mv);
                each(Successor { mv, cost, undo: &undo, state: &state })?;
                continue;
            }
            let undo = self.apply(state, mv);
            each(Successor { mv, cost, undo: &undo, state })?;
            self.undo(state, mv, undo);
        }
        Ok(())
    }

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

    /// States as words, if they fit into 64 bits and every move costs 1.
    fn packing(&self) -> Option<&dyn Packing<Self>>
    where
        Self: Sized,
    {
        None
    }
}

/// Whether states are so small and plain that a copy of one costs less than to take a
/// move back.
pub(crate) const fn is_plain<T>() -> bool {
    size_of::<T>() <= 32 && !needs_drop::<T>()
}

/// A state and the move that has just made it, for [`Space::successors`].
#[derive(Debug)]
pub struct Successor<'a, S: Space> {
    /// The move.
    pub mv: S::Move,
    /// What it costs.
    pub cost: Cost,
    /// What [`Space::apply`] gave for it.
    pub undo: &'a S::Undo,
    /// The state after it.
    pub state: &'a S::State,
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
    /// between two states is the same in both directions. Then a state's predecessors are its
    /// successors, and searches may ask for these instead.
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

/// States as words, for [searches by layers](crate::search::layered): many states at a time,
/// on all cores.
pub trait Packing<S: Space>: Sync {
    /// The space whose states are packed.
    fn space(&self) -> &S;

    /// The state as a word that is not 0. Different states have different words.
    fn pack(&self, state: &S::State) -> u64;

    /// The state of a word. `unpack(pack(s)) == s` for every state.
    fn unpack(&self, word: u64) -> S::State;

    /// A number that other levels of the puzzle have not. Layers on disk are used again only
    /// for the same one.
    fn fingerprint(&self) -> u64;

    /// Appends all successors of the states with these words. Override it where words
    /// change in a simple way with a move.
    fn successors(&self, words: &[u64], out: &mut Vec<u64>) {
        let (space, mut moves) = (self.space(), Vec::new());
        for &word in words {
            let mut state = self.unpack(word);
            moves.clear();
            space.moves(&state, &mut moves);
            for &mv in &moves {
                let undo = space.apply(&mut state, mv);
                out.push(self.pack(&state));
                space.undo(&mut state, mv, undo);
            }
        }
    }

    /// Appends all predecessors of the states with these words, if the space knows them.
    fn predecessors(&self, words: &[u64], out: &mut Vec<u64>) {
        let Some(reverse) = self.space().reverse() else { return };
        let mut before = Vec::new();
        for &word in words {
            reverse.predecessors(&self.unpack(word), &mut before);
            out.extend(before.drain(..).map(|(state, _)| self.pack(&state)));
        }
    }

    /// The number of words that [`Packing::predecessors`] appends for a state, or more.
    fn most_predecessors(&self, word: u64) -> u64 {
        let mut before = Vec::new();
        self.predecessors(&[word], &mut before);
        before.len() as u64
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
