//! From a typed space to the edge's answers: what every puzzle's `solve` shares.

use std::ops::{ControlFlow, RangeInclusive};

use crate::puzzle::{
    Answer, Expansion, Generate, PathStep, Request, RequestError, Setting, Wanted, Watch,
};
use crate::search::{
    Algorithm, Capability, Counts, Engine, Incapable, Observer, Outcome, Plan, Progress, Task,
    Visit,
};
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

/// What a heuristic says of a state.
pub type Estimator<'a, S> = Box<dyn Fn(&<S as Space>::State) -> Cost + 'a>;

/// An estimator that owns its heuristic.
pub fn estimator<'a, S: Space, H: Heuristic<S> + 'a>(
    space: &'a S,
    heuristic: H,
) -> Estimator<'a, S> {
    Box::new(move |state| heuristic.estimate(heuristic.evaluate(space, state)))
}

/// Passes each expansion on as well. A type of its own, so that searches which
/// nobody looks at so closely are compiled without.
struct Traced<'a, S: Space> {
    watched: Watched<'a, S>,
    estimators: Vec<Estimator<'a, S>>,
    /// The nodes of the last plan.
    nodes: Vec<u64>,
}

impl<'a, S: Space> Traced<'a, S> {
    fn new(watched: Watched<'a, S>, estimators: Vec<Estimator<'a, S>>) -> Self {
        Traced { watched, estimators, nodes: Vec::new() }
    }

    /// Shows the states of the plan, as far as it is the one whose nodes are known.
    fn show_path<H: Heuristic<S>, C>(
        &mut self,
        engine: &Engine<'_, S, H, C>,
        outcome: &Outcome<S::Move>,
    ) {
        let Some(plan) = &outcome.plan else { return };
        let (space, start, heuristic) = engine.parts();
        let has_nodes = self.nodes.len() == plan.moves().len() + 1;
        let (mut state, mut g) = (start.clone(), 0);
        for index in 0..=plan.moves().len() {
            let node = self.nodes.get(index).copied().filter(|_| has_nodes);
            let h = heuristic.estimate(heuristic.evaluate(space, &state));
            let estimates = self.estimators.iter().map(|estimate| estimate(&state)).collect();
            self.watched.watch.path(&PathStep { node, g, h, estimates });
            if let Some(&mv) = plan.moves().get(index) {
                g += space.cost(&state, mv);
                space.apply(&mut state, mv);
            }
        }
    }
}

impl<S: Space> Observer<S> for Traced<'_, S> {
    fn expanded(&mut self, visit: &Visit<'_, S>) {
        let &Visit { index, node, parent, state, g, h, weight, bound } = visit;
        let estimates = || self.estimators.iter().map(|estimate| estimate(state)).collect();
        let estimates = &estimates;
        let expansion = Expansion { index, node, parent, g, h, weight, bound, estimates };
        self.watched.watch.expanded(&expansion);
    }
    fn path(&mut self, nodes: &[u64]) {
        self.nodes = nodes.to_vec();
    }
    fn iteration(&mut self, bound: Cost, counts: &Counts) {
        self.watched.iteration(bound, counts);
    }
    fn level(&mut self, depth: Cost, states: u64) {
        self.watched.level(depth, states);
    }
    fn solution(&mut self, index: u64, plan: &Plan<S::Move>) -> ControlFlow<()> {
        self.watched.solution(index, plan)
    }
    fn progress(&mut self, progress: &Progress) {
        self.watched.progress(progress);
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

/// Runs an algorithm of the engine as a request asks. `name` writes a move in the
/// puzzle's notation, and `by_name` finds the heuristics that are only watched.
pub fn answer<'w, S, H, C>(
    engine: &Engine<'_, S, H, C>,
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
    C: Capability<S>,
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
    let (outcome, shown) = if request.expansions {
        let estimators =
            request.estimates.iter().map(|name| by_name(name)).collect::<Result<_, _>>()?;
        let mut traced = Traced::new(watched, estimators);
        let outcome = run(engine, &task, wanted, &mut traced)?;
        traced.show_path(engine, &outcome);
        (outcome, traced.watched.shown)
    } else {
        (run(engine, &task, wanted, &mut watched)?, watched.shown)
    };
    Ok(Answer {
        outcome: outcome.map(name),
        algorithm: algorithm.name().to_string(),
        heuristic: algorithm.is_informed().then(|| heuristic.to_string()),
        solutions: shown,
        partial: None,
    })
}

fn run<S: Space, H: Heuristic<S>, C: Capability<S>>(
    engine: &Engine<'_, S, H, C>,
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
