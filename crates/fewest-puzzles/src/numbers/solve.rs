//! Solving a level as a request asks: the values that hold it, the heuristic and the
//! algorithm by name, or the puzzle's own choice.

use super::bounds::Bound;
use super::level::Level;
use super::moves::Shift;
use super::portfolio;
use super::solver;
use super::space::Numbers;
use super::values::Values;
use crate::edge;
use crate::puzzle::{Answer, Partial, Remaining, Request, RequestError, Wanted, Watch};
use fewest::search::{Algorithm, Engine};

/// The most numbers of a level that is searched state by state. Beyond, a few states
/// take seconds, and none of them is near the end.
const MOST_NUMBERS: usize = 2000;

/// What is taken where none is named.
const HEURISTIC: Bound = Bound::Trees;

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    if let Some(name) = &request.solver {
        return solver::solve(level, name, request, watch);
    }
    let is_exact = request.algorithm.is_some() || request.wanted != Wanted::One;
    if is_exact && level.numbers() > MOST_NUMBERS {
        return Err(RequestError::new(format!(
            "a search by name is for levels of at most {MOST_NUMBERS} numbers, and this one has {}; without a name there is no such limit",
            level.numbers()
        )));
    }

    match (request.algorithm, request.wanted) {
        (None, Wanted::One) => portfolio::solve(level, request, watch),
        (algorithm, _) => exact(level, algorithm.unwrap_or(Algorithm::AStar), request, watch),
    }
}

/// Any of the engine's algorithms.
pub(super) fn exact(
    level: &Level,
    algorithm: Algorithm,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let (numbers, sum) = (level.numbers(), level.sum());
    if <[u8; 16]>::holds(numbers, sum) {
        exact_as::<[u8; 16]>(level, algorithm, request, watch)
    } else if <[u8; 32]>::holds(numbers, sum) {
        exact_as::<[u8; 32]>(level, algorithm, request, watch)
    } else {
        exact_as::<Box<[u32]>>(level, algorithm, request, watch)
    }
}

fn exact_as<V: Values>(
    level: &Level,
    algorithm: Algorithm,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let (space, start) = Numbers::<V>::of(level);
    let name = request.heuristic.as_deref();
    let bound = name.map_or(Ok(HEURISTIC), Bound::by_name)?;
    let engine = Engine::new(&space, &start, &bound);
    let by_name = |name: &str| Ok(edge::estimator(&space, Bound::by_name(name)?));
    edge::answer(&engine, request, algorithm, bound.name(), notation, by_name, watch)
}

pub(super) fn notation(shift: Shift) -> String {
    shift.to_string()
}

/// Moves that don't solve a level, replayed, and how many numbers they leave; `None`
/// if they can't be played.
pub(super) fn partial(level: &Level, moves: &[Shift]) -> Option<Partial> {
    let mut level = level.clone();
    for &shift in moves {
        level.play(shift).ok()?;
    }
    let moves = moves.iter().copied().map(notation).collect();
    Some(Partial { moves, remaining: remaining(&level) })
}

pub(super) fn remaining(level: &Level) -> Remaining {
    Remaining { count: level.numbers() as u64, what: "number" }
}
