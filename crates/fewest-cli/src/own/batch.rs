//! A running batch: answers to the ledger, progress to the terminal, and a summary at
//! the end.

use std::time::Instant;

use fewest::search::{Budget, Stop};
use fewest::space::Cost;
use fewest_puzzles::command::{Batch, BatchAnswer, BatchEnd, BatchEvent};

use super::ledger::Ledger;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::progress::Line;
use crate::report;
use crate::terminal;
use crate::words;

const HINT: &str = "Ctrl-C stops and keeps the results";

/// Answers what is open of a batch after the `known` answers, and returns the exit
/// code.
pub(super) fn run(
    batch: &mut dyn Batch,
    known: &[BatchAnswer],
    ledger: &mut Ledger,
    budget: &Budget,
    quiet: bool,
) -> Result<Exit> {
    let (all, one) = (batch.len() as u64, batch.words().one);
    let mut tally = Tally::default();
    for answer in known {
        tally.count(*answer);
    }
    let before = tally.answered();
    if !quiet && before > 0 {
        let (before, all) = (words::grouped(before), words::plural(all, one));
        terminal::note(format_args!("{before} of {all} answered by earlier runs"));
    }
    let line = Line::start(quiet, HINT);
    let started = Instant::now();
    let mut failure = None;
    let ended = batch.run(budget, &mut |event| match event {
        BatchEvent::Method(method, memory) => {
            line.say(|| vec![words::bytes(memory), method.to_string()]);
        }
        BatchEvent::Progress(what) => line.say(|| {
            let (done, all) = (tally.answered() - before, all - before);
            let mut parts = vec![format!("{done} of {}", words::plural(all, one))];
            parts.extend(words::time_left(started.elapsed(), done, all));
            parts.push(what.to_string());
            parts
        }),
        BatchEvent::Answer(answer, text) => {
            tally.count(answer);
            if failure.is_none()
                && let Err(failed) = line.aside(|| ledger.write(text))
            {
                // Further answers can't be stored.
                failure = Some(failed);
                budget.cancel.cancel();
            }
        }
    });
    drop(line);
    if let Some(failure) = failure {
        return Err(failure);
    }
    let ended =
        ended.map_err(|error| Failure::from(error).with_help("use --memory to raise the limit"))?;
    if !quiet {
        terminal::note(summary(batch, &tally, &ended, budget));
    }
    Ok(match ended.stop {
        Stop::Done if tally.unsolvable > 0 => Exit::Unsolvable,
        Stop::Done => Exit::Done,
        Stop::Contradiction => Exit::Internal,
        Stop::Cancelled => Exit::Interrupted,
        _ => Exit::Limit,
    })
}

/// The answers so far.
#[derive(Default)]
struct Tally {
    solved: u64,
    unsolvable: u64,
    /// The minimum and maximum number of moves.
    moves: Option<(Cost, Cost)>,
}

impl Tally {
    fn answered(&self) -> u64 {
        self.solved + self.unsolvable
    }

    fn count(&mut self, answer: BatchAnswer) {
        match answer {
            BatchAnswer::Unsolvable => self.unsolvable += 1,
            BatchAnswer::Solved(moves) => {
                let (least, most) = self.moves.unwrap_or((moves, moves));
                self.moves = Some((least.min(moves), most.max(moves)));
                self.solved += 1;
            }
        }
    }
}

fn summary(batch: &dyn Batch, tally: &Tally, ended: &BatchEnd, budget: &Budget) -> String {
    let one = batch.words().one;
    let moves = tally.moves.map_or(String::new(), |(least, most)| {
        if least == most {
            format!(", each in {} (proved)", words::plural(u64::from(least), "move"))
        } else {
            format!(", in {least} to {most} moves (proved)")
        }
    });
    let (solved, all) = (words::grouped(tally.solved), words::plural(batch.len() as u64, one));
    let mut lines = vec![format!("{}: {solved} of {all} solved{moves}", batch.describe())];
    if tally.unsolvable > 0 {
        lines.push(format!("{} unsolvable (proved)", words::grouped(tally.unsolvable)));
    }
    if ended.open > 0 {
        let open = words::plural(ended.open as u64, one);
        let needed = words::plural(u64::from(ended.bound), "move");
        lines.push(format!("{open} open; each needs at least {needed}"));
    }
    lines.push(report::spent(&ended.counts));
    if let Some(reason) = report::stopped(ended.stop, budget) {
        lines.push(format!("stopped: {reason}"));
    }
    lines.join("\n")
}
