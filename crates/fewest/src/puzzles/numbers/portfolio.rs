//! What solves a level when no algorithm is named.
//!
//! A* proves the fewest moves of small levels, and some levels unsolvable at first
//! sight. All others go to the forest, which solves what can be solved but proves
//! nothing; small ones that it can't solve go back to A*, for there may be no moves.

use super::bounds::Bound;
use super::level::Level;
use super::solve::exact;
use super::solver::{Onlooker, Solver, with_partial};
use super::space::Numbers;
use crate::puzzle::{Answer, Request, RequestError, Watch};
use crate::search::{Algorithm, Budget, Counts, Status, Stop};
use crate::space::{DEAD_END, Heuristic};

/// Of how many numbers A* takes a level on, and how many nodes it may spend on it at
/// first: a few seconds at most.
const SMALL: usize = 24;
const FIRST_NODES: u64 = 300_000;

/// The steps after which small levels go back to A*.
const SMALL_STEPS: u64 = 1 << 23;

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let (space, start) = Numbers::<Box<[u32]>>::of(level);
    let mut bound = Bound::Trees.evaluate(&space, &start);
    let is_small = level.numbers() <= SMALL;
    let mut spent = Counts::default();
    if is_small || bound == DEAD_END {
        let first = a_star(level, request, at_most(&request.budget, FIRST_NODES), watch)?;
        let outcome = &first.outcome;
        let limit = request.budget.nodes;
        let is_over = match outcome.stop {
            Stop::Nodes => limit.is_some_and(|limit| limit <= FIRST_NODES),
            // Too little memory for A* may be enough for the forest.
            Stop::Memory => false,
            _ => true,
        };
        if outcome.status != Status::Unknown || is_over {
            return Ok(with_partial(level, first, Vec::new()));
        }
        (bound, spent) = (bound.max(outcome.bound), outcome.counts);
    }
    let left = request.budget.after(&spent);
    let limits = if is_small { at_most(&left, SMALL_STEPS) } else { left };
    let onlooker = &mut Onlooker { watch, level, bound, spent };
    let found = Solver::Forest.run(level, request.seed, &limits, onlooker);
    spent = spent.and(&found.counts);
    let is_over = request.budget.nodes.is_some_and(|limit| limit <= spent.expanded);
    if is_small && found.stop == Stop::Nodes && !is_over {
        let mut last = a_star(level, request, request.budget.after(&spent), watch)?;
        last.outcome.counts = spent.and(&last.outcome.counts);
        return Ok(with_partial(level, last, found.moves));
    }
    Ok(Solver::Forest.answer(level, found, bound, spent))
}

fn a_star(
    level: &Level,
    request: &Request,
    budget: Budget,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    exact(level, Algorithm::AStar, &Request { budget, ..request.clone() }, watch)
}

fn at_most(budget: &Budget, nodes: u64) -> Budget {
    Budget { nodes: Some(budget.nodes.map_or(nodes, |limit| limit.min(nodes))), ..budget.clone() }
}
