//! What a space is capable of beyond its moves, as types: so that an engine knows at
//! compile time which searches there are, and each is compiled for its observer.
//!
//! ```
//! use fewest::search::Engine;
//! # use fewest::space::{Blind, Reverse, Space};
//! # fn algorithms<S: Reverse>(space: &S, start: &S::State) {
//! let forward = Engine::new(space, start, &Blind);
//! let both_ways = Engine::new(space, start, &Blind).with_reverse();
//! assert!(forward.algorithms().len() < both_ways.algorithms().len());
//! # }
//! ```

use super::budget::Budget;
use super::observer::Observer;
use super::outcome::{Counts, Outcome, Stop};
use super::{bidirectional, table};
use crate::space::{Ranked, Reverse, Space};

/// Which searches a space allows that need more than its moves. One that is not
/// allowed proves nothing and ends at once; the engine refuses it before.
pub trait Capability<S: Space> {
    /// Whether states can be searched backward.
    const REVERSE: bool;
    /// Whether there can be a table of all states.
    const TABLE: bool;

    /// Bidirectional search.
    fn bidirectional<O: Observer<S>>(
        &self,
        space: &S,
        start: &S::State,
        _budget: &Budget,
        _observer: &mut O,
    ) -> Outcome<S::Move> {
        nothing(space, start)
    }

    /// Search with a table.
    fn table<O: Observer<S>>(
        &self,
        space: &S,
        start: &S::State,
        _budget: &Budget,
        _observer: &mut O,
    ) -> Outcome<S::Move> {
        nothing(space, start)
    }
}

fn nothing<S: Space>(space: &S, start: &S::State) -> Outcome<S::Move> {
    Outcome::conclude(space, start, None, 0, Stop::Done, Counts::default())
}

/// Moves, and no more.
#[derive(Clone, Copy, Debug)]
pub struct Forward;

/// The backward relation too.
#[derive(Clone, Copy, Debug)]
pub struct Backward;

/// The backward relation, and a number for every state.
#[derive(Clone, Copy, Debug)]
pub struct Tabled;

impl<S: Space> Capability<S> for Forward {
    const REVERSE: bool = false;
    const TABLE: bool = false;
}

impl<S: Reverse> Capability<S> for Backward {
    const REVERSE: bool = true;
    const TABLE: bool = false;

    fn bidirectional<O: Observer<S>>(
        &self,
        space: &S,
        start: &S::State,
        budget: &Budget,
        observer: &mut O,
    ) -> Outcome<S::Move> {
        bidirectional::search(space, start, budget, observer)
    }
}

impl<S: Ranked + Reverse + Sync> Capability<S> for Tabled {
    const REVERSE: bool = true;
    const TABLE: bool = true;

    fn bidirectional<O: Observer<S>>(
        &self,
        space: &S,
        start: &S::State,
        budget: &Budget,
        observer: &mut O,
    ) -> Outcome<S::Move> {
        bidirectional::search(space, start, budget, observer)
    }

    fn table<O: Observer<S>>(
        &self,
        space: &S,
        start: &S::State,
        budget: &Budget,
        observer: &mut O,
    ) -> Outcome<S::Move> {
        table::search(space, start, budget, observer)
    }
}
