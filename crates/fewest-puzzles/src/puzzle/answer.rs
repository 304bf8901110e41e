//! What came of a request.

use std::time::Duration;

use fewest::search::event::Remaining;
use fewest::search::{Counts, Outcome, Status, Stop};
use fewest::space::Cost;
use serde::{Serialize, Serializer};

use super::difficulty::Difficulty;
use super::domain::Domain;
use super::moves::Moves;
use super::request::{Origin, Request};

/// What came of solving, with typed moves.
#[derive(Clone, Debug)]
pub struct Solved<M> {
    /// Plan, bound, status, and counts. With several solutions, the best one.
    pub outcome: Outcome<M>,
    /// What gave the answer.
    pub algorithm: String,
    /// The heuristic it used, if it used one.
    pub heuristic: Option<String>,
    /// How many solutions the observer was shown.
    pub solutions: u64,
    /// How many plans of the fewest moves there are, if all were asked for.
    pub plans: Option<PlanCount>,
    /// Without a plan: the moves that leave the least, and what they leave.
    pub partial: Option<(Vec<M>, Remaining)>,
}

impl<M> Solved<M> {
    /// The outcome of a search for one plan.
    pub fn by(algorithm: impl Into<String>, outcome: Outcome<M>) -> Self {
        let algorithm = algorithm.into();
        Solved { outcome, algorithm, heuristic: None, solutions: 0, plans: None, partial: None }
    }

    /// And the heuristic that it used.
    #[must_use]
    pub fn with_heuristic(mut self, name: &str) -> Self {
        self.heuristic = Some(name.to_string());
        self
    }
}

/// How many plans of the fewest moves there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanCount {
    /// All were counted.
    Exactly(u64),
    /// The search stopped before all were counted, or no number is large enough.
    AtLeast(u64),
}

/// What came of solving. Made only from an [`Outcome`], whose plan was replayed.
#[derive(Clone, Debug)]
pub struct Answer {
    plan: Option<Moves>,
    cost: Option<Cost>,
    /// No plan is cheaper than this; [`DEAD_END`](fewest::space::DEAD_END) if there is
    /// none at all.
    pub bound: Cost,
    /// What is known now.
    pub status: Status,
    /// Why the search stopped.
    pub stop: Stop,
    /// The same in words, where there is more to say than which limit was reached.
    pub reason: Option<String>,
    /// What it spent.
    pub counts: Counts,
    /// What gave the answer.
    pub algorithm: String,
    /// The heuristic it used, if it used one.
    pub heuristic: Option<String>,
    /// How many solutions the observer was shown.
    pub solutions: u64,
    /// How many plans of the fewest moves there are, if all were asked for.
    pub plans: Option<PlanCount>,
    /// Without a plan: the moves that leave the least, in puzzles that can tell.
    pub partial: Option<Partial>,
}

impl Answer {
    /// The answer that a typed one is at the edge.
    pub fn of<D: Domain>(level: &D::Level, solved: Solved<D::Move>) -> Self {
        let Solved { outcome, algorithm, heuristic, solutions, plans, partial } = solved;
        let (cost, bound) = (outcome.cost(), outcome.bound);
        let (status, stop, counts) = (outcome.status, outcome.stop, outcome.counts);
        let moves = |moves| Moves::new::<D>(level, moves);
        Answer {
            plan: outcome.plan.map(|plan| moves(plan.into_moves())),
            cost,
            bound,
            status,
            stop,
            reason: None,
            counts,
            algorithm,
            heuristic,
            solutions,
            plans,
            partial: partial.map(|(list, remaining)| Partial { moves: moves(list), remaining }),
        }
    }

    /// The answer to a request that a limit kept from being begun.
    pub fn not_begun(request: &Request, stop: Stop, reason: String, elapsed: Duration) -> Self {
        Answer {
            plan: None,
            cost: None,
            bound: 0,
            status: Status::Unknown,
            stop,
            reason: (stop == Stop::Memory).then_some(reason),
            counts: Counts { elapsed, ..Counts::default() },
            algorithm: request.method.name().to_string(),
            heuristic: request.heuristic.clone(),
            solutions: 0,
            plans: None,
            partial: None,
        }
    }

    /// The best plan found.
    pub fn plan(&self) -> Option<&Moves> {
        self.plan.as_ref()
    }

    /// Its cost: the number of moves, where each costs 1.
    pub fn cost(&self) -> Option<Cost> {
        self.cost
    }
}

/// Legal moves that don't solve a puzzle, but leave little of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Partial {
    /// The moves.
    #[serde(rename = "plan")]
    pub moves: Moves,
    /// What they leave.
    #[serde(flatten)]
    pub remaining: Remaining,
}

/// What an exploration found.
#[derive(Clone, Debug, Serialize)]
pub struct Exploration {
    /// Where it started.
    pub from: Origin,
    /// How many positions there are at each distance.
    pub layers: Vec<u64>,
    /// Some of the farthest positions, in the puzzle's default format.
    pub farthest: Vec<String>,
    /// Each heuristic's name and mean over all positions, if asked for.
    #[serde(rename = "heuristics", serialize_with = "named_means")]
    pub means: Vec<(String, f64)>,
    /// From the start: the fewest moves to a goal, and how many plans have them.
    pub fewest: Option<Fewest>,
    /// From the start: what makes it hard beside that, if it is soon found.
    pub difficulty: Option<Difficulty>,
    /// Whether every position was reached before the search stopped.
    pub complete: bool,
    /// Why it stopped.
    pub stop: Stop,
    /// How it was done: "a table of 2 bits a state".
    #[serde(rename = "details")]
    pub method: String,
    /// What it cost.
    #[serde(flatten)]
    pub counts: Counts,
}

/// Means as objects, which have room for more than a pair has.
fn named_means<S: Serializer>(means: &[(String, f64)], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Mean<'a> {
        name: &'a str,
        mean: f64,
    }
    to.collect_seq(means.iter().map(|(name, mean)| Mean { name, mean: *mean }))
}

/// How many plans of the fewest moves there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fewest {
    /// The fewest moves.
    pub moves: Cost,
    /// The plans; the largest number there is if there are more.
    pub plans: u64,
}

impl Exploration {
    /// All positions.
    pub fn total(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// The mean distance.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.layers.iter().zip(0u32..).map(|(&n, d)| n as f64 * f64::from(d)).sum();
        sum / self.total().max(1) as f64
    }
}
