//! `--goal`: another goal than the puzzle's own, or several of them.

use std::path::Path;

use clap::Args;
use fewest_puzzles::puzzle::{Position, Puzzle, ReadError};

use crate::failure::{Failure, Result};
use crate::input::{Source, is_dash};

/// The requested goals.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Goal {
    /// Use this goal instead of the puzzle's own: a name from `fewest list`, a file or a
    /// text. Given more than once, the nearest goal counts
    #[arg(long, value_name = "GOAL")]
    goal: Vec<String>,
}

impl Goal {
    /// The goal of a puzzle as a text or a name, if there is one: what a file of it has.
    pub(crate) fn text(&self, puzzle: &dyn Puzzle) -> Result<Option<String>> {
        let texts = self.goal.iter().map(|goal| {
            let path = Path::new(goal);
            if path.is_file() { Ok(Source::read(path)?.text) } else { Ok(goal.clone()) }
        });
        let mut texts = texts.collect::<Result<Vec<_>>>()?;
        if texts.len() > 1 {
            return Ok(Some(puzzle.join_goals(&texts)?));
        }
        Ok(texts.pop())
    }

    /// The position with these goals.
    pub(crate) fn of(&self, position: Box<dyn Position>) -> Result<Box<dyn Position>> {
        let names = position.puzzle().goals();
        let source = |goal: &String| {
            let path = Path::new(goal);
            let is_name = names.iter().any(|known| known.name == goal);
            if !is_name && (is_dash(path) || path.is_file()) {
                Source::read(path)
            } else {
                Source::new("--goal".into(), goal.clone().into(), 1)
            }
        };
        let mut sources = self.goal.iter().map(source).collect::<Result<Vec<_>>>()?;
        if sources.len() > 1 {
            // Each alone first, so that an error is at its place in its own text.
            for source in &sources {
                with_goal(&*position, source)?;
            }
            let texts: Vec<String> = sources.iter().map(|source| source.text.clone()).collect();
            let text = position.puzzle().join_goals(&texts)?;
            sources = vec![Source::new("--goal".into(), text.into(), 1)?];
        }
        match sources.first() {
            None => Ok(position),
            Some(source) => with_goal(&*position, source),
        }
    }
}

fn with_goal(position: &dyn Position, source: &Source) -> Result<Box<dyn Position>> {
    position.with_goal(&source.text).map_err(|error| match error {
        ReadError::Parse(error) => Failure::parse(source, &error),
        ReadError::Request(error) => error.into(),
    })
}
