//! Lower bounds on the moves that remain, for boards of any size and goal.
//!
//! All are admissible, and their updates equal a fresh evaluation. The means are over
//! all 181,440 solvable boards of 3×3 with the blank last, whose true mean is 21.97.
//!
//! | name | what it sums | consistent | mean |
//! |---|---|---|---|
//! | `blind` | zero | yes | 0 |
//! | `misplaced` | tiles out of place | yes | 7.11 |
//! | `manhattan` | each tile's steps to its place | yes | 14.00 |
//! | `last-moves` | Manhattan; the last two moves' detours | yes | 15.14 |
//! | `corner-tiles` | Manhattan; tiles that must let others into a corner | yes | 14.87 |
//! | `walking-distance` | rows and columns, each solved as a separate puzzle | yes | 15.68 |
//! | `linear-conflict` | Manhattan; tiles that must leave their line to let others pass | yes | 15.12 |
//! | `combined` | Manhattan and its three additions, where they mean different moves | no | 16.47 |
//! | `strongest` | not a sum: the larger of `combined` and `walking-distance` | no | 16.76 |
//!
//! The order is that of IDA*'s work with them on 4×4 boards, most first; the
//! example `tiles_heuristics` measures it. All but the first two are at least
//! `manhattan` on every board.
//!
//! `patterns-4` to `patterns-8` are sums of [pattern
//! databases](crate::pattern) whose groups have at most that many tiles; IDA* with them
//! is done by a kernel of its own. `zero-aware-4` is such a sum too, with databases that know
//! where the blank is.
//!
//! Each module has the proof of its rule. `walking-distance` needs tables that only
//! small boards allow. A new heuristic is one file, a row in [`NAMES`], and a line in
//! [`AnyHeuristic`].

mod any;
pub mod combined;
pub mod corner_tiles;
pub mod last_moves;
pub mod linear_conflict;
mod lines;
pub mod manhattan;
pub mod misplaced;
mod registry;
pub mod walking_distance;
mod walks;

pub use any::{AnyHeuristic, AnyValue};
pub use combined::Combined;
pub use corner_tiles::CornerTiles;
pub use last_moves::LastMoves;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use registry::{HeuristicError, Make, NAMES, Visitor, select};
pub use walking_distance::{TooLarge, WalkingDistance};
