//! From a search to whoever watches at the edge.

use std::ops::ControlFlow;

use crate::puzzle::Watch;
use fewest::search::event::{Expansion, PathStep};
use fewest::search::{Counts, Engine, Event, Observer, Outcome, Plan, Progress, Visit};
use fewest::space::{Cost, Heuristic, Space};

/// What a heuristic says of a state.
pub type Estimator<'a, S> = Box<dyn Fn(&<S as Space>::State) -> Cost + 'a>;

/// An estimator that owns its heuristic.
pub fn estimator<'a, S: Space, H: Heuristic<S> + 'a>(
    space: &'a S,
    heuristic: H,
) -> Estimator<'a, S> {
    Box::new(move |state| heuristic.estimate(heuristic.evaluate(space, state)))
}

/// Passes what a search shows on to whoever watches at the edge, together with
/// what earlier searches of the same solve have found and proved.
///
/// Each expansion is passed on only if [`Watched::trace`] was called. One type
/// serves both, so that every search is compiled once.
pub struct Watched<'a, S: Space> {
    watch: &'a mut dyn Watch,
    /// A move in the puzzle's notation.
    name: Box<dyn Fn(S::Move) -> String + 'a>,
    /// How many more solutions are wanted.
    pub(super) wanted: usize,
    pub(super) shown: u64,
    /// The cost of the best plan of earlier searches.
    pub best: Option<Cost>,
    /// The bound that earlier searches proved.
    pub bound: Cost,
    /// What they spent.
    pub spent: Counts,
    /// Whether single expansions are passed on.
    traced: bool,
    /// The heuristics that are only watched.
    estimators: Vec<Estimator<'a, S>>,
    /// The nodes of the last plan.
    nodes: Vec<u64>,
}

impl<'a, S: Space> Watched<'a, S> {
    /// Nothing found or proved so far.
    pub fn new(watch: &'a mut dyn Watch, name: impl Fn(S::Move) -> String + 'a) -> Self {
        Watched {
            watch,
            name: Box::new(name),
            wanted: usize::MAX,
            shown: 0,
            best: None,
            bound: 0,
            spent: Counts::default(),
            traced: false,
            estimators: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// Passes on each expansion too, with what these heuristics say of it.
    pub fn trace(&mut self, estimators: Vec<Estimator<'a, S>>) {
        (self.traced, self.estimators) = (true, estimators);
    }

    /// Shows the states of the plan, as far as it is the one whose nodes are known, if
    /// expansions are passed on.
    pub fn show_path<H: Heuristic<S>>(
        &mut self,
        engine: &Engine<'_, S, H>,
        outcome: &Outcome<S::Move>,
    ) {
        let Some(plan) = outcome.plan.as_ref().filter(|_| self.traced) else { return };
        let (space, start, heuristic) = engine.parts();
        let has_nodes = self.nodes.len() == plan.moves().len() + 1;
        let (mut state, mut g) = (start.clone(), 0);
        for index in 0..=plan.moves().len() {
            let node = self.nodes.get(index).copied().filter(|_| has_nodes);
            let h = heuristic.estimate(heuristic.evaluate(space, &state));
            let estimates: Vec<Cost> =
                self.estimators.iter().map(|estimate| estimate(&state)).collect();
            self.watch.event(Event::Path(PathStep { node, g, h, estimates: &estimates }));
            if let Some(&mv) = plan.moves().get(index) {
                g += space.cost(&state, mv);
                space.apply(&mut state, mv);
            }
        }
    }
}

impl<S: Space> Observer<S> for Watched<'_, S> {
    #[inline]
    fn wants_expansions(&self) -> bool {
        self.traced
    }
    fn event(&mut self, event: Event<'_>) {
        let spent = self.spent;
        self.watch.event(match event {
            Event::Iteration { bound, counts } => {
                Event::Iteration { bound, counts: spent.and(&counts) }
            }
            Event::Progress(progress) => Event::Progress(Progress {
                counts: spent.and(&progress.counts),
                bound: progress.bound.max(self.bound),
                best: [self.best, progress.best].into_iter().flatten().min(),
                depth: progress.depth,
            }),
            other => other,
        });
    }
    // Searches that nobody looks at so closely keep clear of it.
    #[cold]
    #[inline(never)]
    fn expanded(&mut self, visit: &Visit<'_, S>) {
        let &Visit { index, node, parent, state, g, h, priority, bound } = visit;
        let estimates = || self.estimators.iter().map(|estimate| estimate(state)).collect();
        let estimates = &estimates;
        let expansion = Expansion { index, node, parent, g, h, priority, bound, estimates };
        self.watch.event(Event::Expanded(expansion));
    }
    fn path(&mut self, nodes: &[u64]) {
        self.nodes = nodes.to_vec();
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
}
