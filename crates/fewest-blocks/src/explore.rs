//! All states reachable from a level's start, or from which its goal is reachable, and
//! the number of plans of the fewest moves.

use rustc_hash::FxHashMap;

use super::domain::BlocksPuzzle;
use super::level::Level;
use super::packed::Packed;
use super::rules::Rules;
use super::solve::BlocksAdapter;
use super::space::Blocks;
use super::wide::Wide;
use super::word::Word;
use crate::puzzle::{Exploration, Explore, Fewest, Origin, RequestError, Watch, explore};
use fewest::search::layered::{Label, Layers};
use fewest::search::{Observer, Stop};
use fewest::space::Space;

/// The limits are checked once in this number of states.
const CHECK_EVERY: usize = 1 << 12;

pub(super) fn explore(
    level: &Level,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Exploration, RequestError> {
    // Means need every state by its number, and the engine's table has them.
    if request.heuristics {
        return explore::explore::<BlocksPuzzle>(level, request, watch);
    }
    let (width, height) = (level.width(), level.height());
    if Rules::<u64>::holds(width, height) {
        explore_as::<u64>(level, request, watch)
    } else if Rules::<u128>::holds(width, height) {
        explore_as::<u128>(level, request, watch)
    } else {
        explore_as::<Wide>(level, request, watch)
    }
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
    let (starts, budget) = (&[start], &request.budget);
    let layers = match from {
        Origin::Start => Layers::forward(&packed, starts, budget),
        Origin::Goal => {
            let goals = packed
                .goal_states()
                .ok_or_else(|| RequestError::new("too many solved positions to start from"))?;
            Layers::backward(&packed, &goals, budget)
        }
    };
    let mut search = layers.map_err(|stop| {
        RequestError::limit(stop, "the positions to start from need more than the memory limit")
    })?;
    let (mut layers, mut farthest, mut solved) = (Vec::new(), Vec::new(), None);
    let stop = loop {
        match search.advance(&mut |event| adapter.event(event)) {
            Ok(Some(layer)) => layers.push(layer.states),
            Ok(None) => break Stop::Done,
            Err(stop) => break stop,
        }
        farthest = search.states().take(request.farthest).collect();
        if from == Origin::Start && solved.is_none() {
            let goals: Vec<W> = search.states().filter(|state| space.is_goal(state)).collect();
            if !goals.is_empty() {
                let moves = layers.len() as u32 - 1;
                match count_plans(&space, &search, start, goals, moves) {
                    Ok(plans) => solved = Some(Fewest { moves, plans }),
                    Err(stop) => break stop,
                }
            }
        }
    };
    Ok(Exploration {
        from,
        layers,
        farthest: farthest.iter().map(|state| explore::print(&space, level, state)).collect(),
        means: Vec::new(),
        fewest: solved,
        difficulty: None,
        complete: stop == Stop::Done,
        stop,
        method: "a hash set".to_string(),
        counts: search.counts(),
    })
}

/// The number of plans, layer by layer back from the solved states at `depth`: a
/// state has as many as its successors in the next layer have together.
fn count_plans<W: Word>(
    space: &Blocks<W>,
    search: &Layers<'_, W>,
    start: W,
    goals: Vec<W>,
    depth: u32,
) -> Result<u64, Stop> {
    let paths = search.paths();
    let mut plans: FxHashMap<W, u64> = goals.into_iter().map(|goal| (goal, 1)).collect();
    let mut before = Vec::new();
    for depth in (0..depth).rev() {
        let label = Label::new(true, depth);
        let mut earlier: FxHashMap<W, u64> = FxHashMap::default();
        for (i, (&state, &count)) in plans.iter().enumerate() {
            if i % CHECK_EVERY == 0 {
                search.check()?;
            }
            paths.stored_predecessors(state, label, &mut before);
            for &source in &before {
                // Two moves can lead from one state to the other.
                let moves = space.rules().steps(source).into_iter().filter(|&next| next == state);
                let sum = earlier.entry(source).or_default();
                *sum = sum.saturating_add(count.saturating_mul(moves.count() as u64));
            }
        }
        plans = earlier;
    }
    debug_assert!(depth > 0 || space.is_goal(&start));
    Ok(plans.get(&start).copied().unwrap_or(0))
}
