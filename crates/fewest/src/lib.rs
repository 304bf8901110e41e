//! `fewest` finds the fewest moves that solve a puzzle, proves that there are
//! no fewer where a proof can be had, and otherwise gives the best found with
//! the bound it proved.

mod draws;
pub mod edge;
pub mod puzzle;
pub mod puzzles;
pub mod rank;
pub mod render;
pub mod search;
pub mod space;
pub mod symmetry;
pub mod text;
pub mod trace;
mod watch;
