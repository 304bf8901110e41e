//! Solving by an algorithm of the engine, for any puzzle.

use fewest::clock::Instant;
use fewest::names::UnknownName;
use fewest::search::{Algorithm, Counts, Engine, Incapable, Observer, Outcome, Task, uninformed};
use fewest::space::{Blind, Heuristic, Space};

use super::{
    Adapter, Domain, Method, PuzzleSpace, Request, RequestError, Solved, SpaceVisitor, Wanted,
    Watch,
};

/// Solves a level by the algorithm that a request names, or by A*.
pub fn by_engine<D: Domain>(
    level: &D::Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Solved<D::Move>, RequestError> {
    if let Method::Solver(name) = &request.method {
        let solvers = D::solvers().into_iter().map(|solver| solver.name);
        return Err(UnknownName::new(&format!("{} solver", D::NAME), name, solvers).into());
    }
    let algorithm = request.method.algorithm().unwrap_or(Algorithm::AStar);
    D::with_space(level, Run::<D> { level, request, algorithm, watch })
}

/// The name of the heuristic that a request asks for.
pub fn heuristic_name<D: Domain>(request: &Request) -> &str {
    let default = D::heuristics().last().map_or("", |heuristic| heuristic.name);
    request.heuristic.as_deref().unwrap_or(default)
}

/// The task that a request for an algorithm amounts to.
pub fn task(request: &Request, algorithm: Algorithm) -> Task {
    let default = Task::new(algorithm);
    Task {
        algorithm,
        weight: request.weight.unwrap_or(default.weight),
        ties: request.ties.unwrap_or(default.ties),
        width: request.width.unwrap_or(default.width),
        budget: request.budget.clone(),
    }
}

struct Run<'a, D: Domain> {
    level: &'a D::Level,
    request: &'a Request,
    algorithm: Algorithm,
    watch: &'a mut dyn Watch,
}

impl<D: Domain> SpaceVisitor<D> for Run<'_, D> {
    type Output = Result<Solved<D::Move>, RequestError>;

    fn visit<S: PuzzleSpace<D>>(self, space: &S, start: &S::State) -> Self::Output {
        let Run { level, request, algorithm, watch } = self;
        let started = Instant::now();
        let wanted = request.wanted;
        if wanted == Wanted::AllFewest && algorithm != Algorithm::AStar {
            return Err(RequestError::new(format!(
                "every plan of the fewest moves is found by {}, not by {}",
                Algorithm::AStar.name(),
                algorithm.name()
            )));
        }
        let name = heuristic_name::<D>(request);
        let is_informed = algorithm.is_informed();
        let mut adapter = Adapter::<D, S>::new(level, watch);
        if let Wanted::First(solutions) = wanted {
            adapter.stop_after(solutions);
        }
        if request.expansions {
            let estimators = request.estimates.iter();
            let estimators = estimators.map(|name| space.heuristic(name, start, &request.budget));
            adapter.show_expansions(space, estimators.collect::<Result<_, _>>()?);
        }
        let mut task = task(request, algorithm);
        let outcome = if is_informed || wanted != Wanted::One {
            let left = request.budget.after(&elapsed(started));
            let heuristic = space.heuristic(name, start, &left)?;
            // Some heuristics take seconds to make.
            task.budget = request.budget.after(&elapsed(started));
            let engine = Engine::new(space, start, &heuristic);
            let outcome = run(&engine, &task, wanted, &mut adapter)?;
            adapter.show_path(space, start, &heuristic, &outcome);
            outcome
        } else {
            // Some heuristics take seconds to make, and this search asks none.
            let outcome = uninformed(space, start, &task, &mut adapter)?;
            adapter.show_path(space, start, &Blind, &outcome);
            outcome
        };
        let solutions = adapter.solutions();
        let heuristic = is_informed.then(|| name.to_string());
        let algorithm = algorithm.name().to_string();
        Ok(Solved { outcome, algorithm, heuristic, solutions, partial: None })
    }
}

/// The time since then, as what was spent.
fn elapsed(started: Instant) -> Counts {
    Counts { elapsed: started.elapsed(), ..Counts::default() }
}

fn run<S: Space, H: Heuristic<S>>(
    engine: &Engine<'_, S, H>,
    task: &Task,
    wanted: Wanted,
    observer: &mut impl Observer<S>,
) -> Result<Outcome<S::Move>, Incapable> {
    match wanted {
        Wanted::One => engine.run(task, observer),
        Wanted::First(_) => engine.solutions(task, observer),
        Wanted::AllFewest => Ok(engine.fewest_plans(task, observer)),
    }
}
