//! All that can be reached from a level's start, or from which its target can
//! be: by a table where it fits, by a hash set as far as memory lasts otherwise.

use super::format::Format;
use super::heuristics::Misplaced;
use super::level::Level;
use super::notation::print_hop;
use super::rank::Numbered;
use super::rules::Coins;
use crate::edge::Watched;
use crate::puzzle::{Exploration, Explore, Fewest, From, RequestError, Watch};
use fewest::search::table::{self, Width};
use fewest::search::{Budget, Counts, Status, Stop, Ties, breadth_first, fewest_plans};
use fewest::space::Ranking;

/// A* looks at no more sets than this to count the plans of the fewest moves.
const MOST_TO_COUNT: u64 = 1 << 20;

pub(super) fn explore(
    level: &Level,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Exploration, RequestError> {
    if request.heuristics {
        return Err(RequestError::new("coins have no means of heuristics to show"));
    }
    let from = request.from.unwrap_or(From::Start);
    let space = Coins::new(*level.board(), level.target());
    let memory = request.budget.memory.unwrap_or(u64::MAX);
    let table = Numbered::new(space).ok().and_then(|numbered| {
        let width = Width::to_explore(numbered.len(), memory)?;
        Some((numbered, width))
    });
    let found = match table {
        Some((numbered, width)) => by_table(level, &numbered, width, from, request, watch)?,
        None if from == From::Start => by_hash_set(level, &space, request, watch),
        None => {
            return Err(RequestError::new(
                "the sets of coins are too many for a table, and from the goal there is no other way",
            ));
        }
    };
    let budget = &request.budget;
    let fewest = (from == From::Start).then(|| fewest(&space, level, budget, &found.counts));
    Ok(Exploration {
        from,
        levels: found.levels,
        farthest: found.farthest.iter().map(|&coins| print(level, coins)).collect(),
        means: Vec::new(),
        fewest: fewest.flatten(),
        complete: found.stop == Stop::Done,
        stop: found.stop,
        method: found.method,
        counts: found.counts,
    })
}

struct Found {
    levels: Vec<u64>,
    farthest: Vec<u64>,
    stop: Stop,
    method: String,
    counts: Counts,
}

fn by_table(
    level: &Level,
    numbered: &Numbered,
    width: Width,
    from: From,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Found, RequestError> {
    let options = table::Options { width: Some(width), farthest: request.farthest };
    let (budget, board) = (&request.budget, *level.board());
    let watched = &mut Watched::new(watch, move |hop| print_hop(&board, hop));
    let found = match from {
        From::Start => table::explore(numbered, &[level.start()], &options, budget, watched),
        From::Goal => table::explore_from_goals(numbered, &options, budget, watched)?,
    };
    Ok(Found {
        levels: found.per_depth,
        farthest: found.farthest,
        stop: found.stop,
        method: format!("a table of {width}"),
        counts: found.counts,
    })
}

fn by_hash_set(level: &Level, space: &Coins, request: &Explore, watch: &mut dyn Watch) -> Found {
    let board = *level.board();
    let watched = &mut Watched::new(watch, move |hop| print_hop(&board, hop));
    let (starts, farthest) = ([level.start()], request.farthest);
    let found = breadth_first::explore(space, &starts, farthest, &request.budget, watched);
    Found {
        levels: found.per_depth,
        farthest: found.farthest,
        stop: found.stop,
        method: "a hash set".to_string(),
        counts: found.counts,
    }
}

fn print(level: &Level, coins: u64) -> String {
    level.with_start(coins).print(Format::Pictures)
}

/// How many plans have the fewest moves, if that is quickly said.
fn fewest(space: &Coins, level: &Level, budget: &Budget, spent: &Counts) -> Option<Fewest> {
    let left = budget.after(spent);
    let nodes = left.nodes.unwrap_or(u64::MAX).min(MOST_TO_COUNT);
    let budget = Budget { nodes: Some(nodes), ..left };
    let ties = Ties::default();
    let plans = fewest_plans::search(space, &level.start(), &Misplaced, ties, &budget, ());
    let outcome = plans.outcome();
    let moves = outcome.cost().filter(|_| outcome.status == Status::Optimal)?;
    let all = outcome.stop == Stop::Done;
    all.then(|| Fewest { moves, plans: plans.count_plans().unwrap_or(u64::MAX) })
}
