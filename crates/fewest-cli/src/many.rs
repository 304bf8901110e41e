//! Many puzzles, solved one after another: an answer for each, a line of progress with
//! the time left, and a summary at the end.

use std::time::Instant;

use fewest::search::{Cancel, Status, Stop};
use fewest_puzzles::puzzle::{Answer, Position};
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::Label;
use crate::instances::{Instance, Instances};
use crate::json;
use crate::output::Output;
use crate::progress::Line;
use crate::terminal;
use crate::words;

/// How to stop a batch.
const HINT: &str = "Ctrl-C stops the batch";

/// A running batch.
pub(crate) struct Many {
    pub(crate) line: Line,
    pub(crate) output: Output,
    pub(crate) cancel: Cancel,
    tally: Tally,
    started: Instant,
    exit: Exit,
    json: bool,
    quiet: bool,
}

impl Many {
    /// Nothing is done yet.
    pub(crate) fn new(output: Output, json: bool, quiet: bool) -> Self {
        Many {
            line: Line::start(quiet, HINT),
            output,
            cancel: Cancel::default(),
            tally: Tally::default(),
            started: Instant::now(),
            exit: Exit::Done,
            json,
            quiet,
        }
    }

    /// Does the work on one puzzle after another, and returns the worst exit code. If
    /// one fails, the failure is reported and the batch continues.
    pub(crate) fn run(
        mut self,
        first: Instance,
        mut instances: Instances<'_>,
        mut work: impl FnMut(&mut dyn Position, &Label, &mut Many) -> Result,
    ) -> Result<Exit> {
        let mut next = Some(first);
        let mut is_first = true;
        while let Some(Instance { label, position }) = next {
            match position {
                None => self.skip(&label)?,
                Some(Err(failure)) => self.fail(&label, failure)?,
                Some(Ok(mut position)) => {
                    self.begin(&label, &instances);
                    match work(&mut *position, &label, &mut self) {
                        Ok(()) => {}
                        // Options that are wrong for the first puzzle are usually wrong
                        // for all.
                        Err(failure) if is_first && failure.sentence().1 == Exit::Usage => {
                            return Err(failure);
                        }
                        Err(failure) => self.fail(&label, failure)?,
                    }
                }
            }
            is_first = false;
            if self.cancel.is_cancelled() {
                instances.stop();
            }
            next = instances.next();
        }
        Ok(self.finish())
    }

    /// Shows the next puzzle, their number, and the time left.
    fn begin(&mut self, label: &Label, instances: &Instances<'_>) {
        let (done, total) = (self.tally.all, instances.total());
        let elapsed = self.started.elapsed();
        self.line.lead(|| {
            let number = words::grouped(done + 1);
            let of = total.map_or(String::new(), |all| format!(" of {}", words::grouped(all)));
            let left = total.and_then(|all| words::time_left(elapsed, done, all));
            let mut parts = vec![number + &of];
            parts.extend(left);
            parts.push(label.to_string());
            parts
        });
    }

    /// Prints a note for people, unless the output is for programs.
    pub(crate) fn say(&self, label: &Label, what: &str) {
        if !self.quiet && !self.json {
            self.line.aside(|| terminal::note(format_args!("{label}: {what}")));
        }
    }

    /// Counts an answer.
    pub(crate) fn count(&mut self, answer: &Answer, exit: Exit) {
        self.tally.count(answer.status, answer.stop);
        self.exit = self.exit.or_worse(exit);
    }

    /// Counts a puzzle by its exit code, for other work than solving.
    pub(crate) fn count_done(&mut self, exit: Exit) {
        self.tally.all += 1;
        let done = match exit {
            Exit::Limit => &mut self.tally.limited,
            Exit::Interrupted => &mut self.tally.interrupted,
            _ => &mut self.tally.done,
        };
        *done += 1;
        self.exit = self.exit.or_worse(exit);
    }

    /// Counts a plan that was checked.
    pub(crate) fn count_checked(&mut self, exit: Exit) {
        self.tally.all += 1;
        let solved =
            if exit == Exit::Done { &mut self.tally.solved } else { &mut self.tally.wrong };
        *solved += 1;
        self.exit = self.exit.or_worse(exit);
    }

    /// Reports a puzzle that failed, and continues.
    pub(crate) fn fail(&mut self, label: &Label, failure: Failure) -> Result {
        let failure = failure.about(label);
        let (details, exit) = failure.sentence();
        if let Failure::Closed = failure {
            return Err(failure);
        }
        self.unanswered(label, "error", details)?;
        self.tally.all += 1;
        self.tally.failed += 1;
        self.exit = self.exit.or_worse(exit);
        self.report(failure);
        Ok(())
    }

    /// Reports what is wrong.
    pub(crate) fn report(&self, failure: Failure) {
        self.line.aside(|| failure.report());
    }

    /// Reports a puzzle that was skipped because the batch was interrupted.
    fn skip(&mut self, label: &Label) -> Result {
        self.tally.all += 1;
        self.tally.skipped += 1;
        self.exit = self.exit.or_worse(Exit::Interrupted);
        self.unanswered(label, "skipped", "the batch was interrupted before this one")
    }

    /// Writes a line, whoever reads it.
    pub(crate) fn write(&mut self, line: &str) -> Result {
        self.line.screen().aside(|| self.output.write(line))
    }

    fn unanswered(&mut self, label: &Label, status: &'static str, details: &str) -> Result {
        #[derive(Serialize)]
        struct Unanswered<'a> {
            version: &'static str,
            #[serde(flatten)]
            label: &'a Label,
            status: &'static str,
            details: &'a str,
        }
        if !self.json {
            return Ok(());
        }
        let line = Unanswered { version: json::VERSION, label, status, details };
        self.write(&json::line(&line)?)
    }

    /// Prints the summary, and returns the worst exit code.
    pub(crate) fn finish(self) -> Exit {
        drop(self.line);
        if !self.quiet {
            let time = words::time(self.started.elapsed());
            terminal::note(self.tally.summary(&time));
        }
        self.exit
    }
}

/// The results so far.
#[derive(Default)]
struct Tally {
    all: u64,
    solved: u64,
    optimal: u64,
    unsolvable: u64,
    unknown: u64,
    limited: u64,
    interrupted: u64,
    done: u64,
    wrong: u64,
    failed: u64,
    skipped: u64,
}

impl Tally {
    fn count(&mut self, status: Status, stop: Stop) {
        self.all += 1;
        match status {
            Status::Optimal => {
                self.solved += 1;
                self.optimal += 1;
            }
            Status::Solved => self.solved += 1,
            Status::Unsolvable => self.unsolvable += 1,
            Status::Unknown => self.unknown += 1,
        }
        match (status, stop) {
            (Status::Optimal | Status::Unsolvable, _) => {}
            (_, Stop::Cancelled) => self.interrupted += 1,
            _ if stop.is_limit() => self.limited += 1,
            _ => {}
        }
    }

    /// The counts, without zeros.
    fn summary(&self, time: &str) -> String {
        let optimal = match self.optimal {
            0 => String::new(),
            all if all == self.solved => " (optimal, proved)".into(),
            some => format!(" ({} optimal, proved)", words::grouped(some)),
        };
        let parts = [
            (self.solved, format!("solved{optimal}")),
            (self.unsolvable, "unsolvable (proved)".into()),
            (self.wrong, "not solved by their plans".into()),
            (self.unknown, "without a plan".into()),
            (self.done, "done".into()),
            (self.limited, "stopped at a limit".into()),
            (self.interrupted, "interrupted".into()),
            (self.failed, "with errors".into()),
            (self.skipped, "not started".into()),
        ];
        let told = parts.iter().filter(|(number, _)| *number > 0);
        let told = told.map(|(number, what)| format!("{} {what}", words::grouped(*number)));
        let told = told.collect::<Vec<_>>().join(", ");
        format!("{} in {time}: {told}", words::plural(self.all, "puzzle"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_has_no_zeros() {
        let mut tally = Tally::default();
        tally.count(Status::Optimal, Stop::Time);
        assert_eq!(tally.summary("2 ms"), "1 puzzle in 2 ms: 1 solved (optimal, proved)");
        tally.count(Status::Solved, Stop::Time);
        tally.count(Status::Unknown, Stop::Memory);
        tally.count(Status::Unknown, Stop::Cancelled);
        tally.count(Status::Unsolvable, Stop::Done);
        tally.skipped = 2;
        tally.all += 2;
        assert_eq!(
            tally.summary("1.0 s"),
            "7 puzzles in 1.0 s: 2 solved (1 optimal, proved), 1 unsolvable (proved), 2 without a plan, \
             2 stopped at a limit, 1 interrupted, 2 not started"
        );
    }
}
