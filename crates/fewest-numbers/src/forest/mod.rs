//! A level as a forest: local search for large levels.
//!
//! The moves of a solution are the edges of a forest whose vertices are the numbers. A
//! move joins two numbers in one row or column, and the value that moves must equal their
//! distance. So a spanning forest solves the level if, at every vertex, the number and
//! the lengths of its edges split into two halves of equal sum. This is a condition on
//! each vertex alone, nearly independent of the order of moves. Local search finds such a
//! forest edge by edge; `order.rs` turns it into moves.
//!
//! ```
//! use fewest_numbers::{Level, forest};
//! use fewest::search::Budget;
//!
//! let mut level = Level::new(4, 2, vec![1, 3, 0, 2, 0, 2, 0, 2])?;
//! let found = forest::solve(&level, 1, &Budget::default(), &mut |_| ());
//! for shift in found.moves {
//!     level.play(shift)?;
//! }
//! assert!(level.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod lines;
mod neighbours;
mod order;
pub(crate) mod part;
mod schedule;
mod state;
mod trees;
mod vertex;

#[cfg(test)]
mod tests;

use std::cell::RefCell;

use super::found::Found;
use super::sums::{Word, with_word};
use super::{Level, Shift};
use fewest::search::local::{Annealing, Report, race};
use fewest::search::{Budget, Meter, Stop};
use lines::Lines;
pub(crate) use order::is_playable;
use schedule::{repairs, schedule};
use state::{Forest, PRICE, UNIT};

/// No vertex, no cell, no place.
const NONE: u32 = u32::MAX;

/// The edges of a forest on the numbers of a level, numbered row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edges(Vec<(u32, u32)>);

impl Edges {
    /// Edges between numbers of a level.
    pub(crate) fn of(edges: Vec<(u32, u32)>) -> Self {
        Edges(edges)
    }

    /// From the lower end to the higher one, or as they were given.
    pub(crate) fn as_slice(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// The moves that clear the balanced trees, and as much as possible of the others.
    pub fn moves(&self, level: &Level) -> Vec<Shift> {
        order::order(level, self).moves
    }
}

/// What a search starts from, and what it pays.
struct Task {
    from: Edges,
    /// The temperatures for a number of numbers.
    rule: fn(usize) -> Annealing,
    /// The price of an edge, in the unit of the score.
    price: i32,
}

/// Searches likewise from a forest that is nearly balanced, given by its edges.
pub(super) fn repair(level: &Level, edges: Vec<(u32, u32)>, seed: u64, budget: &Budget) -> Found {
    let task = Task { from: Edges(edges), rule: repairs, price: PRICE };
    search(level, task, seed, budget, &mut |_| ())
}

/// Searches for moves that solve a level, until it finds some or the budget is spent. The
/// same seed and number of threads give the same moves, unless a time limit or cancellation
/// stops the search early.
pub fn solve(
    level: &Level,
    seed: u64,
    budget: &Budget,
    report: &mut dyn FnMut(Report<'_, Edges>),
) -> Found {
    let task = Task { from: Edges(Vec::new()), rule: schedule, price: PRICE };
    search(level, task, seed, budget, report)
}

fn search(
    level: &Level,
    task: Task,
    seed: u64,
    budget: &Budget,
    report: &mut dyn FnMut(Report<'_, Edges>),
) -> Found {
    with_word!(level, W => solve_as::<W>(level, task, seed, budget, report))
}

fn solve_as<W: Word>(
    level: &Level,
    task: Task,
    seed: u64,
    budget: &Budget,
    report: &mut dyn FnMut(Report<'_, Edges>),
) -> Found {
    let mut meter = Meter::start(budget);
    let walks = budget.threads.max(1);
    let bytes = Lines::<W>::bytes(level) + walks * Forest::<W>::bytes(level.numbers());
    let mut found = Found::nothing(level);
    if found.remaining == 0 {
        return found;
    }
    if let Err(stop) = meter.take(bytes) {
        return Found { stop, ..found };
    }
    let lines = match Lines::<W>::of(level, &mut meter) {
        Ok(lines) => lines,
        Err(stop) => return Found { stop, counts: meter.finish(), ..found },
    };
    let rule = |_| (task.rule)(level.numbers());
    let mut start = task.from;
    // If a forest can't be played, the rest of it starts another race.
    for race_number in 0.. {
        let left = Budget { time: meter.time_left(), ..budget.after(&found.counts) };
        let problem = |_| {
            let meter = RefCell::new(Meter::start(&left));
            let mut forest = Forest::new(&lines, &|| meter.borrow_mut().check().is_ok());
            forest.price = task.price;
            if forest.is_whole() {
                forest.set_edges(&start);
            }
            forest
        };
        let end = race(problem, rule, seed.wrapping_add(race_number), &left, report);
        found.counts = found.counts.and(&end.counts);
        found.stop = end.stop;
        let ordered = order::order(level, &end.best);
        found.take(level, ordered.moves);
        if end.stop != Stop::Done || found.remaining == 0 {
            break;
        }
        let cut = |&(a, b): &(u32, u32)| {
            !ordered.stuck.contains(&(a as usize)) && !ordered.stuck.contains(&(b as usize))
        };
        start = Edges(end.best.0.iter().copied().filter(cut).collect());
    }
    found.counts.peak_bytes = bytes as u64;
    found
}
