//! Breadth-first search of a [`Ranked`](crate::space::Ranked) space with a
//! table of all its ranks: a bit or a few for each state, and no keys.
//!
//! [`explore`] visits everything that can be reached and tells how many states
//! there are at each depth and which are the farthest; [`explore_from_goals`]
//! does so backwards, so that the depths are the numbers of moves to a goal;
//! [`search`] finds a shortest plan. All of them use the threads of the
//! [`Budget`](crate::search::Budget), and give the same answer for any number
//! of them unless a limit cuts a level short.
//!
//! The table is most of the memory, and is accounted for before it is
//! allocated. [`Width`] says what a cell of it costs.
//!
//! Observers are told of levels and progress, not of single expansions.
//!
//! ```
//! use fewest::puzzles::tiles::{Board, Geometry, Packed16, Reachable, Tiles};
//! use fewest::search::{Budget, table};
//! use std::sync::Arc;
//!
//! // All boards of the 8-puzzle, by their distance to the solved one.
//! let geometry = Geometry::new(3, 3, &Geometry::blank_first(3, 3));
//! let tiles = Tiles::<Packed16>::new(Arc::new(geometry));
//! let solvable = Reachable::from_goal(tiles)?;
//! let options = table::Options { farthest: 10, ..Default::default() };
//! let found = table::explore_from_goals(&solvable, &options, &Budget::default(), &mut ());
//! assert!(found.is_complete());
//! assert_eq!(found.total, 181_440);
//! assert_eq!(found.per_depth[..5], [1, 2, 4, 8, 16]);
//! assert_eq!(found.per_depth.len() - 1, 31);
//! assert_eq!(found.farthest.len(), 2);
//!
//! // And a shortest plan for one of the two hardest.
//! let outcome = table::search(&solvable, &found.farthest[0], &Budget::default(), &mut ());
//! assert_eq!(outcome.cost(), Some(31));
//! # Ok::<(), fewest::rank::RankError>(())
//! ```

mod cells;
mod explore;
mod gauge;
mod level;
mod ranks;
mod relation;
mod search;
mod sweep;
mod walk_back;
mod width;

#[cfg(test)]
mod tests;

pub use explore::{Exploration, Options, explore, explore_from_goals};
pub use search::search;
pub use width::Width;
