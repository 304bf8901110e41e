//! Solving a level as a request asks: by the portfolio, by one of the puzzle's own
//! solvers, or by an algorithm of the engine.

use super::domain::NumberShifting;
use super::level::Level;
use super::moves::Shift;
use super::portfolio;
use super::solver::Solver;
use crate::puzzle::solve::by_engine;
use crate::puzzle::{Method, Remaining, Request, RequestError, Solved, Wanted, Watch};

/// The maximum numbers of a level that is searched state by state. Beyond it, a few
/// states take seconds, and none is near the goal.
const MAX_NUMBERS: usize = 2000;

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Solved<Shift>, RequestError> {
    let is_one = request.wanted == Wanted::One;
    match &request.method {
        Method::Automatic if is_one => portfolio::solve(level, request, watch),
        Method::Solver(name) if is_one => {
            let solver = Solver::NAMES.by_name("numbers algorithm", name)?;
            Ok(solver.solve(level, request, watch))
        }
        Method::Solver(name) => {
            Err(RequestError::new(format!("{name} finds one plan, not several")))
        }
        _ if level.numbers() > MAX_NUMBERS => Err(RequestError::new(format!(
            "a named algorithm solves levels of at most {MAX_NUMBERS} numbers, and this one has {}; omit --algorithm",
            level.numbers()
        ))),
        _ => by_engine::<NumberShifting>(level, request, watch),
    }
}

pub(super) fn remaining(level: &Level) -> Remaining {
    Remaining { count: level.numbers() as u64, what: "number" }
}
