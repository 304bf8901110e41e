//! The whole space: the number of states at each depth, and the farthest states.

use super::Width;
use super::relation::{Backward, Forward, Relation};
use super::sweep::{End, Sweep};
use crate::search::shared_meter::SharedMeter;
use crate::search::{Algorithm, Budget, Counts, Event, Incapable, Observer, Stop};
use crate::space::{Ranking, Space};

/// What to collect.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The cells of the table; chosen by the memory if not given.
    pub width: Option<Width>,
    /// The maximum number of farthest states to keep.
    pub farthest: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { width: None, farthest: 1 }
    }
}

/// What an exploration found.
#[derive(Clone, Debug)]
pub struct Exploration<State> {
    /// The number of states at each depth, as far as layers were completed.
    pub per_depth: Vec<u64>,
    /// Their sum.
    pub total: u64,
    /// States at the last depth in the order of their ranks, if the exploration
    /// is complete: all, or as many as were wanted and there was memory for.
    pub farthest: Vec<State>,
    /// Why it stopped.
    pub stop: Stop,
    /// What it spent.
    pub counts: Counts,
}

impl<State> Exploration<State> {
    /// Whether every state that can be reached was reached.
    pub fn is_complete(&self) -> bool {
        self.stop == Stop::Done
    }
}

/// Explores all that can be reached from `starts`: their depth is 0.
pub fn explore<S: Space, O: Observer<S>>(
    ranking: &dyn Ranking<S>,
    starts: &[S::State],
    options: &Options,
    budget: &Budget,
    observer: &mut O,
) -> Exploration<S::State> {
    run(ranking, &Forward(ranking), starts, options, budget, observer)
}

/// Explores all from which a goal can be reached: the depth of a state is the number of
/// moves in its shortest plan. Fails if the space provides no predecessors.
pub fn explore_from_goals<S: Space, O: Observer<S>>(
    ranking: &dyn Ranking<S>,
    options: &Options,
    budget: &Budget,
    observer: &mut O,
) -> Result<Exploration<S::State>, Incapable> {
    let reverse = ranking.space().reverse();
    let reverse = reverse.ok_or(Incapable::Irreversible(Algorithm::Table))?;
    let mut goals = Vec::new();
    reverse.goals(&mut goals);
    goals.retain(|goal| ranking.contains(goal));
    Ok(if reverse.is_undirected() {
        // Both directions are equivalent, and forward is often faster.
        run(ranking, &Forward(ranking), &goals, options, budget, observer)
    } else {
        run(ranking, &Backward(ranking), &goals, options, budget, observer)
    })
}

fn run<S: Space, O: Observer<S>>(
    ranking: &dyn Ranking<S>,
    relation: &dyn Relation,
    starts: &[S::State],
    options: &Options,
    budget: &Budget,
    observer: &mut O,
) -> Exploration<S::State> {
    let meter = SharedMeter::start(budget);
    let sweep = Sweep {
        relation,
        len: ranking.len(),
        meter: &meter,
        threads: budget.threads,
        targets: &[],
        keep: options.farthest,
    };
    let width = options.width.or_else(|| Width::to_explore(sweep.len, meter.free_bytes()));
    let starts: Vec<u64> = starts.iter().map(|start| ranking.rank(start)).collect();
    let mut per_depth = Vec::new();
    // If no table fits, the narrowest is refused like any other.
    let swept = sweep.run(width.unwrap_or(Width::One), &starts, &mut |event| {
        if let Event::Layer { states, .. } = event {
            per_depth.push(states);
        }
        observer.event(event);
    });
    Exploration {
        total: per_depth.iter().sum(),
        per_depth,
        farthest: swept.frontier.farthest.iter().map(|&rank| ranking.unrank(rank)).collect(),
        stop: match swept.end {
            End::Stopped(stop) => stop,
            // 32 bits hold every depth there is.
            End::Exhausted | End::Found(_) | End::Saturated => Stop::Done,
        },
        counts: meter.counts(),
    }
}
