//! Answers in words, the same in the command and on the page. No sentence has a full stop.

use fewest::search::Status;
use fewest::space::DEAD_END;

use super::{Answer, Moves, Partial, PlanCount, Wanted};
use crate::text::grouped;

/// What a proof that no plan is shorter is called.
pub const OPTIMAL: &str = "optimal (proved)";

/// What was found: "solved in 41 moves".
pub fn headline(answer: &Answer, wanted: Wanted) -> String {
    match (answer.plan(), answer.status) {
        (None, Status::Unsolvable) => "unsolvable (proved)".into(),
        (None, _) => match &answer.partial {
            Some(Partial { remaining, .. }) => {
                let left = plural(remaining.count, remaining.what);
                format!("no plan found; the best moves leave {left}")
            }
            None => "no plan found".into(),
        },
        (Some(plan), _) if plan.is_empty() && wanted == Wanted::One => {
            "already solved; no moves needed".into()
        }
        (Some(plan), _) => match wanted {
            Wanted::One => format!("solved in {}", length(answer, plan)),
            Wanted::First(_) => format!(
                "{}, the best in {}",
                plural(answer.solutions, "solution"),
                length(answer, plan)
            ),
            Wanted::AllFewest => counted(answer, &length(answer, plan)),
        },
    }
}

/// The number of plans of the fewest moves.
fn counted(answer: &Answer, length: &str) -> String {
    match answer.plans {
        Some(PlanCount::Exactly(count)) if count == answer.solutions => {
            format!("{} of {length}", plural(count, "plan"))
        }
        Some(PlanCount::Exactly(count)) => {
            let listed = grouped(answer.solutions);
            format!("{} of {length}, {listed} listed", plural(count, "plan"))
        }
        Some(PlanCount::AtLeast(count)) if answer.status == Status::Optimal => {
            let count = count.max(answer.solutions);
            format!("at least {} of {length}", plural(count, "plan"))
        }
        _ => format!("solved in {length}"),
    }
}

fn length(answer: &Answer, plan: &Moves) -> String {
    let moves = plan.len() as u64;
    let length = plural(moves, "move");
    match answer.cost().map(u64::from) {
        Some(cost) if cost != moves => format!("{length} that cost {}", grouped(cost)),
        _ => length,
    }
}

/// What is proved: that the plan is optimal, or how many moves every plan has at least.
pub fn proved(answer: &Answer) -> Option<String> {
    match (answer.status, needed(answer)) {
        (Status::Optimal, _) => Some(OPTIMAL.into()),
        (Status::Solved, None) => Some("best found; no bound proved".into()),
        (Status::Solved, Some(needed)) => Some(format!("best found; {needed}")),
        (Status::Unsolvable | Status::Unknown, needed) => needed,
    }
}

/// How many moves every plan has at least, unless more than that is known.
pub fn needed(answer: &Answer) -> Option<String> {
    let is_open = matches!(answer.status, Status::Solved | Status::Unknown);
    let is_told = answer.bound > 0 && answer.bound != DEAD_END;
    let are = if answer.bound == 1 { "is" } else { "are" };
    let moves = plural(answer.bound.into(), "move");
    (is_open && is_told).then(|| format!("at least {moves} {are} needed"))
}

/// `1 move`, `2 moves`, `1,000 moves`.
pub fn plural(number: u64, one: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{} {one}{s}", grouped(number))
}
