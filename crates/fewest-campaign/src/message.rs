//! What a runner and those who solve for it tell each other: objects of JSON, one on
//! each line of a pipe or in each message of a stream.

use fewest::search::Counts;
use fewest::space::Cost;
use fewest_puzzles::puzzle::Subtrees;
use serde::{Deserialize, Serialize};

use crate::task::{Limits, Options, Question};

/// An attempt to be made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Job {
    /// The identity of the attempt: a result that comes twice is taken once.
    pub uid: String,
    /// The task.
    pub task: i64,
    /// The name of its puzzle.
    pub puzzle: String,
    /// What to solve.
    pub question: Question,
    /// How to solve it.
    pub options: Options,
    /// The limits of this attempt.
    pub limits: Limits,
    /// What is already known of a batch: the lines of its results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<String>,
    /// Only these subtrees of an iteration of IDA*.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subtrees: Option<Subtrees>,
    /// Whether attempts that are nearly right are exchanged with others at the same
    /// position.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exchanges: bool,
}

impl Job {
    /// A job of a task without an identity, options or limits.
    pub(crate) fn new(task: i64, puzzle: String, question: Question) -> Job {
        Job {
            uid: String::new(),
            task,
            puzzle,
            question,
            options: Options::default(),
            limits: Limits::default(),
            known: Vec::new(),
            subtrees: None,
            exchanges: false,
        }
    }

    /// The number of threads that it takes of all: all of them for a batch and for a search
    /// that exchanges its attempts, unless it says otherwise, and one for any other.
    #[cfg(feature = "nats-plain")]
    pub(crate) fn threads(&self, all: usize) -> usize {
        let is_wide = self.exchanges || matches!(self.question, Question::Batch { .. });
        self.limits.threads.unwrap_or(if is_wide { all } else { 1 }).clamp(1, all.max(1))
    }
}

/// What a runner tells one who solves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Make an attempt.
    Solve(Box<Job>),
    /// Others found these attempts, which are nearly right.
    Near(Vec<String>),
    /// Stop the search and report what it found.
    Stop,
}

/// What one who solves tells a runner.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Report {
    /// It is there, and of this version.
    Ready {
        /// The version.
        version: String,
    },
    /// One answer of a batch: a line of its results.
    Part(String),
    /// Attempts that are nearly right, for others.
    Near(Vec<String>),
    /// An attempt is over.
    Done(Box<Ended>),
}

/// How an attempt ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(clippy::large_enum_variant, reason = "nearly all are answers")]
pub enum Ended {
    /// The search ended, by itself or at a limit.
    Answer(Finding),
    /// The search can't be made: what is wrong, in a sentence.
    Refused(String),
    /// The search did not survive: the reason.
    Crash(String),
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The name of the status.
    pub status: String,
    /// Why the search stopped.
    pub stop: String,
    /// The number of moves of the plan.
    pub moves: Option<u64>,
    /// Its cost.
    pub cost: Option<Cost>,
    /// The proven lower bound.
    pub bound: Option<Cost>,
    /// The plan in the puzzle's first format.
    pub plan: Option<String>,
    /// Without a plan: the moves that leave the least.
    pub partial: Option<String>,
    /// What they leave.
    pub remaining: Option<u64>,
    /// The algorithm that gave the answer.
    pub algorithm: String,
    /// The heuristic, if it used one.
    pub heuristic: Option<String>,
    /// Why it stopped, in words, where there is more to say.
    pub details: Option<String>,
    /// What it spent.
    pub spent: Spent,
}

/// What a search spent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each field is the one of Counts with the same name")]
pub struct Spent {
    pub expanded: u64,
    pub generated: u64,
    pub stored: u64,
    pub bytes: u64,
    pub seconds: f64,
}

impl From<Counts> for Spent {
    fn from(counts: Counts) -> Self {
        Spent {
            expanded: counts.expanded,
            generated: counts.generated,
            stored: counts.stored,
            bytes: counts.peak_bytes,
            seconds: counts.elapsed.as_secs_f64(),
        }
    }
}
