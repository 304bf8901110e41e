//! The search of a batch, one start after the other.

use std::sync::Arc;
use std::time::Duration;

use rustc_hash::FxHashSet;

use super::addresses::Addresses;
use super::answers::Meeting;
use super::choice::Choice;
use super::dense::Dense;
use super::dispatch::Instructions;
use super::layers::{Grown, Layers, Side, common};
use super::matrices::Matrices;
use super::memory_plan::{BYTES_LISTED, ENOUGH_PLANES, MemoryPlan};
use super::path::DeadEnds;
use super::split::Split;
use super::steps::{before_drop, lifted};
use crate::batch::{Batch, BatchOutcome, PairAnswer, Phase, Report};
use fewest::clock::Instant;
use fewest::parallel;
use fewest::search::{Budget, Event, Meter, Stop};
use fewest::space::Cost;

/// The search of a batch.
pub(super) struct Search<'a> {
    pub(super) batch: &'a Batch<'a>,
    pub(super) memory_plan: MemoryPlan,
    instructions: Instructions,
    pub(super) threads: usize,
    budget: &'a Budget,
    deadline: Option<Instant>,
    pub(super) meter: Meter,
    /// By place in the batch: the backward lists of the targets.
    pub(super) targets: Vec<Option<Layers>>,
    /// By place in the batch: the addresses of the target's last layer.
    pub(super) addresses: Vec<Addresses>,
    pub(super) dense: Option<Dense>,
    bounds: Vec<((usize, usize), Cost)>,
    /// The measured time per set in a backward list, in seconds.
    seconds_per_set: f64,
}

/// The forward search from one start.
pub(super) struct Forward {
    pub(super) from: usize,
    pub(super) open: Vec<usize>,
    pub(super) lists: Layers,
    seen: FxHashSet<u64>,
    /// The depth of the last complete layer.
    pub(super) depth: u32,
    /// Whether the layers after the lists are bit-parallel.
    pub(super) is_dense: bool,
    /// The time of the last bit-parallel layer.
    took: Duration,
    /// By thread.
    pub(super) dead_ends: Vec<DeadEnds>,
    /// Whether the start was compared with the lists of the targets: only then do they
    /// prove a bound.
    is_compared: bool,
    /// Pairs that have met, but whose path is not complete.
    pub(super) met: Vec<Meeting>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        batch: &'a Batch<'a>,
        budget: &'a Budget,
        memory_plan: MemoryPlan,
        instructions: Instructions,
    ) -> Self {
        Search {
            batch,
            memory_plan,
            instructions,
            threads: budget.threads.max(1),
            budget,
            deadline: budget.time.and_then(|time| Instant::now().checked_add(time)),
            meter: Meter::start(budget),
            targets: batch.sets.iter().map(|_| None).collect(),
            addresses: vec![Addresses::default(); batch.sets.len()],
            dense: None,
            bounds: Vec::new(),
            seconds_per_set: 1e-6,
        }
    }

    pub(super) fn run(mut self, report: &mut dyn FnMut(Report<'_>)) -> BatchOutcome {
        self.tell_plan(report);
        let mut answered = 0;
        let report = &mut |item: Report<'_>| {
            answered += usize::from(matches!(item, Report::Answer { .. }));
            report(item);
        };
        let mut stop = self.backward(report).err();
        let mut pairs = self.batch.pairs.to_vec();
        pairs.sort_by_key(|&(from, _)| from);
        for pairs in pairs.chunk_by(|a, b| a.0 == b.0) {
            let mut forward = self.start(pairs);
            if stop.is_none() {
                stop = self.solve(&mut forward, report).err();
            }
            for &to in &forward.open {
                let bound = self.bound(&forward, to);
                self.bounds.push(((forward.from, to), bound));
            }
            for met in &forward.met {
                self.bounds.push(((forward.from, met.to), met.moves));
            }
        }
        BatchOutcome {
            answered,
            stop: stop.unwrap_or(Stop::Done),
            counts: self.meter.finish(),
            bounds: self.bounds,
        }
    }

    fn tell_plan(&mut self, report: &mut dyn FnMut(Report<'_>)) {
        let mib = |bytes: u64| bytes.div_ceil(1 << 20);
        let method = match self.memory_plan.planes {
            Some(planes) => format!(
                "bit-parallel layers with {planes} bit-planes of depth labels{}, lists of up to {} sets",
                if planes < ENOUGH_PLANES { ", rerun for long paths" } else { "" },
                self.memory_plan.forward.max(self.memory_plan.backward)
            ),
            None if self.memory_plan.holds_all => "lists of all sets".into(),
            None => format!(
                "lists of up to {} sets; bit-parallel layers would need a memory limit of {} MiB",
                self.memory_plan.forward.max(self.memory_plan.backward),
                mib(self.memory_plan.bytes_for_bits)
            ),
        };
        let event = Event::Method { name: &method, memory: self.memory_plan.bytes };
        report(Report::Event(Phase::Preparation, event));
    }

    fn start(&self, pairs: &[(usize, usize)]) -> Forward {
        let from = pairs[0].0;
        let lists = Layers::new(Side::Forward, lifted(self.batch.sets[from]));
        Forward {
            from,
            open: pairs.iter().map(|&(_, to)| to).collect(),
            seen: lists.seen(),
            lists,
            depth: 0,
            is_dense: false,
            took: Duration::ZERO,
            dead_ends: (0..self.threads)
                .map(|_| DeadEnds::new(self.memory_plan.dead_ends / self.threads))
                .collect(),
            met: Vec::new(),
            is_compared: false,
        }
    }

    /// A check whether to stop, for loops on any thread.
    pub(super) fn stops(&self) -> impl Fn() -> bool + Sync + use<> {
        let (cancel, deadline) = (self.budget.cancel.clone(), self.deadline);
        move || cancel.is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Why [`Search::stops`] said so.
    pub(super) fn why_stopped(&mut self) -> Stop {
        self.meter.check().err().unwrap_or(Stop::Cancelled)
    }

    /// Makes the first backward lists of all targets.
    fn backward(&mut self, report: &mut dyn FnMut(Report<'_>)) -> Result<(), Stop> {
        let mut places: Vec<usize> = self.batch.pairs.iter().map(|&(_, to)| to).collect();
        places.sort_unstable();
        places.dedup();
        for &to in &places {
            let first = before_drop(&self.batch.board, self.batch.sets[to]);
            self.targets[to] = Some(Layers::new(Side::Backward, first));
        }
        let max = self.memory_plan.backward;
        self.deepen(&places, usize::MAX, max, report).map(|_| ())
    }

    /// Deepens the backward lists of some targets by `layers` layers, as long as each has
    /// at most `max` sets. Returns whether any list grew.
    fn deepen(
        &mut self,
        places: &[usize],
        layers: usize,
        max: usize,
        report: &mut dyn FnMut(Report<'_>),
    ) -> Result<bool, Stop> {
        let stop = self.stops();
        let began = Instant::now();
        let sets = |targets: &[Option<Layers>]| {
            targets.iter().flatten().map(|lists| lists.sets().len()).sum::<usize>()
        };
        let before = sets(&self.targets);
        let depth_before: u32 = self.targets.iter().flatten().map(Layers::depth).sum();
        let board = self.batch.board;
        let wanted = self.targets.iter_mut().enumerate().filter(|(to, _)| places.contains(to));
        let mut lists: Vec<&mut Layers> = wanted.filter_map(|(_, lists)| lists.as_mut()).collect();
        // The largest first, so that no thread starts it last.
        lists.sort_by_key(|lists| std::cmp::Reverse(lists.last().len()));
        parallel::drain(&mut vec![(); self.threads], lists, |lists, ()| {
            let mut seen = lists.seen();
            for _ in 0..layers {
                let expected = lists.sets().len() + lists.expected() / 2;
                let may_grow = !lists.last().is_empty() && expected <= max;
                if !may_grow || lists.grow(&board, &mut seen, max, &stop) != Grown::Layer {
                    break;
                }
            }
        });
        let made = sets(&self.targets) - before;
        if made > 100_000 {
            self.seconds_per_set =
                began.elapsed().as_secs_f64() * self.threads as f64 / made as f64;
        }
        self.meter.counts.generated += made as u64;
        self.meter.counts.stored += made as u64;
        self.account(0);
        for &to in places {
            if let Some(lists) = &self.targets[to] {
                let (depth, states) = (lists.depth() + 1, lists.last().len() as u64);
                report(Report::Event(Phase::Backward { to }, Event::Layer { depth, states }));
            }
        }
        self.meter.check()?;
        let depth: u32 = self.targets.iter().flatten().map(Layers::depth).sum();
        Ok(depth > depth_before)
    }

    /// Solves the pairs of a start.
    fn solve(
        &mut self,
        forward: &mut Forward,
        report: &mut dyn FnMut(Report<'_>),
    ) -> Result<(), Stop> {
        self.answer_short(forward, report)?;
        loop {
            let (from, open) = (forward.from, forward.open.len());
            if open == 0 {
                return self.finish_paths(forward, report);
            }
            self.meter.check()?;
            let places = forward.open.clone();
            let deeper = self.worth_deepening(forward)
                && self.deepen(&places, 1, self.memory_plan.backward_deepened, report)?;
            if !deeper {
                let sets = self.next_layer(forward)?;
                self.account(forward.lists.sets().len());
                forward.depth += 1;
                self.meter.counts.expanded += sets;
                let layer = Event::Layer { depth: forward.depth, states: sets };
                report(Report::Event(Phase::Forward { from, open }, layer));
                if sets == 0 {
                    for to in std::mem::take(&mut forward.open) {
                        report(Report::Answer { from, to, answer: PairAnswer::Unsolvable });
                    }
                    continue;
                }
            }
            let meetings = self.meetings(forward);
            self.answer(forward, meetings, report)?;
            self.answer_exhausted(forward, report);
        }
    }

    /// Answers the pairs whose plans are no longer than the backward lists are deep.
    fn answer_short(
        &mut self,
        forward: &mut Forward,
        report: &mut dyn FnMut(Report<'_>),
    ) -> Result<(), Stop> {
        let from = forward.from;
        let start = self.batch.sets[from];
        let mut meetings = Vec::new();
        for to in std::mem::take(&mut forward.open) {
            let Some(lists) = &self.targets[to] else { continue };
            let meeting = (0..=lists.depth()).find_map(|depth| {
                let set = common(forward.lists.last(), lists.layer(depth))?;
                Some(Meeting::new(to, depth, forward.depth, set))
            });
            if self.batch.sets[to] == start {
                report(Report::Answer { from, to, answer: PairAnswer::Solved(Vec::new()) });
            } else if let Some(meeting) = meeting {
                forward.open.push(to);
                meetings.push(meeting);
            } else {
                forward.open.push(to);
            }
        }
        forward.is_compared = true;
        self.answer(forward, meetings, report)?;
        self.answer_exhausted(forward, report);
        Ok(())
    }

    /// Answers the open pairs of which all sets that lead to the target are
    /// known: the start has none of them, or they would have met.
    fn answer_exhausted(&self, forward: &mut Forward, report: &mut dyn FnMut(Report<'_>)) {
        let from = forward.from;
        forward.open.retain(|&to| {
            let exhausted = self.targets[to].as_ref().is_some_and(|lists| lists.last().is_empty());
            if exhausted {
                report(Report::Answer { from, to, answer: PairAnswer::Unsolvable });
            }
            !exhausted
        });
    }

    /// Whether deepening the backward lists of the open targets is cheaper than the next
    /// forward layer.
    fn worth_deepening(&self, forward: &Forward) -> bool {
        if !forward.is_dense {
            return false;
        }
        let lists = |to: &usize| self.targets[*to].as_ref();
        let choice = Choice {
            seconds_per_set: self.seconds_per_set,
            threads: self.threads,
            sets: self.targets.iter().flatten().map(|lists| lists.sets().len()).sum(),
            max: self.memory_plan.backward_all,
        };
        choice.is_for_lists(forward.open.iter().filter_map(lists), forward.took)
    }

    /// Updates the peak memory of the lists and the bits.
    fn account(&mut self, forward_sets: usize) {
        let backward: usize = self.targets.iter().flatten().map(|lists| lists.sets().len()).sum();
        let bits = if self.dense.is_some() { self.memory_plan.bytes_of_bits() } else { 0 };
        let bytes = bits + BYTES_LISTED * (backward + forward_sets) as u64;
        self.meter.counts.peak_bytes = self.meter.counts.peak_bytes.max(bytes);
    }

    /// Searches the next layer from a start. Returns its number of sets.
    fn next_layer(&mut self, forward: &mut Forward) -> Result<u64, Stop> {
        let stop = self.stops();
        if !forward.is_dense {
            let expected = forward.lists.sets().len() + forward.lists.expected() / 2;
            let fits = expected <= self.memory_plan.forward || self.memory_plan.planes.is_none();
            if fits {
                match forward.lists.grow(
                    &self.batch.board,
                    &mut forward.seen,
                    self.memory_plan.forward,
                    &stop,
                ) {
                    Grown::Layer => {
                        let sets = forward.lists.last().len() as u64;
                        self.meter.counts.generated += sets;
                        return Ok(sets);
                    }
                    Grown::Stopped => return Err(self.why_stopped()),
                    Grown::TooLarge => {}
                }
            }
            self.switch_to_bits(forward)?;
        }
        let began = Instant::now();
        let sets = self.dense_layer()?;
        forward.took = began.elapsed();
        Ok(sets)
    }

    /// Searches a bit-parallel layer.
    pub(super) fn dense_layer(&mut self) -> Result<u64, Stop> {
        let stop = self.stops();
        let Some(dense) = &mut self.dense else { return Err(Stop::Memory) };
        let Some(sets) = dense.layer(self.threads, &stop) else {
            return Err(self.why_stopped());
        };
        self.meter.counts.generated += sets;
        Ok(sets)
    }

    /// Switches from lists to bits.
    fn switch_to_bits(&mut self, forward: &mut Forward) -> Result<(), Stop> {
        let Some(planes) = self.memory_plan.planes else { return Err(Stop::Memory) };
        forward.seen = FxHashSet::default();
        if self.dense.is_none() {
            let coins = self.batch.sets[forward.from].count_ones() as usize - 1;
            let matrices = Matrices::new(Split::new(&self.batch.board), coins);
            let dense = Dense::new(Arc::new(matrices), planes, self.threads, self.instructions);
            self.dense = Some(dense.map_err(|_| Stop::Memory)?);
        }
        let (sets, depth, stop) = (forward.lists.sets(), forward.depth, self.stops());
        if let Some(dense) = &mut self.dense
            && !dense.start(sets, depth, None, self.threads, &stop)
        {
            return Err(self.why_stopped());
        }
        forward.is_dense = true;
        Ok(())
    }

    /// The proved lower bound of an open pair.
    fn bound(&self, forward: &Forward, to: usize) -> Cost {
        let sets = self.batch.sets;
        let misplaced = (sets[forward.from] & !sets[to]).count_ones();
        let depth = self.targets[to].as_ref().map_or(0, Layers::depth);
        let compared = if forward.is_compared { forward.depth + depth + 1 } else { 0 };
        misplaced.max(compared)
    }
}
