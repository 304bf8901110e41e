//! From a typed space to the edge's answers: what every puzzle's `solve` shares.

use std::ops::{ControlFlow, RangeInclusive};

use crate::puzzle::{Answer, Generate, Request, RequestError, Setting, Wanted, Watch};
use crate::search::{Algorithm, Counts, Engine, Observer, Plan, Progress, Task};
use crate::space::{Cost, Heuristic, Space};

/// Passes what a search shows on to whoever watches at the edge, together with
/// what earlier searches of the same solve have found and proved.
pub struct Watched<'a, S: Space> {
    watch: &'a mut dyn Watch,
    /// A move in the puzzle's notation.
    name: Box<dyn Fn(S::Move) -> String + 'a>,
    /// How many more solutions are wanted.
    wanted: usize,
    shown: u64,
    /// The cost of the best plan of earlier searches.
    pub best: Option<Cost>,
    /// The bound that earlier searches proved.
    pub bound: Cost,
    /// What they spent.
    pub spent: Counts,
}

impl<'a, S: Space> Watched<'a, S> {
    /// Nothing found or proved so far.
    pub fn new(watch: &'a mut dyn Watch, name: impl Fn(S::Move) -> String + 'a) -> Self {
        let (wanted, shown, spent) = (usize::MAX, 0, Counts::default());
        let name = Box::new(name);
        Watched { watch, name, wanted, shown, best: None, bound: 0, spent }
    }
}

impl<S: Space> Observer<S> for Watched<'_, S> {
    const EXPANSIONS: bool = false;

    fn iteration(&mut self, bound: Cost, counts: &Counts) {
        self.watch.iteration(bound, &self.spent.and(counts));
    }
    fn level(&mut self, depth: Cost, states: u64) {
        self.watch.level(depth, states);
    }
    fn solution(&mut self, index: u64, plan: &Plan<S::Move>) -> ControlFlow<()> {
        self.shown += 1;
        self.watch.solution(index, &plan.clone().map(&self.name))?;
        if self.shown < self.wanted as u64 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
    fn progress(&mut self, progress: &Progress) {
        let best = [self.best, progress.best].into_iter().flatten().min();
        self.watch.progress(&Progress {
            counts: self.spent.and(&progress.counts),
            bound: progress.bound.max(self.bound),
            best,
            depth: progress.depth,
        });
    }
}

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

/// Runs a task and answers with as many solutions as are wanted. `name` writes a
/// move in the puzzle's notation.
pub fn answer<'w, S: Space, H: Heuristic<S>>(
    engine: &Engine<'_, S, H, Watched<'w, S>>,
    task: &Task,
    heuristic: &str,
    wanted: Wanted,
    name: impl Fn(S::Move) -> String + Copy + 'w,
    watch: &'w mut dyn Watch,
) -> Result<Answer, RequestError> {
    if wanted == Wanted::AllFewest && task.algorithm != Algorithm::AStar {
        return Err(RequestError::new(format!(
            "every plan of the fewest moves is found by {}, not by {}",
            Algorithm::AStar.name(),
            task.algorithm.name()
        )));
    }
    let mut watched = Watched::new(watch, name);
    let outcome = match wanted {
        Wanted::One => engine.run(task, &mut watched)?,
        Wanted::First(solutions) => {
            watched.wanted = solutions;
            engine.solutions(task, &mut watched)?
        }
        Wanted::AllFewest => engine.fewest_plans(task, &mut watched),
    };
    Ok(Answer {
        outcome: outcome.map(name),
        algorithm: task.algorithm.name().to_string(),
        heuristic: task.algorithm.is_informed().then(|| heuristic.to_string()),
        solutions: watched.shown,
        partial: None,
    })
}

/// Width and height of a board: `4x3`, `4×3`, or `4` for a square.
pub fn parse_size(
    text: &str,
    sides: RangeInclusive<usize>,
) -> Result<(usize, usize), RequestError> {
    let side = |text: &str| {
        let side: Option<usize> = text.trim().parse().ok();
        side.filter(|side| sides.contains(side))
    };
    let size = match text.split_once(['x', 'X', '×']) {
        Some((width, height)) => side(width).zip(side(height)),
        None => side(text).map(|side| (side, side)),
    };
    size.ok_or_else(|| {
        RequestError::new(format!(
            "'{text}' is not a size; sizes are {0}x{0} to {1}x{1}, width first, or a number for a square",
            sides.start(),
            sides.end()
        ))
    })
}

/// Checks that a request has no settings but these.
pub fn check_settings(request: &Generate, settings: &[Setting]) -> Result<(), RequestError> {
    for name in request.settings.keys() {
        if settings.iter().all(|setting| setting.name != name) {
            let names = settings.iter().map(|setting| setting.name);
            return Err(RequestError::unknown("setting", name, names));
        }
    }
    Ok(())
}
