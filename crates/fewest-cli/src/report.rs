//! What is said of an answer on standard error, and the exit code it means.

use fewest::search::{Budget, Counts, Status, Stop};
use fewest::space::DEAD_END;
use fewest_puzzles::puzzle::{Answer, Moves, Partial, Position, Wanted};

use crate::exit::Exit;
use crate::words;

/// The exit code of a search for `wanted`.
pub(crate) fn exit(answer: &Answer, wanted: Wanted) -> Exit {
    let outcome = answer;
    match (outcome.status, outcome.stop) {
        (_, Stop::Contradiction) => Exit::Internal,
        (Status::Unsolvable, _) => Exit::Unsolvable,
        // One best plan can't become better; a list of all may be cut short.
        (Status::Optimal, _) if wanted == Wanted::One => Exit::Done,
        (_, Stop::Cancelled) => Exit::Interrupted,
        (Status::Optimal | Status::Solved, Stop::Done) => Exit::Done,
        // A beam that ran dry is done, but has neither a plan nor a proof.
        _ => Exit::Limit,
    }
}

/// The summary, a few lines.
pub(crate) fn summary(answer: &Answer, wanted: Wanted, budget: &Budget, what: &str) -> String {
    let outcome = answer;
    let mut lines = vec![format!("{what}: {}", headline(answer, wanted))];
    let needed = format!(
        "at least {} needed",
        if outcome.bound == 1 {
            "1 move is".to_string()
        } else {
            format!("{} are", words::plural(outcome.bound.into(), "move"))
        }
    );
    match outcome.status {
        Status::Optimal => lines.push("optimal (proved)".into()),
        Status::Solved if outcome.bound == 0 => lines.push("best found; no bound is proved".into()),
        Status::Solved => lines.push(format!("best found; {needed}")),
        Status::Unknown if outcome.bound > 0 && outcome.bound != DEAD_END => lines.push(needed),
        Status::Unsolvable | Status::Unknown => {}
    }
    let with =
        answer.heuristic.as_ref().map_or(String::new(), |heuristic| format!(" with {heuristic}"));
    lines.push(format!("{}{with}: {}", answer.algorithm, spent(&outcome.counts)));
    if let Some(reason) = stopped(outcome.stop, budget) {
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

fn headline(answer: &Answer, wanted: Wanted) -> String {
    let outcome = answer;
    match (outcome.plan(), outcome.status) {
        (None, Status::Unsolvable) => "unsolvable (proved)".into(),
        (None, _) => match &answer.partial {
            Some(Partial { remaining, .. }) => {
                let left = words::plural(remaining.count, remaining.what);
                format!("no plan found; the best moves leave {left}")
            }
            None => "no plan found".into(),
        },
        (Some(plan), _) if plan.is_empty() && wanted == Wanted::One => {
            "already solved, no moves are needed".into()
        }
        (Some(plan), _) => match wanted {
            Wanted::One => format!("solved in {}", length(answer, plan)),
            Wanted::First(_) => format!(
                "{}, the best in {}",
                words::plural(answer.solutions, "solution"),
                length(answer, plan)
            ),
            Wanted::AllFewest => {
                format!("{} of {}", words::plural(answer.solutions, "plan"), length(answer, plan))
            }
        },
    }
}

fn length(answer: &Answer, plan: &Moves) -> String {
    let moves = plan.len() as u64;
    let length = words::plural(moves, "move");
    match answer.cost().map(u64::from) {
        Some(cost) if cost != moves => format!("{length} that cost {}", words::grouped(cost)),
        _ => length,
    }
}

/// What a search cost.
pub(crate) fn spent(counts: &Counts) -> String {
    format!(
        "expanded {}, generated {}, stored {}; {}, {}",
        words::grouped(counts.expanded),
        words::grouped(counts.generated),
        words::grouped(counts.stored),
        words::bytes(counts.peak_bytes),
        words::time(counts.elapsed)
    )
}

/// Why a search stopped before it was done.
pub(crate) fn stopped(stop: Stop, budget: &Budget) -> Option<String> {
    let limit = |name: &str, value: Option<String>| {
        value.map_or(name.to_string(), |value| format!("{name} of {value}"))
    };
    Some(match stop {
        Stop::Done => return None,
        Stop::Time => {
            let limit = limit("the time", budget.time.map(words::time));
            format!("{limit} was up (--time)")
        }
        Stop::Memory => {
            let limit = limit("the memory", budget.memory.map(words::bytes));
            format!("{limit} was used up (--memory)")
        }
        Stop::Nodes => {
            let limit = limit("the number", budget.nodes.map(|n| words::plural(n, "node")));
            format!("{limit} was reached (--nodes)")
        }
        Stop::Cancelled => "interrupted".into(),
        Stop::Contradiction => "internal error (please report): a plan does not replay".into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest::search::Outcome;
    use fewest_puzzles::puzzle::{Remaining, Solved};
    use fewest_puzzles::tiles::{Level, SlidingTiles};

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
    fn what_remains_is_told() {
        let remaining = Remaining { count: 3, what: "number" };
        let mut answer = answer(Status::Unknown, Stop::Time, 0);
        let level = Level::parse("1 2\n3 _").unwrap();
        let moves = Moves::new::<SlidingTiles>(&level, Vec::new());
        answer.partial = Some(Partial { moves, remaining });
        let headline = headline(&answer, Wanted::One);
        assert_eq!(headline, "no plan found; the best moves leave 3 numbers");
    }

    #[test]
    fn a_limit_is_told_with_its_value() {
        let budget = Budget { nodes: Some(1000), ..Budget::default() };
        let answer = answer(Status::Unknown, Stop::Nodes, 12);
        let summary = summary(&answer, Wanted::One, &budget, "a board");
        assert_eq!(
            summary,
            "a board: no plan found\n\
             at least 12 moves are needed\n\
             astar: expanded 0, generated 0, stored 0; 0 B, 0.0 ms\n\
             stopped: the number of 1,000 nodes was reached (--nodes)"
        );
    }
}
