//! From a typed space to the edge's answers: what every puzzle's `solve` shares.

mod settings;
mod watched;

pub use settings::{check_settings, parse_size};
pub use watched::{Estimator, Watched, estimator};

use crate::puzzle::{Answer, Request, RequestError, Wanted, Watch};
use fewest::search::{Algorithm, Engine, Incapable, Observer, Outcome, Task};
use fewest::space::{Heuristic, Space};

/// The task that a request for `algorithm` comes to.
pub fn task(request: &Request, algorithm: Algorithm) -> Task {
    let usual = Task::new(algorithm);
    Task {
        algorithm,
        weight: request.weight.unwrap_or(usual.weight),
        ties: request.ties.unwrap_or(usual.ties),
        width: request.width.unwrap_or(usual.width),
        budget: request.budget.clone(),
    }
}

/// Runs an algorithm of the engine as a request asks. `name` writes a move in the
/// puzzle's notation, and `by_name` finds the heuristics that are only watched.
pub fn answer<'w, S, H>(
    engine: &Engine<'_, S, H>,
    request: &Request,
    algorithm: Algorithm,
    heuristic: &str,
    name: impl Fn(S::Move) -> String + Copy + 'w,
    by_name: impl Fn(&str) -> Result<Estimator<'w, S>, RequestError>,
    watch: &'w mut dyn Watch,
) -> Result<Answer, RequestError>
where
    S: Space,
    H: Heuristic<S>,
{
    let (task, wanted) = (task(request, algorithm), request.wanted);
    if wanted == Wanted::AllFewest && algorithm != Algorithm::AStar {
        return Err(RequestError::new(format!(
            "every plan of the fewest moves is found by {}, not by {}",
            Algorithm::AStar.name(),
            algorithm.name()
        )));
    }
    let mut watched = Watched::new(watch, name);
    if let Wanted::First(solutions) = wanted {
        watched.wanted = solutions;
    }
    if request.expansions {
        let estimators = request.estimates.iter().map(|name| by_name(name));
        watched.trace(estimators.collect::<Result<_, _>>()?);
    }
    let outcome = run(engine, &task, wanted, &mut watched)?;
    watched.show_path(engine, &outcome);
    let shown = watched.shown;
    Ok(Answer {
        outcome: outcome.map(name),
        algorithm: algorithm.name().to_string(),
        heuristic: algorithm.is_informed().then(|| heuristic.to_string()),
        solutions: shown,
        partial: None,
    })
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
