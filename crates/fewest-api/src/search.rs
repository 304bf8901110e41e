//! What a request to solve asks for.

use fewest::names::UnknownName;
use fewest::search::{Algorithm, Cancel, Gap, StopRule};
use fewest_puzzles::puzzle::{Choice, Method, Puzzle, Request, Wanted};
use serde::Deserialize;

use crate::limits::Limits;
use crate::position::Place;
use crate::{ApiError, plots};

/// The name of the algorithm that the puzzle chooses.
const DEFAULT: &str = "default";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    pub(crate) position: Place,
    /// An algorithm or one of the puzzle's own solvers.
    algorithm: Option<String>,
    heuristic: Option<String>,
    /// For weighted A*.
    weight: Option<f64>,
    /// For beam search.
    width: Option<usize>,
    seed: Option<u64>,
    seconds: Option<f64>,
    memory: Option<u64>,
    nodes: Option<u64>,
    /// Stop at the first plan.
    #[serde(default)]
    first: bool,
    /// Stop when the plan is proved to be at most this much longer than the fewest moves,
    /// in percent.
    gap: Option<f64>,
    /// List up to this number of plans of the fewest moves.
    plans: Option<usize>,
    /// Draw what the search does.
    pub(crate) plots: Option<plots::Ask>,
}

impl Ask {
    /// The request, if the puzzle knows the names and can do what is asked.
    pub(crate) fn request(
        &self,
        puzzle: &dyn Puzzle,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<Request, ApiError> {
        let method = self.method(puzzle)?;
        let algorithm = method.algorithm();
        let only = |given: bool, what: &str, for_one: Algorithm| {
            if given && algorithm != Some(for_one) {
                let message = format!("'{what}' needs the algorithm {}", for_one.name());
                return Err(ApiError::bad(message));
            }
            Ok(())
        };
        only(self.weight.is_some(), "weight", Algorithm::WeightedAStar)?;
        only(self.width.is_some(), "width", Algorithm::Beam)?;
        if let Some(heuristic) = &self.heuristic {
            let kind = format!("{} heuristic", puzzle.name());
            Choice::find(&kind, heuristic, &puzzle.heuristics())
                .map_err(|unknown| ApiError::bad(unknown.to_string()))?;
            if matches!(method, Method::Solver(_)) || algorithm.is_some_and(|a| !a.is_informed()) {
                let message = format!("'heuristic' cannot be used with {}", method.name());
                return Err(ApiError::bad(message));
            }
        }
        let weight = self.weight.map(|weight| (weight * 1000.0).round());
        if weight.is_some_and(|weight| !(1e3..=1e6).contains(&weight)) {
            return Err(ApiError::bad("a weight is 1 to 1000, e.g. 1.5"));
        }
        if self.width.is_some_and(|width| width == 0 || width > 10_000_000) {
            return Err(ApiError::bad("a width is 1 to 10000000"));
        }
        if self.seconds.is_some_and(|seconds| !(0.0..1e9).contains(&seconds)) {
            return Err(ApiError::bad("a time is a number of seconds that is not negative"));
        }
        let gap = self.gap.map(|percent| {
            let message = format!("a gap is 0 to {} percent", Gap::MAX_PERCENT);
            Gap::percent(percent).ok_or_else(|| ApiError::bad(message))
        });
        if (self.first || gap.is_some()) && method != Method::Automatic {
            return Err(ApiError::bad("'first' and 'gap' need the default algorithm"));
        }
        // A time that is given is used.
        let (first, dry) = (self.first, self.seconds.is_none());
        let stop_rule = StopRule { first, gap: gap.transpose()?, dry };
        let wanted = if self.plans.is_some() { Wanted::AllFewest } else { Wanted::One };
        Ok(Request {
            // Single expansions are what most plots show; only these algorithms have them.
            expansions: self.plots.is_some() && algorithm.is_some(),
            method,
            seed: self.seed,
            heuristic: self.heuristic.clone(),
            weight: weight.map(|weight| weight as u32),
            width: self.width,
            wanted,
            stop_rule,
            budget: limits.budget(self.seconds, self.memory, self.nodes, cancel),
            ..Request::default()
        })
    }

    /// The number of plans to list.
    pub(crate) fn plans(&self, limits: &Limits) -> usize {
        self.plans.map_or(0, |plans| plans.min(limits.plans))
    }

    fn method(&self, puzzle: &dyn Puzzle) -> Result<Method, ApiError> {
        let Some(name) = self.algorithm.as_deref().filter(|&name| name != DEFAULT) else {
            return Ok(Method::Automatic);
        };
        let algorithms = puzzle.algorithms();
        let algorithm = Algorithm::NAMES.find(name).map(|row| row.value);
        if let Some(algorithm) = algorithm.filter(|algorithm| algorithms.contains(algorithm)) {
            return Ok(Method::Algorithm(algorithm));
        }
        let solvers = puzzle.solvers();
        if solvers.iter().any(|solver| solver.name == name) {
            return Ok(Method::Solver(name.to_string()));
        }
        let names = algorithms.into_iter().map(Algorithm::name);
        let names = names.chain(solvers.into_iter().map(|solver| solver.name));
        let kind = format!("{} algorithm", puzzle.name());
        Err(ApiError::bad(UnknownName::new(&kind, name, names).to_string()))
    }
}
