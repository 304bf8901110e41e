//! `fewest campaign run`: works on the open tasks.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use fewest::search::Cancel;
use fewest_campaign::{
    Ended, Estimate, Limits, Progress, Question, Recorded, RunEnd, RunOptions, Store, Workers,
};
use fewest_puzzles::puzzle::Registry;

use super::{failed, open};
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::interrupt;
use crate::limits::Machine;
use crate::number::{self, Limit};
use crate::progress::Line;
use crate::terminal;
use crate::words;

const HINT: &str = "Ctrl-C stops and keeps everything";

/// Work on the open tasks of a campaign
///
/// Solves what is open, on all cores and within one memory limit for all. Each task runs
/// in a child process, so that a crash costs one attempt. Every answer is stored as soon
/// as its plan was replayed. Ctrl-C stops; the same command resumes.
///
/// A task is open until its answer is proved, its search ended by itself, or a limit was
/// reached that is no larger now: run again with a larger --time for what was not proved.
#[derive(Args, Clone, Debug)]
pub(super) struct Run {
    /// Run this campaign
    #[arg(value_name = "CAMPAIGN")]
    file: PathBuf,

    /// Stop each attempt after this time, instead of the campaign's own limit: 10s, 2m,
    /// 1h, or none
    #[arg(long, value_name = "TIME", value_parser = number::time, help_heading = "Limits")]
    #[arg(allow_negative_numbers = true)]
    time: Option<Limit<Duration>>,

    /// Stop each attempt after N expanded nodes, instead of the campaign's own limit
    #[arg(long, value_name = "N", value_parser = number::count, help_heading = "Limits")]
    #[arg(allow_negative_numbers = true)]
    nodes: Option<u64>,

    #[command(flatten)]
    machine: Machine,

    /// Give a task up after it crashed N times
    #[arg(long, value_name = "N", default_value_t = 3)]
    crashes: u32,

    /// Print only errors
    #[arg(short, long)]
    quiet: bool,

    #[cfg(feature = "nats-plain")]
    #[command(flatten)]
    nats: crate::nats::Nats,
}

impl Run {
    /// Runs it.
    pub(super) fn run(&self, registry: &Registry) -> Result<Exit> {
        let mut store = open(&self.file)?;
        let options = self.options()?;
        interrupt::stops(&options.cancel);
        let mut seen = Seen::new(self.quiet);
        let end = self.work(&mut store, registry, &options, &mut |progress| seen.take(&progress));
        let summary = seen.finish();
        let end = end?;
        if !self.quiet {
            terminal::note(summary);
        }
        Ok(exit(&end))
    }

    fn work(
        &self,
        store: &mut Store,
        registry: &Registry,
        options: &RunOptions,
        report: &mut dyn FnMut(Progress<'_>),
    ) -> Result<RunEnd> {
        #[cfg(feature = "nats-plain")]
        if let Some(nats) = self.nats.options()? {
            return fewest_campaign::coordinate(store, registry, options, &nats, report)
                .map_err(|error| crate::nats::failure(error, Some(&self.file)));
        }
        fewest_campaign::run(store, registry, options, report)
            .map_err(|error| failed(&self.file, &error))
    }

    fn options(&self) -> Result<RunOptions> {
        let time = self.time.map(|time| time.get().map_or(f64::INFINITY, |t| t.as_secs_f64()));
        Ok(RunOptions {
            workers: workers()?,
            threads: self.machine.threads(),
            memory: self.machine.memory(),
            limits: Limits { time, nodes: self.nodes, memory: None, threads: None },
            crashes: self.crashes.max(1),
            cancel: Cancel::default(),
        })
    }
}

/// Child processes of this program.
pub(crate) fn workers() -> Result<Workers> {
    let program = std::env::current_exe().map_err(|error| {
        Failure::file(format!("cannot find this program to start it again: {error}"))
    })?;
    Ok(Workers::Processes(Arc::new(move || {
        let mut command = Command::new(&program);
        command.args(["campaign", "child"]);
        command
    })))
}

/// The exit code of a run.
pub(super) fn exit(end: &RunEnd) -> Exit {
    if end.interrupted {
        Exit::Interrupted
    } else if end.crashed > 0 {
        Exit::Limit
    } else if end.refused > 0 {
        Exit::Usage
    } else {
        Exit::Done
    }
}

/// What whoever looks on sees.
pub(super) struct Seen {
    line: Line,
    quiet: bool,
    all: u64,
    /// Attempts by how they ended.
    proved: u64,
    solved: u64,
    without: u64,
    crashed: u64,
    refused: u64,
    started: std::time::Instant,
}

impl Seen {
    pub(super) fn new(quiet: bool) -> Seen {
        Seen {
            line: Line::start(quiet, HINT),
            quiet,
            all: 0,
            proved: 0,
            solved: 0,
            without: 0,
            crashed: 0,
            refused: 0,
            started: std::time::Instant::now(),
        }
    }

    pub(super) fn take(&mut self, progress: &Progress<'_>) {
        match progress {
            Progress::Begins(all) => self.all = *all,
            Progress::Note(note) => {
                if !self.quiet {
                    self.line.aside(|| terminal::note(note));
                }
            }
            Progress::Tick(estimate) => self.line.say(|| self.parts(estimate)),
            Progress::Ended(Recorded::Part { .. }) => self.proved += 1,
            Progress::Ended(Recorded::Attempt { job, ended, .. }) => match &**ended {
                Ended::Answer(finding) => match finding.status.as_str() {
                    // Its answers were counted one by one.
                    "optimal" if matches!(job.question, Question::Batch { .. }) => {}
                    "optimal" | "unsolvable" => self.proved += 1,
                    "solved" => self.solved += 1,
                    _ => self.without += 1,
                },
                Ended::Crash(reason) | Ended::Refused(reason) => {
                    let is_crash = matches!(**ended, Ended::Crash(_));
                    *(if is_crash { &mut self.crashed } else { &mut self.refused }) += 1;
                    if !self.quiet {
                        let task = job.task;
                        self.line.aside(|| terminal::note(format_args!("task {task}: {reason}")));
                    }
                }
            },
        }
    }

    fn parts(&self, estimate: &Estimate) -> Vec<String> {
        let (done, all) = (words::grouped(estimate.done), words::grouped(estimate.all));
        let mut parts = vec![format!("{done} of {all}")];
        if let Some((low, high)) = estimate.left() {
            let (low, high) = (words::time(low), words::time(high));
            parts.push(if low == high {
                format!("about {low} left")
            } else {
                format!("{low} to {high} left")
            });
        }
        parts.push(self.counts());
        parts
    }

    fn counts(&self) -> String {
        let counts = [
            (self.proved, "proved"),
            (self.solved, "solved without proof"),
            (self.without, "without a plan"),
            (self.refused, "refused"),
            (self.crashed, "crashed"),
        ];
        let counts = counts.into_iter().filter(|(number, _)| *number > 0);
        let counts: Vec<String> =
            counts.map(|(number, what)| format!("{} {what}", words::grouped(number))).collect();
        counts.join(", ")
    }

    /// The whole run in a line.
    pub(super) fn finish(self) -> String {
        let (all, time) = (words::plural(self.all, "task"), words::time(self.started.elapsed()));
        let counts = match self.counts() {
            counts if counts.is_empty() => "nothing to do".into(),
            counts => counts,
        };
        drop(self.line);
        format!("{all} open, {time}: {counts}")
    }
}
