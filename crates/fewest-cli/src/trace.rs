//! Records the history of a search in a file, besides its answer.

use std::path::{Path, PathBuf};

use clap::Args;
use fewest_puzzles::puzzle::{Answer, Choice, Method, Position, Request, Wanted, Watch};
use fewest_trace::{self, Head, TraceError, Tracer};

use crate::failure::{Failure, Result};
use crate::input::unreadable;
use crate::number;
use crate::output::unwritable;
use crate::terminal;

/// What to record of a search, and where.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "History")]
pub(crate) struct History {
    /// Record the search in this file: .csv, .jsonl, or .parquet if built with
    /// that feature. With a named --algorithm, records each expansion
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,

    /// Record only every Nth expansion, and the whole path of the solution
    #[arg(long, value_name = "N", requires = "trace")]
    #[arg(value_parser = number::positive, allow_negative_numbers = true)]
    trace_every: Option<usize>,

    /// Record the text of each state
    #[arg(long, requires = "trace")]
    trace_states: bool,

    /// Also record the estimates of this heuristic; can be repeated
    #[arg(long, value_name = "NAME", requires = "trace")]
    trace_heuristic: Vec<String>,
}

impl History {
    /// Solves, and records the history on request. The second result is whether
    /// recording succeeded; the answer is valid either way.
    pub(crate) fn solve(
        &self,
        position: &dyn Position,
        request: &Request,
        input: Option<&Path>,
        watch: &mut dyn Watch,
    ) -> Result<(Answer, Result)> {
        let Some(file) = &self.trace else {
            return Ok((position.solve(request, watch)?, Ok(())));
        };
        let kind = format!("{} heuristic", position.puzzle().name());
        for heuristic in &self.trace_heuristic {
            Choice::find(&kind, heuristic, &position.puzzle().heuristics())?;
        }
        let expansions = request.method.algorithm().is_some() || request.wanted != Wanted::One;
        if !expansions && !self.trace_heuristic.is_empty() {
            return Err(Failure::usage("--trace-heuristic requires a named --algorithm"));
        }
        if !expansions && self.trace_states {
            return Err(Failure::usage("--trace-states requires a named --algorithm"));
        }
        if let (Ok(file), Some(Ok(input))) = (file.canonicalize(), input.map(Path::canonicalize))
            && file == input
        {
            let name = file.display();
            return Err(Failure::usage(format!("the trace would overwrite the puzzle {name}")));
        }
        let request =
            Request { expansions, estimates: self.trace_heuristic.clone(), ..request.clone() };
        let name = input.and_then(Path::file_name).map(Path::new);
        let from = name.map_or(String::new(), |name| format!("{}: ", name.display()));
        let what = format!("{from}{}", position.describe());
        let head = Head::new()
            .heuristics(&self.trace_heuristic)
            .states(self.trace_states)
            .about("version", concat!("fewest ", env!("CARGO_PKG_VERSION")))
            .about("command", &command())
            .about("puzzle", &format!("{}: {what}", position.puzzle().name()));
        let sink = fewest_trace::create(file, &head).map_err(|error| unwritten(file, &error))?;
        let every = self.trace_every.unwrap_or(1) as u64;
        let mut tracer = Tracer::new(watch, sink).every(every).states(self.trace_states);
        tracer.start(&what);
        let answer = position.solve(&request, &mut tracer)?;
        let finished = tracer.finish(&answer).map_err(|error| unwritten(file, &error));
        Ok((answer, finished))
    }

    /// A trace is of one search.
    pub(crate) fn refuse_many(&self) -> Result {
        match self.trace {
            Some(_) => Err(Failure::usage("--trace cannot be used with several puzzles")),
            None => Ok(()),
        }
    }

    /// Another option has the search made where it can't be recorded.
    #[cfg(feature = "nats-plain")]
    pub(crate) fn refuse_others(&self, option: &str) -> Result {
        match self.trace {
            Some(_) => Err(Failure::usage(format!("--trace cannot be used with {option}"))),
            None => Ok(()),
        }
    }

    /// Notes what the trace does not contain.
    pub(crate) fn note(&self, request: &Request) {
        let is_named = request.method != Method::Automatic;
        if self.trace.is_some() && !is_named && request.wanted == Wanted::One {
            terminal::note(
                "the trace has no single expansions; name an --algorithm to record them",
            );
        }
    }
}

/// The command line of this process, with quotes where a shell needs them.
fn command() -> String {
    let quoted = |argument: std::ffi::OsString| {
        let text = argument.to_string_lossy().into_owned();
        let is_plain = |c: char| c.is_alphanumeric() || "-_./:=,+@%".contains(c);
        let needs_none = text.chars().all(is_plain) && !text.is_empty();
        if needs_none { text } else { format!("'{}'", text.replace('\'', "'\\''")) }
    };
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_default();
    let name = Path::new(&name).file_name().unwrap_or_default().to_os_string();
    std::iter::once(name).chain(arguments).map(quoted).collect::<Vec<_>>().join(" ")
}

/// A trace that can't be written.
fn unwritten(path: &Path, error: &TraceError) -> Failure {
    match error {
        TraceError::Io(error) => unwritable(path, error),
        _ => failure(path, error),
    }
}

/// A trace that can't be read, with the file's name.
pub(crate) fn failure(path: &Path, error: &TraceError) -> Failure {
    let name = path.display();
    match error {
        TraceError::Ending { .. } | TraceError::NoColumn(_) | TraceError::Unavailable { .. } => {
            Failure::usage(error.to_string())
        }
        TraceError::Io(error) => unreadable(&name.to_string(), error),
        _ => Failure::input(format!("{name}: {error}")),
    }
}
