//! `fewest explore`: the whole space around a position.

use std::path::PathBuf;

use clap::Args;
use fewest::search::Stop;
use fewest_puzzles::puzzle::{Exploration, Explore as Request, Origin, Position, Registry};
use serde::Serialize;

use crate::choice;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::goal::Goal;
use crate::input::Source;
use crate::interrupt;
use crate::limits::Limits;
use crate::number;
use crate::output::Output;
use crate::progress::{Line, Looking};
use crate::report;
use crate::table;
use crate::terminal;

const EXAMPLES: &str = "\
Examples:
  fewest explore board.txt
  fewest explore board.txt --from goal --farthest 2
  fewest explore board.txt --heuristics --json";

/// Search the whole space: positions per depth, the hardest ones
///
/// Reaches every position that there is, from the given one or from the goal,
/// and tells how many there are at each distance, their mean distance, and on
/// request the farthest ones and how close each heuristic comes. Meant for
/// spaces that fit in memory; beyond that it tells as far as it got.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explore {
    /// Explore from the position in this file; - or nothing for standard input
    file: Option<PathBuf>,

    /// Read it as this puzzle instead of the one it looks like
    #[arg(short, long, value_name = "NAME")]
    puzzle: Option<String>,

    #[command(flatten)]
    goal: Goal,

    /// Start here instead of where the puzzle chooses
    #[arg(long, value_name = "PLACE", value_parser = choice::from())]
    from: Option<Origin>,

    /// Show N of the farthest positions
    #[arg(long, value_name = "N", value_parser = number::positive)]
    #[arg(allow_negative_numbers = true)]
    farthest: Option<usize>,

    /// Give each heuristic's mean beside the true mean
    #[arg(long)]
    heuristics: bool,

    #[command(flatten)]
    limits: Limits,

    /// Give one JSON object instead of a table
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Say nothing but the table and errors
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

impl Explore {
    /// Explores.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        let source = Source::puzzle_or_stdin(registry, self.file.as_deref())?;
        let position = self.goal.of(source.position(registry, self.puzzle.as_deref())?)?;
        let mut output = Output::open(self.output.as_deref(), self.file.as_deref())?;
        let request = Request {
            from: self.from,
            farthest: self.farthest.unwrap_or(0),
            heuristics: self.heuristics,
            budget: self.limits.budget(),
        };

        interrupt::stops(&request.budget.cancel);
        let mut looking = Looking(Line::start(self.quiet));
        let found = position.explore(&request, &mut looking);
        drop(looking);
        let found = found?;
        output.write(&if self.json { json(&*position, &found)? } else { table::table(&found) })?;
        if !self.quiet && !self.json {
            let what = position.describe();
            let (method, spent) = (&found.method, report::spent(&found.counts));
            terminal::note(format_args!("{what}: {method}; {spent}"));
            if let Some(reason) = report::stopped(found.stop, &request.budget) {
                terminal::note(format_args!("stopped: {reason}"));
            }
        }
        Ok(match found.stop {
            _ if found.complete => Exit::Done,
            Stop::Cancelled => Exit::Interrupted,
            _ => Exit::Limit,
        })
    }
}

#[derive(Serialize)]
struct Object<'a> {
    puzzle: &'a str,
    description: &'a str,
    total: u64,
    mean: f64,
    #[serde(flatten)]
    found: &'a Exploration,
}

fn json(position: &dyn Position, found: &Exploration) -> Result<String> {
    let object = Object {
        puzzle: position.puzzle().name(),
        description: &position.describe(),
        total: found.total(),
        mean: found.mean(),
        found,
    };
    serde_json::to_string(&object)
        .map(|text| text + "\n")
        .map_err(|error| Failure::file(format!("the answer can't be written as JSON: {error}")))
}
