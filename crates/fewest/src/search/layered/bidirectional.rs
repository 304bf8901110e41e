//! Breadth-first search from both ends over one set of words.
//!
//! Guarantees: the fewest moves, or a proof that there is no plan. When stopped, a bound
//! of one more than the finished layers of both sides. Memory: some 14 bytes for a
//! state of a `u64`. No parents are stored; path reconstruction steps back through the
//! layers. With an upper bound and a [`Filter`](super::Filter), the search drops states
//! that can't be on a shorter plan.

mod next_layer;

use std::time::Duration;

use crate::clock::Instant;
use crate::search::shared_meter::SharedMeter;
use crate::search::{Budget, Counts, Event, Progress, Stop};
use crate::space::{Cost, DEAD_END};

use super::frontier::Frontier;
use super::label::Label;
use super::packed::{PackedSpace, PackedState};
use super::path::Reconstruction;
use super::round::Worker;
use super::visited::Visited;
use next_layer::Begun;

/// The minimum time between two progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(100);

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
