//! Breadth-first search from both ends over one set of words.
//!
//! Guarantees: the fewest moves, or a proof that there is no plan. When stopped, a bound
//! of one more than the finished layers of both sides. Memory: some 15 bytes for a
//! state of a `u64`. No parents are stored; path reconstruction steps back through the
//! layers. With an upper bound and a [`Filter`](super::Filter), the search drops states
//! that can't be on a shorter plan.

use std::time::Duration;

use crate::clock::Instant;
use crate::search::shared_meter::SharedMeter;
use crate::search::{Budget, Counts, Event, Progress, Stop};
use crate::space::{Cost, DEAD_END};

use super::frontier::{self, Frontier};
use super::label::Label;
use super::packed::{LayerStart, PackedSpace, PackedState};
use super::path::Reconstruction;
use super::round::{Round, Sources, Worker};
use super::visited::{SHARDS, Visited};

/// The minimum time between two progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The number of states in a sample of a layer.
const SAMPLE: usize = 1 << 10;

/// A layer of more than one state in this number of all is not listed, but read from the
/// set again: more often where memory is scarce.
const LISTED_PART: [u64; 2] = [4, 16];

/// A round generates one word for this number of stored states; fewer where memory is
/// scarce.
const ROUND_PART: [usize; 2] = [2, 8];

/// Below this number of states in the set, every layer is listed.
const MIN_UNLISTED: usize = 1 << 16;

/// What searches tell while they run.
pub type Report<'a> = &'a mut dyn FnMut(Event<'_>);

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End<W> {
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

/// An unfinished layer.
#[derive(Clone, Copy, Debug)]
struct Begun {
    is_forward: bool,
    /// The number of its states.
    states: u64,
    /// The shards that were read, if the layer is not listed.
    shards: usize,
}

/// The search.
pub struct Bidirectional<'a, W: PackedState> {
    space: &'a dyn PackedSpace<W>,
    start: W,
    visited: Visited<W>,
    /// The backward side, then the forward one.
    sides: [Side<W>; 2],
    has_backward: bool,
    /// Whether a solved state ends the search. False when it explores.
    is_solving: bool,
    begun: Option<Begun>,
    /// The search is for plans of fewer moves than this.
    upper: Cost,
    workers: Vec<Worker<W>>,
    meter: SharedMeter,
    next_report: Instant,
}

impl<W: PackedState> Side<W> {
    fn new() -> Self {
        Side { frontier: Frontier::new(), next: Frontier::new(), depth: 0 }
    }
}

impl<'a, W: PackedState> Bidirectional<'a, W> {
    /// A search from `start` to the goals of a space.
    pub fn new(space: &'a dyn PackedSpace<W>, start: W, budget: &Budget) -> Self {
        Bidirectional {
            space,
            start,
            visited: Visited::new(),
            sides: [Side::new(), Side::new()],
            has_backward: false,
            is_solving: true,
            begun: None,
            upper: DEAD_END,
            workers: std::iter::repeat_with(Worker::new).take(budget.threads.max(1)).collect(),
            meter: SharedMeter::start(budget),
            next_report: Instant::now(),
        }
    }

    /// A search of everything that is reachable from these states, or, backward, from
    /// which they are.
    pub(super) fn explorer(
        space: &'a dyn PackedSpace<W>,
        starts: &[W],
        is_forward: bool,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let mut search = Bidirectional::new(space, W::EMPTY, budget);
        search.is_solving = false;
        search.store(starts, is_forward)?;
        Ok(search)
    }

    /// The number of stored states.
    pub fn stored(&self) -> u64 {
        self.meter.counts().stored
    }

    /// No plan has fewer moves than this.
    pub fn bound(&self) -> Cost {
        if self.stored() == 0 { 0 } else { (self.depth() + 1).min(self.upper) }
    }

    /// The search is for plans of fewer moves than this; [`DEAD_END`] if for any.
    pub fn upper(&self) -> Cost {
        self.upper
    }

    /// Restricts the search to plans of fewer than `upper` moves.
    pub fn restrict(&mut self, upper: Cost) {
        self.upper = upper;
    }

    /// Searches until it ends or `most` states are stored.
    pub fn run(&mut self, most: u64, report: Report<'_>) -> End<W> {
        W::run(self, most, report)
    }

    pub(super) fn run_here(&mut self, most: u64, report: Report<'_>) -> End<W> {
        self.try_run(most, report).unwrap_or_else(End::Stopped)
    }

    fn try_run(&mut self, most: u64, report: Report<'_>) -> Result<End<W>, Stop> {
        if self.space.is_goal(self.start) {
            return Ok(End::Met(self.start));
        }
        self.begin()?;
        loop {
            if self.stored() >= most {
                return Ok(End::Full);
            }
            if self.bound() >= self.upper {
                return Ok(End::Exhausted);
            }
            let [backward, forward] = [self.sides[0].frontier.len(), self.sides[1].frontier.len()];
            if self.begun.is_none() && (forward == 0 || self.has_backward && backward == 0) {
                return Ok(End::Exhausted);
            }
            let is_forward = match self.begun {
                Some(begun) => begun.is_forward,
                None => !self.has_backward || self.work(true) <= self.work(false),
            };
            if let Some(meeting) = self.layer(is_forward, most, report)? {
                return Ok(End::Met(meeting));
            }
        }
    }

    /// Searches from the goals only, by whole layers, until `most` states are stored or
    /// no new ones are left. A layer that generates many times as many is not begun.
    /// Returns the number of finished layers.
    pub fn run_backward(&mut self, most: u64, report: Report<'_>) -> Result<Cost, Stop> {
        W::run_backward(self, most, report)
    }

    pub(super) fn run_backward_here(
        &mut self,
        most: u64,
        report: Report<'_>,
    ) -> Result<Cost, Stop> {
        self.begin()?;
        while self.has_backward
            && self.stored() < most
            && self.begun.is_none_or(|begun| !begun.is_forward)
            && self.has_plain_labels()
            && (self.sides[0].frontier.len() > 0 || self.begun.is_some())
            && self.work(false) <= most.max(1 << 16).saturating_mul(16)
            && self.layer(false, most, report)?.is_none()
        {}
        Ok(self.sides[0].depth)
    }

    /// Whether the labels of the backward side have not wrapped around.
    pub fn has_plain_labels(&self) -> bool {
        self.sides[0].depth + 1 < Label::DEPTHS
    }

    /// The visited states, and the number of complete backward layers among them.
    pub fn visited(&self) -> (&Visited<W>, Cost) {
        (&self.visited, self.sides[0].depth)
    }

    /// The visited states alone.
    pub fn into_visited(self) -> Visited<W> {
        self.visited
    }

    /// What was spent.
    pub fn counts(&self) -> Counts {
        self.meter.counts()
    }

    /// The memory that is left.
    pub fn free_bytes(&self) -> u64 {
        self.meter.free_bytes()
    }

    /// The time that is left, if time is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.meter.time_left()
    }

    /// Accounts for memory that the caller takes for as long as the search is there.
    pub fn reserve(&self, bytes: u64) -> Result<(), Stop> {
        self.meter.reserve(bytes as usize)
    }

    /// Counts the peak of memory that the caller took and has freed.
    pub fn note_peak(&self, bytes: u64) {
        if self.meter.take(bytes) {
            self.meter.give_back(bytes);
        }
    }

    /// The states of a shortest plan through a state where both sides met.
    pub fn path(&self, meeting: W) -> Result<Vec<W>, Stop> {
        W::path(self, meeting)
    }

    pub(super) fn path_here(&self, meeting: W) -> Result<Vec<W>, Stop> {
        if self.space.is_goal(self.start) {
            return Ok(vec![self.start]);
        }
        let depth_of = |is_forward: bool| {
            let is_begun = self.begun.is_some_and(|begun| begun.is_forward == is_forward);
            self.sides[usize::from(is_forward)].depth + Cost::from(is_begun)
        };
        let path = self.paths();
        let mut states = path.from_start(meeting, depth_of(true))?;
        if self.has_backward {
            states.extend(path.to_goal(meeting, depth_of(false))?.into_iter().skip(1));
        }
        Ok(states)
    }

    /// Paths through the layers of both sides.
    pub fn paths(&self) -> Reconstruction<'_, W> {
        Reconstruction::new(self.space, &self.visited, &self.meter)
    }

    pub(super) fn check(&self) -> Result<(), Stop> {
        self.meter.check_stop()
    }

    /// Stores the start and the goals, unless that is done.
    fn begin(&mut self) -> Result<(), Stop> {
        if self.stored() > 0 {
            return Ok(());
        }
        self.store(&[self.start], true)?;
        let mut goals = Vec::new();
        self.has_backward = self.space.goals(&mut goals);
        if self.has_backward {
            self.store(&goals, false)?;
        }
        Ok(())
    }

    fn store(&mut self, states: &[W], is_forward: bool) -> Result<(), Stop> {
        for &state in states {
            let label = Label::new(is_forward, 0);
            self.visited.insert(state, label, &mut |bytes| self.meter.reserve(bytes))?;
        }
        self.meter.stored(states.len() as u64);
        let side = &mut self.sides[usize::from(is_forward)];
        side.frontier = Frontier::of(states, &self.meter)?;
        Ok(())
    }

    /// The states of the last layer of a side.
    pub(super) fn last_layer(&self, is_forward: bool) -> impl Iterator<Item = W> {
        let side = &self.sides[usize::from(is_forward)];
        let is_listed = side.frontier.is_listed();
        let label = Label::new(is_forward, side.depth);
        let stored = (!is_listed).then(|| self.visited.labelled(label));
        side.frontier.iter().chain(stored.into_iter().flatten())
    }

    /// The number of states in the last layer of a side.
    pub(super) fn last_layer_len(&self, is_forward: bool) -> u64 {
        self.sides[usize::from(is_forward)].frontier.len()
    }

    fn sample(&self, is_forward: bool) -> Vec<W> {
        self.last_layer(is_forward).take(SAMPLE).collect()
    }

    /// Expands a layer, or the rest of one, until both sides meet or `most` states are
    /// stored.
    pub(super) fn layer(
        &mut self,
        is_forward: bool,
        most: u64,
        report: Report<'_>,
    ) -> Result<Option<W>, Stop> {
        let states = self.last_layer_len(is_forward);
        let mut begun = self.begun.unwrap_or(Begun { is_forward, states, shards: 0 });
        self.begun = Some(begun);
        let depth = self.sides[usize::from(is_forward)].depth + 1;
        let sample = self.sample(is_forward);
        let left = (self.upper != DEAD_END).then(|| (self.upper - 1).saturating_sub(depth));
        let space = self.space;
        let states = begun.states;
        let filter = space.filter(&LayerStart { is_forward, depth, left, states, sample: &sample });
        let branching = self.generated_by(&sample, is_forward).max(1);
        while !self.is_expanded(&begun) {
            let target = self.round_words();
            let round = Round {
                space,
                is_forward,
                label: Label::new(is_forward, depth),
                share: target.div_ceil(self.workers.len()),
                filter: filter.as_deref(),
                looks_for_goal: self.is_solving && !self.has_backward,
                meter: &self.meter,
            };
            let side = &mut self.sides[usize::from(is_forward)];
            let wanted = (target as u64 / branching).max(1);
            if side.frontier.is_listed() {
                let pieces = side.frontier.take(wanted);
                let states = pieces.iter().map(Vec::len).sum();
                round.generate(&Sources::Pieces(&pieces), states, &mut self.workers)?;
                for piece in &pieces {
                    frontier::free(piece, &self.meter);
                }
            } else {
                // The shards that hold about the wanted number of states of the layer.
                let each = side.frontier.len() / SHARDS as u64 + 1;
                let number = (wanted / each).max(1) as usize;
                let to = (begun.shards + number).min(SHARDS);
                let label = Label::new(is_forward, depth - 1);
                let shards = Sources::Shards(&self.visited.shards[begun.shards..to], label);
                round.generate(&shards, wanted as usize, &mut self.workers)?;
                begun.shards = to;
                self.begun = Some(begun);
            }
            let before = self.visited.len();
            let is_listed = side.next.is_listed();
            let states = wanted as usize;
            let found = round.insert(&mut self.visited, states, is_listed, &mut self.workers)?;
            self.meter.stored((self.visited.len() - before) as u64);
            side.next.append(found.fresh, &self.meter);
            // Labels tell layers apart until they wrap around.
            let part = LISTED_PART[usize::from(self.meter.is_scarce())];
            if side.next.len() * part > self.visited.len() as u64
                && self.visited.len() > MIN_UNLISTED
                && depth < Label::DEPTHS
            {
                side.next.forget(&self.meter);
            }
            if found.meeting.is_some() {
                return Ok(found.meeting);
            }
            self.report(report);
            if self.stored() >= most && !self.is_expanded(&begun) {
                return Ok(None);
            }
        }
        report(Event::Layer { depth: self.depth(), states: begun.states });
        let side = &mut self.sides[usize::from(is_forward)];
        side.frontier = std::mem::replace(&mut side.next, Frontier::new());
        side.depth = depth;
        self.begun = None;
        Ok(None)
    }

    fn is_expanded(&self, begun: &Begun) -> bool {
        let frontier = &self.sides[usize::from(begun.is_forward)].frontier;
        frontier.len() == 0 || !frontier.is_listed() && begun.shards == SHARDS
    }

    /// The words to generate before they are inserted: many for each shard, so that its
    /// cache misses don't matter, but few beside what the set takes.
    fn round_words(&self) -> usize {
        let stored = self.visited.len();
        let part = ROUND_PART[usize::from(self.meter.is_scarce())];
        let few = (stored / part).clamp(1 << 12, 1 << 23);
        let many = (stored / 16).min(1 << 24);
        let free = self.meter.free_bytes() as usize / (8 * size_of::<W>());
        let words = few.max(many).min(free).max(1 << 12);
        // Steps of a fifth or so, since buffers are allocated anew when they grow.
        words >> (words.ilog2() - 2) << (words.ilog2() - 2)
    }

    /// The expected number of states that the next layer of a side generates.
    fn work(&self, is_forward: bool) -> u64 {
        let sample = self.sample(is_forward);
        let states = self.sides[usize::from(is_forward)].frontier.len();
        self.generated_by(&sample, is_forward).saturating_mul(states)
    }

    /// The mean number of neighbours: a few states tell.
    fn generated_by(&self, sample: &[W], is_forward: bool) -> u64 {
        let sum = if is_forward {
            let mut next = Vec::new();
            let few = &sample[..sample.len().min(16)];
            self.space.successors(few, &mut next);
            (next.len() * sample.len() / few.len().max(1)) as u64
        } else {
            let counts = sample.iter().map(|&state| self.space.count_predecessors(state));
            counts.fold(0, u64::saturating_add)
        };
        sum.div_ceil(sample.len().max(1) as u64)
    }

    /// The finished layers of both sides.
    fn depth(&self) -> Cost {
        self.sides[0].depth + self.sides[1].depth
    }

    fn report(&mut self, report: Report<'_>) {
        let now = Instant::now();
        if now >= self.next_report {
            self.next_report = now + REPORT_EVERY;
            report(Event::Progress(Progress {
                counts: self.meter.counts(),
                bound: self.bound(),
                best: (self.upper != DEAD_END).then_some(self.upper),
                depth: Some(self.depth()),
            }));
        }
    }
}

impl<W: PackedState> std::fmt::Debug for Bidirectional<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bidirectional").field("visited", &self.visited).finish_non_exhaustive()
    }
}
