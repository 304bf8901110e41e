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

mod registry;

pub use fewest_puzzle::{
    Direction, Domain, Position, Puzzle, command, conformance, draft, figure, pool_text, scene,
    text,
};
pub use registry::Registry;
pub use {
    fewest_blocks as blocks, fewest_coins as coins, fewest_numbers as numbers,
    fewest_tiles as tiles,
};

/// The edge: one object-safe interface for every puzzle, and the registry.
pub mod puzzle {
    pub use crate::registry::{Registry, parse};
    pub use fewest_puzzle::puzzle::*;
}
