//! From a typed search to the observer at the edge.

use std::ops::ControlFlow;

use fewest::search::event::{Expansion, PathStep, Side};
use fewest::search::{Counts, Enough, Event, Observer, Outcome, Plan, Progress, Visit};
use fewest::space::{Cost, Heuristic};

use super::{Domain, Moves, PuzzleSpace, Solution, Watch};

/// Passes what a search reports on to the edge, together with what earlier searches of
/// the same solve have found and proved.
pub struct Adapter<'a, D: Domain, S: PuzzleSpace<D>> {
    level: &'a D::Level,
    watch: &'a mut dyn Watch,
    /// Set if each expansion is shown.
    expansions: Option<Expansions<'a, D, S>>,
    /// The number of solutions still wanted.
    wanted: u64,
    solutions: u64,
    /// The cost of the best plan of earlier searches.
    pub best: Option<Cost>,
    /// The bound that earlier searches proved.
    pub bound: Cost,
    /// What they spent.
    pub spent: Counts,
    /// Told of every bound, so that the search ends when its plan is good enough.
    pub(super) enough: Option<Enough>,
    /// What is wrong with the disk, if a search stopped for it.
    pub(super) disk: Option<String>,
}

struct Expansions<'a, D: Domain, S: PuzzleSpace<D>> {
    space: &'a S,
    /// The additional heuristics.
    estimators: Vec<S::Heuristic>,
    /// The nodes of the last plan, and where two sides met.
    nodes: Vec<u64>,
    meeting: Option<usize>,
}

impl<D: Domain, S: PuzzleSpace<D>> Expansions<'_, D, S> {
    fn estimates(&self, state: &S::State) -> Vec<Cost> {
        let estimate = |h: &S::Heuristic| h.estimate(h.evaluate(self.space, state));
        self.estimators.iter().map(estimate).collect()
    }

    /// The state in the puzzle's first format, as `show` prints it.
    fn text(&self, level: &D::Level, state: &S::State) -> String {
        let format = D::formats().first().map_or("", |format| format.name);
        D::print(&self.space.level(level, state), format).unwrap_or_default()
    }
}

impl<'a, D: Domain, S: PuzzleSpace<D>> Adapter<'a, D, S> {
    /// For searches from this level, with nothing found or proved yet.
    pub fn new(level: &'a D::Level, watch: &'a mut dyn Watch) -> Self {
        Adapter {
            level,
            watch,
            expansions: None,
            wanted: u64::MAX,
            solutions: 0,
            best: None,
            bound: 0,
            spent: Counts::default(),
            enough: None,
            disk: None,
        }
    }

    /// Ends the search after this many solutions.
    pub(super) fn stop_after(&mut self, solutions: usize) {
        self.wanted = solutions as u64;
    }

    /// Shows each expansion, with the estimates of these heuristics.
    pub(super) fn show_expansions(&mut self, space: &'a S, estimators: Vec<S::Heuristic>) {
        self.expansions = Some(Expansions { space, estimators, nodes: Vec::new(), meeting: None });
    }

    /// Shows the states of the plan, if expansions are shown; with their nodes, as far as
    /// it is the plan whose nodes are known.
    pub(super) fn show_path<H: Heuristic<S>>(
        &mut self,
        space: &S,
        start: &S::State,
        heuristic: &H,
        outcome: &Outcome<S::Move>,
    ) {
        let (Some(expansions), Some(plan)) = (&self.expansions, &outcome.plan) else { return };
        let has_nodes = expansions.nodes.len() == plan.moves().len() + 1;
        let (mut state, mut g) = (start.clone(), 0);
        for index in 0..=plan.moves().len() {
            let node = expansions.nodes.get(index).copied().filter(|_| has_nodes);
            let h = heuristic.estimate(heuristic.evaluate(space, &state));
            let side = |meeting| if index > meeting { Side::Backward } else { Side::Forward };
            let side = expansions.meeting.filter(|_| has_nodes).map(side);
            let estimates = &*expansions.estimates(&state);
            let text = &|| expansions.text(self.level, &state);
            let step = PathStep { node, side, g, h, estimates, state: text };
            self.watch.event(Event::Path(step));
            if let Some(&mv) = plan.moves().get(index) {
                g += space.cost(&state, mv);
                space.apply(&mut state, mv);
            }
        }
    }

    /// Starts from the best plan of earlier searches, and shows it if it is new.
    pub(super) fn take_best(&mut self, plan: &Plan<D::Move>) {
        let cost = plan.cost();
        if self.best.is_none_or(|best| cost < best) {
            let moves = &Moves::new::<D>(self.level, plan.moves().to_vec());
            self.watch.improved(&Solution { index: self.spent.expanded, cost, moves });
            let (counts, bound) = (self.spent, self.bound);
            let best = Some(cost);
            self.watch.event(Event::Progress(Progress { counts, bound, best, depth: None }));
        }
        self.best = Some(cost);
    }

    /// The number of solutions shown.
    pub(super) fn solutions(&self) -> u64 {
        self.solutions
    }
}

impl<D: Domain, S: PuzzleSpace<D>> Observer<S> for Adapter<'_, D, S> {
    fn wants_expansions(&self) -> bool {
        self.expansions.is_some()
    }

    fn expanded(&mut self, visit: &Visit<'_, S>) {
        let Some(expansions) = &self.expansions else { return };
        let &Visit { index, node, parent, side, state, g, h, priority, bound } = visit;
        self.watch.event(Event::Expanded(Expansion {
            index,
            node,
            parent,
            side,
            g,
            h,
            priority,
            bound,
            estimates: &|| expansions.estimates(state),
            state: &|| expansions.text(self.level, state),
        }));
    }

    fn path(&mut self, nodes: &[u64], meeting: Option<usize>) {
        if let Some(expansions) = &mut self.expansions {
            (expansions.nodes, expansions.meeting) = (nodes.to_vec(), meeting);
        }
    }

    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Progress(progress) => {
                let best = [self.best, progress.best].into_iter().flatten().min();
                let counts = self.spent.and(&progress.counts);
                let bound = progress.bound.max(self.bound);
                if let Some(enough) = &self.enough {
                    enough.note_bound(bound);
                }
                self.watch.event(Event::Progress(Progress { counts, bound, best, ..progress }));
            }
            Event::Iteration { bound, counts } => {
                let counts = self.spent.and(&counts);
                self.watch.event(Event::Iteration { bound, counts });
            }
            event => {
                if let Event::Disk(why) = event {
                    self.disk = Some(why.to_string());
                }
                self.watch.event(event);
            }
        }
    }

    fn solution(&mut self, index: u64, plan: &Plan<S::Move>) -> ControlFlow<()> {
        self.solutions += 1;
        let moves = &Moves::new::<D>(self.level, plan.moves().to_vec());
        self.watch.solution(&Solution { index, cost: plan.cost(), moves })?;
        if self.solutions < self.wanted {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}
