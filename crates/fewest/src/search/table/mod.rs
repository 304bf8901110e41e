//! Breadth-first search of a space with a table of all the ranks of a
//! [`Ranking`](crate::space::Ranking): a bit or a few for each state, and no keys.
//!
//! [`explore`] visits every state that can be reached, counts the states at each depth
//! and finds the farthest; [`explore_from_goals`] does so backwards, so that the depths
//! are the numbers of moves to a goal; [`search`] finds a shortest plan. All of them
//! use the threads of the [`Budget`](crate::search::Budget), and give the same answer
//! for any number of them unless a limit interrupts a layer.
//!
//! The table is most of the memory, and is accounted for before it is
//! allocated. [`Width`] says what a cell of it costs.
//!
//! Observers receive layers and progress, not single expansions.
//!
//! ```
//! use fewest::example::Pancakes;
//! use fewest::search::{Budget, table};
//! use fewest::space::Space;
//!
//! // All stacks of seven pancakes, by their distance to the sorted one.
//! let ranking = Pancakes::<7>.ranking(&[0, 1, 2, 3, 4, 5, 6])?;
//! let options = table::Options { farthest: 100, ..Default::default() };
//! let found = table::explore_from_goals(&*ranking, &options, &Budget::default(), &mut ())?;
//! assert!(found.is_complete());
//! // OEIS A092113, row 7
//! assert_eq!(found.per_depth, [1, 6, 30, 149, 543, 1357, 1903, 1016, 35]);
//! assert_eq!(found.farthest.len(), 35);
//!
//! // And a shortest plan for one of the hardest.
//! let outcome = table::search(&*ranking, &found.farthest[0], &Budget::default(), &mut ())?;
//! assert_eq!(outcome.cost(), Some(8));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cells;
mod explore;
mod layer;
mod path;
mod ranks;
mod relation;
mod search;
mod sweep;
mod width;

#[cfg(test)]
mod tests;

pub use explore::{Exploration, Options, explore, explore_from_goals};
pub use search::search;
pub use width::Width;
