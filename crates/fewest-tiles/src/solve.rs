//! Solving a board as a request asks: by the portfolio, by IDA* compiled for its
//! heuristic, or by any algorithm of the engine.

use std::time::Duration;

use fewest::search::{Algorithm, Budget, Counts, Event, Outcome, Status, Stop};
use fewest::space::{Cost, DEAD_END};

use super::board::Grid;
use super::domain::{SlidingTiles, space};
use super::geometry::Direction;
use super::heuristics::{AnyHeuristic, HeuristicError};
use super::ida_star::IdaStar;
use super::kernel;
use super::level::Level;
use super::nearest;
use super::pattern::collections;
use super::portfolio::Portfolio;
use super::rules::Tiles;
use super::{stages, subtrees};
use crate::puzzle::solve::{by_engine, heuristic_name};
use crate::puzzle::{Adapter, Method, PuzzleSpace, Request, RequestError, Solved, Wanted, Watch};

/// The observer of searches that are not the engine's, whatever boards they keep.
pub(super) type TilesAdapter<'a> = Adapter<'a, SlidingTiles, Tiles<Grid>>;

/// Hands on what an algorithm of the engine reports, as a part of a longer search.
pub(super) struct Onward<'a>(pub(super) &'a mut dyn FnMut(Event<'_>));

impl Watch for Onward<'_> {
    fn event(&mut self, event: Event<'_>) {
        (self.0)(event);
    }
}

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Solved<Direction>, RequestError> {
    if level.has_several_goals() {
        return nearest::solve(level, request);
    }
    let is_one = request.wanted == Wanted::One;
    if !level.is_solvable() {
        // The request must still be valid.
        let heuristic = heuristic_name::<SlidingTiles>(request);
        let no_time = Budget { time: Some(Duration::ZERO), ..Budget::default() };
        match AnyHeuristic::by_name(heuristic, level.geometry(), &no_time) {
            Ok(_) | Err(HeuristicError::Stopped(_)) => {}
            Err(error) => return Err(error.into()),
        }
        return Ok(Solved::by("parity", unsolvable()));
    }
    if let Some(wanted) = &request.subtrees {
        return subtrees::search(level, request, wanted, watch);
    }
    match request.method {
        Method::Automatic if is_one => {}
        // With an observer of each expansion, the search that is compiled once is fast
        // enough.
        Method::Algorithm(Algorithm::IdaStar) if is_one && !request.expansions => {}
        _ => return by_engine::<SlidingTiles>(level, request, watch),
    }
    let (space, start) = &space::<Grid>(level);
    let name = heuristic_name::<SlidingTiles>(request);
    let (heuristic, budget) = (&space.heuristic(name, start, &request.budget)?, &request.budget);
    let adapter = &mut TilesAdapter::new(level, watch);
    let solved = if request.method == Method::Automatic {
        let portfolio = Portfolio { level, space, start, heuristic, budget, request };
        if request.heuristic.is_none() && kernel::fits(level.geometry()) {
            if stages::are_any(level.geometry()) {
                collections::of_user()?;
            }
            let (solved, stage) = portfolio.solve_in_stages(adapter);
            return Ok(solved.with_heuristic(stage.as_deref().unwrap_or(name)));
        }
        portfolio.solve(adapter)
    } else {
        let ida_star = IdaStar { level, range: 0..Cost::MAX, budget, adapter };
        Solved::by(Algorithm::IdaStar.name(), ida_star.run(heuristic))
    };
    Ok(solved.with_heuristic(name))
}

/// The parity of the board is the proof.
fn unsolvable() -> Outcome<Direction> {
    Outcome {
        plan: None,
        bound: DEAD_END,
        status: Status::Unsolvable,
        stop: Stop::Done,
        counts: Counts::default(),
    }
}
