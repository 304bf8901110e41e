//! From a start to the nearest goal.

use super::Width;
use super::path::reconstruct;
use super::relation::Forward;
use super::sweep::{End, Sweep};
use crate::search::shared_meter::SharedMeter;
use crate::search::{Algorithm, Budget, Event, Incapable, Observer, Outcome, Stop};
use crate::space::{Cost, DEAD_END, Ranking, Space};

/// Finds a plan with the fewest moves by a table of the whole space.
///
/// Among several such plans the answer is the one that ends in the first goal of
/// [`Reverse::goals`], then the one that is found back from there by the first fitting
/// entry of [`Reverse::predecessors`]. Fails if the space provides no predecessors.
///
/// [`Reverse::goals`]: crate::space::Reverse::goals
/// [`Reverse::predecessors`]: crate::space::Reverse::predecessors
///
/// Where moves have different costs the plan still has the fewest moves, but nothing is
/// proved about its cost.
pub fn search<S: Space, O: Observer<S>>(
    ranking: &dyn Ranking<S>,
    start: &S::State,
    budget: &Budget,
    observer: &mut O,
) -> Result<Outcome<S::Move>, Incapable> {
    let space = ranking.space();
    let reverse = space.reverse().ok_or(Incapable::Irreversible(Algorithm::Table))?;
    let meter = SharedMeter::start(budget);
    let conclude = |moves, bound: Cost, stop| {
        let is_proved = space.has_unit_costs() || bound == DEAD_END;
        let bound = if is_proved { bound } else { 0 };
        Ok(Outcome::conclude(space, start, moves, bound, stop, meter.counts()))
    };
    if space.is_goal(start) {
        return conclude(Some(Vec::new()), 0, Stop::Done);
    }
    let mut goals = Vec::new();
    reverse.goals(&mut goals);
    goals.retain(|goal| ranking.contains(goal));
    if goals.is_empty() {
        return conclude(None, DEAD_END, Stop::Done);
    }
    let targets: Vec<u64> = goals.iter().map(|goal| ranking.rank(goal)).collect();
    let len = ranking.len();
    let is_undirected = reverse.is_undirected();
    let Some(width) = Width::to_search(len, is_undirected, meter.free_bytes()) else {
        // Nothing was allocated: the observer learns how much would be needed.
        let memory = Width::for_plans(is_undirected).bytes(len);
        observer.event(Event::Method { name: Algorithm::Table.name(), memory });
        return conclude(None, 1, Stop::Memory);
    };
    let sweep = Sweep {
        relation: &Forward(ranking),
        len,
        meter: &meter,
        threads: budget.threads,
        targets: &targets,
        keep: 0,
    };
    let swept = sweep.run(width, &[ranking.rank(start)], &mut |event| observer.event(event));
    match (swept.end, swept.marks) {
        (End::Found(depth), Some(marks)) => {
            let reached = targets.iter().position(|&target| marks.is_marked(target));
            let moves =
                reached.map(|index| reconstruct(ranking, reverse, &*marks, &goals[index], depth));
            conclude(moves, depth, Stop::Done)
        }
        (End::Exhausted, _) => conclude(None, DEAD_END, Stop::Done),
        (End::Stopped(stop), _) => conclude(None, swept.frontier.depth + 1, stop),
        // 32 bits hold every depth, and what was found is in a table.
        (End::Saturated | End::Found(_), _) => conclude(None, 0, Stop::Contradiction),
    }
}
