//! What a puzzle is to the solver `fewest`.
//!
//! A puzzle implements [`Domain`]. Then it can be read, solved, explored, played and
//! drawn. The crate `fewest-puzzles` has four puzzles and the registry of a program's
//! puzzles, and everything that is here.
//!
//! | module | what |
//! |---|---|
//! | [`puzzle`] | [`Domain`], its adapter to the object-safe edge, requests and answers |
//! | [`scene`] | what a position looks like, and what a move changes |
//! | [`text`] | reading with line and column |
//! | [`command`] | what a puzzle adds to the command |
//! | [`conformance`] | what must hold for every puzzle, as a check |

pub mod command;
pub mod conformance;
pub mod draft;
pub mod figure;
pub mod pool_text;
pub mod puzzle;
pub mod scene;
pub mod text;
mod watch;

mod direction;

pub use direction::Direction;
pub use puzzle::{Domain, Position, Puzzle};
