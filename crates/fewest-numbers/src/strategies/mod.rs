//! A level as strategies: lists of moves that clear some of its numbers, found by late
//! acceptance with a pool of nearly solved attempts.
//!
//! A strategy is a list of moves that belong together: each of its numbers moves onto
//! another one of it, except the last. It is complete if the last becomes 0. A set of
//! strategies is an attempt to solve the level; its error is what the last numbers leave.
//! Local search replaces moves by others. The most useful changes affect nothing else: if
//! 2t moves onto t, t keeps its value, so 2t can be inserted into any list that has a t at
//! the right place and time. Other numbers can be inserted too, after flipping signs before
//! and after.
//!
//! Attempts that leave few numbers go into a pool ([`Pool`](fewest::search::local::Pool)),
//! from which the walks of all threads resume. For each of them, the endgame tries every
//! order of visits and every sign once.
//!
//! The method is Marchete's (RN Explore), whose solver solved all of the game's thousand
//! levels. [`super::forest`] is faster up to about seven hundred numbers, and slower
//! beyond.
//!
//! ```
//! use fewest_numbers::{Level, strategies};
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
mod share;
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

/// The maximum number of visits of a number: with its other fields it fills a cache line.
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
    /// The moves on a level, without those between numbers that it does not have.
    pub fn moves(&self, level: &Level) -> Vec<Shift> {
        let grid = Grid::of(level);
        let known = self.0.iter().filter(|mv| (mv.0.max(mv.1) as usize) < grid.len());
        known.map(|&Move(from, to, sign)| grid.shift(from as usize, to as usize, sign)).collect()
    }

    fn bytes(numbers: usize) -> usize {
        numbers * size_of::<Move>()
    }
}

/// The maximum number of remaining numbers of an attempt in the pool, unless walks end with
/// more.
const FEW: usize = 8;

/// The number of attempts that counts as many, and the maximum number of attempts.
const MANY: usize = 200;
const CAPACITY: usize = 400;

/// The maximum bytes of a pool.
const POOL_BYTES: u64 = 64 << 20;

/// The limits of each pool, by the number of pools.
fn limits(numbers: usize, pools: usize, free_bytes: u64) -> Limits {
    let all = free_bytes.min(POOL_BYTES * pools as u64) / pools as u64;
    let capacity = (all as usize / Strategies::bytes(numbers).max(1)).min(CAPACITY);
    Limits { most: FEW, many: MANY, capacity }
}

/// Who hears what a search finds, and may connect it with searches on other machines.
pub(crate) trait Team {
    /// Something happened.
    fn report(&mut self, report: Report<'_, Strategies>);

    /// Whether there are other searches.
    fn is_connected(&self) -> bool {
        false
    }

    /// Tells them what is new here, and returns what is new there.
    fn exchange(&mut self, _new: Vec<String>) -> Vec<String> {
        Vec::new()
    }
}

/// Nobody else.
struct Alone<'a>(&'a mut dyn FnMut(Report<'_, Strategies>));

impl Team for Alone<'_> {
    fn report(&mut self, report: Report<'_, Strategies>) {
        (self.0)(report);
    }
}

/// Searches for moves that solve a level, until it finds some or the budget is spent. The
/// same seed and number of threads give the same moves, unless a time limit or cancellation
/// stops the search early.
pub fn solve(
    level: &Level,
    seed: u64,
    budget: &Budget,
    report: &mut dyn FnMut(Report<'_, Strategies>),
) -> Found {
    solve_with(level, seed, budget, &mut Alone(report))
}

/// The same with others, whose attempts make a difference.
pub(crate) fn solve_with(level: &Level, seed: u64, budget: &Budget, team: &mut dyn Team) -> Found {
    let largest = level.cells().iter().copied().max().unwrap_or(0);
    let longest = level.width().max(level.height()) as u32;
    // Some sums of a large number and a long move are beyond both.
    let least = largest.saturating_add(longest).saturating_add(2);
    if least <= sums::range::<Narrow>() {
        explore::explore::<Narrow>(level, seed, budget, team)
    } else if least <= sums::range::<Middle>() {
        explore::explore::<Middle>(level, seed, budget, team)
    } else if least <= sums::range::<Broad>() {
        explore::explore::<Broad>(level, seed, budget, team)
    } else {
        explore::explore::<Broadest>(level, seed, budget, team)
    }
}
