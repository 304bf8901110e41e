//! Puzzles for the solver `fewest`: the traits that define one, and four puzzles:
//! sliding tiles, blocks (`SolveThis`+), coin fonts and Number Shifting.
//!
//! A puzzle implements [`Domain`]; the [`Registry`] holds the puzzles of a program.
//! Every puzzle in it can be read, solved, explored, played and drawn:
//!
//! ```
//! use fewest_puzzles::Registry;
//! use fewest_puzzles::puzzle::Request;
//!
//! let mut position = Registry::standard().parse("1 2 3\n4 5 6\n7 _ 8\n", None)?;
//! let answer = position.solve(&Request::default(), &mut ())?;
//! for mv in answer.plan().unwrap().iter() {
//!     position.play_move(mv)?;
//! }
//! assert!(position.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`puzzle`] | [`Domain`], its adapter to the object-safe edge, requests and answers |
//! | [`scene`] | what a position looks like, and what a move changes |
//! | [`text`] | reading with line and column |
//! | [`command`] | what a puzzle adds to the command |
//! | [`conformance`] | what must hold for every puzzle, as a check |
//! | [`tiles`], [`blocks`], [`coins`], [`numbers`] | the puzzles |

pub mod command;
pub mod conformance;
pub mod figure;
pub mod pool_text;
pub mod puzzle;
pub mod scene;
pub mod text;
mod watch;

mod direction;

pub mod blocks;
pub mod coins;
pub mod numbers;
pub mod tiles;

pub use direction::Direction;
pub use puzzle::{Domain, Position, Puzzle, Registry};
