//! Solving a level as a request asks: by a short weighted A* and then a batch of the one
//! pair, or by an algorithm of the library by name.
//!
//! Boards of 48 cells and more can have more sets of coins than fit into memory. There the
//! batch has a share of the time, and weighted A* looks for better plans in the rest of it.

use super::batch::{self, Batch};
use super::board::Hop;
use super::domain::CoinsPuzzle;
use super::level::Level;
use super::one_pair;
use super::rules::Coins;
use crate::puzzle::solve::by_engine;
use crate::puzzle::{Adapter, Incumbent, Method, Request, RequestError, Solved, Wanted, Watch};
use fewest::search::{Algorithm, Budget, Event, Observer, Status, Stop};

/// The expansions of the search for a first plan: some milliseconds. It rarely needs more
/// than a few hundred.
const FIRST_NODES: u64 = 4000;

/// Its weight, in thousandths.
const FIRST_WEIGHT: u32 = 3000;

/// The weights of the searches for better plans where not all sets fit into memory.
const WEIGHTS: [u32; 4] = [1200, 1100, 1050, 1000];

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
    let limits = Budget { threads: 1, ..budget.at_most(FIRST_NODES) };
    let first = weighted(level, FIRST_WEIGHT, limits, &mut ())?;
    let is_done = matches!(first.outcome.status, Status::Optimal | Status::Unsolvable);
    if is_done || matches!(first.outcome.stop, Stop::Time | Stop::Cancelled) {
        return Ok(first);
    }
    best.take(first.outcome, Algorithm::WeightedAStar.name());
    let sets = [level.start(), level.target()];
    let batch = Batch { board: *level.board(), sets: &sets, pairs: &[(0, 1)] };
    let left = best.left(budget);
    let holds_all = batch::holds_all(&batch, &left);
    let limits =
        if holds_all { left } else { Budget { time: left.time.map(|time| time / 2), ..left } };
    let adapter = &mut Adapter::<CoinsPuzzle, Coins>::new(level, watch);
    best.tell(adapter);
    let (mut how, mut stop) = one_pair::solve(level, &batch, &best, &limits, adapter)?;
    let is_open = matches!(stop, Stop::Memory | Stop::Time) && !holds_all;
    for weight in WEIGHTS.into_iter().filter(|_| is_open) {
        best.tell(adapter);
        let left = best.left_to_improve(budget);
        let is_over = left.time.is_some_and(|time| time.is_zero()) || left.cancel.is_cancelled();
        if is_over || best.is_optimal() {
            break;
        }
        let share = if weight == WEIGHTS[WEIGHTS.len() - 1] { 1 } else { 2 };
        let (before, time) = (best.upper(), left.time.map(|time| time / share));
        let limits = Budget { time, threads: 1, ..left };
        let next = weighted(level, weight, limits, &mut OnlyProgress(adapter))?;
        stop = next.outcome.stop;
        best.take(next.outcome, Algorithm::WeightedAStar.name());
        if best.upper() < before {
            how = next.algorithm;
        }
    }
    best.tell(adapter);
    let space = Coins::new(*level.board(), level.target());
    let solved = best.conclude(&space, &level.start(), stop, budget);
    Ok(Solved { algorithm: how, ..solved })
}

/// A plan that may not be the best.
fn weighted(
    level: &Level,
    weight: u32,
    budget: Budget,
    watch: &mut dyn Watch,
) -> Result<Solved<Hop>, RequestError> {
    let method = Method::Algorithm(Algorithm::WeightedAStar);
    let request = Request { method, weight: Some(weight), budget, ..Request::default() };
    by_engine::<CoinsPuzzle>(level, &request, watch)
}

/// Passes on how far a search is, added to what was spent and found before. Its plans are told
/// once they are the best.
struct OnlyProgress<'a, 'b>(&'a mut Adapter<'b, CoinsPuzzle, Coins>);

impl Watch for OnlyProgress<'_, '_> {
    fn event(&mut self, event: Event<'_>) {
        if let Event::Progress(_) = event {
            Observer::<Coins>::event(self.0, event);
        }
    }
}
