//! Solving through the edge, as the command does.

use fewest::search::{Algorithm, Status};
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
    let mut request = Request { method: algorithm.into(), ..Request::default() };
    request.budget.nodes = nodes;
    let position = Registry::standard().parse(text, Some(puzzle)).unwrap();
    let outcome = position.solve(&request, &mut ()).unwrap();
    Solved { cost: outcome.cost(), bound: outcome.bound, status: outcome.status }
}
