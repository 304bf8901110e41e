//! Solving through the edge, as the command does.

use fewest::search::{Algorithm, Budget, Status};
use fewest::space::Cost;
use fewest_puzzles::puzzle::{Registry, Request};

/// The result: the cost of the plan, the bound, and what is proved.
pub(crate) struct Solved {
    pub(crate) cost: Option<Cost>,
    pub(crate) bound: Cost,
    pub(crate) status: Status,
}

/// Solves a text of the named puzzle, by an algorithm or as the puzzle chooses.
pub(crate) fn solve(
    puzzle: &str,
    text: &str,
    algorithm: Option<Algorithm>,
    nodes: Option<u64>,
) -> Solved {
    solve_within(puzzle, text, algorithm, Budget { nodes, ..Budget::default() })
}

/// Likewise, within a budget.
pub(crate) fn solve_within(
    puzzle: &str,
    text: &str,
    algorithm: Option<Algorithm>,
    budget: Budget,
) -> Solved {
    let request = Request { method: algorithm.into(), budget, ..Request::default() };
    let position = Registry::standard().parse(text, Some(puzzle)).unwrap();
    let outcome = position.solve(&request, &mut ()).unwrap();
    Solved { cost: outcome.cost(), bound: outcome.bound, status: outcome.status }
}
