//! `fewest solve`: the fewest moves that solve a puzzle.

use std::path::{Path, PathBuf};

use clap::Args;
use fewest::search::Stop;
use fewest_puzzles::puzzle::{Answer, Choice, Position, Puzzle, Registry, Request, Wanted, Watch};

use crate::checkpoint::Layers;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::goal::Goal;
use crate::input::{Label, is_dash};
use crate::instances::{Instance, Instances};
use crate::interrupt;
use crate::limits::Limits;
use crate::many::Many;
use crate::output::Output;
use crate::plans::{Form, Plans};
use crate::progress::{HINT, Line, Screen};
use crate::report;
use crate::request::How;
use crate::sections;
use crate::terminal;
use crate::trace::History;
use crate::words;

const EXAMPLES: &str = "\
Examples:
  fewest solve board.txt
  fewest solve board.txt | fewest check board.txt -
  fewest generate {puzzle} --seed 7 | fewest solve
  fewest solve board.txt --time 10s --memory 2G --json
  fewest solve board.txt --algorithm weighted-astar --weight 1.5
  fewest solve board.txt --all | head
  fewest solve board.txt --algorithm astar --trace history.csv
  fewest solve a.txt b.txt boards/ list.txt --json > answers.jsonl
  fewest generate {puzzle} --count 100 | fewest solve --time 1s > plans.txt";

/// Find the fewest moves that solve a puzzle, and prove it
///
/// Finds the fewest moves that solve a puzzle and proves that no fewer suffice. If
/// it reaches a limit first, it gives the best plan found so far and a proven lower
/// bound; so it does on Ctrl-C. Plans go to standard output, everything else to
/// standard error.
///
/// Several files, folders, and files with one puzzle per line are solved one after
/// another. Limits apply to each puzzle. Each plan follows a line with its source
/// (# boards.txt:3). A summary comes last, and the exit code is the worst one.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Solve {
    /// Solve the puzzles in these files and folders; - or nothing for standard
    /// input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    /// Read the input as this puzzle [default: detected]
    #[arg(short, long, value_name = "NAME")]
    puzzle: Option<String>,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    how: How,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    layers: Layers,

    #[command(flatten)]
    reporting: Reporting,

    #[cfg(feature = "nats-plain")]
    #[command(flatten)]
    nats: crate::nats::Nats,
}

/// Another way to solve than by this process alone.
pub(crate) type Elsewhere<'a> =
    dyn Fn(&dyn Position, &Request, &mut dyn Watch, &Screen) -> Result<Answer> + 'a;

/// What to print of the answer, and where.
#[derive(Args, Clone, Debug)]
pub(crate) struct Reporting {
    /// Print a line of JSON for each puzzle instead of plans
    #[arg(long, conflicts_with = "plan_format", help_heading = "Output")]
    json: bool,

    /// Write plans in this format; see `fewest list`
    #[arg(short = 'f', long, value_name = "NAME", help_heading = "Output")]
    plan_format: Option<String>,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Print only the plan and errors
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,

    #[command(flatten)]
    history: History,
}

impl Solve {
    /// Solves.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        let mut instances =
            Instances::new(registry, &self.files, self.puzzle.as_deref(), &self.goal)?;
        let replaced: Vec<PathBuf> = instances.files().map(Path::to_path_buf).collect();
        let Some(first) = instances.next() else {
            return Err(Failure::usage("nothing to solve"));
        };
        if instances.is_several() {
            return self.run_many(first, instances, &replaced);
        }
        let Instance { label, position } = first;
        let Some(position) = position.transpose()? else { return Ok(Exit::Interrupted) };
        let mut request = self.how.request(position.puzzle(), &self.limits)?;
        self.layers.add_to(&mut request, position.puzzle())?;
        let file = self.files.first().filter(|path| !is_dash(path)).map(PathBuf::as_path);
        #[cfg(feature = "nats-plain")]
        if let Some(nats) = self.nats.options()? {
            self.reporting.history.refuse_others("--nats")?;
            self.layers.refuse_others("--nats")?;
            let goal = self.goal.text(position.puzzle())?;
            let memory = self.limits.of_tasks(false).memory;
            let solve = crate::nats::together(&nats, goal.as_deref(), memory, self.reporting.quiet);
            return self.reporting.answer(&*position, &request, &label, file, Some(&solve));
        }
        self.reporting.answer(&*position, &request, &label, file, None)
    }

    /// Solves one puzzle after another.
    fn run_many(
        &self,
        first: Instance,
        instances: Instances<'_>,
        files: &[PathBuf],
    ) -> Result<Exit> {
        let reporting = &self.reporting;
        reporting.history.refuse_many()?;
        self.layers.refuse_many()?;
        #[cfg(feature = "nats-plain")]
        if self.nats.options()?.is_some() {
            return Err(Failure::usage("--nats solves a single puzzle").with_help(format!(
                "for many puzzles, run: {} campaign new FILE SOURCE…",
                crate::args::program()
            )));
        }
        let output = reporting.output.as_deref();
        for file in files {
            Output::refuse_replacing(output, Some(file))?;
        }
        let many = Many::new(Output::open(output, None)?, reporting.json, reporting.quiet);
        interrupt::stops(&many.cancel);
        many.run(first, instances, |position, label, many| {
            let mut request = self.how.request(position.puzzle(), &self.limits)?;
            request.budget.cancel = many.cancel.clone();
            reporting.answer_one_of(position, &request, label, many)
        })
    }
}

impl Reporting {
    /// The option that asks for another form than lines, if any.
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

    /// Whether nothing is to be printed.
    pub(crate) fn quiet(&self) -> bool {
        self.quiet
    }

    /// The form of a puzzle's plans.
    fn form(&self, puzzle: &dyn Puzzle) -> Result<Form<'_>> {
        Ok(match &self.plan_format {
            _ if self.json => Form::Json,
            Some(format) => {
                Choice::find("plan format", format, &puzzle.plan_formats())?;
                Form::Text(format)
            }
            None => Form::Text(puzzle.plan_formats().first().map_or("", |first| first.name)),
        })
    }

    /// Solves a position of many and reports the answer.
    fn answer_one_of(
        &self,
        position: &dyn Position,
        request: &Request,
        label: &Label,
        many: &mut Many,
    ) -> Result {
        let form = self.form(position.puzzle())?;
        let (output, line) = (&mut many.output, &mut many.line);
        let mut plans = Plans::new(position, label, output, form, request, line, self.quiet);
        plans.head(&sections::header(label));
        let mut answer = position.solve(request, &mut plans)?;
        complete(&mut answer, request, plans.needed());
        plans.finish(&answer)?;
        many.say(label, &report::line(&answer, request.wanted, &request.budget));
        many.count(&answer, report::exit(&answer, request.wanted));
        Ok(())
    }

    /// Solves a position that was read from `file` and reports the answer.
    pub(crate) fn answer(
        &self,
        position: &dyn Position,
        request: &Request,
        label: &Label,
        file: Option<&Path>,
        elsewhere: Option<&Elsewhere<'_>>,
    ) -> Result<Exit> {
        let form = self.form(position.puzzle())?;
        let mut output = Output::open(self.output.as_deref(), file)?;

        interrupt::stops(&request.budget.cancel);
        let mut line = Line::start(self.quiet, HINT);
        let screen = line.screen();
        let mut plans =
            Plans::new(position, label, &mut output, form, request, &mut line, self.quiet);
        let (mut answer, traced) = match elsewhere {
            Some(solve) => (solve(position, request, &mut plans, &screen)?, Ok(())),
            None => self.history.solve(position, request, file, &mut plans)?,
        };
        complete(&mut answer, request, plans.needed());
        let written = plans.finish(&answer);
        drop(line);
        // The JSON object has everything, and a closed pipe has no reader.
        let is_silent = self.quiet || self.json || matches!(written, Err(Failure::Closed));
        if !is_silent {
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

/// Adds to an answer what the search alone does not know.
fn complete(answer: &mut Answer, request: &Request, needed: u64) {
    let several = request.wanted != Wanted::One;
    if several && answer.stop == Stop::Done && request.budget.cancel.is_cancelled() {
        // The list is incomplete, whatever the search before it did.
        answer.stop = Stop::Cancelled;
    }
    if let (Stop::Memory, Some(limit)) = (answer.stop, request.budget.memory)
        && needed > limit
    {
        let (needed, limit) = (words::bytes(needed), words::bytes(limit));
        let reason = format!("this needs {needed} of memory; the limit is {limit}");
        answer.reason = Some(reason);
    }
}
