//! A level as strategies: lists of moves that clear some of its numbers, by late
//! acceptance and with a pool of what is nearly solved.
//!
//! A strategy is a list of moves that belong together: each number that it uses moves
//! onto another one of it, but the last. It is complete if that one becomes 0. A set of
//! strategies is an attempt to solve the level, and what their last numbers leave is what
//! is wrong with it. Local search takes moves back and puts others in their place; most
//! of the skill is in moves that change nothing but themselves. If 2t moves onto t, t is
//! left as it was, so that it can be slipped into any list in which there is a t at the
//! right place and time; so can other numbers, once signs before and after are turned.
//!
//! Attempts that leave few numbers go into a pool ([`Pool`](fewest::search::local::Pool)),
//! from which the walks of all threads go on. Every order of visits and every sign is
//! tried once for each of them.
//!
//! The method is Marchete's (RN Explore), whose solver solved all of the game's thousand
//! levels. [`super::forest`] is faster up to some seven hundred numbers, and slower
//! beyond.
//!
//! ```
//! use fewest_puzzles::numbers::{Level, strategies};
//! use fewest::search::Budget;
//!
//! let mut level = Level::new(4, 2, vec![1, 3, 0, 2, 0, 2, 0, 2])?;
//! let found = strategies::solve(&level, 1, &Budget::default(), &mut |_| ());
//! for shift in found.moves {
//!     level.play(shift)?;
//! }
//! assert!(level.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attempt;
mod endgame;
mod explore;
mod grid;
mod mutate;
mod orders;
mod state;
mod visits;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::found::Found;
use super::sums::{self, Broad, Broadest, Middle, Narrow};
use super::{Level, Shift, Sign};
use fewest::search::Budget;
use fewest::search::local::{Limits, Report};
use grid::Grid;

/// No number.
const NONE: u32 = u32::MAX;

/// No more numbers come to one: with its own fields a number is a line of the cache.
const MAX_VISITS: usize = 12;

/// A number moves onto another one. They are numbered row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Move(u32, u32, Sign);

/// The moves of some strategies, in an order in which they can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Move>", into = "Vec<Move>")]
pub struct Strategies(Arc<[Move]>);

impl From<Vec<Move>> for Strategies {
    fn from(moves: Vec<Move>) -> Self {
        Strategies(moves.into())
    }
}

impl From<Strategies> for Vec<Move> {
    fn from(strategies: Strategies) -> Self {
        strategies.0.to_vec()
    }
}

impl Strategies {
    /// The moves on a level; those between numbers that it does not have are left out.
    pub fn moves(&self, level: &Level) -> Vec<Shift> {
        let grid = Grid::of(level);
        let known = self.0.iter().filter(|mv| (mv.0.max(mv.1) as usize) < grid.len());
        known.map(|&Move(from, to, sign)| grid.shift(from as usize, to as usize, sign)).collect()
    }

    fn bytes(numbers: usize) -> usize {
        numbers * size_of::<Move>()
    }
}

/// The most remaining numbers of an attempt in the pool, how many attempts are many, and
/// the most that there are.
const FEW: usize = 8;
const MANY: usize = 200;
const CAPACITY: usize = 400;

/// No pool takes more bytes than this.
const POOL_BYTES: u64 = 64 << 20;

/// What each of so many pools has room for.
fn limits(numbers: usize, pools: usize, free_bytes: u64) -> Limits {
    let all = free_bytes.min(POOL_BYTES * pools as u64) / pools as u64;
    let capacity = (all as usize / Strategies::bytes(numbers).max(1)).min(CAPACITY);
    Limits { most: FEW, many: MANY, capacity }
}

/// Looks for moves that solve a level until there are some or the budget is spent. The
/// same seed and number of threads lead to the same moves, unless time or cancelling
/// cuts the search short.
pub fn solve(
    level: &Level,
    seed: u64,
    budget: &Budget,
    report: &mut dyn FnMut(Report<'_, Strategies>),
) -> Found {
    let largest = level.cells().iter().copied().max().unwrap_or(0);
    let longest = level.width().max(level.height()) as u32;
    let least = largest.max(longest) + 2;
    if least <= sums::range::<Narrow>() {
        explore::explore::<Narrow>(level, seed, budget, report)
    } else if least <= sums::range::<Middle>() {
        explore::explore::<Middle>(level, seed, budget, report)
    } else if least <= sums::range::<Broad>() {
        explore::explore::<Broad>(level, seed, budget, report)
    } else {
        explore::explore::<Broadest>(level, seed, budget, report)
    }
}
