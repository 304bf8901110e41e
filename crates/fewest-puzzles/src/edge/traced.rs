//! From a search to whoever watches each expansion.

use std::ops::ControlFlow;

use super::watched::Watched;
use crate::puzzle::{Expansion, PathStep};
use fewest::search::{Counts, Engine, Observer, Outcome, Plan, Progress, Visit};
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

/// Passes each expansion on as well. A type of its own, so that searches which
/// nobody looks at so closely are compiled without.
pub(super) struct Traced<'a, S: Space> {
    pub(super) watched: Watched<'a, S>,
    estimators: Vec<Estimator<'a, S>>,
    /// The nodes of the last plan.
    nodes: Vec<u64>,
}

impl<'a, S: Space> Traced<'a, S> {
    pub(super) fn new(watched: Watched<'a, S>, estimators: Vec<Estimator<'a, S>>) -> Self {
        Traced { watched, estimators, nodes: Vec::new() }
    }

    /// Shows the states of the plan, as far as it is the one whose nodes are known.
    pub(super) fn show_path<H: Heuristic<S>>(
        &mut self,
        engine: &Engine<'_, S, H>,
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
