//! `fewest show`: a position, perhaps after some moves.

use std::path::{Path, PathBuf};

use clap::Args;
use fewest::puzzle::Position;

use crate::choice;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::{Source, is_dash};
use crate::output::Output;
use crate::request::known;
use crate::terminal;

const EXAMPLES: &str = "\
Examples:
  fewest show board.txt
  fewest show board.txt --moves
  fewest show board.txt --after plan.txt
  fewest solve board.txt | fewest show board.txt --after -";

/// Show a position, in any of its formats, perhaps after a plan
///
/// Writes a position to standard output in the format you name, as it is or
/// after the moves of a plan, and says on standard error what it is. So it
/// also converts one format into another.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Show {
    /// The position; - or nothing for standard input
    file: Option<PathBuf>,

    /// Read it as this puzzle instead of the one it looks like
    #[arg(short, long, value_name = "NAME", value_parser = choice::puzzle())]
    puzzle: Option<String>,

    /// Write it in this format; `fewest list` names each puzzle's
    #[arg(short, long, value_name = "NAME")]
    format: Option<String>,

    /// Play the moves of this plan first; - for standard input
    #[arg(long, value_name = "PLAN")]
    after: Option<PathBuf>,

    /// List the legal moves as well
    #[arg(short, long)]
    moves: bool,

    /// Say nothing but the position and errors
    #[arg(short, long)]
    quiet: bool,
}

impl Show {
    /// Shows.
    pub(crate) fn run(&self) -> Result<Exit> {
        let from_stdin = self.file.as_deref().is_none_or(is_dash);
        if from_stdin && self.after.as_deref().is_some_and(is_dash) {
            return Err(Failure::usage("FILE and --after can't both be standard input"));
        }
        let source = Source::read_or_stdin(self.file.as_deref())?;
        let mut position = source.position(self.puzzle.as_deref())?;
        if let Some(plan) = &self.after {
            play(&mut *position, plan)?;
        }
        let mut text = board(&*position, self.format.as_deref())?;
        if self.moves {
            text.extend(["moves: ", &listed(&position.moves()), "\n"]);
        }
        Output::open(None, None)?.write(&text)?;
        if !self.quiet {
            let solved = if position.is_solved() { ", solved" } else { "" };
            terminal::note(format_args!("{}{solved}", position.describe()));
        }
        Ok(Exit::Done)
    }
}

/// Moves side by side, with commas where a move is several words.
fn listed(moves: &[String]) -> String {
    let several = moves.iter().any(|mv| mv.contains(' '));
    moves.join(if several { ", " } else { " " })
}

/// A position in a format of its puzzle's, by default the first.
pub(crate) fn board(position: &dyn Position, format: Option<&str>) -> Result<String> {
    let formats = position.puzzle().formats();
    if let Some(format) = format {
        known("format", format, formats)?;
    }
    let format = format.unwrap_or_else(|| formats.first().map_or("", |first| first.name));
    let mut text = position.print(format)?;
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Ok(text)
}

fn play(position: &mut dyn Position, plan: &Path) -> Result {
    let plan = Source::read(plan)?;
    let steps = position.read_plan(&plan.text).map_err(|error| Failure::parse(&plan, &error))?;
    for (step, number) in steps.iter().zip(1u64..) {
        position.play(&step.mv).map_err(|error| {
            let message = format!("move {number} ({}) is not legal: {error}", step.mv);
            let length = step.mv.chars().count();
            Failure::at(Exit::Input, &plan, step.place, length, message)
        })?;
    }
    Ok(())
}
