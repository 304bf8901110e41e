//! From a start to the nearest goal.

use super::Width;
use super::gauge::Gauge;
use super::relation::Forward;
use super::sweep::{End, Event, Sweep};
use super::walk_back::walk_back;
use crate::search::{Budget, Observer, Outcome, Stop};
use crate::space::{Cost, DEAD_END, Ranked, Reverse};

/// Finds a plan with the fewest moves by a table of the whole space.
///
/// Among several such plans the answer is the one that ends in the first goal of
/// [`Reverse::goals`], then the one that is found back from there by the first
/// fitting entry of [`Reverse::predecessors`].
///
/// Where moves have different costs the plan still has the fewest moves, but
/// nothing is proved of its cost.
pub fn search<S, O>(
    space: &S,
    start: &S::State,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<S::Move>
where
    S: Ranked + Reverse + Sync,
    O: Observer<S>,
{
    let gauge = Gauge::start(budget);
    let conclude = |moves, bound: Cost, stop| {
        let is_proved = space.has_unit_costs() || bound == DEAD_END;
        let bound = if is_proved { bound } else { 0 };
        Outcome::conclude(space, start, moves, bound, stop, gauge.counts())
    };
    if space.is_goal(start) {
        return conclude(Some(Vec::new()), 0, Stop::Done);
    }
    let mut goals = Vec::new();
    space.goals(&mut goals);
    if goals.is_empty() {
        return conclude(None, DEAD_END, Stop::Done);
    }
    let targets: Vec<u64> = goals.iter().map(|goal| space.rank(goal)).collect();
    let len = space.len();
    let Some(width) = Width::to_search(len, space.is_undirected(), gauge.free_bytes()) else {
        return conclude(None, 1, Stop::Memory);
    };
    let sweep = Sweep {
        relation: Forward(space),
        len,
        gauge: &gauge,
        threads: budget.threads,
        targets: &targets,
        keep: 0,
    };
    let swept = sweep.run(width, &[space.rank(start)], &mut |event| match event {
        Event::Level(depth, states) => observer.level(depth, states),
        Event::Progress(progress) => observer.progress(progress),
    });
    match (swept.end, swept.marks) {
        (End::Found(depth), Some(marks)) => {
            let reached = targets.iter().position(|&target| marks.is_marked(target));
            let moves = reached.map(|index| walk_back(space, &*marks, &goals[index], depth));
            conclude(moves, depth, Stop::Done)
        }
        (End::Exhausted, _) => conclude(None, DEAD_END, Stop::Done),
        (End::Stopped(stop), _) => conclude(None, swept.frontier.depth + 1, stop),
        // 32 bits hold every depth, and what was found is in a table.
        (End::Saturated | End::Found(_), _) => conclude(None, 0, Stop::Contradiction),
    }
}
