//! Looking on, at the edge, while a puzzle is solved or explored.

use std::ops::ControlFlow;

use fewest::search::{Event, Plan};

/// Looks on while a puzzle is solved or explored. Every method does nothing
/// unless overridden; the unit type overrides none.
pub trait Watch {
    /// Something happened. [`Event::Expanded`] and [`Event::Path`] come only if
    /// [`Request::expansions`] are wanted.
    ///
    /// [`Request::expansions`]: crate::puzzle::Request::expansions
    fn event(&mut self, _event: Event<'_>) {}

    /// A solution was found, as the `index`-th node that was looked at. Called
    /// for each one when several are wanted; [`ControlFlow::Break`] ends it.
    fn solution(&mut self, _index: u64, _plan: &Plan<String>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl Watch for () {}

impl<T: Watch + ?Sized> Watch for &mut T {
    fn event(&mut self, event: Event<'_>) {
        (**self).event(event);
    }
    fn solution(&mut self, index: u64, plan: &Plan<String>) -> ControlFlow<()> {
        (**self).solution(index, plan)
    }
}
