//! Only what was checked is stored: every plan is replayed with the rules alone.

use fewest::space::Cost;
use fewest_puzzles::command::BatchAnswer;
use fewest_puzzles::puzzle::{Position, Registry};

use crate::message::{Ended, Finding, Job};
use crate::solve;
use crate::task::Question;

/// An answer whose plan was replayed. There is no other way to make one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    pub(crate) part: String,
    pub(crate) status: &'static str,
    pub(crate) moves: Option<u64>,
    pub(crate) cost: Option<Cost>,
    pub(crate) bound: Option<Cost>,
    pub(crate) plan: Option<String>,
    pub(crate) partial: Option<String>,
    pub(crate) remaining: Option<u64>,
}

/// Replays what a search found; `None` if it found nothing that is worth keeping.
pub(crate) fn answer(
    registry: &Registry,
    job: &Job,
    finding: &Finding,
) -> Result<Option<Checked>, String> {
    let Question::Position { .. } = job.question else { return Ok(None) };
    let mut checked = Checked {
        part: String::new(),
        status: "unknown",
        moves: None,
        cost: None,
        bound: finding.bound,
        plan: None,
        partial: None,
        remaining: None,
    };
    match (finding.status.as_str(), &finding.plan) {
        (status @ ("optimal" | "solved"), Some(plan)) => {
            checked.moves = Some(replay(registry, &job.puzzle, &job.question, plan)?);
            // A proof is taken from whoever made it; a plan below its bound refutes it.
            let cost = finding.cost.ok_or("a plan without its cost")?;
            if finding.bound.is_some_and(|bound| bound > cost) {
                return Err(format!("a plan that costs {cost}, below its bound"));
            }
            checked.cost = Some(cost);
            checked.plan = Some(plan.clone());
            let is_proved = status == "optimal" && finding.bound == Some(cost);
            checked.status = if is_proved { "optimal" } else { "solved" };
        }
        ("unsolvable", None) => checked.status = "unsolvable",
        ("unknown", None) => {
            if let Some(partial) = &finding.partial {
                let (_, position) = play(registry, &job.puzzle, &job.question, partial)?;
                checked.remaining = position.remaining().map(|remaining| remaining.count);
                checked.partial = Some(partial.clone());
            }
        }
        (status, plan) => {
            let plan = if plan.is_some() { "with" } else { "without" };
            return Err(format!("the status '{status}' {plan} a plan"));
        }
    }
    Ok(Some(checked))
}

/// Replays one answer of a batch: a line of its results.
pub(crate) fn part(registry: &Registry, job: &Job, line: &str) -> Result<Checked, String> {
    let puzzle = registry.by_name(&job.puzzle).map_err(|error| error.to_string())?;
    let mut batch = solve::batch(puzzle, &job.question)?;
    let read = batch.resume(&(batch.header() + line)).map_err(|error| error.to_string())?;
    let [answer] = read[..] else { return Err("this line is no answer of the batch".into()) };
    let cost = match answer {
        BatchAnswer::Solved(cost) => Some(cost),
        BatchAnswer::Unsolvable => None,
    };
    Ok(Checked {
        part: batch.question(line).to_string(),
        status: if cost.is_some() { "optimal" } else { "unsolvable" },
        moves: cost.map(u64::from),
        cost,
        bound: cost,
        plan: Some(line.to_string()),
        partial: None,
        remaining: None,
    })
}

/// Plays a plan, and returns the number of its moves if it solves the puzzle.
pub(crate) fn replay(
    registry: &Registry,
    puzzle: &str,
    question: &Question,
    plan: &str,
) -> Result<u64, String> {
    let (moves, position) = play(registry, puzzle, question, plan)?;
    if !position.is_solved() {
        return Err("the moves of the plan are legal but do not solve the puzzle".into());
    }
    Ok(moves)
}

/// Plays moves that must be legal: their number, and the position after them.
fn play(
    registry: &Registry,
    puzzle: &str,
    question: &Question,
    moves: &str,
) -> Result<(u64, Box<dyn Position>), String> {
    let puzzle = registry.by_name(puzzle).map_err(|error| error.to_string())?;
    let mut position = solve::position(puzzle, question)?;
    let read = position.read_plan(moves).map_err(|error| error.to_string())?;
    for (mv, number) in read.moves.iter().zip(1..) {
        let played = position.play_move(mv);
        played.map_err(|error| format!("move {number} of the plan is not legal: {error}"))?;
    }
    Ok((read.moves.len() as u64, position))
}

/// What an attempt ended with after the check: an answer that fails it is a crash.
pub(crate) fn ended(registry: &Registry, job: &Job, ended: Ended) -> (Ended, Option<Checked>) {
    let Ended::Answer(finding) = ended else { return (ended, None) };
    match answer(registry, job, &finding) {
        Ok(checked) => (Ended::Answer(finding), checked),
        Err(reason) => (Ended::Crash(format!("internal error (please report): {reason}")), None),
    }
}
