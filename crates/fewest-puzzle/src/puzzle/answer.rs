//! The answers to requests.

use std::time::Duration;

use fewest::search::event::Remaining;
use fewest::search::{Counts, Outcome, Status, Stop};
use fewest::space::Cost;
use serde::{Serialize, Serializer};

use super::difficulty::Difficulty;
use super::domain::Domain;
use super::moves::Moves;
use super::request::{Origin, Request};

/// The result of solving, with typed moves.
#[derive(Clone, Debug)]
pub struct Solved<M> {
    /// Plan, bound, status, and counts. With several solutions, the best one.
    pub outcome: Outcome<M>,
    /// The algorithm that gave the answer.
    pub algorithm: String,
    /// The heuristic it used, if any.
    pub heuristic: Option<String>,
    /// The number of solutions shown to the observer.
    pub solutions: u64,
    /// The number of plans of the fewest moves, if all were requested.
    pub plans: Option<PlanCount>,
    /// Without a plan: the moves that leave the least, and what they leave.
    pub partial: Option<(Vec<M>, Remaining)>,
    /// Why the search stopped, in words, if it is more than the name of a limit.
    pub reason: Option<String>,
}

impl<M> Solved<M> {
    /// The outcome of a search for one plan.
    pub fn by(algorithm: impl Into<String>, outcome: Outcome<M>) -> Self {
        let algorithm = algorithm.into();
        Solved {
            outcome,
            algorithm,
            heuristic: None,
            solutions: 0,
            plans: None,
            partial: None,
            reason: None,
        }
    }

    /// Sets the heuristic that it used.
    #[must_use]
    pub fn with_heuristic(mut self, name: &str) -> Self {
        self.heuristic = Some(name.to_string());
        self
    }
}

/// The number of plans of the fewest moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanCount {
    /// All were counted.
    Exactly(u64),
    /// The search stopped before all were counted, or the number does not fit in 64
    /// bits.
    AtLeast(u64),
}

/// The result of solving. Made only from an [`Outcome`], whose plan was replayed.
#[derive(Clone, Debug)]
pub struct Answer {
    plan: Option<Moves>,
    cost: Option<Cost>,
    /// A proven lower bound on the cost of every plan;
    /// [`DEAD_END`](fewest::space::DEAD_END) if there is no plan.
    pub bound: Cost,
    /// What is known now.
    pub status: Status,
    /// Why the search stopped.
    pub stop: Stop,
    /// The reason in words, if it is more than the name of a limit.
    pub reason: Option<String>,
    /// What it spent.
    pub counts: Counts,
    /// The algorithm that gave the answer.
    pub algorithm: String,
    /// The heuristic it used, if any.
    pub heuristic: Option<String>,
    /// The number of solutions shown to the observer.
    pub solutions: u64,
    /// The number of plans of the fewest moves, if all were requested.
    pub plans: Option<PlanCount>,
    /// Without a plan: the moves that leave the least, in puzzles that can count it.
    pub partial: Option<Partial>,
}

impl Answer {
    /// The type-erased form of an answer.
    pub fn of<D: Domain>(level: &D::Level, solved: Solved<D::Move>) -> Self {
        let Solved { outcome, algorithm, heuristic, solutions, plans, partial, reason } = solved;
        let (cost, bound) = (outcome.cost(), outcome.bound);
        let (status, stop, counts) = (outcome.status, outcome.stop, outcome.counts);
        let moves = |moves| Moves::new::<D>(level, moves);
        Answer {
            plan: outcome.plan.map(|plan| moves(plan.into_moves())),
            cost,
            bound,
            status,
            stop,
            reason,
            counts,
            algorithm,
            heuristic,
            solutions,
            plans,
            partial: partial.map(|(list, remaining)| Partial { moves: moves(list), remaining }),
        }
    }

    /// The answer to a request that a limit stopped before it began.
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

/// What others found for a position, in moves of its own.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best moves: a plan, or those that leave the least.
    pub moves: Option<Moves>,
    /// A proven lower bound on the cost of every plan.
    pub bound: Cost,
    /// Why they stopped.
    pub stop: Stop,
    /// What they spent together.
    pub counts: Counts,
    /// The algorithm.
    pub algorithm: String,
    /// The heuristic, if it used one.
    pub heuristic: Option<String>,
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
    /// The number of positions at each distance.
    pub layers: Vec<u64>,
    /// Some of the farthest positions, in the puzzle's default format.
    pub farthest: Vec<String>,
    /// Each heuristic's name and mean over all positions, if requested.
    #[serde(rename = "heuristics", serialize_with = "named_means")]
    pub means: Vec<(String, f64)>,
    /// From the start: the fewest moves to a goal, and the number of plans that have
    /// them.
    pub fewest: Option<Fewest>,
    /// From the start: other measures of difficulty, if they are quickly found.
    pub difficulty: Option<Difficulty>,
    /// Whether every position was reached before the search stopped.
    pub complete: bool,
    /// Why it stopped.
    pub stop: Stop,
    /// How it was done: "a table of 2 bits per state".
    #[serde(rename = "details")]
    pub method: String,
    /// What it cost.
    #[serde(flatten)]
    pub counts: Counts,
}

/// Means as objects, which can get more fields later.
fn named_means<S: Serializer>(means: &[(String, f64)], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Mean<'a> {
        name: &'a str,
        mean: f64,
    }
    to.collect_seq(means.iter().map(|(name, mean)| Mean { name, mean: *mean }))
}

/// The number of plans of the fewest moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fewest {
    /// The fewest moves.
    pub moves: Cost,
    /// The number of plans; the maximum of the type if there are more.
    pub plans: u64,
}

impl Exploration {
    /// The number of positions.
    pub fn total(&self) -> u64 {
        self.layers.iter().sum()
    }

    /// The mean distance.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.layers.iter().zip(0u32..).map(|(&n, d)| n as f64 * f64::from(d)).sum();
        sum / self.total().max(1) as f64
    }
}
