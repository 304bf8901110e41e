//! Makes rows of the events at the edge, and passes the events on.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::{Event, Row, Sink, TraceError};
use fewest::clock::Instant;
use fewest::search::event::{Expansion, PathStep, Progress, Sample};
use fewest::search::{self, Counts};
use fewest::space::{Cost, DEAD_END};
use fewest_puzzle::puzzle::{Answer, Moves, Remaining, Solution, Watch};

/// An observer that records what it receives. The search continues if a row can't be
/// written; the error is reported at the end.
pub struct Tracer<W, S> {
    watch: W,
    sink: S,
    /// One in N expansions is recorded.
    every: u64,
    /// Whether the text of each state is recorded.
    states: bool,
    began: Instant,
    iterations: i64,
    /// The states expanded before the current iteration.
    expanded: u64,
    /// The last bound and best plan reported.
    told: (Cost, Option<Cost>),
    /// The node before, on the plan.
    parent: Option<i64>,
    /// The last step at which each walk was seen.
    steps: BTreeMap<usize, u64>,
    failure: Option<TraceError>,
}

impl<W: Watch, S: Sink> Tracer<W, S> {
    /// A tracer that passes everything on to `watch`.
    pub fn new(watch: W, sink: S) -> Self {
        Tracer {
            watch,
            sink,
            every: 1,
            states: false,
            began: Instant::now(),
            iterations: 0,
            expanded: 0,
            told: (0, None),
            parent: None,
            steps: BTreeMap::new(),
            failure: None,
        }
    }

    /// Records only one in N expansions. Everything else is recorded, also the whole
    /// path of the solution.
    #[must_use]
    pub fn every(mut self, every: u64) -> Self {
        self.every = every.max(1);
        self
    }

    /// Records the text of each state too.
    #[must_use]
    pub fn states(mut self, states: bool) -> Self {
        self.states = states;
        self
    }

    /// Records the start of the search.
    pub fn start(&mut self, what: &str) {
        self.began = Instant::now();
        let index = Some(whole(self.every));
        self.put(Row { index, text: Some(what.to_string()), ..row(Event::Start) });
    }

    /// Records how it ended, and finishes the trace.
    pub fn finish(mut self, answer: &Answer) -> Result<(), TraceError> {
        let outcome = answer;
        let with = answer.heuristic.as_ref().map_or(String::new(), |h| format!(" with {h}"));
        let bound = Some(outcome.bound).filter(|&bound| bound != DEAD_END);
        self.put(Row {
            moves: outcome.cost().map(i64::from),
            bound: bound.map(i64::from),
            states: Some(whole(outcome.counts.expanded)),
            text: Some(format!("{}{with}: {}", answer.algorithm, outcome.status.name())),
            ..row(Event::End)
        });
        match self.failure {
            Some(failure) => Err(failure),
            None => self.sink.finish(),
        }
    }

    fn put(&mut self, mut row: Row) {
        if self.failure.is_none() {
            row.seconds = self.began.elapsed().as_secs_f64();
            self.failure = self.sink.write(&row).err();
        }
    }
}

fn row(event: Event) -> Row {
    Row { event, ..Row::default() }
}

fn whole(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// An estimate; a dead end has none.
fn estimate(h: Cost) -> Option<i64> {
    (h != DEAD_END).then_some(i64::from(h))
}

impl<W: Watch, S: Sink> Tracer<W, S> {
    fn expanded(&mut self, expansion: &Expansion<'_>) {
        if !expansion.index.is_multiple_of(self.every) {
            return;
        }
        let estimates = (expansion.estimates)();
        self.put(Row {
            index: Some(whole(expansion.index)),
            node: Some(whole(expansion.node)),
            parent: expansion.parent.map(whole),
            side: expansion.side,
            moves: Some(i64::from(expansion.g)),
            h: estimate(expansion.h),
            priority: Some(expansion.priority),
            bound: Some(i64::from(expansion.bound)),
            state: self.states.then(|| (expansion.state)()),
            estimates: estimates.into_iter().map(estimate).collect(),
            ..row(Event::Expansion)
        });
    }

    fn iteration(&mut self, bound: Cost, counts: &Counts) {
        self.put(Row {
            index: Some(self.iterations),
            bound: Some(i64::from(bound)),
            states: Some(whole(counts.expanded.saturating_sub(self.expanded))),
            ..row(Event::Iteration)
        });
        (self.iterations, self.expanded) = (self.iterations + 1, counts.expanded);
    }

    fn sample(&mut self, sample: &Sample) {
        // A walk that waits for another is reported at the same step.
        if self.steps.insert(sample.walk, sample.step) == Some(sample.step) {
            return;
        }
        self.put(Row {
            index: Some(whole(sample.step)),
            walk: Some(sample.walk as i64),
            score: Some(sample.score),
            remaining: Some(whole(sample.remaining)),
            best: Some(whole(sample.best)),
            temperature: Some(sample.parameter),
            ..row(Event::Walk)
        });
    }

    fn progress(&mut self, progress: &Progress) {
        let known = (progress.bound, progress.best);
        if known != self.told {
            self.told = known;
            self.put(Row {
                bound: Some(i64::from(progress.bound)),
                best: progress.best.map(i64::from),
                states: Some(whole(progress.counts.expanded)),
                ..row(Event::Bound)
            });
        }
    }

    fn path(&mut self, step: &PathStep<'_>) {
        let node = step.node.map(whole);
        self.put(Row {
            node,
            parent: self.parent,
            side: step.side,
            moves: Some(i64::from(step.g)),
            h: estimate(step.h),
            state: self.states.then(|| (step.state)()),
            estimates: step.estimates.iter().copied().map(estimate).collect(),
            ..row(Event::Path)
        });
        self.parent = node;
    }
}

impl<W: Watch, S: Sink> Watch for Tracer<W, S> {
    fn event(&mut self, event: search::Event<'_>) {
        self.watch.event(event);
        match event {
            search::Event::Expanded(expansion) => self.expanded(&expansion),
            search::Event::Iteration { bound, counts } => self.iteration(bound, &counts),
            search::Event::Layer { depth, states } => self.put(Row {
                moves: Some(i64::from(depth)),
                states: Some(whole(states)),
                ..row(Event::Layer)
            }),
            search::Event::Sample(sample) => self.sample(&sample),
            search::Event::Progress(progress) => self.progress(&progress),
            search::Event::Path(step) => self.path(&step),
            _ => {}
        }
    }

    fn improved(&mut self, best: &Solution<'_>) {
        self.watch.improved(best);
    }

    fn partial(&mut self, remaining: Remaining, moves: &Moves) {
        self.watch.partial(remaining, moves);
    }

    fn solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        self.put(Row {
            index: Some(whole(solution.index)),
            moves: Some(i64::from(solution.cost)),
            ..row(Event::Solution)
        });
        self.watch.solution(solution)
    }
}
