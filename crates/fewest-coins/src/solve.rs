//! Solving a level as a request asks: by a short weighted A* and then a batch of the one
//! pair, or by an algorithm of the library by name.

use super::batch::{self, Batch, BatchError, PairAnswer, Phase, Report};
use super::board::Hop;
use super::domain::CoinsPuzzle;
use super::level::Level;
use super::rules::Coins;
use crate::puzzle::solve::by_engine;
use crate::puzzle::{Adapter, Incumbent, Method, Request, RequestError, Solved, Wanted, Watch};
use fewest::clock::Instant;
use fewest::search::{Algorithm, Budget, Counts, Event, Observer, Progress, Status, Stop};
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
        Method::Automatic if request.wanted == Wanted::One => automatic(level, request, watch),
        _ => by_engine::<CoinsPuzzle>(level, request, watch),
    }
}

/// First a plan that may not be the best, so that there is one whatever happens; then
/// the fewest moves, unless the first search has proved already that these are.
fn automatic(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Solved<Hop>, RequestError> {
    let budget = &request.budget;
    let best = Incumbent::new("", 0, request);
    let first = by_engine::<CoinsPuzzle>(
        level,
        &Request {
            method: Method::Algorithm(Algorithm::WeightedAStar),
            weight: Some(FIRST_WEIGHT),
            budget: Budget { threads: 1, ..budget.at_most(FIRST_NODES) },
            ..Request::default()
        },
        &mut (),
    )?;
    let is_done = matches!(first.outcome.status, Status::Optimal | Status::Unsolvable);
    if is_done || matches!(first.outcome.stop, Stop::Time | Stop::Cancelled) {
        return Ok(first);
    }
    best.take(first.outcome, Algorithm::WeightedAStar.name());
    let adapter = &mut Adapter::<CoinsPuzzle, Coins>::new(level, watch);
    best.tell(adapter);
    by_batch(level, best, budget, adapter)
}

/// A batch of one pair, after a first search.
fn by_batch(
    level: &Level,
    best: Incumbent<Hop>,
    budget: &Budget,
    adapter: &mut Adapter<'_, CoinsPuzzle, Coins>,
) -> Result<Solved<Hop>, RequestError> {
    let started = Instant::now();
    let sets = [level.start(), level.target()];
    let batch = Batch { board: *level.board(), sets: &sets, pairs: &[(0, 1)] };
    let mut how = String::new();
    let mut answered = None;
    let outcome = batch::run(&batch, &best.left(budget), &mut |report| match report {
        Report::Event(_, Event::Method { name, .. }) => how = name.to_string(),
        Report::Event(Phase::Forward { .. }, event @ Event::Layer { depth, .. }) => {
            Observer::<Coins>::event(adapter, event);
            let counts = Counts { elapsed: started.elapsed(), ..Counts::default() };
            let progress = Progress { counts, bound: depth + 1, best: None, depth: Some(depth) };
            Observer::<Coins>::event(adapter, Event::Progress(progress));
        }
        Report::Event(..) => {}
        Report::Answer { answer, .. } => answered = Some(answer),
    });
    let outcome = outcome.map_err(refused)?;
    best.spend(&outcome.counts);
    let space = Coins::new(*level.board(), level.target());
    match answered {
        Some(PairAnswer::Solved(hops)) => {
            best.raise(hops.len() as u32, "");
            best.offer(&space, &level.start(), hops, "");
        }
        Some(PairAnswer::Unsolvable) => best.raise(DEAD_END, ""),
        None => best.raise(outcome.bounds.first().map_or(0, |&(_, bound)| bound), ""),
    }
    let solved = best.conclude(&space, &level.start(), outcome.stop, budget);
    Ok(Solved { algorithm: how, ..solved })
}

/// An invalid batch, as a request error.
fn refused(error: BatchError) -> RequestError {
    RequestError::new(error.to_string())
}
