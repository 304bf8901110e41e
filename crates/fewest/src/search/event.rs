//! What searches of every kind report while they work, in one vocabulary.
//!
//! An [`Observer`](super::Observer) receives these from a search of a space, and a
//! callback from a local search or a table; code that shows or records a search needs
//! nothing else. Which events there are depends on the search: no event is ever
//! required.
//!
//! ```
//! use fewest::example::{Gaps, Pancakes};
//! use fewest::search::{Budget, Event, Observer, ida_star};
//! use fewest::space::Space;
//!
//! /// The bounds of IDA*'s iterations.
//! #[derive(Default)]
//! struct Bounds(Vec<u32>);
//!
//! impl<S: Space> Observer<S> for Bounds {
//!     fn event(&mut self, event: Event<'_>) {
//!         if let Event::Iteration { bound, .. } = event {
//!             self.0.push(bound);
//!         }
//!     }
//! }
//!
//! let mut bounds = Bounds::default();
//! ida_star::search(&Pancakes, &[4, 2, 5, 0, 3, 1], &Gaps, &Budget::default(), &mut bounds);
//! assert_eq!(bounds.0, [6, 7]);
//! ```

use std::fmt;

use super::outcome::Counts;
use crate::space::Cost;

/// Something that happened in a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// How the search will work, in a few words, and the bytes that it needs at
    /// least. Reported before it starts, by searches that choose.
    Method {
        /// A few words.
        name: &'a str,
        /// Bytes.
        memory: u64,
    },
    /// The progress of the search, at intervals of a few thousand expansions.
    Progress(Progress),
    /// IDA* has finished an iteration: no plan costs `bound` or less, unless this
    /// was the last one.
    Iteration {
        /// The bound of the iteration.
        bound: Cost,
        /// What was spent so far, by all iterations.
        counts: Counts,
    },
    /// A search by layers has finished a layer.
    Layer {
        /// The depth of the layer. In a search from both ends, the depths of both sides
        /// together.
        depth: Cost,
        /// The states at this depth; in a search from both ends, of the side that was
        /// expanded.
        states: u64,
    },
    /// A sample of a walk of a local search.
    Sample(Sample),
    /// What the best moves so far leave of the puzzle.
    Remaining(Remaining),
    /// What is wrong with the disk, before a search stops for it
    /// ([`Stop::Disk`](super::Stop::Disk)).
    Disk(&'a str),
    /// A state is being expanded, or ends a plan. Reported only on request.
    Expanded(Expansion<'a>),
    /// The next state of the plan that was found, when the search is over. Reported
    /// only if expansions were requested.
    Path(PathStep<'a>),
}

/// The progress of a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// What was spent so far.
    pub counts: Counts,
    /// The bound proved so far.
    pub bound: Cost,
    /// The cost of the best plan so far.
    pub best: Option<Cost>,
    /// The depth the search is at, where it has one.
    pub depth: Option<Cost>,
}

/// One walk of a local search at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Which walk, from 0.
    pub walk: usize,
    /// Its steps so far.
    pub step: u64,
    /// Its score.
    pub score: i64,
    /// What is wrong with its current attempt.
    pub remaining: u64,
    /// What was wrong with its best one.
    pub best: u64,
    /// The parameter of its rule: the temperature, or the length of the list.
    pub parameter: f64,
}

/// What is left of a puzzle that is solved when nothing is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Remaining {
    /// The number of them.
    #[cfg_attr(feature = "serde", serde(rename = "remaining"))]
    pub count: u64,
    /// What one of them is called.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub what: &'static str,
}

/// A side of a search from both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// From the start.
    Forward,
    /// From the goals.
    Backward,
}

/// One state at the moment when a search looks at it, in numbers. With the state
/// itself it is a [`Visit`](super::Visit).
#[derive(Clone, Copy)]
pub struct Expansion<'a> {
    /// Its place in the order of expansion, from 0.
    pub index: u64,
    /// Its number among all nodes of the search.
    pub node: u64,
    /// The number of the node that it was generated from.
    pub parent: Option<u64>,
    /// The side that it belongs to, in a search from both ends.
    pub side: Option<Side>,
    /// The cost from the start; on the backward side, to the goal.
    pub g: Cost,
    /// The estimate to the goal.
    pub h: Cost,
    /// What the open list was ordered by, in the units of g.
    pub priority: f64,
    /// The proven lower bound on the cost of every plan.
    pub bound: Cost,
    /// The estimates of the additional heuristics. They may be slow, and are computed
    /// only when this is called.
    pub estimates: &'a dyn Fn() -> Vec<Cost>,
    /// The state as its puzzle writes it, made only when this is called.
    pub state: &'a dyn Fn() -> String,
}

impl fmt::Debug for Expansion<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Expansion")
            .field("index", &self.index)
            .field("node", &self.node)
            .field("parent", &self.parent)
            .field("side", &self.side)
            .field("g", &self.g)
            .field("h", &self.h)
            .field("priority", &self.priority)
            .field("bound", &self.bound)
            .finish_non_exhaustive()
    }
}

/// A state of the plan that was found.
#[derive(Clone, Copy)]
pub struct PathStep<'a> {
    /// Its number among the nodes of the search, where it has one.
    pub node: Option<u64>,
    /// The side that the node belongs to, in a search from both ends.
    pub side: Option<Side>,
    /// The cost from the start.
    pub g: Cost,
    /// The search's estimate to the goal.
    pub h: Cost,
    /// The estimates of the additional heuristics.
    pub estimates: &'a [Cost],
    /// The state as its puzzle writes it, made only when this is called.
    pub state: &'a dyn Fn() -> String,
}

impl fmt::Debug for PathStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PathStep")
            .field("node", &self.node)
            .field("side", &self.side)
            .field("g", &self.g)
            .field("h", &self.h)
            .field("estimates", &self.estimates)
            .finish_non_exhaustive()
    }
}
