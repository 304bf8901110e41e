//! What `--json` writes: one object per line, with the same keys in every command.
//! `docs/schema.json` has a definition for each kind of line.

use std::borrow::Cow;

use fewest::search::{Counts, Status, Stop};
use fewest::space::{Cost, DEAD_END};
use fewest_puzzles::puzzle::{Answer, Moves, Partial, Position, Request};
use serde::Serialize;

use crate::failure::{Failure, Result};
use crate::input::Label;

/// The version that every line begins with.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A value as a line without its end.
pub(crate) fn text(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Failure::file(format!("cannot write this as JSON: {error}")))
}

/// A value as a whole line.
pub(crate) fn line(value: &impl Serialize) -> Result<String> {
    Ok(text(value)? + "\n")
}

/// What is known about a puzzle beforehand.
#[derive(Serialize)]
pub(crate) struct Head<'a> {
    version: &'static str,
    #[serde(flatten)]
    label: &'a Label,
    puzzle: &'static str,
    description: String,
}

impl<'a> Head<'a> {
    pub(crate) fn of(position: &dyn Position, label: &'a Label) -> Self {
        Head {
            version: VERSION,
            label,
            puzzle: position.puzzle().name(),
            description: position.describe(),
        }
    }
}

/// The result of a search, without the plan.
#[derive(Serialize)]
pub(crate) struct Facts<'a> {
    pub(crate) status: Status,
    stop: Stop,
    pub(crate) moves: Option<usize>,
    cost: Option<Cost>,
    pub(crate) bound: Option<Cost>,
    algorithm: &'a str,
    details: Option<Cow<'a, str>>,
    heuristic: Option<&'a str>,
    seed: Option<u64>,
    threads: usize,
    #[serde(flatten)]
    pub(crate) counts: Counts,
}

impl<'a> Facts<'a> {
    /// `advice` is for the person who reads the answer.
    pub(crate) fn of(answer: &'a Answer, request: &'a Request, advice: Option<String>) -> Self {
        let algorithm = request.method.name();
        Facts {
            status: answer.status,
            stop: answer.stop,
            moves: answer.plan().map(Moves::len),
            cost: answer.cost(),
            // There is no number for "no plan at all".
            bound: Some(answer.bound).filter(|&bound| bound != DEAD_END),
            algorithm,
            details: match (advice, &answer.reason) {
                (Some(advice), _) => Some(advice.into()),
                (None, Some(reason)) => Some(reason.into()),
                (None, None) => {
                    let by = Some(&answer.algorithm).filter(|&by| by != algorithm);
                    by.map(Cow::from)
                }
            },
            heuristic: answer.heuristic.as_deref(),
            seed: request.seed,
            threads: request.budget.threads,
            counts: answer.counts,
        }
    }
}

/// A position in a format of its puzzle's.
#[derive(Serialize)]
pub(crate) struct Shown<'a> {
    #[serde(flatten)]
    pub(crate) head: Head<'a>,
    pub(crate) seed: Option<u64>,
    pub(crate) solved: bool,
    pub(crate) board: String,
    /// The fewest moves, where they are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<Cost>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) legal: Option<Moves>,
}

/// Moves that don't solve a puzzle.
#[derive(Serialize)]
pub(crate) struct PartialPlan<'a> {
    moves: usize,
    #[serde(flatten)]
    partial: &'a Partial,
}

impl<'a> PartialPlan<'a> {
    pub(crate) fn of(partial: &'a Partial) -> Self {
        PartialPlan { moves: partial.moves.len(), partial }
    }
}
