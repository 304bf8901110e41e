//! The requests to a puzzle.

use std::collections::BTreeMap;

use fewest::names::{Name, Names};
use fewest::search::{Algorithm, Budget, StopRule, Ties};
use fewest::space::Cost;
use serde::{Deserialize, Serialize};

/// What solves a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The puzzle's own choice.
    #[default]
    Automatic,
    /// An algorithm of the engine.
    Algorithm(Algorithm),
    /// One of the puzzle's own solvers, by name.
    Solver(String),
}

impl Method {
    /// Its name; `default` where the puzzle chooses.
    pub fn name(&self) -> &str {
        match self {
            Method::Automatic => "default",
            Method::Algorithm(algorithm) => algorithm.name(),
            Method::Solver(solver) => solver,
        }
    }

    /// The algorithm of the engine, if it is one.
    pub fn algorithm(&self) -> Option<Algorithm> {
        match self {
            Method::Algorithm(algorithm) => Some(*algorithm),
            Method::Automatic | Method::Solver(_) => None,
        }
    }
}

impl From<Option<Algorithm>> for Method {
    fn from(algorithm: Option<Algorithm>) -> Self {
        algorithm.map_or(Method::Automatic, Method::Algorithm)
    }
}

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// The best one.
    #[default]
    One,
    /// The first N, in the order in which best-first search finds them, repeated states
    /// included.
    First(usize),
    /// Every plan of the fewest moves.
    AllFewest,
}

/// How to solve.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// What solves it.
    pub method: Method,
    /// The seed of a randomized solver; always the same by default.
    pub seed: Option<u64>,
    /// The heuristic, by name; by default the puzzle chooses.
    pub heuristic: Option<String>,
    /// The weight on h in weighted A*, in thousandths (1500: one and a half).
    pub weight: Option<u32>,
    /// How ties in the open list are broken.
    pub ties: Option<Ties>,
    /// The width of a beam.
    pub width: Option<usize>,
    /// Which solutions are wanted.
    pub wanted: Wanted,
    /// Whether the observer is shown each expansion. Only the engine's algorithms
    /// support it.
    pub expansions: bool,
    /// The heuristics, by name, whose estimates it is shown in addition to the search's
    /// own.
    pub estimates: Vec<String>,
    /// What is good enough, if the puzzle chooses the algorithm. Others end as they do.
    pub stop_rule: StopRule,
    /// Only these subtrees of one iteration of IDA*, if given.
    pub subtrees: Option<Subtrees>,
    /// The limits.
    pub budget: Budget,
}

impl Request {
    /// A request for one plan by an algorithm of the engine.
    pub fn by(algorithm: Algorithm) -> Self {
        Request { method: Method::Algorithm(algorithm), ..Request::default() }
    }
}

/// A part of one iteration of IDA*: the plans that begin with one of these lists of moves
/// and cost no more than a bound. The answer has such a plan, or the least that a plan
/// below these moves can cost.
///
/// Several machines share an iteration in this way ([`Teamwork::Subtrees`]).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subtrees {
    /// The first moves of each subtree, in the puzzle's notation.
    pub prefixes: Vec<Vec<String>>,
    /// The bound.
    pub bound: Cost,
}

/// How several machines can work on one position together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Teamwork {
    /// Each searches some of the [`Subtrees`] of an iteration of IDA*.
    Subtrees,
    /// Each searches on its own, and they
    /// [exchange](crate::watch::Watch::exchange) attempts that are nearly right.
    Exchange,
}

/// How to make a position.
#[derive(Clone, Debug, Default)]
pub struct Generate {
    /// The size, as the puzzle writes it: `4x4`.
    pub size: Option<String>,
    /// The seed. The same seed always gives the same position.
    pub seed: u64,
    /// The puzzle's own [`Setting`](super::Setting)s by name.
    pub settings: BTreeMap<String, String>,
    /// The limits.
    pub budget: Budget,
}

/// How to explore.
#[derive(Clone, Debug, Default)]
pub struct Explore {
    /// From where; by default the puzzle chooses.
    pub from: Option<Origin>,
    /// The number of farthest positions to show.
    pub farthest: usize,
    /// Whether to compute each heuristic's mean, to compare with the true mean.
    pub heuristics: bool,
    /// The limits.
    pub budget: Budget,
}

/// Where an exploration starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The position: how far are the positions reachable from it?
    Start,
    /// The goal: how far is each position from being solved?
    Goal,
}

impl Origin {
    /// Both by name.
    pub const NAMES: Names<Origin> = Names::new(&[
        Name::new(
            "start",
            Origin::Start,
            "the position: how far are the positions reachable from it?",
        ),
        Name::new("goal", Origin::Goal, "the goal: how far is each position from being solved?"),
    ]);
}
