//! What solves a level when no algorithm is named.
//!
//! Some levels are quickly proved unsolvable. Large ones go to the forest, and the
//! largest to strategies, which solve what can be solved but prove nothing. Small ones
//! go to the forest for a plan to begin with, and to A* for the fewest moves; those that
//! neither has solved so far go to both again.

use super::bounds::Bound;
use super::domain::NumberShifting;
use super::found::Found;
use super::level::Level;
use super::moves::Shift;
use super::solver::{Solver, WalkObserver, with_partial};
use super::space::Numbers;
use crate::puzzle::solve::by_engine;
use crate::puzzle::{Method, Request, RequestError, Solved, Watch};
use fewest::clock::Instant;
use fewest::search::{Algorithm, Budget, Counts, Status, Stop};
use fewest::space::{Cost, DEAD_END, Heuristic};

/// The maximum numbers of a level for A*, and its first limit of nodes: a few seconds
/// at most.
const SMALL: usize = 24;
const FIRST_NODES: u64 = 300_000;

/// The steps of the forest before that, a fraction of a second, and after it.
const FIRST_STEPS: u64 = 1 << 17;
const MORE_STEPS: u64 = 1 << 23;

/// From this number of numbers on, strategies are faster than the forest.
const LARGE: usize = 800;

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Solved<Shift>, RequestError> {
    let started = Instant::now();
    let (space, start) = Numbers::<Box<[u32]>>::of(level);
    let bound = Bound::Trees.evaluate(&space, &start);
    let budget = request.budget.after(&Counts { elapsed: started.elapsed(), ..Counts::default() });
    let request = &Request { budget, ..request.clone() };
    if bound == DEAD_END {
        // By the heuristic that proves it.
        let request = Request { heuristic: None, ..request.clone() };
        a_star(level, &request, request.budget.clone(), watch)
    } else if level.numbers() <= SMALL {
        small(level, request, bound, watch)
    } else {
        let solver = if level.numbers() < LARGE { Solver::Forest } else { Solver::Strategies };
        let observer = &mut WalkObserver { watch, level, bound, spent: Counts::default() };
        let found = solver.run(level, request.seed, &request.budget, observer);
        let spent = found.counts;
        Ok(solver.answer(level, found, bound, spent))
    }
}

fn small(
    level: &Level,
    request: &Request,
    mut bound: Cost,
    watch: &mut dyn Watch,
) -> Result<Solved<Shift>, RequestError> {
    let (budget, seed) = (&request.budget, request.seed);
    let forest = |steps, bound, spent: &mut Counts, watch: &mut dyn Watch| {
        let limits = at_most(&budget.after(spent), steps);
        let observer = &mut WalkObserver { watch, level, bound, spent: *spent };
        let found = Solver::Forest.run(level, seed, &limits, observer);
        *spent = spent.and(&found.counts);
        found
    };
    let is_spent = |spent: &Counts| budget.nodes.is_some_and(|nodes| nodes <= spent.expanded);

    // Where nodes are limited, half of them are for the proof.
    let steps = budget.nodes.map_or(FIRST_STEPS, |nodes| FIRST_STEPS.min(nodes / 2));
    let mut spent = Counts::default();
    let mut found = forest(steps, bound, &mut spent, watch);
    let mut proof = a_star(level, request, at_most(&budget.after(&spent), FIRST_NODES), watch)?;
    spent = spent.and(&proof.outcome.counts);
    if proof.outcome.status != Status::Unknown {
        proof.outcome.counts = spent;
        return Ok(proof);
    }
    bound = bound.max(proof.outcome.bound);
    let is_over = match proof.outcome.stop {
        Stop::Nodes => is_spent(&spent),
        // Too little memory for A* may be enough for the forest.
        Stop::Memory => false,
        _ => true,
    };
    if is_over {
        found.stop = proof.outcome.stop;
    } else if found.remaining > 0 {
        let more = forest(MORE_STEPS, bound, &mut spent, watch);
        found = if more.remaining <= found.remaining {
            more
        } else {
            Found { stop: more.stop, ..found }
        };
        if found.stop == Stop::Nodes && !is_spent(&spent) {
            let mut last = a_star(level, request, budget.after(&spent), watch)?;
            let outcome = &mut last.outcome;
            outcome.counts = spent.and(&outcome.counts);
            outcome.bound = outcome.bound.max(bound);
            return Ok(with_partial(level, last, found.moves));
        }
    }
    Ok(Solver::Forest.answer(level, found, bound, spent))
}

fn a_star(
    level: &Level,
    request: &Request,
    budget: Budget,
    watch: &mut dyn Watch,
) -> Result<Solved<Shift>, RequestError> {
    let method = Method::Algorithm(Algorithm::AStar);
    by_engine::<NumberShifting>(level, &Request { method, budget, ..request.clone() }, watch)
}

fn at_most(budget: &Budget, nodes: u64) -> Budget {
    Budget { nodes: Some(budget.nodes.map_or(nodes, |limit| limit.min(nodes))), ..budget.clone() }
}
