//! Many puzzles, solved one after another: an answer for each, a line of progress with
//! the time that is left, and in the end a summary.

use std::time::Instant;

use fewest::search::{Cancel, Status};
use fewest_puzzles::puzzle::Answer;
use serde::Serialize;

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::Label;
use crate::instances::Instances;
use crate::json;
use crate::output::Output;
use crate::progress::Line;
use crate::terminal;
use crate::words;

/// How to stop a batch.
const HINT: &str = "Ctrl-C ends the batch";

/// A batch on its way.
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

    /// Shows which puzzle comes next, how many there are, and how long the rest takes.
    pub(crate) fn begin(&mut self, label: &Label, instances: &Instances<'_>) {
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

    /// Says something to people, unless programs read.
    pub(crate) fn say(&self, label: &Label, what: &str) {
        if !self.quiet && !self.json {
            self.line.aside(|| terminal::note(format_args!("{label}: {what}")));
        }
    }

    /// Counts an answer.
    pub(crate) fn count(&mut self, answer: &Answer, exit: Exit) {
        self.tally.count(answer.status, answer.stop.is_limit());
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

    /// Tells of a puzzle that can't be worked on, and goes on.
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
        self.tell(failure);
        Ok(())
    }

    /// Tells what is wrong.
    pub(crate) fn tell(&self, failure: Failure) {
        self.line.aside(|| failure.tell());
    }

    /// Tells of a puzzle that nobody worked on, since the batch was interrupted.
    pub(crate) fn skip(&mut self, label: &Label) -> Result {
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

    /// Tells what came of all, and gives the exit code of the worst.
    pub(crate) fn finish(self) -> Exit {
        drop(self.line);
        if !self.quiet {
            let time = words::time(self.started.elapsed());
            terminal::note(self.tally.summary(&time));
        }
        self.exit
    }
}

/// What came of the puzzles so far.
#[derive(Default)]
struct Tally {
    all: u64,
    solved: u64,
    optimal: u64,
    unsolvable: u64,
    unknown: u64,
    limited: u64,
    wrong: u64,
    failed: u64,
    skipped: u64,
}

impl Tally {
    fn count(&mut self, status: Status, is_limited: bool) {
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
        if is_limited && matches!(status, Status::Solved | Status::Unknown) {
            self.limited += 1;
        }
    }

    /// What there is of each, without zeros.
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
            (self.limited, "stopped at a limit".into()),
            (self.failed, "with errors".into()),
            (self.skipped, "not begun".into()),
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
        tally.count(Status::Optimal, false);
        assert_eq!(tally.summary("2 ms"), "1 puzzle in 2 ms: 1 solved (optimal, proved)");
        tally.count(Status::Solved, true);
        tally.count(Status::Unknown, true);
        tally.count(Status::Unsolvable, false);
        tally.skipped = 2;
        tally.all += 2;
        assert_eq!(
            tally.summary("1.0 s"),
            "6 puzzles in 1.0 s: 2 solved (1 optimal, proved), 1 unsolvable (proved), 1 without a plan, \
             2 stopped at a limit, 2 not begun"
        );
    }
}
