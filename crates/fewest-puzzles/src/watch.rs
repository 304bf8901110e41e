//! Looking on, at the edge, while a puzzle is solved or explored.

use std::ops::ControlFlow;

use fewest::search::Event;
use fewest::space::Cost;

use crate::puzzle::Moves;

/// Looks on while a puzzle is solved or explored. Every method does nothing
/// unless overridden; the unit type overrides none.
pub trait Watch {
    /// Something happened. [`Event::Expanded`] and [`Event::Path`] come only if
    /// [`Request::expansions`] are wanted.
    ///
    /// [`Request::expansions`]: crate::puzzle::Request::expansions
    fn event(&mut self, _event: Event<'_>) {}

    /// A solution was found. Called for each one when several are wanted;
    /// [`ControlFlow::Break`] ends the search.
    fn solution(&mut self, _solution: &Solution<'_>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// One of several solutions.
#[derive(Clone, Copy, Debug)]
pub struct Solution<'a> {
    /// How many nodes were expanded before it.
    pub index: u64,
    /// What it costs.
    pub cost: Cost,
    /// Its moves.
    pub moves: &'a Moves,
}

impl Watch for () {}

impl<T: Watch + ?Sized> Watch for &mut T {
    fn event(&mut self, event: Event<'_>) {
        (**self).event(event);
    }
    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        (**self).solution(solution)
    }
}
