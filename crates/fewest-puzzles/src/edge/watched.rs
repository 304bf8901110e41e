//! From a search to whoever watches at the edge.

use std::ops::ControlFlow;

use crate::puzzle::Watch;
use fewest::search::{Counts, Observer, Plan, Progress};
use fewest::space::{Cost, Space};

/// Passes what a search shows on to whoever watches at the edge, together with
/// what earlier searches of the same solve have found and proved.
pub struct Watched<'a, S: Space> {
    pub(super) watch: &'a mut dyn Watch,
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
