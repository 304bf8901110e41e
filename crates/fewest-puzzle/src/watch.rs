//! Observing a puzzle at the edge, while it is solved or explored.

use std::ops::ControlFlow;

use fewest::search::Event;
use fewest::space::Cost;

use crate::puzzle::{Moves, Remaining};

/// Observes a puzzle while it is solved or explored. Every method does nothing by
/// default, and the unit type overrides none.
pub trait Watch {
    /// Something happened. [`Event::Expanded`] and [`Event::Path`] come only if
    /// [`Request::expansions`] are wanted.
    ///
    /// [`Request::expansions`]: crate::puzzle::Request::expansions
    fn event(&mut self, _event: Event<'_>) {}

    /// A better plan than all before was found, and the search continues. Some searches
    /// show only their last plan, as the answer.
    fn improved(&mut self, _best: &Solution<'_>) {}

    /// Moves that leave less than all before, though not nothing, and the search continues.
    fn partial(&mut self, _remaining: Remaining, _moves: &Moves) {}

    /// Whether other searches of the same position can be heard through this observer.
    fn is_connected(&self) -> bool {
        false
    }

    /// Exchanges attempts that are nearly right with those searches: tells them what is
    /// new here, and returns what is new there. The texts are the puzzle's own. Called now
    /// and then, if this observer is connected.
    fn exchange(&mut self, _new: Vec<String>) -> Vec<String> {
        Vec::new()
    }

    /// A solution was found. Called for each one when several are wanted;
    /// [`ControlFlow::Break`] ends the search.
    fn solution(&mut self, _solution: &Solution<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A solution that is not the answer, or not yet.
#[derive(Clone, Copy, Debug)]
pub struct Solution<'a> {
    /// The number of nodes expanded before it.
    pub index: u64,
    /// Its cost.
    pub cost: Cost,
    /// Its moves.
    pub moves: &'a Moves,
}

impl Watch for () {}

impl<T: Watch + ?Sized> Watch for &mut T {
    fn event(&mut self, event: Event<'_>) {
        (**self).event(event);
    }
    fn improved(&mut self, best: &Solution<'_>) {
        (**self).improved(best);
    }
    fn partial(&mut self, remaining: Remaining, moves: &Moves) {
        (**self).partial(remaining, moves);
    }
    fn is_connected(&self) -> bool {
        (**self).is_connected()
    }
    fn exchange(&mut self, new: Vec<String>) -> Vec<String> {
        (**self).exchange(new)
    }
    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        (**self).solution(solution)
    }
}
