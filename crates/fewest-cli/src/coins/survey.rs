//! A survey of a font on its way: answers to the ledger, progress to the
//! terminal, and in the end a summary.

use std::time::{Duration, Instant};

use fewest::search::{Budget, Event, Stop};
use fewest_puzzles::coins::Font;
use fewest_puzzles::coins::batch::{self, Batch, BatchOutcome, PairAnswer, Phase, Report};
use fewest_puzzles::coins::results::Results;

use super::ledger::Ledger;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::progress::Line;
use crate::report;
use crate::terminal;
use crate::words;

/// Answers all `pairs` but those that `known` has, and gives the exit code.
pub(super) fn run(
    font: &Font,
    pairs: &[(usize, usize)],
    known: &Results,
    ledger: &mut Ledger<'_>,
    budget: &Budget,
    quiet: bool,
) -> Result<Exit> {
    let open: Vec<(usize, usize)> =
        pairs.iter().copied().filter(|pair| !known.answers.contains_key(pair)).collect();
    let mut tally = Tally::default();
    for answer in pairs.iter().filter_map(|pair| known.answers.get(pair)) {
        tally.count(answer);
    }
    let before = tally.solved + tally.unsolvable;
    if !quiet && before > 0 {
        let (before, pairs) = (words::grouped(before), words::plural(pairs.len() as u64, "pair"));
        terminal::note(format_args!("{before} of {pairs} answered by earlier runs"));
    }
    let sets = font.sets();
    let batch = Batch { board: *font.board(), sets: &sets, pairs: &open };
    let line = Line::start(quiet);
    let started = Instant::now();
    let mut failure = None;
    let surveyed = batch::run(&batch, budget, &mut |report| {
        match report {
        Report::Event(_, Event::Method { name, memory }) => {
            line.say(|| format!("{name}, {}", words::bytes(memory)));
        }
        Report::Event(Phase::Forward { from, open: left }, Event::Layer { depth, states }) => line.say(|| {
            let glyph = &font.glyphs()[from].name;
            let done = tally.solved + tally.unsolvable - before;
            let rest = time_left(started.elapsed(), done, open.len() as u64);
            format!(
                "{done} of {} pairs{rest} · from {glyph}: {} at layer {depth}, {left} open · Ctrl-C keeps what was found",
                open.len(),
                words::plural(states, "set")
            )
        }),
        Report::Event(Phase::Again { from, waiting }, Event::Layer { depth, .. }) => line.say(|| {
            let glyph = &font.glyphs()[from].name;
            let plans = words::plural(waiting as u64, "plan");
            format!("from {glyph}: layer {depth} again for {plans} · Ctrl-C keeps what was found")
        }),
        Report::Event(Phase::Backward { to }, Event::Layer { depth, states }) => line.say(|| {
            let glyph = &font.glyphs()[to].name;
            format!("back from {glyph}: {} at depth {depth}", words::plural(states, "set"))
        }),
        Report::Event(..) => {}
        Report::Answer { from, to, answer } => {
            tally.count(&answer);
            if failure.is_none()
                && let Err(failed) = line.aside(|| ledger.add((from, to), &answer))
            {
                // Nobody can keep what is still to come.
                failure = Some(failed);
                budget.cancel.cancel();
            }
        }
    }
    });
    drop(line);
    if let Some(failure) = failure {
        return Err(failure);
    }
    let surveyed = surveyed.map_err(|error| {
        Failure::usage(error.to_string()).with_help("--memory allows more, where there is more")
    })?;
    if !quiet {
        terminal::note(summary(font, pairs.len(), &tally, &surveyed, budget));
    }
    Ok(match surveyed.stop {
        Stop::Done if tally.unsolvable > 0 => Exit::Unsolvable,
        Stop::Done => Exit::Done,
        Stop::Contradiction => Exit::Defect,
        Stop::Cancelled => Exit::Interrupted,
        _ => Exit::Limit,
    })
}

/// What is answered so far.
#[derive(Default)]
struct Tally {
    solved: u64,
    unsolvable: u64,
    least: usize,
    most: usize,
}

impl Tally {
    fn count(&mut self, answer: &PairAnswer) {
        match answer {
            PairAnswer::Unsolvable => self.unsolvable += 1,
            PairAnswer::Solved(hops) => {
                self.least = if self.solved == 0 { hops.len() } else { self.least.min(hops.len()) };
                self.most = self.most.max(hops.len());
                self.solved += 1;
            }
        }
    }
}

/// How long the rest takes if it goes on like this, once anything is done.
fn time_left(elapsed: Duration, done: u64, all: u64) -> String {
    if done == 0 || done >= all {
        return String::new();
    }
    let left = elapsed.mul_f64((all - done) as f64 / done as f64);
    format!(", about {} left", words::time(left))
}

fn summary(
    font: &Font,
    pairs: usize,
    tally: &Tally,
    surveyed: &BatchOutcome,
    budget: &Budget,
) -> String {
    let board = font.board();
    let lengths = match tally.solved {
        0 => String::new(),
        _ => format!(", in {} to {} moves: proved", tally.least, tally.most),
    };
    let mut lines = vec![format!(
        "{} × {}, {} coins: {} of {} solved{lengths}",
        board.width(),
        board.height(),
        font.coins(),
        words::grouped(tally.solved),
        words::plural(pairs as u64, "pair")
    )];
    if tally.unsolvable > 0 {
        lines.push(format!("{} unsolvable: proved", words::grouped(tally.unsolvable)));
    }
    if !surveyed.bounds.is_empty() {
        let least = surveyed.bounds.iter().map(|&(_, bound)| bound).min().unwrap_or(0);
        let open = words::plural(surveyed.bounds.len() as u64, "pair");
        let needed = words::plural(u64::from(least), "move");
        lines.push(format!("{open} open; each needs at least {needed}"));
    }
    lines.push(report::spent(&surveyed.counts));
    if let Some(reason) = report::stopped(surveyed.stop, budget) {
        lines.push(format!("stopped: {reason}"));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_told_once_it_can_be() {
        assert_eq!(time_left(Duration::from_secs(10), 0, 5), "");
        assert_eq!(time_left(Duration::from_secs(10), 1, 5), ", about 40.0 s left");
        assert_eq!(time_left(Duration::from_secs(10), 5, 5), "");
    }
}
