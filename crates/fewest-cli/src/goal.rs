//! `--goal`: another goal than the puzzle's own, or several of them.

use std::path::Path;

use clap::Args;
use fewest_puzzles::puzzle::{Position, ReadError};

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
    /// The goal as a text or a name, if there is one: what a file of it has.
    pub(crate) fn text(&self) -> Result<Option<String>> {
        let texts = self.goal.iter().map(|goal| {
            let path = Path::new(goal);
            if path.is_file() { Ok(Source::read(path)?.text) } else { Ok(goal.clone()) }
        });
        Ok(together(&texts.collect::<Result<Vec<_>>>()?))
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
            let text = together(&texts).unwrap_or_default();
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

/// One text of several goals: each after a line `goal`, or with its name in that line.
fn together(goals: &[String]) -> Option<String> {
    let one = |goal: &String| match goal.trim() {
        lines if lines.to_ascii_lowercase().starts_with("goal") => format!("{lines}\n"),
        name if !name.contains(|c: char| c.is_ascii_digit()) => format!("goal {name}\n"),
        _ => format!("goal\n{goal}\n"),
    };
    match goals {
        [] => None,
        [only] => Some(only.clone()),
        several => Some(several.iter().map(one).collect()),
    }
}
