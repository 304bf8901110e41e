//! Breadth-first search by layers over states that pack into words, on all cores.
//!
//! Guarantees: the fewest moves, or a proof that there is no plan; when stopped, a bound
//! of one more than the finished layers. Costs: 14 bytes a state of 64 bits, or ten at
//! less speed when half of the memory is taken.
//! Choose it for a space whose states are words of 64 bits or some more and whose moves
//! cost 1: it stores some ten times as many states a second as the searches over any
//! type of state, which are the oracles of its tests.
//!
//! [`solve`] solves for any [`Space`](crate::space::Space) with a
//! [`Packing`](crate::space::Packing), [`search()`] for a [`PackedSpace`].
//! [`Bidirectional`] searches from both ends over a hash set, [`SortedLayers`] over sorted
//! layers in memory or on disk, and [`Layers`] is an iterator over the layers of one side, which
//! [`reach()`] goes through to the last.

mod bidirectional;
mod bucket;
mod buffer;
mod entry_points;
mod expansion;
mod found;
mod frontier;
mod label;
mod layers;
mod packed;
mod path;
mod reach;
mod round;
mod shard;
mod sorted;
mod visited;
mod words;

#[cfg(test)]
mod tests;

pub use bidirectional::{Bidirectional, End, Report};
pub use found::{Found, is_resumable, search, search_sorted};
pub use label::Label;
pub use layers::{Layer, Layers};
pub use packed::{Filter, LayerStart, PackedSpace, PackedState};
pub use path::Reconstruction;
pub use reach::reach;
pub use sorted::SortedLayers;
pub use visited::Visited;
pub use words::{Words, explore, has_layers, solve};
