//! `fewest explore`: the whole space around a position.

use std::path::PathBuf;

use clap::Args;
use fewest::search::{Budget, Stop};
use fewest_puzzles::puzzle::{Exploration, Explore as Request, Origin, Position, Registry};
use serde::Serialize;

use crate::choice;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::goal::Goal;
use crate::input::Label;
use crate::instances::{Instance, Instances};
use crate::interrupt;
use crate::json::{self, Head};
use crate::limits::Limits;
use crate::many::Many;
use crate::number;
use crate::output::Output;
use crate::progress::{Line, Looking};
use crate::report;
use crate::sections;
use crate::table;
use crate::terminal;

const EXAMPLES: &str = "\
Examples:
  fewest explore board.txt
  fewest explore board.txt --from goal --farthest 2
  fewest explore board.txt --heuristics --json";

/// Search the whole space: positions per depth, the hardest ones
///
/// Visits every position that can be reached from the given one, or that can reach
/// the goal. Prints the number of positions at each distance and the mean distance;
/// on request also the farthest positions and the mean of each heuristic. If the
/// space does not fit in memory, prints what it explored.
///
/// Several files, folders, and files with one puzzle per line are explored one
/// after another. Limits apply to each puzzle.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Explore {
    /// Explore from the positions in these files and folders; - or nothing for
    /// standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Read the input as this puzzle [default: detected]
    #[arg(short, long, value_name = "NAME")]
    puzzle: Option<String>,

    #[command(flatten)]
    goal: Goal,

    /// Start here [default: the puzzle's own choice]
    #[arg(long, value_name = "PLACE", value_parser = choice::from())]
    from: Option<Origin>,

    /// Print N of the farthest positions
    #[arg(long, value_name = "N", value_parser = number::positive)]
    #[arg(allow_negative_numbers = true)]
    farthest: Option<usize>,

    /// Print the mean of each heuristic; with `--from goal`, as a part of the true mean too
    #[arg(long)]
    heuristics: bool,

    #[command(flatten)]
    limits: Limits,

    /// Print a line of JSON for each puzzle instead of a table
    #[arg(long, help_heading = "Output")]
    json: bool,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Print only the table and errors
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

impl Explore {
    /// Explores.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        let mut instances =
            Instances::new(registry, &self.files, self.puzzle.as_deref(), &self.goal)?;
        for file in instances.files() {
            Output::refuse_replacing(self.output.as_deref(), Some(file))?;
        }
        let Some(first) = instances.next() else {
            return Err(Failure::usage("nothing to explore"));
        };
        if instances.is_several() {
            let output = Output::open(self.output.as_deref(), None)?;
            let many = Many::new(output, self.json, self.quiet);
            interrupt::stops(&many.cancel);
            return many.run(first, instances, |position, label, many| {
                let budget = Budget { cancel: many.cancel.clone(), ..self.limits.budget() };
                let (text, told, exit) = self.explore(position, label, budget, &mut many.line)?;
                let header = if self.json { String::new() } else { sections::header(label) + "\n" };
                many.write(&(header + &text))?;
                many.say(label, &told);
                many.count_done(exit);
                Ok(())
            });
        }
        let Instance { label, position } = first;
        let Some(position) = position.transpose()? else { return Ok(Exit::Interrupted) };
        let mut output = Output::open(self.output.as_deref(), None)?;
        let budget = self.limits.budget();
        interrupt::stops(&budget.cancel);
        let mut line = Line::start(self.quiet, "Ctrl-C stops and prints the table");
        let found = self.explore(&*position, &label, budget, &mut line);
        drop(line);
        let (text, told, exit) = found?;
        output.write(&text)?;
        if !self.quiet && !self.json {
            terminal::note(told);
        }
        Ok(exit)
    }

    /// Explores from a position: the output, the summary, and the exit code.
    fn explore(
        &self,
        position: &dyn Position,
        label: &Label,
        budget: Budget,
        line: &mut Line,
    ) -> Result<(String, String, Exit)> {
        let request = Request {
            from: self.from,
            farthest: self.farthest.unwrap_or(0),
            heuristics: self.heuristics,
            budget,
        };
        let found = position.explore(&request, &mut Looking(line))?;
        let text = if self.json {
            json::line(&Object {
                head: Head::of(position, label),
                total: found.total(),
                mean: found.mean(),
                threads: request.budget.threads,
                found: &found,
            })?
        } else {
            table::table(&found)
        };
        let (what, method) = (position.describe(), &found.method);
        let mut told = format!("{what}: {method}; {}", report::spent(&found.counts));
        if let Some(reason) = report::stopped(found.stop, &request.budget) {
            told.extend(["\nstopped: ", &reason]);
        }
        let exit = match found.stop {
            _ if found.complete => Exit::Done,
            Stop::Cancelled => Exit::Interrupted,
            _ => Exit::Limit,
        };
        Ok((text, told, exit))
    }
}

#[derive(Serialize)]
struct Object<'a> {
    #[serde(flatten)]
    head: Head<'a>,
    total: u64,
    mean: f64,
    threads: usize,
    #[serde(flatten)]
    found: &'a Exploration,
}
