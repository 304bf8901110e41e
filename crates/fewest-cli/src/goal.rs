//! `--goal`: another goal than the puzzle's own.

use std::path::Path;

use clap::Args;
use fewest_puzzles::puzzle::{Position, ReadError};

use crate::failure::{Failure, Result};
use crate::input::{Source, is_dash};

/// The requested goal.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Goal {
    /// Use this goal instead of the puzzle's own: a name from `fewest list`, a file or a
    /// text
    #[arg(long, value_name = "GOAL")]
    goal: Option<String>,
}

impl Goal {
    /// The goal as a text or a name, if there is one: what a file of it has.
    pub(crate) fn text(&self) -> Result<Option<String>> {
        let Some(goal) = &self.goal else { return Ok(None) };
        let path = Path::new(goal);
        if path.is_file() { Ok(Some(Source::read(path)?.text)) } else { Ok(Some(goal.clone())) }
    }

    /// The position with this goal.
    pub(crate) fn of(&self, position: Box<dyn Position>) -> Result<Box<dyn Position>> {
        let Some(goal) = &self.goal else { return Ok(position) };
        let path = Path::new(goal);
        let is_name = position.puzzle().goals().iter().any(|known| known.name == goal);
        let source = if !is_name && (is_dash(path) || path.is_file()) {
            Source::read(path)?
        } else {
            Source::new("--goal".into(), goal.clone().into(), 1)?
        };
        position.with_goal(&source.text).map_err(|error| match error {
            ReadError::Parse(error) => Failure::parse(&source, &error),
            ReadError::Request(error) => error.into(),
        })
    }
}
