//! All states reachable from a level's start, or from which its goal is reachable, and
//! the number of plans of the fewest moves.

use super::domain::BlocksPuzzle;
use super::level::Level;
use super::packed::Packed;
use super::solve::BlocksAdapter;
use super::space::Blocks;
use super::word::{Word, with_word};
use crate::puzzle::{Exploration, Explore, Origin, RequestError, Watch, explore};
use fewest::search::{Event, Observer, layered};

pub(super) fn explore(
    level: &Level,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Exploration, RequestError> {
    // Means need every state by its number, and the engine's table has them.
    if request.heuristics {
        return explore::explore::<BlocksPuzzle>(level, request, watch);
    }
    with_word!(level.width(), level.height(), W => explore_as::<W>(level, request, watch))
}

fn explore_as<W: Word>(
    level: &Level,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Exploration, RequestError> {
    let from = request.from.unwrap_or(Origin::Start);
    let (space, start) = Blocks::<W>::of(level);
    let mut adapter = BlocksAdapter::<W>::new(level, watch);
    let packed = Packed::whole(&space, start);
    let starts = match from {
        Origin::Start => vec![start],
        Origin::Goal => packed
            .goal_states()
            .ok_or_else(|| RequestError::new("too many solved positions to start from"))?,
    };
    let is_forward = from == Origin::Start;
    let report = &mut |event: Event<'_>| adapter.event(event);
    let Explore { farthest, budget, .. } = request;
    let reached = layered::reach(&packed, &starts, is_forward, *farthest, budget, report);
    if reached.per_depth.is_empty() {
        let why = "the positions to start from need more than the memory limit";
        return Err(RequestError::limit(reached.stop, why));
    }
    Ok(explore::explored(&space, level, from, reached, explore::HASH_SET.to_string()))
}
