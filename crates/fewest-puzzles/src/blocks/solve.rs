//! Solving a level as a request asks: the word that holds it, the heuristic and the
//! algorithm by name, or the puzzle's own choice.

use super::Direction;
use super::beam::Beam;
use super::bidirectional;
use super::heuristics::{self, Bound};
use super::level::Level;
use super::pattern_database::PatternDatabase;
use super::perimeter::Perimeter;
use super::portfolio::Portfolio;
use super::rank::Numbered;
use super::rules::Rules;
use super::space::Blocks;
use super::wide::Wide;
use super::word::Word;
use crate::edge::{self, Watched};
use crate::puzzle::{Answer, Request, RequestError, Wanted, Watch};
use fewest::search::{Algorithm, Budget, Engine, Meter, Outcome, Stop, table};
use fewest::space::{Blind, DEAD_END, Space};

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let (width, height) = (level.width(), level.height());
    if Rules::<u64>::holds(width, height) {
        solve_as::<u64>(level, request, watch)
    } else if Rules::<u128>::holds(width, height) {
        solve_as::<u128>(level, request, watch)
    } else {
        solve_as::<Wide>(level, request, watch)
    }
}

fn solve_as<W: Word>(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let (space, start) = Blocks::<W>::of(level);
    let budget = &request.budget;
    let one = request.wanted == Wanted::One;
    match request.algorithm {
        None if one => {
            let portfolio = Portfolio { space: &space, start, budget };
            let (outcome, algorithm) = portfolio.solve(&mut Watched::new(watch, letter));
            Ok(answer(outcome, algorithm))
        }
        Some(Algorithm::Bidirectional) if one => {
            let watched = &mut Watched::new(watch, letter);
            let outcome = bidirectional::search(&space, start, budget, watched);
            Ok(answer(outcome, Algorithm::Bidirectional.name()))
        }
        Some(Algorithm::Table) if one => {
            let numbered = Numbered::new(space).map_err(|error| {
                RequestError::new(format!("no table holds this level: {error}"))
            })?;
            let watched = &mut Watched::new(watch, letter);
            let outcome = table::search(&numbered, &start, budget, watched);
            Ok(answer(outcome, Algorithm::Table.name()))
        }
        // The beam of the kernel, unless a heuristic is named for the generic one.
        Some(Algorithm::Beam) if one && request.heuristic.is_none() => {
            let width = edge::task(request, Algorithm::Beam).width;
            let watched = &mut Watched::new(watch, letter);
            let outcome = beam(&space, start, width, budget, watched);
            Ok(answer(outcome, Algorithm::Beam.name()))
        }
        algorithm => {
            let algorithm = algorithm.unwrap_or(Algorithm::AStar);
            let name = heuristic(request);
            let by_name =
                |name: &str| Ok(edge::estimator(&space, Bound::new(name, &space, start, budget)?));
            if !algorithm.is_informed() && one {
                let engine = Engine::new(&space, &start, &Blind);
                return edge::answer(&engine, request, algorithm, name, letter, by_name, watch);
            }
            let bound = Bound::new(name, &space, start, budget)?;
            let engine = Engine::new(&space, &start, &bound);
            edge::answer(&engine, request, algorithm, name, letter, by_name, watch)
        }
    }
}

fn heuristic(request: &Request) -> &str {
    request.heuristic.as_deref().unwrap_or(heuristics::USUAL)
}

/// The states of a beam's perimeter, unless memory is short.
const PERIMETER: u64 = 1 << 22;

/// One beam of the kernel.
fn beam<W: Word>(
    space: &Blocks<W>,
    start: W,
    width: usize,
    budget: &Budget,
    watched: &mut Watched<'_, Blocks<W>>,
) -> Outcome<Direction> {
    let mut meter = Meter::start(budget);
    let mut run = || {
        if space.is_goal(&start) {
            return Ok(Some(Vec::new()));
        }
        let score = PatternDatabase::new(space, 2.min(space.blocks()), &mut meter)?;
        let bytes = meter.free_bytes() / 2;
        let states = PERIMETER.min(bytes / (8 * size_of::<W>() as u64));
        let limits = Budget { memory: Some(bytes), ..budget.clone() };
        let perimeter = Perimeter::new(space, start, states, &limits)?;
        meter.take(perimeter.counts.peak_bytes as usize)?;
        let upper = DEAD_END;
        let perimeter = perimeter.visited();
        let beam = Beam { space, start, perimeter, score: &score, width, upper, bound: 0 };
        beam.run(&mut meter, watched)
    };
    let (moves, stop) = match run() {
        Ok(moves) => (moves, Stop::Done),
        Err(stop) => (None, stop),
    };
    Outcome::conclude(space, &start, moves, 0, stop, meter.finish())
}

fn answer(outcome: Outcome<Direction>, algorithm: &str) -> Answer {
    Answer {
        outcome: outcome.map(letter),
        algorithm: algorithm.to_string(),
        heuristic: None,
        solutions: 0,
        partial: None,
    }
}

pub(super) fn letter(direction: Direction) -> String {
    direction.to_string()
}
