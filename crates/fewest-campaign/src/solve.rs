//! Making an attempt: from a job to what the search found.

use std::collections::BTreeMap;
use std::panic::{self, AssertUnwindSafe};

use fewest::search::{Cancel, Stop};
use fewest::space::DEAD_END;
use fewest_puzzles::command::{Args, Batch, BatchEvent, Host, Source, Unread, Work};
use fewest_puzzles::puzzle::{Moves, Position, Puzzle, Registry, Request, Watch};

use crate::message::{Ended, Finding, Job};
use crate::task::Question;

/// Who hears of an attempt while it is made. A function hears of the answers of a batch.
pub trait Listener {
    /// One answer of a batch was found: a line of its results.
    fn part(&mut self, line: String);

    /// Attempts that are nearly right are new here; returns what is new elsewhere. Called
    /// for a job that exchanges them.
    fn exchange(&mut self, _new: Vec<String>) -> Vec<String> {
        Vec::new()
    }
}

impl<F: FnMut(String)> Listener for F {
    fn part(&mut self, line: String) {
        self(line);
    }
}

/// Connects a search with others, if its job says so.
struct Connected<'a> {
    is_connected: bool,
    listener: &'a mut dyn Listener,
}

impl Watch for Connected<'_> {
    fn is_connected(&self) -> bool {
        self.is_connected
    }
    fn exchange(&mut self, new: Vec<String>) -> Vec<String> {
        self.listener.exchange(new)
    }
}

/// Makes an attempt. The answers of a batch are reported as they are found.
pub fn attempt(
    registry: &Registry,
    job: &Job,
    cancel: &Cancel,
    listener: &mut dyn Listener,
) -> Ended {
    // Nothing that a panic could have left inconsistent is used afterwards.
    let ended = panic::catch_unwind(AssertUnwindSafe(|| solve(registry, job, cancel, listener)));
    match ended {
        Ok(Ok(finding)) if finding.stop == Stop::Contradiction.name() => {
            Ended::Crash("internal error (please report): a plan does not replay".into())
        }
        Ok(Ok(finding)) => Ended::Answer(finding),
        Ok(Err(refusal)) => Ended::Refused(refusal),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            let text = text.unwrap_or("no message");
            Ended::Crash(format!("internal error (please report): {text}"))
        }
    }
}

fn solve(
    registry: &Registry,
    job: &Job,
    cancel: &Cancel,
    listener: &mut dyn Listener,
) -> Result<Finding, String> {
    let puzzle = registry.by_name(&job.puzzle).map_err(|error| error.to_string())?;
    let budget = job.limits.budget(cancel);
    match &job.question {
        Question::Position { .. } => {
            let position = position(puzzle, &job.question)?;
            let request = job.options.request(puzzle, budget).map_err(|error| error.to_string())?;
            let request = Request { subtrees: job.subtrees.clone(), ..request };
            let watch = &mut Connected { is_connected: job.exchanges, listener };
            let answer = position.solve(&request, watch).map_err(|error| error.to_string())?;
            let write = |moves: &Moves| plan_text(&*position, moves);
            Ok(Finding {
                status: answer.status.name().into(),
                stop: answer.stop.name().into(),
                moves: answer.plan().map(|plan| plan.len() as u64),
                cost: answer.cost(),
                bound: Some(answer.bound).filter(|&bound| bound != DEAD_END),
                plan: answer.plan().map(write).transpose()?,
                partial: answer.partial.as_ref().map(|part| write(&part.moves)).transpose()?,
                remaining: answer.partial.as_ref().map(|partial| partial.remaining.count),
                algorithm: answer.algorithm.clone(),
                heuristic: answer.heuristic.clone(),
                details: answer.reason.clone(),
                spent: answer.counts.into(),
            })
        }
        Question::Batch { .. } => {
            let mut batch = batch(puzzle, &job.question)?;
            let known = batch.header() + &job.known.concat();
            batch.resume(&known).map_err(|error| error.to_string())?;
            let mut algorithm = String::new();
            let ended = batch.run(&budget, &mut |event| match event {
                BatchEvent::Answer(_, line) => listener.part(line.to_string()),
                BatchEvent::Method(method, _) => algorithm = method.to_string(),
                BatchEvent::Progress(_) => {}
            });
            let ended = ended.map_err(|error| error.to_string())?;
            Ok(Finding {
                status: if ended.open == 0 { "optimal" } else { "unknown" }.into(),
                stop: ended.stop.name().into(),
                bound: (ended.open > 0).then_some(ended.bound),
                algorithm,
                spent: ended.counts.into(),
                ..Finding::default()
            })
        }
    }
}

/// The position of a task.
pub(crate) fn position(
    puzzle: &dyn Puzzle,
    question: &Question,
) -> Result<Box<dyn Position>, String> {
    let Question::Position { board, goal } = question else {
        return Err("a batch has no single position".into());
    };
    let position = puzzle.parse(board).map_err(|error| error.to_string())?;
    match goal {
        Some(goal) => position.with_goal(goal).map_err(|error| error.to_string()),
        None => Ok(position),
    }
}

/// The batch of a task.
pub(crate) fn batch(puzzle: &dyn Puzzle, question: &Question) -> Result<Box<dyn Batch>, String> {
    let Question::Batch { args, files } = question else {
        return Err("a position is no batch".into());
    };
    let none = || format!("{} has no batches", puzzle.name());
    let solve = puzzle.commands().solve.as_ref().ok_or_else(none)?;
    let given =
        solve.command.args.iter().fold(Args::default(), |given, arg| match args.get(arg.name) {
            Some(value) => given.with(arg.name, value.clone()),
            None => given,
        });
    let made = (solve.command.run)(&given, &mut Files(files));
    match made.map_err(|error| error.to_string())? {
        Work::Batch(batch) => Ok(batch),
        Work::Position(_) => Err(none()),
    }
}

/// The files that a store holds.
struct Files<'a>(&'a BTreeMap<String, String>);

impl Host for Files<'_> {
    fn read(&mut self, name: &str) -> Result<Source, Unread> {
        let text = self.0.get(name).ok_or(Unread)?.clone();
        Ok(Source { name: name.to_string(), text })
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }
}

/// A plan in the puzzle's first format.
fn plan_text(position: &dyn Position, moves: &Moves) -> Result<String, String> {
    let formats = position.puzzle().plan_formats();
    let format = formats.first().map_or("", |format| format.name);
    let text = position.write_plan(moves, format).map_err(|error| error.to_string())?;
    Ok(text.trim_end().to_string())
}
