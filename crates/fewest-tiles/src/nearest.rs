//! The nearest of several goals.
//!
//! Each goal has its own space and databases, so one search follows another, the goal with
//! the least estimate first. A goal whose estimate is not below the moves of a proved plan
//! can't be nearer, and is left out.

use std::sync::Arc;

use fewest::search::{Counts, Outcome, Status, Stop};
use fewest::space::{Cost, DEAD_END, Heuristic};

use super::board::{Board, Grid};
use super::few;
use super::geometry::{Direction, Geometry};
use super::heuristics::Combined;
use super::level::Level;
use super::rules::Tiles;
use crate::puzzle::{Request, RequestError, Solved, Wanted};

/// Solves a board with several goals. Nothing is reported on the way: the bound of one goal
/// is none for the board.
pub(super) fn solve(level: &Level, request: &Request) -> Result<Solved<Direction>, RequestError> {
    let refused = match request {
        _ if request.wanted != Wanted::One => Some("lists of plans"),
        _ if request.expansions => Some("records of each expansion"),
        _ if request.subtrees.is_some() => Some("searches shared by several machines"),
        _ => None,
    };
    if let Some(what) = refused {
        let message = format!("{what} need a board with one goal; this one has several");
        return Err(RequestError::new(message));
    }
    let mut goals: Vec<(Cost, &Arc<Geometry>)> =
        level.goals().map(|goal| (estimate(level, goal), goal)).collect();
    few::sort(&mut goals, |a, b| a.0 < b.0);
    let mut nearest: Option<Solved<Direction>> = None;
    let (mut counts, mut bound, mut stop) = (Counts::default(), DEAD_END, Stop::Done);
    for (estimate, goal) in goals {
        let best = nearest.as_ref().and_then(|solved| solved.outcome.cost());
        if best.is_some_and(|best| estimate >= best) {
            bound = bound.min(estimate);
            continue;
        }
        let request = Request { budget: request.budget.after(&counts), ..request.clone() };
        let solved = super::solve::solve(&level.with_one_goal(goal), &request, &mut ())?;
        counts = counts.and(&solved.outcome.counts);
        bound = bound.min(solved.outcome.bound);
        if solved.outcome.stop != Stop::Done {
            stop = solved.outcome.stop;
        }
        let is_nearer = match (solved.outcome.cost(), best) {
            (Some(cost), Some(best)) => cost < best,
            (cost, None) => cost.is_some() || nearest.is_none(),
            (None, Some(_)) => false,
        };
        if is_nearer {
            nearest = Some(solved);
        }
    }
    let Some(mut solved) = nearest else {
        // A level has a goal.
        return Err(RequestError::new("no goal"));
    };
    let plan = solved.outcome.plan.take();
    let status = match plan.as_ref().map(fewest::search::Plan::cost) {
        Some(cost) if bound >= cost => Status::Optimal,
        Some(_) => Status::Solved,
        None if bound == DEAD_END && stop == Stop::Done => Status::Unsolvable,
        None => Status::Unknown,
    };
    let bound = plan.as_ref().map_or(bound, |plan| bound.min(plan.cost()));
    solved.outcome = Outcome { plan, bound, status, stop, counts };
    Ok(solved)
}

/// A lower bound of the moves to a goal.
fn estimate(level: &Level, goal: &Arc<Geometry>) -> Cost {
    if !goal.is_solvable(level.tiles()) {
        return DEAD_END;
    }
    let space = Tiles::<Grid>::new(goal.clone());
    let heuristic = Combined::new(goal);
    let value = heuristic.evaluate(&space, &Grid::from_tiles(level.tiles()));
    Heuristic::<Tiles<Grid>>::estimate(&heuristic, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest::search::Budget;

    fn solved(level: &Level) -> Outcome<Direction> {
        super::super::solve::solve(level, &Request::default(), &mut ()).unwrap().outcome
    }

    /// On 3 × 2, from every board to three goals, of which some can't be reached.
    #[test]
    fn the_nearest_goal_is_found_and_proved() {
        let goals = [[1, 2, 3, 4, 5, 0], [0, 1, 2, 3, 4, 5], [2, 1, 3, 4, 5, 0]];
        let goals = goals.map(|goal| goal.to_vec());
        let geometry = Arc::new(Geometry::new(3, 2, &goals[0]));
        let ranks = fewest::rank::Permutations::new(6).unwrap();
        for number in (0..720).step_by(7) {
            let mut tiles = [0; 6];
            ranks.unrank(number, &mut tiles);
            let tiles = tiles.map(u16::from).to_vec();
            let level = Level::new(geometry.clone(), tiles).unwrap();
            let one_by_one = goals
                .iter()
                .filter_map(|goal| solved(&level.with_goals(std::slice::from_ref(goal))).cost());
            for count in [2, 3] {
                let several = level.with_goals(&goals[..count]);
                let found = solved(&several);
                let fewest = one_by_one.clone().take(3).min();
                if count == 3 {
                    assert_eq!((found.status, found.cost()), (Status::Optimal, fewest));
                }
                match found.plan {
                    Some(plan) => {
                        let mut end = several.clone();
                        assert!(plan.moves().iter().all(|&direction| end.slide(direction)));
                        assert!(end.is_solved());
                    }
                    None => assert_eq!(found.status, Status::Unsolvable),
                }
            }
        }
    }

    #[test]
    fn what_needs_one_goal_is_refused_and_limits_are_kept() {
        let level = Level::parse("8 6 7\n2 5 4\n3 _ 1\ngoal blank first\ngoal blank last").unwrap();
        assert_eq!(level.goals().count(), 2);
        let request = Request { wanted: Wanted::AllFewest, ..Request::default() };
        assert!(solve(&level, &request).is_err());
        let budget = Budget { nodes: Some(1), ..Budget::default() };
        let stopped = solve(&level, &Request { budget, ..Request::default() }).unwrap().outcome;
        assert_eq!(stopped.stop, Stop::Nodes);
        assert!(stopped.status != Status::Optimal && stopped.bound <= 31);
    }
}
