//! A backward perimeter: all states within some moves of the goal, as a heuristic.
//!
//! Inside, the distance is exact. Outside, it is at least the perimeter's depth plus
//! one, and at least what another bound says (Dillenburg and Nelson 1994).

use super::packed::Packed;
use super::space::Blocks;
use super::word::Word;
use fewest::search::layered::{Bidirectional, Visited};
use fewest::search::{Budget, Counts, Stop};
use fewest::space::{Cost, Heuristic};

/// The states near the goal.
pub struct Perimeter<W: Word> {
    visited: Visited<W>,
    /// The number of complete layers.
    depth: Cost,
    /// The cost of building it.
    pub counts: Counts,
}

impl<W: Word> Perimeter<W> {
    /// A perimeter of about `states` states at most. A level with too many goal states
    /// has an empty one.
    pub fn new(space: &Blocks<W>, start: W, states: u64, budget: &Budget) -> Result<Self, Stop> {
        let packed = Packed::new(space, start);
        let mut search = Bidirectional::new(&packed, start, budget);
        let depth = search.run_backward(states, &mut |_| ())?;
        let counts = search.counts();
        Ok(Perimeter { visited: search.into_visited(), depth, counts })
    }

    /// The number of complete layers, all of whose states are stored.
    pub fn depth(&self) -> Cost {
        self.depth
    }

    pub(super) fn visited(&self) -> &Visited<W> {
        &self.visited
    }

    /// The exact distance of a state inside.
    pub fn distance(&self, state: W) -> Option<Cost> {
        let label = self.visited.find(state)?;
        (!label.is_forward()).then(|| label.depth())
    }
}

/// A perimeter, and another bound outside of it.
pub struct Perimetric<'a, W: Word, H> {
    /// The perimeter.
    pub perimeter: &'a Perimeter<W>,
    /// The other bound.
    pub outside: &'a H,
}

impl<W: Word, H: Heuristic<Blocks<W>>> Heuristic<Blocks<W>> for Perimetric<'_, W, H> {
    type Value = Cost;

    fn evaluate(&self, space: &Blocks<W>, state: &W) -> Cost {
        if let Some(distance) = self.perimeter.distance(*state) {
            return distance;
        }
        let outside = self.outside.evaluate(space, state);
        let outside = self.outside.estimate(outside);
        // The perimeter has no states without predecessors, and not the start, which
        // the search stored as its own.
        if space.rules().has_predecessors(*state) && self.perimeter.visited.find(*state).is_none() {
            outside.max(self.perimeter.depth + 1)
        } else {
            outside
        }
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
    fn is_admissible(&self) -> bool {
        self.outside.is_admissible()
    }
    // The start may have a lower value than its neighbours.
    fn is_consistent(&self) -> bool {
        false
    }
}
