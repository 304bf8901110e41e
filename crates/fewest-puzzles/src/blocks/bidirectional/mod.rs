//! Breadth-first search from both ends over one set of words: the kernel.
//!
//! Guarantees: the fewest moves, or a proof that there is no plan. When stopped, a
//! bound of one more than the finished layers of both sides. Memory: 10 to 14 bytes
//! per state of a `u64`. No parents are stored; path reconstruction steps back
//! through the layers. With an upper bound and pattern databases, the search drops
//! states that can't be on a shorter plan.

mod explorer;
mod step;

use std::time::Duration;

use super::Direction;
use super::bound_filter::BoundFilter;
use super::expand::{Layer, ShardBuffer};
use super::frontier::Frontier;
use super::layers::Layers;
use super::path::Reconstruction;
use super::pattern_database::PatternDatabase;
use super::space::Blocks;
use super::visited::{Label, Visited};
use super::word::Word;
use fewest::clock::Instant;
use fewest::search::{Budget, Counts, Event, Meter, Observer, Outcome, Progress, Stop};
use fewest::space::{Cost, DEAD_END, Reverse, Space};

/// A level with more goal states than this is searched from the start only.
pub const MAX_GOAL_STATES: u64 = 1 << 20;

/// The minimum time between two progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// Finds the fewest moves from `start` to a goal. When the set outgrows the memory,
/// sorted layers continue.
pub fn search<W: Word, O: Observer<Blocks<W>>>(
    space: &Blocks<W>,
    start: W,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<Direction> {
    let mut search = Bidirectional::new(space, start, budget);
    let end = search.run(u64::MAX, observer);
    if end != End::Stopped(Stop::Memory) {
        return search.conclude(end);
    }
    let (bound, counts) = (search.bound(), search.counts());
    drop(search);
    let budget = budget.after(&counts);
    let found = Layers::new(space, start, DEAD_END, &[], &budget).run(observer);
    let (bound, counts) = (bound.max(found.bound), counts.and(&found.counts));
    Outcome::conclude(space, &start, found.moves, bound, found.stop, counts)
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End<W> {
    /// Both sides met at a state.
    Met(W),
    /// One side has nothing left: there is no plan shorter than the upper bound.
    Exhausted,
    /// The set holds the number of states that the run may store.
    Full,
    /// The budget is spent.
    Stopped(Stop),
}

struct Side<W> {
    frontier: Frontier<W>,
    /// The next layer, while it is being generated.
    next: Frontier<W>,
    depth: Cost,
}

pub(super) struct Bidirectional<'a, W> {
    space: &'a Blocks<W>,
    start: W,
    visited: Visited<W>,
    /// The backward side, then the forward one.
    sides: [Side<W>; 2],
    has_backward: bool,
    /// Whether a solved state ends the search, and states without predecessors are
    /// dropped. False when it explores.
    is_solving: bool,
    /// The unfinished layer, if any: whether it is the forward one.
    begun: Option<bool>,
    /// The search is for plans of fewer moves than this.
    upper: Cost,
    pub(super) tables: Vec<PatternDatabase<W>>,
    threads: usize,
    buffers: Vec<ShardBuffer<W>>,
    buffer_bytes: usize,
    pub(super) meter: Meter,
    next_report: Instant,
}

impl<W: Word> Side<W> {
    fn new() -> Self {
        Side { frontier: Frontier::new(), next: Frontier::new(), depth: 0 }
    }
}

impl<'a, W: Word> Bidirectional<'a, W> {
    pub(super) fn new(space: &'a Blocks<W>, start: W, budget: &Budget) -> Self {
        let threads = budget.threads.max(1);
        Bidirectional {
            space,
            start,
            visited: Visited::new(),
            sides: [Side::new(), Side::new()],
            has_backward: space.goal_states().is_some_and(|states| states <= MAX_GOAL_STATES),
            is_solving: true,
            begun: None,
            upper: DEAD_END,
            tables: Vec::new(),
            threads,
            buffers: std::iter::repeat_with(ShardBuffer::new).take(threads).collect(),
            buffer_bytes: 0,
            meter: Meter::start(budget),
            next_report: Instant::now(),
        }
    }

    /// The number of stored states.
    pub(super) fn stored(&self) -> u64 {
        self.visited.len() as u64
    }

    /// No plan has fewer moves than this.
    pub(super) fn bound(&self) -> Cost {
        let met = self.depth() + 1;
        if self.stored() == 0 { 0 } else { met.min(self.upper) }
    }

    /// Restricts the search to plans of fewer than `upper` moves. The databases reject
    /// states that can't be on one.
    pub(super) fn restrict(&mut self, upper: Cost, tables: Vec<PatternDatabase<W>>) {
        self.upper = upper;
        self.tables = tables;
    }

    /// Searches until it ends or `most` states are stored.
    pub(super) fn run<O: Observer<Blocks<W>>>(&mut self, most: u64, observer: &mut O) -> End<W> {
        self.try_run(most, observer).unwrap_or_else(End::Stopped)
    }

    fn try_run<O: Observer<Blocks<W>>>(
        &mut self,
        most: u64,
        observer: &mut O,
    ) -> Result<End<W>, Stop> {
        if self.space.is_goal(&self.start) {
            return Ok(End::Met(self.start));
        }
        if self.stored() == 0 {
            self.begin()?;
        }
        loop {
            if self.stored() >= most {
                return Ok(End::Full);
            }
            if self.bound() >= self.upper {
                return Ok(End::Exhausted);
            }
            let [backward, forward] = [&self.sides[0].frontier, &self.sides[1].frontier];
            if self.begun.is_none()
                && (forward.is_empty() || self.has_backward && backward.is_empty())
            {
                return Ok(End::Exhausted);
            }
            let is_forward = self
                .begun
                .unwrap_or_else(|| !self.has_backward || self.work(true) <= self.work(false));
            if let Some(meeting) = self.layer(is_forward, most, observer)? {
                return Ok(End::Met(meeting));
            }
        }
    }

    /// Searches from the goals only, by whole layers, until `most` states are stored or
    /// no new ones are left. A layer that generates many times as many is not begun.
    /// Returns the number of finished layers.
    pub(super) fn run_backward<O: Observer<Blocks<W>>>(
        &mut self,
        most: u64,
        observer: &mut O,
    ) -> Result<Cost, Stop> {
        if self.stored() == 0 {
            self.begin()?;
        }
        while self.has_backward
            && self.stored() < most
            && self.begun != Some(true)
            && self.has_plain_labels()
            && !self.sides[0].frontier.is_empty()
            && self.work(false) <= most.max(1 << 16).saturating_mul(16)
            && self.layer(false, most, observer)?.is_none()
        {}
        Ok(self.sides[0].depth)
    }

    /// Whether the labels of the backward side have not wrapped around.
    pub(super) fn has_plain_labels(&self) -> bool {
        self.sides[0].depth + 1 < Label::DEPTHS
    }

    /// The set, and the number of complete backward layers in it.
    pub(super) fn visited(&self) -> (&Visited<W>, Cost) {
        (&self.visited, self.sides[0].depth)
    }

    pub(super) fn into_visited(self) -> Visited<W> {
        self.visited
    }

    /// Stores the start and the goals.
    fn begin(&mut self) -> Result<(), Stop> {
        let (visited, meter) = (&mut self.visited, &mut self.meter);
        visited.insert(self.start, Label::new(true, 0), meter)?;
        self.sides[1].frontier.extend(&[self.start], meter)?;
        if self.has_backward {
            let mut goals = Vec::new();
            self.space.goals(&mut goals);
            let rules = self.space.rules();
            goals.retain(|&goal| rules.has_predecessors(goal));
            for &goal in &goals {
                visited.insert(goal, Label::new(false, 0), meter)?;
            }
            self.sides[0].frontier.extend(&goals, meter)?;
        }
        meter.counts.stored = visited.len() as u64;
        Ok(())
    }

    /// Expands a layer, or the rest of one, until both sides meet or `most` states are
    /// stored.
    fn layer<O: Observer<Blocks<W>>>(
        &mut self,
        is_forward: bool,
        most: u64,
        observer: &mut O,
    ) -> Result<Option<W>, Stop> {
        self.begun = Some(is_forward);
        let depth = self.side(is_forward).depth + 1;
        // The filter counts the moves left to the goal, wherever the backward side is.
        let filter = if is_forward && !self.tables.is_empty() {
            let mut filter = BoundFilter::new(&self.tables, (self.upper - 1).saturating_sub(depth));
            filter.fit(self.sides[1].frontier.sample());
            filter
        } else {
            BoundFilter::open()
        };
        let layer = Layer {
            space: self.space,
            start: self.start,
            is_forward,
            label: Label::new(is_forward, depth),
            filter: &filter,
            looks_for_goal: self.is_solving && !self.has_backward,
            keeps_all: !self.is_solving,
        };
        while let Some(block) = self.side(is_forward).frontier.pop() {
            let meeting = self.expand(&layer, &block)?;
            Frontier::free(block, &mut self.meter);
            if meeting.is_some() {
                return Ok(meeting);
            }
            self.report(observer);
            if self.stored() >= most && !self.side(is_forward).frontier.is_empty() {
                return self.flush(&layer);
            }
        }
        if let Some(meeting) = self.flush(&layer)? {
            return Ok(Some(meeting));
        }
        let side = self.side(is_forward);
        side.frontier = std::mem::replace(&mut side.next, Frontier::new());
        side.depth = depth;
        let states = side.frontier.len() as u64;
        self.begun = None;
        observer.event(Event::Layer { depth: self.depth(), states });
        Ok(None)
    }

    fn side(&mut self, is_forward: bool) -> &mut Side<W> {
        &mut self.sides[usize::from(is_forward)]
    }

    /// The expected number of states that the next layer generates: a state has four
    /// successors, but any number of predecessors. A few of them tell.
    fn work(&self, is_forward: bool) -> u64 {
        let frontier = &self.sides[usize::from(is_forward)].frontier;
        let states = frontier.len() as u64;
        if is_forward {
            return 4 * states;
        }
        let (rules, sample) = (self.space.rules(), frontier.sample());
        let counts = sample.iter().map(|&state| rules.count_predecessors(state));
        let sum = counts.fold(0, u64::saturating_add);
        sum.div_ceil(sample.len().max(1) as u64).saturating_mul(states)
    }

    /// The finished layers of both sides.
    fn depth(&self) -> Cost {
        self.sides[0].depth + self.sides[1].depth
    }

    fn report<O: Observer<Blocks<W>>>(&mut self, observer: &mut O) {
        let now = Instant::now();
        if now >= self.next_report {
            self.next_report = now + REPORT_EVERY;
            observer.event(Event::Progress(Progress {
                counts: self.meter.finish(),
                bound: self.bound(),
                best: (self.upper != DEAD_END).then_some(self.upper),
                depth: Some(self.depth()),
            }));
        }
    }

    /// The outcome of this search alone.
    pub(super) fn conclude(&mut self, end: End<W>) -> Outcome<Direction> {
        let (moves, bound, stop) = self.result(end);
        Outcome::conclude(self.space, &self.start, moves, bound, stop, self.counts())
    }

    /// The plan, the bound and why the search stopped.
    pub(super) fn result(&mut self, end: End<W>) -> (Option<Vec<Direction>>, Cost, Stop) {
        match end {
            // The first meeting is on a shortest plan: its length is proved, even if
            // the time is up before the plan is known.
            End::Met(meeting) => match self.plan(meeting) {
                Ok(moves) => {
                    let fewest = moves.len() as Cost;
                    (Some(moves), fewest, Stop::Done)
                }
                Err(stop) => (None, self.bound(), stop),
            },
            End::Exhausted => (None, self.upper, Stop::Done),
            End::Full => (None, self.bound(), Stop::Memory),
            End::Stopped(stop) => (None, self.bound(), stop),
        }
    }

    pub(super) fn counts(&self) -> Counts {
        self.meter.finish()
    }

    /// A shortest plan through a state that both sides reached.
    fn plan(&mut self, meeting: W) -> Result<Vec<Direction>, Stop> {
        let path = Reconstruction { space: self.space, visited: &self.visited };
        let forward = self.sides[1].depth + u32::from(self.begun == Some(true));
        let backward = self.sides[0].depth + u32::from(self.begun == Some(false));
        let mut moves = path.moves_to(self.start, meeting, forward, &mut self.meter)?;
        moves.extend(path.moves_on(meeting, backward, &mut self.meter)?);
        Ok(moves)
    }
}
