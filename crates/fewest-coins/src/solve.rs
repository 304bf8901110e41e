//! Solving a level as a request asks: by a short weighted A* and then a batch of the one
//! pair, or by an algorithm of the library by name.

use super::batch::{self, Batch, BatchError, PairAnswer, Phase, Report};
use super::board::Hop;
use super::domain::CoinsPuzzle;
use super::level::Level;
use super::rules::Coins;
use crate::puzzle::solve::by_engine;
use crate::puzzle::{Method, Moves, Request, RequestError, Solution, Solved, Wanted, Watch};
use fewest::clock::Instant;
use fewest::search::{Algorithm, Budget, Counts, Event, Outcome, Plan, Progress, Status, Stop};
use fewest::space::DEAD_END;

/// The expansions of the search for a first plan: some milliseconds. It rarely needs more
/// than a few hundred.
const FIRST_NODES: u64 = 4000;

/// Its weight, in thousandths.
const FIRST_WEIGHT: u32 = 3000;

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Solved<Hop>, RequestError> {
    match request.method {
        Method::Automatic if request.wanted == Wanted::One => {
            automatic(level, &request.budget, watch)
        }
        _ => by_engine::<CoinsPuzzle>(level, request, watch),
    }
}

/// First a plan that may not be the best, so that there is one whatever happens; then
/// the fewest moves, unless the first search has proved already that these are.
fn automatic(
    level: &Level,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> Result<Solved<Hop>, RequestError> {
    let nodes = Some(budget.nodes.map_or(FIRST_NODES, |nodes| nodes.min(FIRST_NODES)));
    let first = by_engine::<CoinsPuzzle>(
        level,
        &Request {
            method: Method::Algorithm(Algorithm::WeightedAStar),
            weight: Some(FIRST_WEIGHT),
            budget: Budget { nodes, threads: 1, ..budget.clone() },
            ..Request::default()
        },
        &mut (),
    )?;
    let is_done = matches!(first.outcome.status, Status::Optimal | Status::Unsolvable);
    if is_done || matches!(first.outcome.stop, Stop::Time | Stop::Cancelled) {
        return Ok(first);
    }
    if let Some(plan) = &first.outcome.plan {
        let moves = &Moves::new::<CoinsPuzzle>(level, plan.moves().to_vec());
        let index = first.outcome.counts.expanded;
        watch.improved(&Solution { index, cost: plan.cost(), moves });
    }
    by_batch(level, first.outcome, budget, watch)
}

/// A batch of one pair, after a first search.
fn by_batch(
    level: &Level,
    first: Outcome<Hop>,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> Result<Solved<Hop>, RequestError> {
    let started = Instant::now();
    let best = first.plan.as_ref().map(Plan::cost);
    let sets = [level.start(), level.target()];
    let batch = Batch { board: *level.board(), sets: &sets, pairs: &[(0, 1)] };
    let mut how = String::new();
    let mut answered = None;
    let budget = budget.after(&first.counts);
    let outcome = batch::run(&batch, &budget, &mut |report| match report {
        Report::Event(_, Event::Method { name, .. }) => how = name.to_string(),
        Report::Event(Phase::Forward { .. }, event @ Event::Layer { depth, .. }) => {
            watch.event(event);
            let elapsed = first.counts.elapsed + started.elapsed();
            let counts = Counts { elapsed, ..first.counts };
            let (bound, depth) = ((depth + 1).max(first.bound), Some(depth));
            watch.event(Event::Progress(Progress { counts, bound, best, depth }));
        }
        Report::Event(..) => {}
        Report::Answer { answer, .. } => answered = Some(answer),
    });
    let outcome = outcome.map_err(refused)?;
    let (moves, bound) = match answered {
        Some(PairAnswer::Solved(hops)) => {
            let bound = hops.len() as u32;
            (Some(hops), bound)
        }
        Some(PairAnswer::Unsolvable) => (None, DEAD_END),
        None => {
            let bound = outcome.bounds.first().map_or(0, |&(_, bound)| bound);
            (first.plan.map(Plan::into_moves), bound.max(first.bound))
        }
    };
    let counts = first.counts.and(&outcome.counts);
    let space = Coins::new(*level.board(), level.target());
    let outcome = Outcome::conclude(&space, &level.start(), moves, bound, outcome.stop, counts);
    Ok(Solved::by(how, outcome))
}

/// An invalid batch, as a request error.
fn refused(error: BatchError) -> RequestError {
    RequestError::new(error.to_string())
}
