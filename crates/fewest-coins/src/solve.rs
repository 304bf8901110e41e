//! Solving a level as a request asks: by a batch of the one pair, or by an
//! algorithm of the library by name.

use super::batch::{self, Batch, BatchError, PairAnswer, Phase, Report};
use super::board::Hop;
use super::domain::CoinsPuzzle;
use super::level::Level;
use super::rules::Coins;
use crate::puzzle::solve::by_engine;
use crate::puzzle::{Method, Request, RequestError, Solved, Wanted, Watch};
use fewest::clock::Instant;
use fewest::search::{Budget, Counts, Event, Outcome, Progress};
use fewest::space::DEAD_END;

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Solved<Hop>, RequestError> {
    match request.method {
        Method::Automatic if request.wanted == Wanted::One => {
            by_batch(level, &request.budget, watch)
        }
        _ => by_engine::<CoinsPuzzle>(level, request, watch),
    }
}

/// A batch of one pair.
fn by_batch(
    level: &Level,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> Result<Solved<Hop>, RequestError> {
    let started = Instant::now();
    let sets = [level.start(), level.target()];
    let batch = Batch { board: *level.board(), sets: &sets, pairs: &[(0, 1)] };
    let mut how = String::new();
    let mut answered = None;
    let outcome = batch::run(&batch, budget, &mut |report| match report {
        Report::Event(_, Event::Method { name, .. }) => how = name.to_string(),
        Report::Event(Phase::Forward { .. }, event @ Event::Layer { depth, .. }) => {
            watch.event(event);
            let counts = Counts { elapsed: started.elapsed(), ..Counts::default() };
            let (bound, depth) = (depth + 1, Some(depth));
            watch.event(Event::Progress(Progress { counts, bound, best: None, depth }));
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
        None => (None, outcome.bounds.first().map_or(0, |&(_, bound)| bound)),
    };
    let space = Coins::new(*level.board(), level.target());
    let outcome =
        Outcome::conclude(&space, &level.start(), moves, bound, outcome.stop, outcome.counts);
    Ok(Solved::by(how, outcome))
}

/// An invalid batch, as a request error.
fn refused(error: BatchError) -> RequestError {
    RequestError::new(error.to_string())
}
