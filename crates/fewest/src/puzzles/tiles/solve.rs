//! Solving a board as a request asks: the kind of board that holds it, the
//! heuristic and the algorithm by name, or the puzzle's own choice.

use super::board::{Board, Grid, Packed16, Packed25};
use super::geometry::Direction;
use super::heuristics::{self, Visitor};
use super::level::Level;
use super::portfolio::Portfolio;
use super::rank::Reachable;
use super::rules::Tiles;
use crate::edge::{self, Watched};
use crate::puzzle::{Answer, Request, RequestError, Wanted, Watch};
use crate::search::{Algorithm, Counts, Engine, Outcome, Status, Stop, table};
use crate::space::{DEAD_END, Heuristic};

/// What is taken where none is named. It expands the fewest boards.
const HEURISTIC: &str = "strongest";

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    match level.geometry().cells() {
        cells if cells <= Packed16::CAPACITY => solve_as::<Packed16>(level, request, watch),
        cells if cells <= Packed25::CAPACITY => solve_as::<Packed25>(level, request, watch),
        _ => solve_as::<Grid>(level, request, watch),
    }
}

fn solve_as<B: Board>(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let name = request.heuristic.as_deref().unwrap_or(HEURISTIC);
    let solve = Solve::<B> {
        space: Tiles::new(level.geometry().clone()),
        start: B::from_tiles(level.tiles()),
        level,
        name,
        request,
        watch,
    };
    if request.algorithm == Some(Algorithm::Table) && request.wanted == Wanted::One {
        return solve.by_table();
    }
    heuristics::select(name, level.geometry(), solve)
        .map_err(|error| RequestError::new(error.to_string()))?
}

struct Solve<'a, B> {
    space: Tiles<B>,
    start: B,
    level: &'a Level,
    name: &'a str,
    request: &'a Request,
    watch: &'a mut dyn Watch,
}

impl<B: Board> Visitor<B> for Solve<'_, B> {
    type Output = Result<Answer, RequestError>;

    fn visit<H>(self, heuristic: H) -> Result<Answer, RequestError>
    where
        H: Heuristic<Tiles<B>, Value: Send + Sync> + Send + Sync,
    {
        if !self.level.is_solvable() {
            return Ok(unsolvable());
        }
        if self.request.algorithm.is_none() && self.request.wanted == Wanted::One {
            let portfolio = Portfolio {
                level: self.level,
                space: &self.space,
                start: &self.start,
                heuristic: &heuristic,
                name: self.name,
                budget: &self.request.budget,
            };
            return Ok(portfolio.solve(self.watch));
        }
        let engine = Engine::new(&self.space, &self.start, &heuristic).with_reverse();
        let task = edge::task(self.request, self.request.algorithm.unwrap_or(Algorithm::AStar));
        edge::answer(&engine, &task, self.name, self.request.wanted, letter, self.watch)
    }
}

impl<B: Board> Solve<'_, B> {
    fn by_table(self) -> Result<Answer, RequestError> {
        let reachable = Reachable::new(self.space, &self.start).map_err(|error| {
            RequestError::new(format!("the table is for small boards: {error}"))
        })?;
        if !self.level.is_solvable() {
            return Ok(unsolvable());
        }
        let mut watched = Watched::new(self.watch, letter);
        let outcome = table::search(&reachable, &self.start, &self.request.budget, &mut watched);
        Ok(Answer {
            outcome: outcome.map(letter),
            algorithm: Algorithm::Table.name().to_string(),
            heuristic: None,
            solutions: 0,
        })
    }
}

pub(super) fn letter(direction: Direction) -> String {
    direction.to_string()
}

/// The parity of the board is all the proof there is to give.
fn unsolvable() -> Answer {
    Answer {
        outcome: Outcome {
            plan: None,
            bound: DEAD_END,
            status: Status::Unsolvable,
            stop: Stop::Done,
            counts: Counts::default(),
        },
        algorithm: "parity".to_string(),
        heuristic: None,
        solutions: 0,
    }
}
