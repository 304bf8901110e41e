//! The layers of a breadth-first search, one after the other.

use std::ops::ControlFlow;

use crate::search::{Budget, Counts, Event, Stop};
use crate::space::Cost;

use super::bidirectional::{Bidirectional, Report};
use super::packed::{PackedSpace, PackedState};
use super::path::Reconstruction;
use super::visited::Visited;

/// The states at one distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layer {
    /// Their distance.
    pub depth: Cost,
    /// The number of them.
    pub states: u64,
}

/// All states that can be reached from some, by their distance; or, backward, from which
/// those can be reached. An iterator over the layers, which ends when no state is new.
///
/// ```
/// use fewest::search::Budget;
/// use fewest::search::layered::{Layers, PackedSpace};
///
/// /// A number is doubled or made one larger.
/// struct Numbers;
///
/// impl PackedSpace<u64> for Numbers {
///     fn is_goal(&self, state: u64) -> bool {
///         state == 10
///     }
///     fn successors(&self, states: &[u64], out: &mut Vec<u64>) {
///         let next = states.iter().flat_map(|n| [2 * n, n + 1]);
///         out.extend(next.filter(|&n| n <= 10));
///     }
/// }
///
/// let mut layers = Layers::forward(&Numbers, &[1], &Budget::default())?;
/// let sizes: Vec<u64> = layers.by_ref().map(|layer| layer.unwrap().states).collect();
/// assert_eq!(sizes, [1, 1, 2, 3, 3]);
/// assert_eq!(layers.visited().len(), 10);
/// # Ok::<(), fewest::search::Stop>(())
/// ```
#[derive(Debug)]
pub struct Layers<'a, W: PackedState> {
    search: Bidirectional<'a, W>,
    is_forward: bool,
    depth: Option<Cost>,
}

impl<'a, W: PackedState> Layers<'a, W> {
    /// From these states on.
    pub fn forward(
        space: &'a dyn PackedSpace<W>,
        starts: &[W],
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let search = Bidirectional::explorer(space, starts, true, budget)?;
        Ok(Layers { search, is_forward: true, depth: None })
    }

    /// Back from these states.
    pub fn backward(
        space: &'a dyn PackedSpace<W>,
        ends: &[W],
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let search = Bidirectional::explorer(space, ends, false, budget)?;
        Ok(Layers { search, is_forward: false, depth: None })
    }

    /// Keeps later layers to states that may be on a plan of fewer than `upper` moves, by
    /// the space's [`Filter`](super::Filter).
    pub fn restrict(&mut self, upper: Cost) {
        self.search.restrict(upper);
    }

    /// The next layer. `report` is told what happens until it is complete.
    pub fn advance(&mut self, report: &mut dyn FnMut(Event<'_>)) -> Result<Option<Layer>, Stop> {
        W::advance(self, report)
    }

    pub(super) fn advance_here(&mut self, report: Report<'_>) -> Result<Option<Layer>, Stop> {
        if self.depth.is_some() {
            if self.search.last_layer_len(self.is_forward) == 0 {
                return Ok(None);
            }
            self.search.layer(self.is_forward, u64::MAX, report)?;
        }
        let depth = self.depth.map_or(0, |depth| depth + 1);
        let states = self.search.last_layer_len(self.is_forward);
        self.depth = Some(depth);
        Ok((states > 0).then_some(Layer { depth, states }))
    }

    /// The states of the last layer.
    pub fn states(&self) -> impl Iterator<Item = W> {
        self.search.last_layer(self.is_forward)
    }

    /// Shows the states of the last layer, up to `most` at a time, until it is told to stop.
    pub fn show_states(&self, most: usize, show: &mut dyn FnMut(&[W]) -> ControlFlow<()>) {
        W::show_states(self, most, show);
    }

    pub(super) fn show_states_here(
        &self,
        most: usize,
        show: &mut dyn FnMut(&[W]) -> ControlFlow<()>,
    ) {
        let mut states = self.states();
        let mut some = Vec::with_capacity(most);
        loop {
            some.clear();
            some.extend(states.by_ref().take(most));
            if some.is_empty() || show(&some).is_break() {
                return;
            }
        }
    }

    /// All states so far.
    pub fn visited(&self) -> &Visited<W> {
        self.search.visited().0
    }

    /// Paths through the layers.
    pub fn paths(&self) -> Reconstruction<'_, W> {
        self.search.paths()
    }

    /// What was spent.
    pub fn counts(&self) -> Counts {
        self.search.counts()
    }

    /// Whether the limits allow for more.
    pub fn check(&self) -> Result<(), Stop> {
        self.search.check()
    }
}

impl<W: PackedState> Iterator for Layers<'_, W> {
    type Item = Result<Layer, Stop>;

    fn next(&mut self) -> Option<Self::Item> {
        self.advance(&mut |_| ()).transpose()
    }
}
