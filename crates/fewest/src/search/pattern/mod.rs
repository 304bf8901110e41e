//! Pattern databases for any puzzle (Culberson and Schaeffer 1998).
//!
//! A [`Pattern`] is a smaller puzzle that some pieces make alone. Each state of the puzzle has
//! a projection onto it, and each move leads from a projection to another one or costs
//! nothing there. So the distance of the projection is a lower bound.
//! [`distances`] finds all of them by one breadth-first search backward; [`TwoBits`] keeps them
//! in a quarter of the memory, where each move changes the distance by one at most.
//!
//! Here the pattern of a stack of pancakes is where its largest ones are:
//!
//! ```
//! use std::ops::ControlFlow;
//! use fewest::rank::PartialPermutations;
//! use fewest::search::pattern::{Pattern, distances};
//! use fewest::search::{Budget, Meter};
//!
//! /// Where the two largest of five pancakes are, from the top.
//! struct Largest(PartialPermutations);
//!
//! impl Pattern for Largest {
//!     type State = [u8; 2];
//!
//!     fn len(&self) -> u64 {
//!         self.0.len()
//!     }
//!     fn rank(&self, places: [u8; 2]) -> u64 {
//!         self.0.rank(&places)
//!     }
//!     fn goals(&self, show: &mut dyn FnMut([u8; 2]) -> ControlFlow<()>) {
//!         let _ = show([3, 4]);
//!     }
//!     fn sources(&self, places: [u8; 2], out: &mut Vec<[u8; 2]>) {
//!         out.extend((2..=5).map(|turned: u8| {
//!             places.map(|place| if place < turned { turned - 1 - place } else { place })
//!         }));
//!     }
//! }
//!
//! let largest = Largest(PartialPermutations::new(5, 2)?);
//! let distances = distances(&largest, &mut Meter::start(&Budget::default())).unwrap();
//! // The largest is on top and the second largest below it: turn over all.
//! assert_eq!(distances[largest.rank([1, 0]) as usize], 1);
//! // The other way around: first turn over these two.
//! assert_eq!(distances[largest.rank([0, 1]) as usize], 2);
//! # Ok::<(), fewest::rank::RankError>(())
//! ```

mod build;
mod two_bits;

use std::ops::ControlFlow;

pub use build::{NEVER, distances};
pub use two_bits::TwoBits;

/// The projections of a puzzle's states onto some of its pieces.
pub trait Pattern {
    /// A projection.
    type State: Copy;

    /// The number of ranks. Every projection has a rank below this.
    fn len(&self) -> u64;

    /// Whether there are no projections at all.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of a projection.
    fn rank(&self, state: Self::State) -> u64;

    /// Calls `show` with the projections of all goals, until it breaks.
    fn goals(&self, show: &mut dyn FnMut(Self::State) -> ControlFlow<()>);

    /// Appends the projections from which a move leads to `state` that costs 1.
    fn sources(&self, state: Self::State, out: &mut Vec<Self::State>);

    /// Appends the projections from which a move leads to `state` that costs nothing here,
    /// because it moves none of the pieces that count.
    fn free_sources(&self, _state: Self::State, _out: &mut Vec<Self::State>) {}
}
