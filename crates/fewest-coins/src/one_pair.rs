//! A level as a batch of one pair, whose answer and bound go to the incumbent.

use fewest::clock::Instant;
use fewest::search::{Budget, Counts, Event, Observer, Progress, Stop};
use fewest::space::DEAD_END;

use super::batch::{self, Batch, BatchError, PairAnswer, Phase, Report};
use super::board::Hop;
use super::domain::CoinsPuzzle;
use super::level::Level;
use super::rules::Coins;
use crate::puzzle::{Adapter, Incumbent, RequestError};

/// Runs a batch of one pair, after a first search. Returns how it searched and why it stopped.
pub(super) fn solve(
    level: &Level,
    batch: &Batch<'_>,
    best: &Incumbent<Hop>,
    budget: &Budget,
    adapter: &mut Adapter<'_, CoinsPuzzle, Coins>,
) -> Result<(String, Stop), RequestError> {
    let started = Instant::now();
    let mut how = String::new();
    let mut answered = None;
    let outcome = batch::run(batch, budget, &mut |report| match report {
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
    Ok((how, outcome.stop))
}

/// An invalid batch, as a request error.
fn refused(error: BatchError) -> RequestError {
    RequestError::new(error.to_string())
}
