//! `fewest solve`: the fewest moves that solve a puzzle.

use std::path::{Path, PathBuf};

use clap::Args;
use fewest::search::Stop;
use fewest_puzzles::puzzle::{Choice, Position, Registry, Request, Wanted};

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::goal::Goal;
use crate::input::Source;
use crate::interrupt;
use crate::limits::Limits;
use crate::output::Output;
use crate::plans::{Form, Plans};
use crate::report;
use crate::request::How;
use crate::terminal;
use crate::trace::History;

const EXAMPLES: &str = "\
Examples:
  fewest solve board.txt
  fewest solve board.txt | fewest check board.txt -
  fewest generate {puzzle} --seed 7 | fewest solve
  fewest solve board.txt --time 10s --memory 2G --json
  fewest solve board.txt --algorithm weighted-astar --weight 1.5
  fewest solve board.txt --all | head
  fewest solve board.txt --algorithm astar --trace history.csv";

/// Find the fewest moves that solve a puzzle, and prove it
///
/// Finds the fewest moves that solve a puzzle and proves that there are no
/// fewer. If a limit is reached first, gives the best plan found so far and the
/// number of moves that are needed at least; Ctrl-C has the same effect. Plans
/// go to standard output, everything else to standard error.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Solve {
    /// Solve the puzzle in this file, or this position typed as text; - or nothing for
    /// standard input
    file: Option<PathBuf>,

    /// Read it as this puzzle instead of the one it looks like
    #[arg(short, long, value_name = "NAME")]
    puzzle: Option<String>,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    how: How,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    told: Told,
}

/// What is told of the answer, and where.
#[derive(Args, Clone, Debug)]
pub(crate) struct Told {
    /// Give one JSON object instead of plans
    #[arg(long, conflicts_with = "plan_format", help_heading = "Output")]
    json: bool,

    /// Write plans in this format; `fewest list` names each puzzle's
    #[arg(short = 'f', long, value_name = "NAME", help_heading = "Output")]
    plan_format: Option<String>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Say nothing but the plan and errors
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,

    #[command(flatten)]
    history: History,
}

impl Solve {
    /// Solves.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        let source = Source::puzzle_or_stdin(registry, self.file.as_deref())?;
        let position = self.goal.of(source.position(registry, self.puzzle.as_deref())?)?;
        let request = self.how.request(position.puzzle(), &self.limits)?;
        self.told.answer(&*position, &request, self.file.as_deref())
    }
}

impl Told {
    /// Whether plans are wanted in some other way than as lines.
    pub(crate) fn form_option(&self) -> Option<&'static str> {
        match (self.json, &self.plan_format) {
            (true, _) => Some("--json"),
            (_, Some(_)) => Some("--plan-format"),
            _ => None,
        }
    }

    /// Where plans go, if a file is named.
    pub(crate) fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Whether nothing is to be said.
    pub(crate) fn quiet(&self) -> bool {
        self.quiet
    }

    /// Solves a position that was read from `file` and tells the answer.
    pub(crate) fn answer(
        &self,
        position: &dyn Position,
        request: &Request,
        file: Option<&Path>,
    ) -> Result<Exit> {
        let puzzle = position.puzzle();
        let form = match &self.plan_format {
            _ if self.json => Form::Json,
            Some(format) => {
                Choice::find("plan format", format, &puzzle.plan_formats())?;
                Form::Text(format)
            }
            None => Form::Text(puzzle.plan_formats().first().map_or("", |first| first.name)),
        };
        let output = Output::open(self.output.as_deref(), file)?;

        interrupt::stops(&request.budget.cancel);
        let mut plans = Plans::new(position, output, form, request, self.quiet);
        let (mut answer, traced) = self.history.solve(position, request, file, &mut plans)?;
        let several = request.wanted != Wanted::One;
        if several && answer.stop == Stop::Done && request.budget.cancel.is_cancelled() {
            // The list was cut short, whatever the search before it did.
            answer.stop = Stop::Cancelled;
        }
        let written = plans.finish(&answer);
        // The JSON object says it all, and whoever closed the pipe wants no more.
        let told = self.quiet || self.json || matches!(written, Err(Failure::Closed));
        if !told {
            let (wanted, budget) = (request.wanted, &request.budget);
            let what = position.describe();
            terminal::note(report::summary(&answer, wanted, budget, &what));
            if let Some(advice) = report::advice(&answer, position) {
                terminal::note(advice);
            }
            self.history.note(request);
        }
        written?;
        traced?;
        Ok(report::exit(&answer, request.wanted))
    }
}
