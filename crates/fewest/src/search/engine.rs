//! Runs an algorithm by name with whatever capabilities a space has.
//!
//! ```
//! use fewest::example::{Gaps, Pancakes};
//! use fewest::search::{Engine, Task};
//!
//! let stack = [4, 2, 5, 0, 3, 1];
//! let engine = Engine::new(&Pancakes, &stack, &Gaps);
//! // Pancakes can be searched backward and have numbers: every algorithm runs.
//! for algorithm in engine.algorithms() {
//!     let outcome = engine.run(&Task::new(algorithm), &mut ())?;
//!     println!("{}: {:?} moves", algorithm.name(), outcome.cost());
//! }
//! # Ok::<(), fewest::search::Incapable>(())
//! ```

use super::algorithm::{Algorithm, Ties};
use super::best_first::{BestFirst, Duplicates};
use super::budget::{Budget, Meter};
use super::event::Event;
use super::observer::{Observer, shows_expansions};
use super::outcome::{Outcome, Plan, Stop};
use super::priority::Linear;
use super::{
    beam, best_first, bidirectional, branch_and_bound, breadth_first, fewest_plans, ida_star,
    layered, table,
};
use crate::space::{Blind, Heuristic, Space, Unranked};

/// An algorithm with its parameters and limits.
#[derive(Clone, Debug)]
pub struct Task {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The weight on h in weighted A*, in thousandths.
    pub weight: u32,
    /// How best-first searches break ties.
    pub ties: Ties,
    /// The width of a beam.
    pub width: usize,
    /// The limits.
    pub budget: Budget,
}

impl Task {
    /// The default parameters, no limits.
    pub fn new(algorithm: Algorithm) -> Self {
        Task {
            algorithm,
            weight: 1500,
            ties: Ties::default(),
            width: 1000,
            budget: Budget::default(),
        }
    }

    /// The priority function of a best-first algorithm.
    pub fn priority(&self) -> Option<Linear> {
        match self.algorithm {
            Algorithm::AStar => Some(Linear::A_STAR),
            Algorithm::WeightedAStar => Some(Linear::weighted(self.weight)),
            Algorithm::Greedy => Some(Linear::GREEDY),
            Algorithm::UniformCost | Algorithm::BreadthFirst => Some(Linear::UNIFORM_COST),
            Algorithm::DepthFirst => Some(Linear::DEPTH_FIRST),
            _ => None,
        }
    }
}

/// A space, a start and a heuristic, and the algorithms that they allow: those that
/// need only moves, and those that use its other capabilities ([`Space::reverse`],
/// [`Space::ranking`]).
pub struct Engine<'a, S: Space, H> {
    space: &'a S,
    start: &'a S::State,
    heuristic: &'a H,
}

impl<'a, S: Space, H> Engine<'a, S, H> {
    /// Searches from `start`.
    pub fn new(space: &'a S, start: &'a S::State, heuristic: &'a H) -> Self {
        Engine { space, start, heuristic }
    }

    /// The algorithms that can be run.
    pub fn algorithms(&self) -> Vec<Algorithm> {
        let is_reversible = self.space.reverse().is_some();
        let is_ranked = is_reversible && self.space.ranking(self.start).is_ok();
        let can_run = |algorithm: &Algorithm| match algorithm {
            Algorithm::Bidirectional => is_reversible,
            Algorithm::Table => is_ranked,
            _ => true,
        };
        Algorithm::ALL.into_iter().filter(can_run).collect()
    }
}

/// Runs an algorithm that uses no heuristic, so that none has to be made. An informed
/// algorithm is run blind: as uniform-cost search.
pub fn uninformed<S: Space, O: Observer<S>>(
    space: &S,
    start: &S::State,
    task: &Task,
    observer: &mut O,
) -> Result<Outcome<S::Move>, Incapable> {
    let (algorithm, budget) = (task.algorithm, &task.budget);
    let is_bidirectional = algorithm == Algorithm::Bidirectional;
    // Words are searched on all cores, but not shown one by one.
    // The word 0 is no state.
    if let Some(packing) = space.packing().filter(|packing| packing.pack(start) != 0)
        && (is_bidirectional || algorithm == Algorithm::BreadthFirst)
        && !shows_expansions(observer)
    {
        let report = &mut |event: Event<'_>| observer.event(event);
        return Ok(layered::solve(packing, start, is_bidirectional, budget, report));
    }
    Ok(match algorithm {
        Algorithm::BreadthFirst => breadth_first::search(space, start, budget, observer),
        Algorithm::Bidirectional => {
            let reverse = space.reverse().ok_or(Incapable::Irreversible(algorithm))?;
            bidirectional::search(space, reverse, start, budget, observer)
        }
        Algorithm::Table => {
            let ranking = space.ranking(start).map_err(Incapable::Unranked)?;
            table::search(&*ranking, start, budget, observer)?
        }
        Algorithm::DepthFirst => {
            let priority = Linear::DEPTH_FIRST;
            best_first::search(space, start, &Blind, priority, task.ties, budget, observer)
        }
        _ => {
            let priority = Linear::UNIFORM_COST;
            best_first::search(space, start, &Blind, priority, task.ties, budget, observer)
        }
    })
}

impl<S: Space, H: Heuristic<S>> Engine<'_, S, H> {
    /// Runs an algorithm.
    pub fn run<O: Observer<S>>(
        &self,
        task: &Task,
        observer: &mut O,
    ) -> Result<Outcome<S::Move>, Incapable> {
        let (space, start, heuristic, budget) =
            (self.space, self.start, self.heuristic, &task.budget);
        Ok(match task.algorithm {
            Algorithm::AStar | Algorithm::WeightedAStar | Algorithm::Greedy => {
                let priority = task.priority().unwrap_or(Linear::A_STAR);
                best_first::search(space, start, heuristic, priority, task.ties, budget, observer)
            }
            Algorithm::IdaStar => ida_star::search(space, start, heuristic, budget, observer),
            Algorithm::BranchAndBound => {
                branch_and_bound::search(space, start, heuristic, budget, observer)
            }
            Algorithm::Beam => beam::search(space, start, heuristic, task.width, budget, observer),
            Algorithm::UniformCost
            | Algorithm::DepthFirst
            | Algorithm::BreadthFirst
            | Algorithm::Bidirectional
            | Algorithm::Table => uninformed(space, start, task, observer)?,
        })
    }

    /// Visits nodes in the order of the task's priority, repeated states included, and
    /// shows the observer each solution until it stops the search. Finds the first
    /// `most` solutions and returns the best of them.
    pub fn solutions<O: Observer<S>>(
        &self,
        task: &Task,
        most: u64,
        observer: &mut O,
    ) -> Result<Outcome<S::Move>, Incapable> {
        let (space, start, heuristic) = (self.space, self.start, self.heuristic);
        let priority = task.priority().ok_or(Incapable::OneByOne(task.algorithm))?;
        let keep = Duplicates::AtMost(u32::try_from(most).unwrap_or(u32::MAX));
        let (ties, budget) = (task.ties, &task.budget);
        let mut search =
            BestFirst::with(space, start, heuristic, priority, ties, keep, budget, observer);
        let mut best: Option<Plan<S::Move>> = None;
        while let Some(node) = search.find(|node| node.is_solved) {
            let Ok(plan) = search.plan(node) else { break };
            search.show_path(node);
            let flow = search.observer().solution(node.index, &plan);
            if best.as_ref().is_none_or(|best| plan.cost() < best.cost()) {
                best = Some(plan);
            }
            if flow.is_break() {
                break;
            }
        }
        let moves = best.map(|plan| plan.moves().to_vec());
        let stop = search.stop().unwrap_or(Stop::Done);
        Ok(Outcome::conclude(space, start, moves, search.bound(), stop, search.counts()))
    }

    /// Finds every plan of the fewest moves and shows each to the observer, until it
    /// stops the search. Returns one of them, and the number of plans if all were found
    /// and it fits in 64 bits.
    pub fn fewest_plans<O: Observer<S>>(
        &self,
        task: &Task,
        observer: &mut O,
    ) -> (Outcome<S::Move>, Option<u64>) {
        let (space, start, heuristic) = (self.space, self.start, self.heuristic);
        let mut plans =
            fewest_plans::search(space, start, heuristic, task.ties, &task.budget, observer);
        let mut outcome = plans.outcome();
        let count = if outcome.stop == Stop::Done { plans.count_plans() } else { None };
        // There may be more plans than there is time to list.
        let mut meter = Meter::start(&task.budget.after(&outcome.counts));
        while let Some((index, plan)) = plans.next() {
            if plans.observer().solution(index, &plan).is_break() {
                break;
            }
            if let Err(stop @ (Stop::Time | Stop::Cancelled)) = meter.check() {
                outcome.stop = stop;
                break;
            }
        }
        (outcome, count)
    }
}

/// Why an algorithm can't run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Incapable {
    /// It needs predecessors.
    #[error("{} needs predecessors, which this space does not provide", .0.name())]
    Irreversible(Algorithm),
    /// It needs a number for every state.
    #[error("{} needs a number for every state: {}", Algorithm::Table.name(), .0)]
    Unranked(#[source] Unranked),
    /// It can't list several solutions.
    #[error("only a best-first search finds several solutions, and {} is not one", .0.name())]
    OneByOne(Algorithm),
}
