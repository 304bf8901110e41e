//! The search engine of `fewest`: it finds the fewest moves that solve a puzzle, and
//! proves that there are no fewer.
//!
//! Define a puzzle's states and moves ([`space::Space`]), and every algorithm, limit
//! and observer of this crate works on it. It depends on no puzzle, file format or
//! picture.
//!
//! # A puzzle in a few lines
//!
//! Put a wolf, a goat and a cabbage across a river. The boat carries at most one of
//! them, and some must not be left alone together.
//!
//! ```
//! use fewest::search::{Algorithm, Engine, Incapable, Status, Task};
//! use fewest::space::{Blind, Space};
//!
//! /// Who is on the far bank, a bit each: the farmer with the boat, and the three.
//! struct River;
//!
//! const FARMER: u8 = 1;
//! const WOLF: u8 = 2;
//! const GOAT: u8 = 4;
//! const CABBAGE: u8 = 8;
//!
//! impl Space for River {
//!     type State = u8;
//!     type Move = u8; // who crosses
//!     type Undo = ();
//!
//!     fn is_goal(&self, far: &u8) -> bool {
//!         *far == FARMER | WOLF | GOAT | CABBAGE
//!     }
//!     fn moves(&self, far: &u8, out: &mut Vec<u8>) {
//!         for passenger in [0, WOLF, GOAT, CABBAGE] {
//!             let with_farmer = (far & passenger != 0) == (far & FARMER != 0) || passenger == 0;
//!             let after = far ^ (FARMER | passenger);
//!             // Those on the bank that the farmer is not on.
//!             let alone = if after & FARMER == 0 { after } else { !after };
//!             let eats = |who: u8, whom: u8| alone & who != 0 && alone & whom != 0;
//!             if with_farmer && !eats(WOLF, GOAT) && !eats(GOAT, CABBAGE) {
//!                 out.push(FARMER | passenger);
//!             }
//!         }
//!     }
//!     // States are changed in place, and changed back.
//!     fn apply(&self, far: &mut u8, crossing: u8) {
//!         *far ^= crossing;
//!     }
//!     fn undo(&self, far: &mut u8, crossing: u8, (): ()) {
//!         *far ^= crossing;
//!     }
//! }
//!
//! let engine = Engine::new(&River, &0, &Blind);
//! let outcome = engine.run(&Task::new(Algorithm::BreadthFirst), &mut ())?;
//! assert_eq!(outcome.status, Status::Optimal);
//! let plan = outcome.plan.unwrap();
//! assert_eq!(plan.moves().len(), 7);
//! assert_eq!(plan.moves()[0], FARMER | GOAT);
//! # Ok::<(), Incapable>(())
//! ```
//!
//! # The capabilities of a space
//!
//! A space declares its capabilities, and the engine asks for them:
//!
//! | a space with | gets |
//! |---|---|
//! | states and moves ([`Space`](space::Space)) | A*, weighted A*, greedy, uniform-cost, depth-first, breadth-first and beam search, IDA*, branch and bound |
//! | the predecessors of a state ([`Space::reverse`](space::Space::reverse)) | bidirectional search |
//! | a number for every state ([`Space::ranking`](space::Space::ranking), with [`rank`]) | search and whole explorations over a table with a few bits for each state |
//! | an estimate of the moves to go ([`Heuristic`](space::Heuristic)) | informed searches that expand few states |
//! | attempts that can be nearly right ([`Local`](search::local::Local)) | annealing, late acceptance and breakout, on several threads |
//!
//! [`example`] has a space that offers all of the first four.
//!
//! # What an answer says
//!
//! An [`Outcome`](search::Outcome) has a plan that was replayed move by move, a lower
//! bound that holds for every plan, and why the search stopped. A search checks its
//! limits of time, memory and expansions ([`Budget`](search::Budget)) before it exceeds
//! them. A search that is stopped keeps what it has proved.
//!
//! An [`Observer`](search::Observer) sees what a search does, as
//! [`Event`](search::Event)s and single expansions.
//!
//! # Features
//!
//! - `serde`: statuses, counts, bounds and pools can be serialised.

pub mod clock;
pub mod closures;
pub mod draws;
pub mod example;
mod heuristic;
pub mod names;
pub mod parallel;
pub mod pruning;
pub mod rank;
pub mod search;
pub mod space;

/// The example of the read-me runs too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The examples of the page for users of the crate pathfinding run too.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/from-pathfinding.md")]
struct FromPathfinding;
