//! What a campaign consists of: tasks, and how they are solved.

use std::collections::BTreeMap;
use std::time::Duration;

use fewest::names::UnknownName;
use fewest::search::{Algorithm, Budget, Cancel, Gap, StopRule, Ties};
use fewest_puzzles::puzzle::{Method, Position, Puzzle, Request, RequestError};
use serde::{Deserialize, Serialize};

/// A puzzle to solve, or a batch of questions that one search answers together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    /// Its name, unique for each setting: `boards.txt:3`.
    pub source: String,
    /// The name of its puzzle.
    pub puzzle: String,
    /// What the puzzle says about it: `4 × 4 sliding tiles`.
    pub description: String,
    /// A number to order tasks of a puzzle by: what remains to be done, or the cells.
    pub size: u64,
    /// The number of answers that it has.
    pub parts: u64,
    /// The question itself.
    pub question: Question,
}

/// The question of a task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Question {
    /// A position in a format of its puzzle's, and the goal if it is not the puzzle's own.
    Position {
        /// The position.
        board: String,
        /// The goal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        goal: Option<String>,
    },
    /// The arguments of the puzzle's command that makes a batch, and the files it reads.
    Batch {
        /// The arguments.
        args: BTreeMap<String, String>,
        /// The text of each file by its name.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        files: BTreeMap<String, String>,
    },
}

impl Task {
    /// A task to solve this position. `goal` is what [`Position::with_goal`] took, if
    /// it was called.
    pub fn of(
        source: impl Into<String>,
        position: &dyn Position,
        goal: Option<&str>,
    ) -> Result<Task, RequestError> {
        let scene = position.scene();
        let cells = (scene.width() * scene.height()) as u64;
        Ok(Task {
            source: source.into(),
            puzzle: position.puzzle().name().to_string(),
            description: position.describe(),
            size: position.remaining().map_or(cells, |remaining| remaining.count),
            parts: 1,
            question: Question::Position {
                board: faithful_format(position, goal)?.1,
                goal: goal.map(str::to_string),
            },
        })
    }

    /// The word for tasks of both kinds in the store.
    pub(crate) fn kind(&self) -> &'static str {
        match self.question {
            Question::Position { .. } => "position",
            Question::Batch { .. } => "batch",
        }
    }
}

/// The first format that tells everything about a position, and the position in it.
pub(crate) fn faithful_format(
    position: &dyn Position,
    goal: Option<&str>,
) -> Result<(&'static str, String), RequestError> {
    let puzzle = position.puzzle();
    let formats = puzzle.formats();
    let printed = |position: &dyn Position| -> Vec<Option<String>> {
        formats.iter().map(|format| position.print(format.name).ok()).collect()
    };
    let all = printed(position);
    for (format, text) in formats.iter().zip(&all) {
        let Some(text) = text else { continue };
        let Ok(mut read) = puzzle.parse(text) else { continue };
        if let Some(goal) = goal {
            let Ok(set) = read.with_goal(goal) else { continue };
            read = set;
        }
        if printed(&*read) == all {
            return Ok((format.name, text.clone()));
        }
    }
    let name = puzzle.name();
    Err(RequestError::new(format!("no format of {name} reads this position back as it is")))
}

/// How tasks are solved: the search and its limits for each task.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Options {
    /// The algorithm of the engine or the solver of the puzzle; by default the puzzle
    /// chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub algorithm: Option<String>,
    /// The heuristic; by default the puzzle chooses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
    /// The seed of a randomized solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The weight on h in weighted A*, in thousandths.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<u32>,
    /// How ties in the open list are broken.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ties: Option<String>,
    /// The width of a beam.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub width: Option<usize>,
    /// Whether the first plan is enough.
    #[serde(skip_serializing_if = "is_false")]
    pub first: bool,
    /// How much longer than the fewest moves a plan may be, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gap: Option<f64>,
    /// Whether to stop when plans become no better.
    #[serde(skip_serializing_if = "is_false")]
    pub dry: bool,
    /// The limits.
    #[serde(flatten)]
    pub limits: Limits,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// The limits of one attempt. `None` is no limit; for memory, a task's share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Limits {
    /// Seconds.
    pub time: Option<f64>,
    /// Bytes.
    pub memory: Option<u64>,
    /// Expansions.
    pub nodes: Option<u64>,
    /// Threads; 1 for a position and all for a batch by default.
    pub threads: Option<usize>,
}

impl Limits {
    /// These limits, where they are given, and the others otherwise.
    #[must_use]
    pub fn or(self, other: Limits) -> Limits {
        Limits {
            time: self.time.or(other.time),
            memory: self.memory.or(other.memory),
            nodes: self.nodes.or(other.nodes),
            threads: self.threads.or(other.threads),
        }
    }

    /// As the library takes them.
    pub(crate) fn budget(&self, cancel: &Cancel) -> Budget {
        Budget {
            // A time that is too long to represent is none.
            time: self.time.and_then(|time| Duration::try_from_secs_f64(time).ok()),
            memory: self.memory,
            nodes: self.nodes,
            threads: self.threads.unwrap_or(1),
            cancel: cancel.clone(),
            ..Budget::default()
        }
    }
}

impl Options {
    /// The request to a puzzle, with the limits of one attempt.
    pub(crate) fn request(
        &self,
        puzzle: &dyn Puzzle,
        budget: Budget,
    ) -> Result<Request, RequestError> {
        let method = match self.algorithm.as_deref() {
            None => Method::Automatic,
            Some(name) => match Algorithm::NAMES.find(name) {
                Some(row) => Method::Algorithm(row.value),
                None if puzzle.solvers().iter().any(|solver| solver.name == name) => {
                    Method::Solver(name.to_string())
                }
                None => {
                    let names = puzzle.algorithms().into_iter().map(Algorithm::name);
                    let solvers = puzzle.solvers();
                    let names = names.chain(solvers.iter().map(|solver| solver.name));
                    return Err(UnknownName::new("algorithm", name, names).into());
                }
            },
        };
        Ok(Request {
            method,
            seed: self.seed,
            heuristic: self.heuristic.clone(),
            weight: self.weight,
            ties: self.ties.as_deref().map(|name| Ties::NAMES.by_name("ties", name)).transpose()?,
            width: self.width,
            stop_rule: StopRule {
                first: self.first,
                gap: self.gap.and_then(Gap::percent),
                dry: self.dry,
            },
            budget,
            ..Request::default()
        })
    }
}
