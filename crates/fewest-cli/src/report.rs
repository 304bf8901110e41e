//! The report of an answer on standard error, and its exit code.

use fewest::search::{Budget, Counts, Status, Stop};
use fewest_puzzles::puzzle::sentences::{OPTIMAL, headline, needed, proved};
use fewest_puzzles::puzzle::{Answer, Position, Wanted};

use crate::exit::Exit;
use crate::words;

/// The exit code of a search for `wanted`.
pub(crate) fn exit(answer: &Answer, wanted: Wanted) -> Exit {
    let outcome = answer;
    match (outcome.status, outcome.stop) {
        (_, Stop::Contradiction) => Exit::Internal,
        (Status::Unsolvable, _) => Exit::Unsolvable,
        // One best plan can't become better; a list of all may be incomplete.
        (Status::Optimal, _) if wanted == Wanted::One => Exit::Done,
        (_, Stop::Cancelled) => Exit::Interrupted,
        (Status::Optimal | Status::Solved, Stop::Done) => Exit::Done,
        // A beam that ran dry is done, but has neither a plan nor a proof.
        _ => Exit::Limit,
    }
}

/// The answer in a line, for one of many.
pub(crate) fn line(answer: &Answer, wanted: Wanted, budget: &Budget) -> String {
    let proved = match answer.status {
        Status::Optimal => Some(OPTIMAL.to_string()),
        _ => needed(answer),
    };
    let stopped = match answer.status {
        Status::Optimal if wanted == Wanted::One => None,
        _ => why_stopped(answer, budget),
    };
    let mut parts = vec![headline(answer, wanted)];
    parts.extend(proved);
    parts.push(words::time(answer.counts.elapsed));
    parts.extend(stopped);
    parts.join(", ")
}

/// The summary, a few lines.
pub(crate) fn summary(answer: &Answer, wanted: Wanted, budget: &Budget, what: &str) -> String {
    let outcome = answer;
    let mut lines = vec![format!("{what}: {}", headline(answer, wanted))];
    lines.extend(proved(answer));
    let with =
        answer.heuristic.as_ref().map_or(String::new(), |heuristic| format!(" with {heuristic}"));
    lines.push(format!("{}{with}: {}", answer.algorithm, spent(&outcome.counts)));
    if let Some(reason) = why_stopped(answer, budget) {
        lines.push(format!("stopped: {reason}"));
    }
    lines.join("\n")
}

/// What to ask for instead, where a puzzle is unsolvable but another goal can be reached.
pub(crate) fn advice(answer: &Answer, position: &dyn Position) -> Option<String> {
    let unsolvable = answer.status == Status::Unsolvable;
    let goal = position.solvable_goal().filter(|_| unsolvable)?;
    Some(format!("solvable with another goal: --goal {goal}"))
}

/// What a search did and what it took, without zeros.
pub(crate) fn spent(counts: &Counts) -> String {
    let done =
        [("expanded", counts.expanded), ("generated", counts.generated), ("stored", counts.stored)];
    let done = done.into_iter().filter(|&(_, number)| number > 0);
    let done: Vec<String> =
        done.map(|(what, number)| format!("{what} {}", words::grouped(number))).collect();
    let memory = (counts.peak_bytes > 0).then(|| words::bytes(counts.peak_bytes));
    let took = memory.into_iter().chain([words::time(counts.elapsed)]).collect::<Vec<_>>();
    let parts = [done.join(", "), took.join(", ")];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
}

/// Why the search for an answer stopped before it was done.
fn why_stopped(answer: &Answer, budget: &Budget) -> Option<String> {
    match &answer.reason {
        Some(reason) if answer.stop == Stop::Done => Some(reason.clone()),
        Some(reason) if answer.stop == Stop::Disk => Some(format!("{reason} (--checkpoint)")),
        Some(reason) => Some(format!("{reason} (--memory)")),
        None => stopped(answer.stop, budget),
    }
}

/// Why a search stopped before it was done.
pub(crate) fn stopped(stop: Stop, budget: &Budget) -> Option<String> {
    let limit = |what: &str, value: Option<String>| match value {
        Some(value) => format!("{what} limit of {value}"),
        None => format!("{what} limit"),
    };
    Some(match stop {
        Stop::Done => return None,
        Stop::Time => {
            format!("{} reached (--time)", limit("time", budget.time.map(words::time)))
        }
        Stop::Memory => {
            format!("{} reached (--memory)", limit("memory", budget.memory.map(words::bytes)))
        }
        Stop::Nodes => {
            let limit = budget.nodes.map_or("node limit".to_string(), |nodes| {
                format!("limit of {}", words::plural(nodes, "node"))
            });
            format!("{limit} reached (--nodes)")
        }
        Stop::Cancelled => "interrupted".into(),
        Stop::Disk => "the disk is full or failed (--checkpoint)".into(),
        Stop::Contradiction => "internal error (please report): a plan does not replay".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest::search::Outcome;
    use fewest_puzzles::puzzle::{Moves, Partial, Remaining, Solved};
    use fewest_puzzles::tiles::{Level, SlidingTiles};
    use std::time::Duration;

    fn answer(status: Status, stop: Stop, bound: u32) -> Answer {
        let level = Level::parse("1 2\n3 _").unwrap();
        let outcome = Outcome { plan: None, bound, status, stop, counts: Counts::default() };
        Answer::of::<SlidingTiles>(&level, Solved::by("astar", outcome))
    }

    #[test]
    fn each_ending_has_its_code() {
        let code = |status, stop, wanted| exit(&answer(status, stop, 0), wanted);
        let one = Wanted::One;
        assert_eq!(code(Status::Optimal, Stop::Done, one), Exit::Done);
        assert_eq!(code(Status::Optimal, Stop::Time, one), Exit::Done);
        assert_eq!(code(Status::Solved, Stop::Done, one), Exit::Done);
        assert_eq!(code(Status::Solved, Stop::Memory, one), Exit::Limit);
        assert_eq!(code(Status::Solved, Stop::Cancelled, one), Exit::Interrupted);
        assert_eq!(code(Status::Unknown, Stop::Nodes, one), Exit::Limit);
        assert_eq!(code(Status::Unknown, Stop::Done, one), Exit::Limit);
        assert_eq!(code(Status::Unknown, Stop::Contradiction, one), Exit::Internal);
        assert_eq!(code(Status::Unsolvable, Stop::Done, one), Exit::Unsolvable);
        let all = Wanted::AllFewest;
        assert_eq!(code(Status::Optimal, Stop::Done, all), Exit::Done);
        assert_eq!(code(Status::Optimal, Stop::Time, all), Exit::Limit);
        assert_eq!(code(Status::Optimal, Stop::Cancelled, all), Exit::Interrupted);
    }

    #[test]
    fn what_remains_is_reported() {
        let remaining = Remaining { count: 3, what: "number" };
        let mut answer = answer(Status::Unknown, Stop::Time, 0);
        let level = Level::parse("1 2\n3 _").unwrap();
        let moves = Moves::new::<SlidingTiles>(&level, Vec::new());
        answer.partial = Some(Partial { moves, remaining });
        let headline = headline(&answer, Wanted::One);
        assert_eq!(headline, "no plan found; the best moves leave 3 numbers");
    }

    #[test]
    fn what_a_search_took_has_no_zeros() {
        let mut counts = Counts { elapsed: Duration::from_millis(20), ..Counts::default() };
        assert_eq!(spent(&counts), "20 ms");
        counts.stored = 7;
        assert_eq!(spent(&counts), "stored 7; 20 ms");
        (counts.expanded, counts.generated, counts.peak_bytes) = (1000, 2000, 1 << 20);
        assert_eq!(spent(&counts), "expanded 1,000, generated 2,000, stored 7; 1.0 MiB, 20 ms");
    }

    #[test]
    fn a_limit_is_reported_with_its_value() {
        let budget = Budget { nodes: Some(1000), ..Budget::default() };
        let answer = answer(Status::Unknown, Stop::Nodes, 12);
        let summary = summary(&answer, Wanted::One, &budget, "a board");
        assert_eq!(
            summary,
            "a board: no plan found\n\
             at least 12 moves are needed\n\
             astar: under 0.1 ms\n\
             stopped: limit of 1,000 nodes reached (--nodes)"
        );
    }
}
