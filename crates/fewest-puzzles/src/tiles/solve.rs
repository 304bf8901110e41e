//! Solving a board as a request asks: the kind of board that holds it, the
//! heuristic and the algorithm by name, or the puzzle's own choice.

use std::ops::Range;

use super::board::{Board, Grid, Packed16, Packed25};
use super::geometry::Direction;
use super::heuristics::{AnyHeuristic, Visitor};
use super::level::Level;
use super::portfolio::Portfolio;
use super::rank::Reachable;
use super::rules::Tiles;
use crate::edge::{self, Watched};
use crate::puzzle::{Answer, Request, RequestError, Wanted, Watch};
use fewest::search::{
    Algorithm, Budget, Counts, Engine, Outcome, Status, Stop, WithoutExpansions, ida_star, table,
};
use fewest::space::{Cost, DEAD_END, Heuristic};

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
    let geometry = level.geometry();
    let space = Tiles::<B>::new(geometry.clone());
    let start = B::from_tiles(level.tiles());
    let name = request.heuristic.as_deref().unwrap_or(HEURISTIC);
    let heuristic = AnyHeuristic::by_name(name, geometry)
        .map_err(|error| RequestError::new(error.to_string()))?;
    if !level.is_solvable() {
        return Ok(unsolvable());
    }
    let (heuristic, budget) = (&heuristic, &request.budget);
    match (request.algorithm, request.wanted) {
        (None, Wanted::One) => {
            let (space, start) = (&space, &start);
            Ok(Portfolio { level, space, start, heuristic, name, budget }.solve(watch))
        }
        (Some(Algorithm::Table), Wanted::One) => by_table(space, &start, budget, watch),
        // Whoever looks at each expansion has the time for a search compiled once.
        (Some(Algorithm::IdaStar), Wanted::One) if !request.expansions => {
            let watched = &mut Watched::new(watch, letter);
            let (space, start, range) = (&space, &start, 0..Cost::MAX);
            let outcome = heuristic.visit(IdaStar { space, start, range, budget, watched });
            Ok(answer(outcome, Algorithm::IdaStar, Some(name)))
        }
        (algorithm, _) => {
            let engine = Engine::new(&space, &start, heuristic);
            let algorithm = algorithm.unwrap_or(Algorithm::AStar);
            let by_name = |name: &str| {
                let heuristic = AnyHeuristic::by_name(name, geometry)
                    .map_err(|error| RequestError::new(error.to_string()))?;
                Ok(edge::estimator(&space, heuristic))
            };
            edge::answer(&engine, request, algorithm, name, letter, by_name, watch)
        }
    }
}

/// IDA*, compiled for each heuristic.
pub(super) struct IdaStar<'a, 'w, B: Board> {
    pub(super) space: &'a Tiles<B>,
    pub(super) start: &'a B,
    pub(super) range: Range<Cost>,
    pub(super) budget: &'a Budget,
    pub(super) watched: &'a mut Watched<'w, Tiles<B>>,
}

impl<B: Board> Visitor<B> for IdaStar<'_, '_, B> {
    type Output = Outcome<Direction>;

    fn visit<H: Heuristic<Tiles<B>>>(self, heuristic: H) -> Outcome<Direction> {
        let IdaStar { space, start, range, budget, watched } = self;
        let observer = &mut WithoutExpansions(watched);
        ida_star::search_within(space, start, &heuristic, range, budget, observer)
    }
}

fn by_table<B: Board>(
    space: Tiles<B>,
    start: &B,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let reachable = Reachable::new(space, start)
        .map_err(|error| RequestError::new(format!("the table is for small boards: {error}")))?;
    let mut watched = Watched::new(watch, letter);
    let outcome = table::search(&reachable, start, budget, &mut watched)?;
    Ok(answer(outcome, Algorithm::Table, None))
}

fn answer(outcome: Outcome<Direction>, algorithm: Algorithm, heuristic: Option<&str>) -> Answer {
    Answer {
        outcome: outcome.map(letter),
        algorithm: algorithm.name().to_string(),
        heuristic: heuristic.map(str::to_string),
        solutions: 0,
        partial: None,
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
        partial: None,
    }
}
