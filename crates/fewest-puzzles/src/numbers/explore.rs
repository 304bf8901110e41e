//! All that can be reached from a small level.

use super::format::Format;
use super::level::Level;
use super::solve::notation;
use super::space::Numbers;
use super::values::Values;
use crate::edge::Watched;
use crate::puzzle::{Exploration, Explore, From, RequestError, Watch};
use fewest::search::{Stop, breadth_first};

pub(super) fn explore(
    level: &Level,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Exploration, RequestError> {
    if request.heuristics {
        return Err(RequestError::new("numbers have no means of heuristics to show"));
    }
    if request.from == Some(From::Goal) {
        return Err(RequestError::new(
            "numbers are explored from the start only: backwards, most of what leads to an empty grid can't be reached",
        ));
    }
    if <[u8; 16]>::holds(level.numbers(), level.sum()) {
        Ok(explore_as::<[u8; 16]>(level, request, watch))
    } else {
        Ok(explore_as::<Box<[u32]>>(level, request, watch))
    }
}

fn explore_as<V: Values>(level: &Level, request: &Explore, watch: &mut dyn Watch) -> Exploration {
    let (space, start) = Numbers::<V>::of(level);
    let mut watched = Watched::new(watch, notation);
    let (farthest, budget) = (request.farthest, &request.budget);
    let found = breadth_first::explore(&space, &[start], farthest, budget, &mut watched);
    let print = |state: &V| space.level(state).print(Format::Picture);
    Exploration {
        from: From::Start,
        levels: found.per_depth,
        farthest: found.farthest.iter().map(print).collect(),
        means: Vec::new(),
        fewest: None,
        complete: found.stop == Stop::Done,
        stop: found.stop,
        method: "a hash set".to_string(),
        counts: found.counts,
    }
}
