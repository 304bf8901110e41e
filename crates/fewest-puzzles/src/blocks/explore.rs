//! All states reachable from a level's start, or from which its goal is reachable, and
//! the number of plans of the fewest moves.

use rustc_hash::FxHashMap;

use super::bidirectional::Bidirectional;
use super::level::Level;
use super::path::{CHECK_EVERY, Reconstruction};
use super::puzzle::BlocksPuzzle;
use super::rules::Rules;
use super::solve::BlocksAdapter;
use super::space::Blocks;
use super::visited::Label;
use super::wide::Wide;
use super::word::Word;
use crate::puzzle::{Exploration, Explore, Fewest, Origin, RequestError, Watch, explore};
use fewest::search::Stop;
use fewest::space::Space;

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
    let mut adapter = BlocksAdapter::new(level, watch);
    let mut search = Bidirectional::explorer(&space, start, from == Origin::Start, &request.budget)
        .ok_or_else(|| RequestError::new("too many solved positions to start from"))?;
    let (mut layers, mut farthest, mut solved) = (Vec::new(), Vec::new(), None);
    let stop = loop {
        let (states, sample) = search.layer_to_explore();
        if states == 0 {
            break Stop::Done;
        }
        farthest = sample[..sample.len().min(request.farthest)].to_vec();
        layers.push(states);
        if from == Origin::Start && solved.is_none() {
            let goals = search.solved();
            if !goals.is_empty() {
                let moves = layers.len() as u32 - 1;
                match count_plans(&space, &mut search, start, goals, moves) {
                    Ok(plans) => solved = Some(Fewest { moves, plans }),
                    Err(stop) => break stop,
                }
            }
        }
        if let Err(stop) = search.advance(&mut adapter) {
            break stop;
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
    search: &mut Bidirectional<'_, W>,
    start: W,
    goals: Vec<W>,
    depth: u32,
) -> Result<u64, Stop> {
    let (visited, meter) = search.parts();
    let path = Reconstruction { space, visited };
    let mut plans: FxHashMap<W, u64> = goals.into_iter().map(|goal| (goal, 1)).collect();
    let mut before = Vec::new();
    for depth in (0..depth).rev() {
        let label = Label::new(true, depth);
        let mut earlier: FxHashMap<W, u64> = FxHashMap::default();
        for (i, (&state, &count)) in plans.iter().enumerate() {
            if i % CHECK_EVERY == 0 {
                meter.check()?;
            }
            before.clear();
            path.stored_predecessors(state, label, &mut before);
            for &(source, _) in &before {
                let sum = earlier.entry(source).or_default();
                *sum = sum.saturating_add(count);
            }
        }
        plans = earlier;
    }
    debug_assert!(depth > 0 || space.is_goal(&start));
    Ok(plans.get(&start).copied().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_the_goal_every_distance_is_exact() {
        let level = Level::parse("o . # x\n. o . .\n. . x .\n").unwrap();
        let request = Explore { from: Some(Origin::Goal), ..Explore::default() };
        let found = explore(&level, &request, &mut ()).unwrap();
        let (space, _) = Blocks::<u64>::of(&level);
        let mut levels = Vec::new();
        super::super::space::subsets(space.rules().free(), 2, &mut |state| {
            let outcome = super::super::bidirectional::search(
                &space,
                state,
                &fewest::search::Budget::default(),
                &mut (),
            );
            if let Some(cost) = outcome.cost() {
                levels.resize(levels.len().max(cost as usize + 1), 0);
                levels[cost as usize] += 1;
            }
        });
        assert_eq!(found.layers, levels);
    }
}
