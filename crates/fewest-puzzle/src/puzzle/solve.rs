//! Solving by an algorithm of the engine, for any puzzle.

use fewest::clock::Instant;
use fewest::names::UnknownName;
use fewest::search::{
    Algorithm, Budget, Counts, Engine, Incapable, Meter, Observer, Outcome, Status, Stop, Task,
    layered, plan_graph, uninformed,
};
use fewest::space::{Blind, Heuristic, Space};

use super::subtrees::Below;
use super::{
    Adapter, Domain, Method, PlanCount, PuzzleSpace, Request, RequestError, Solved, SpaceVisitor,
    Wanted, Watch,
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
    if let Some(wanted) = &request.subtrees {
        return D::with_space(level, Below::<D> { level, request, wanted, watch });
    }
    let algorithm = request.method.algorithm().unwrap_or(Algorithm::AStar);
    D::with_space(level, Run::<D> { level, request, algorithm, watch })
}

/// Solves a level as a request asks. For all plans of the fewest moves, the puzzle's
/// own solver first finds their number of moves.
pub fn solve<D: Domain>(
    level: &D::Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Solved<D::Move>, RequestError> {
    let is_automatic = request.method == Method::Automatic && D::has_one_space(level);
    if request.wanted == Wanted::AllFewest && is_automatic {
        D::with_space(level, AllFewest::<D> { level, request, watch })
    } else {
        D::solve(level, request, watch)
    }
}

/// The name of the heuristic that a request asks for.
pub fn heuristic_name<D: Domain>(request: &Request) -> &str {
    let default = D::heuristics().last().map_or("", |heuristic| heuristic.name);
    request.heuristic.as_deref().unwrap_or(default)
}

/// The engine's task for a request.
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
                "listing every plan of the fewest moves needs {}, not {}",
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
        if task.budget.checkpoint.is_some() {
            check_layers(space, start, request, &task)?;
        }
        let mut plans = None;
        let outcome = if is_informed || wanted != Wanted::One {
            let left = request.budget.after(&elapsed(started));
            let heuristic = space.heuristic(name, start, &left)?;
            // Some heuristics take seconds to make.
            task.budget = request.budget.after(&elapsed(started));
            let engine = Engine::new(space, start, &heuristic);
            let outcome;
            (outcome, plans) = run(&engine, &task, wanted, &mut adapter)?;
            adapter.show_path(space, start, &heuristic, &outcome);
            outcome
        } else {
            // Some heuristics take seconds to build, and this search uses none.
            let outcome = uninformed(space, start, &task, &mut adapter)?;
            adapter.show_path(space, start, &Blind, &outcome);
            outcome
        };
        let solutions = adapter.solutions();
        let heuristic = is_informed.then(|| name.to_string());
        let algorithm = algorithm.name().to_string();
        let (partial, reason) = (None, adapter.disk.take());
        Ok(Solved { outcome, algorithm, heuristic, solutions, plans, partial, reason })
    }
}

/// Whether the search keeps its layers, and the directory is one for them.
fn check_layers<S: Space>(
    space: &S,
    start: &S::State,
    request: &Request,
    task: &Task,
) -> Result<(), RequestError> {
    let packing = space.packing().filter(|_| !request.expansions).ok_or_else(|| {
        RequestError::new("a checkpoint needs positions of at most 64 bits, and no trace")
    })?;
    let is_bidirectional = task.algorithm == Algorithm::Bidirectional;
    layered::has_layers(packing, start, is_bidirectional, &task.budget)
        .map_err(RequestError::file)?;
    Ok(())
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
) -> Result<(Outcome<S::Move>, Option<PlanCount>), Incapable> {
    Ok(match wanted {
        Wanted::One => (engine.run(task, observer)?, None),
        Wanted::First(most) => (engine.solutions(task, most as u64, observer)?, None),
        Wanted::AllFewest => {
            let (outcome, count) = engine.fewest_plans(task, observer);
            let at_least = PlanCount::AtLeast(outcome.plan.is_some().into());
            (outcome, Some(count.map_or(at_least, PlanCount::Exactly)))
        }
    })
}

/// Every plan of the fewest moves, by the puzzle's own solver and then through the layers
/// between both ends.
struct AllFewest<'a, D: Domain> {
    level: &'a D::Level,
    request: &'a Request,
    watch: &'a mut dyn Watch,
}

impl<D: Domain> SpaceVisitor<D> for AllFewest<'_, D> {
    type Output = Result<Solved<D::Move>, RequestError>;

    fn visit<S: PuzzleSpace<D>>(self, space: &S, start: &S::State) -> Self::Output {
        let AllFewest { level, request, watch } = self;
        if !space.has_unit_costs() {
            let algorithm = Algorithm::AStar;
            return Run { level, request, algorithm, watch }.visit(space, start);
        }
        let one = Request { wanted: Wanted::One, ..request.clone() };
        let mut solved = D::solve(level, &one, watch)?;
        let Some(moves) = solved.outcome.cost() else { return Ok(solved) };
        // One plan is known in any case.
        solved.plans = Some(PlanCount::AtLeast(1));
        if solved.outcome.status != Status::Optimal {
            return Ok(solved);
        }
        let budget = request.budget.after(&solved.outcome.counts);
        let heuristic = match space.heuristic(heuristic_name::<D>(request), start, &budget) {
            Ok(heuristic) => heuristic,
            // Nothing already found is lost.
            Err(error) => {
                solved.outcome.stop = error.stop().ok_or(error)?;
                return Ok(solved);
            }
        };
        let mut adapter = Adapter::<D, S>::new(level, watch);
        adapter.spent = solved.outcome.counts;
        let outcome = &mut solved.outcome;
        match plan_graph::search(space, start, moves, &heuristic, &budget, &mut adapter) {
            Ok(graph) => {
                outcome.counts = outcome.counts.and(&graph.counts());
                outcome.stop = list(&graph, &request.budget.after(&outcome.counts), &mut adapter);
                let too_many = PlanCount::AtLeast(u64::MAX);
                solved.plans = Some(graph.count().map_or(too_many, PlanCount::Exactly));
            }
            Err(stopped) => {
                outcome.counts = outcome.counts.and(&stopped.counts);
                outcome.stop = stopped.stop;
            }
        }
        solved.solutions = adapter.solutions();
        Ok(solved)
    }
}

/// Shows one plan after another, for as long as there is time.
fn list<S: Space>(
    graph: &plan_graph::PlanGraph<'_, S>,
    budget: &Budget,
    observer: &mut impl Observer<S>,
) -> Stop {
    let mut meter = Meter::start(&Budget { nodes: None, ..budget.clone() });
    for (index, plan) in graph.plans().enumerate() {
        let has_enough = observer.solution(index as u64, &plan).is_break();
        if let Err(stop) = meter.check() {
            return stop;
        }
        if has_enough {
            break;
        }
    }
    Stop::Done
}
