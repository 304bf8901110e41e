//! Breadth-first search from both ends with sorted, delta-coded layers, in memory or on
//! disk.
//!
//! Slower than the hash set of [`super::Bidirectional`], but a state takes two to four
//! bytes. Each thread fills a buffer with neighbours of its part of a layer and sorts
//! it; when the layer is done, the sorted runs are merged, and what an earlier layer
//! holds is left out: delayed duplicate detection (Korf 2008; Zhou and Hansen 2007). All
//! access is sequential. Layers are kept one by one, so path reconstruction steps back
//! through them.

mod chunk;
mod disk;
mod free_space;
mod growing;
mod merge;
mod path;
mod run;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::clock::Instant;
use crate::parallel;
use crate::search::shared_meter::SharedMeter;
use crate::search::{Budget, Checkpoint, Event, Progress, Stop};
use crate::space::{Cost, DEAD_END};

use super::bidirectional::Report;
use super::expansion::Expansion;
use super::found::Found;
use super::packed::{LayerStart, PackedSpace, PackedState};
use disk::{Directory, Listed};
use growing::Growing;
use run::{Reader, Run, Writer};

/// The buffers take at most this part of the free memory, and this number of words.
const BUFFER_PART: u64 = 8;
const MAX_BUFFERED: usize = 1 << 26;

/// The least words of a buffer.
const MIN_BUFFERED: usize = 1 << 10;

/// The minimum time between two progress reports.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// The search.
pub struct SortedLayers<'a, W> {
    space: &'a dyn PackedSpace<W>,
    start: W,
    /// The layers of the backward side, then of the forward one.
    sides: [Vec<Run<W>>; 2],
    has_backward: bool,
    upper: Cost,
    /// The states of a plan of `upper` moves, if one is known.
    plan: Option<Vec<W>>,
    threads: usize,
    directory: Option<Directory>,
    meter: SharedMeter,
    next_report: Instant,
}

impl<'a, W: PackedState> SortedLayers<'a, W> {
    /// A search in memory, for a plan that is shorter than the one with these states, if
    /// one is known.
    pub fn new(
        space: &'a dyn PackedSpace<W>,
        start: W,
        plan: Option<Vec<W>>,
        budget: &Budget,
    ) -> Self {
        SortedLayers {
            space,
            start,
            sides: [Vec::new(), Vec::new()],
            has_backward: false,
            upper: moves_of(plan.as_deref()),
            plan,
            threads: budget.threads.max(1),
            directory: None,
            meter: SharedMeter::start(budget),
            next_report: Instant::now(),
        }
    }

    /// Keeps the layers in a directory, and begins with those that an earlier search
    /// left there. Returns what is wrong with the directory, if anything is.
    pub fn with_checkpoint(mut self, checkpoint: &Checkpoint) -> Result<Self, String> {
        let directory = Directory::open(&checkpoint.directory, checkpoint.limit)?;
        let problem = |_| directory.problem().unwrap_or_default();
        if let Some(listed) = directory.listed(self.space.fingerprint()).map_err(problem)? {
            // The layers have no longer plans, and perhaps no others of as many moves.
            if listed.upper <= self.upper {
                let plan: Option<Vec<W>> =
                    listed.plan.iter().map(|word| disk::from_text(word)).collect();
                self.plan = plan.filter(|plan| moves_of(Some(plan)) == listed.upper).or(self.plan);
                self.upper = listed.upper;
            }
            for (side, layers) in self.sides.iter_mut().zip(listed.sides) {
                for files in layers {
                    let mut layer = Run::new();
                    for (name, bytes) in files {
                        let file = directory.reopen(&name, bytes).map_err(problem)?;
                        layer.append(Run::open(file, &directory).map_err(problem)?);
                    }
                    side.push(layer);
                }
            }
        }
        self.directory = Some(directory);
        Ok(self)
    }

    /// Whether it resumes an earlier search.
    pub fn is_resumed(&self) -> bool {
        !self.sides[1].is_empty()
    }

    /// Searches until it ends.
    pub fn run(&mut self, report: Report<'_>) -> Found<W> {
        let result = self.meet(report);
        let (bound, mut stop) = match result {
            Ok(None) => (self.upper, Stop::Done),
            // Both sides meet on a shortest plan, whose moves are known also if the time is
            // up before the plan is.
            Ok(Some(_)) => (self.bound().saturating_sub(1), Stop::Done),
            Err(stop) => (self.bound(), stop),
        };
        // Whatever ends the search, the plan that it knew is not lost.
        let mut states = self.plan.clone();
        if let Ok(Some(meeting)) = result {
            match self.path(meeting) {
                Ok(path) => states = Some(path),
                Err(stopped) => stop = stopped,
            }
        }
        let bound = bound.min(moves_of(states.as_deref()));
        if stop == Stop::Done
            && let Some(directory) = &self.directory
        {
            directory.clear();
        }
        let problem = self.directory.as_ref().and_then(Directory::problem);
        Found { states, bound, stop, counts: self.meter.counts(), problem }
    }

    /// The finished layers of a side.
    fn depth(&self, is_forward: bool) -> Cost {
        (self.sides[usize::from(is_forward)].len() as Cost).saturating_sub(1)
    }

    fn bound(&self) -> Cost {
        if self.sides[1].is_empty() {
            return 0;
        }
        (self.depth(true) + self.depth(false) + 1).min(self.upper)
    }

    fn meet(&mut self, report: Report<'_>) -> Result<Option<W>, Stop> {
        if self.space.is_goal(self.start) {
            return Ok(Some(self.start));
        }
        self.begin()?;
        while self.bound() < self.upper {
            let [backward, forward] = [false, true].map(|is_forward| self.frontier(is_forward));
            if forward == 0 || self.has_backward && backward == 0 {
                return Ok(None);
            }
            let is_forward = !self.has_backward || forward <= 2 * backward;
            let next = self.next_layer(is_forward, report)?;
            let depth = self.depth(true) + self.depth(false);
            report(Event::Layer { depth, states: self.frontier(is_forward) });
            let meeting = self.meeting(&next, is_forward)?;
            self.meter.stored(next.len());
            self.sides[usize::from(is_forward)].push(next);
            if meeting.is_some() {
                return Ok(meeting);
            }
            self.commit()?;
        }
        Ok(None)
    }

    /// The number of states in the last layer of a side.
    fn frontier(&self, is_forward: bool) -> u64 {
        self.sides[usize::from(is_forward)].last().map_or(0, Run::len)
    }

    fn meeting(&self, next: &Run<W>, is_forward: bool) -> Result<Option<W>, Stop> {
        let mut next = Reader::new(next, self.directory.as_ref(), W::EMPTY, None)?;
        if self.has_backward {
            let Some(other) = self.sides[usize::from(!is_forward)].last() else { return Ok(None) };
            let other = Reader::new(other, self.directory.as_ref(), W::EMPTY, None)?;
            return merge::meeting(next, other, &self.meter);
        }
        while let Some(state) = next.head() {
            if self.space.is_goal(state) {
                return Ok(Some(state));
            }
            next.advance()?;
        }
        Ok(None)
    }

    /// Stores the start and the goals, unless an earlier search has.
    fn begin(&mut self) -> Result<(), Stop> {
        let mut goals = Vec::new();
        self.has_backward = self.space.goals(&mut goals);
        if !self.is_resumed() {
            goals.sort_unstable();
            goals.dedup();
            if !self.has_backward {
                goals.clear();
            }
            for (side, words) in self.sides.iter_mut().zip([&goals[..], &[self.start]]) {
                let mut writer = Writer::new(&self.meter, self.directory.as_ref());
                words.iter().try_for_each(|&word| writer.push(word))?;
                side.push(writer.finish()?);
            }
        }
        let states = self.sides.iter().flatten().map(Run::len).sum();
        self.meter.stored(states);
        Ok(())
    }

    /// Makes the finished layers what a later search begins with.
    fn commit(&self) -> Result<(), Stop> {
        let Some(directory) = &self.directory else { return Ok(()) };
        let files = |layer: &Run<W>| layer.files().iter().map(disk::RunFile::listed).collect();
        directory.commit(&Listed {
            fingerprint: self.space.fingerprint(),
            upper: self.upper,
            plan: self.plan.iter().flatten().map(|&word| disk::to_text(word)).collect(),
            sides: [0, 1].map(|side: usize| self.sides[side].iter().map(files).collect()),
        })
    }

    /// The next layer of a side, complete.
    fn next_layer(&mut self, is_forward: bool, report: Report<'_>) -> Result<Run<W>, Stop> {
        let layers = &self.sides[usize::from(is_forward)];
        let Some(frontier) = layers.last() else { return Ok(Run::new()) };
        let directory = self.directory.as_ref();
        let depth = self.depth(is_forward) + 1;
        let mut sample = Vec::new();
        if frontier.chunks() > 0 {
            let mut reader = Reader::new(frontier, directory, W::EMPTY, None)?;
            sample.extend(reader.chunk(frontier.chunks() / 2)?.iter().take(1 << 10));
        }
        let left = (self.upper != DEAD_END).then(|| (self.upper - 1).saturating_sub(depth));
        let states = frontier.len();
        let filter =
            self.space.filter(&LayerStart { is_forward, depth, left, states, sample: &sample });
        let threads = self.threads.min(frontier.chunks()).max(1);
        let words = self.meter.free_bytes() / BUFFER_PART / size_of::<W>() as u64;
        let words = (words as usize).min(MAX_BUFFERED) / threads;
        let room = words.max(MIN_BUFFERED);
        let bytes = room * size_of::<W>() * threads;
        self.meter.reserve(bytes)?;
        let growing = Growing {
            expansion: Expansion { space: self.space, is_forward, meter: &self.meter },
            filter: filter.as_deref(),
            layers,
            directory,
            room,
        };
        let progress = Progress {
            bound: self.bound(),
            best: (self.upper != DEAD_END).then_some(self.upper),
            depth: Some(self.bound().saturating_sub(1)),
            ..Progress::default()
        };
        let mut tell = |next_report: &mut Instant| {
            let now = Instant::now();
            if now >= *next_report {
                *next_report = now + REPORT_EVERY;
                report(Event::Progress(Progress { counts: self.meter.counts(), ..progress }));
            }
        };
        let next_report = &mut self.next_report;
        let part = |nth: usize| {
            let [from, to] = [nth, nth + 1].map(|nth| frontier.chunks() * nth / threads);
            from..to
        };
        let growing = &growing;
        let own = || growing.expand(frontier, part(0), &mut || tell(next_report));
        let others =
            (1..threads).map(|nth| move || growing.expand(frontier, part(nth), &mut || ()));
        let mut parts = Vec::new();
        for part in parallel::join(own, others) {
            parts.push(part?);
        }
        let next = growing.merge(&mut parts, threads)?;
        self.meter.give_back(bytes as u64);
        for run in parts.into_iter().flat_map(|part| part.runs) {
            run.delete(&self.meter, directory);
        }
        Ok(next)
    }
}

/// The moves of a plan with these states.
fn moves_of<W>(states: Option<&[W]>) -> Cost {
    states.map_or(DEAD_END, |states| (states.len() as Cost).saturating_sub(1))
}

impl<W> std::fmt::Debug for SortedLayers<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SortedLayers").field("upper", &self.upper).finish_non_exhaustive()
    }
}
