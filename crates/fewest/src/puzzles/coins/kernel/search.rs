//! A survey from start to start.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use super::addresses::Addresses;
use super::choice::Choice;
use super::dense::Dense;
use super::dispatch::Instructions;
use super::layers::{Grown, Layers, Way, common};
use super::matrices::Matrices;
use super::means::{BYTES_LISTED, Means};
use super::split::Split;
use super::steps::{before_drop, hops, lifted};
use super::threads::parallel;
use super::walk::{DeadEnds, through_epochs, through_layers};
use crate::puzzles::coins::board::Board;
use crate::puzzles::coins::rules::Coins;
use crate::puzzles::coins::survey::{News, PairAnswer, Survey, Surveyed};
use crate::search::{Budget, Meter, Plan, Stop};
use crate::space::Cost;

/// A survey at work.
pub(super) struct Search<'a> {
    survey: &'a Survey<'a>,
    means: Means,
    instructions: Instructions,
    threads: usize,
    budget: &'a Budget,
    deadline: Option<Instant>,
    meter: Meter,
    /// By place in the survey: backward from the targets.
    targets: Vec<Option<Layers>>,
    /// By place in the survey: where the bits of the target's last layer are.
    addresses: Vec<Addresses>,
    dense: Option<Dense>,
    answered: usize,
    bounds: Vec<((usize, usize), Cost)>,
    /// How long a set in a backward list took, in seconds.
    seconds_a_set: f64,
}

/// Forward from one start.
struct Forward {
    from: usize,
    open: Vec<usize>,
    lists: Layers,
    seen: FxHashSet<u64>,
    /// The last complete level.
    level: u32,
    /// Whether the levels after the lists are in the bits.
    is_dense: bool,
    /// How long the last bit-parallel level took.
    took: Duration,
    /// By thread.
    dead_ends: Vec<DeadEnds>,
}

/// Where a start's sets and a target's meet.
struct Meeting {
    to: usize,
    set: u64,
    depth: u32,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        survey: &'a Survey<'a>,
        budget: &'a Budget,
        means: Means,
        instructions: Instructions,
    ) -> Self {
        Search {
            survey,
            means,
            instructions,
            threads: budget.threads.max(1),
            budget,
            deadline: budget.time.and_then(|time| Instant::now().checked_add(time)),
            meter: Meter::start(budget),
            targets: survey.sets.iter().map(|_| None).collect(),
            addresses: vec![Addresses::default(); survey.sets.len()],
            dense: None,
            answered: 0,
            bounds: Vec::new(),
            seconds_a_set: 1e-6,
        }
    }

    pub(super) fn run(mut self, news: &mut dyn FnMut(News<'_>)) -> Surveyed {
        self.tell_plan(news);
        let mut stop = self.backward(news).err();
        let mut pairs = self.survey.pairs.to_vec();
        pairs.sort_by_key(|&(from, _)| from);
        for pairs in pairs.chunk_by(|a, b| a.0 == b.0) {
            let mut forward = self.start(pairs);
            if stop.is_none() {
                stop = self.solve(&mut forward, news).err();
            }
            self.answered += pairs.len() - forward.open.len();
            for &to in &forward.open {
                let bound = self.bound(&forward, to);
                self.bounds.push(((forward.from, to), bound));
            }
        }
        Surveyed {
            answered: self.answered,
            stop: stop.unwrap_or(Stop::Done),
            counts: self.meter.finish(),
            bounds: self.bounds,
        }
    }

    fn tell_plan(&mut self, news: &mut dyn FnMut(News<'_>)) {
        let mib = |bytes: u64| bytes.div_ceil(1 << 20);
        let method = match self.means.planes {
            Some(planes) => format!(
                "bit-parallel levels with {planes} planes of epochs, lists of up to {} sets",
                self.means.forward.max(self.means.backward)
            ),
            None if self.means.forward as u64 >= self.means.dense_bytes => {
                "lists of all sets".into()
            }
            None => format!(
                "lists of up to {} sets; with a memory of {} MiB there would be a bit for each set",
                self.means.forward.max(self.means.backward),
                mib(self.means.bytes_for_bits)
            ),
        };
        news(News::Plan { method: &method, memory: self.means.bytes });
    }

    fn start(&self, pairs: &[(usize, usize)]) -> Forward {
        let from = pairs[0].0;
        let lists = Layers::new(Way::Forward, lifted(self.survey.sets[from]));
        Forward {
            from,
            open: pairs.iter().map(|&(_, to)| to).collect(),
            seen: lists.seen(),
            lists,
            level: 0,
            is_dense: false,
            took: Duration::ZERO,
            dead_ends: (0..self.threads).map(|_| DeadEnds::default()).collect(),
        }
    }

    /// Whether it is time to stop, for loops on any thread.
    fn stops(&self) -> impl Fn() -> bool + Sync + use<> {
        let (cancel, deadline) = (self.budget.cancel.clone(), self.deadline);
        move || cancel.is_cancelled() || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Makes the first backward lists of all targets.
    fn backward(&mut self, news: &mut dyn FnMut(News<'_>)) -> Result<(), Stop> {
        let mut places: Vec<usize> = self.survey.pairs.iter().map(|&(_, to)| to).collect();
        places.sort_unstable();
        places.dedup();
        for &to in &places {
            let first = before_drop(&self.survey.board, self.survey.sets[to]);
            self.targets[to] = Some(Layers::new(Way::Backward, first));
        }
        let most = self.means.backward;
        self.deepen(&places, usize::MAX, most, news).map(|_| ())
    }

    /// Makes the backward lists of some targets deeper by so many layers, as
    /// long as they have at most `most` sets. Says whether any did.
    fn deepen(
        &mut self,
        places: &[usize],
        layers: usize,
        most: usize,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<bool, Stop> {
        let stop = self.stops();
        let began = Instant::now();
        let sets = |targets: &[Option<Layers>]| {
            targets.iter().flatten().map(|lists| lists.sets().len()).sum::<usize>()
        };
        let before = sets(&self.targets);
        let depth_before: u32 = self.targets.iter().flatten().map(Layers::depth).sum();
        let board = self.survey.board;
        let wanted = self.targets.iter_mut().enumerate().filter(|(to, _)| places.contains(to));
        let mut lists: Vec<&mut Layers> = wanted.filter_map(|(_, lists)| lists.as_mut()).collect();
        // The largest first, so that no thread is left with it at the end.
        lists.sort_by_key(|lists| std::cmp::Reverse(lists.last().len()));
        parallel(&mut vec![(); self.threads], lists, |lists, ()| {
            let mut seen = lists.seen();
            for _ in 0..layers {
                let expected = lists.sets().len() + lists.expected() / 2;
                let goes_on = !lists.last().is_empty() && expected <= most;
                if !goes_on || lists.grow(&board, &mut seen, most, &stop) != Grown::Layer {
                    break;
                }
            }
        });
        let made = sets(&self.targets) - before;
        if made > 100_000 {
            self.seconds_a_set = began.elapsed().as_secs_f64() * self.threads as f64 / made as f64;
        }
        self.meter.counts.generated += made as u64;
        self.meter.counts.stored += made as u64;
        self.account(0);
        for &to in places {
            if let Some(lists) = &self.targets[to] {
                news(News::Backward {
                    to,
                    depth: lists.depth() + 1,
                    sets: lists.last().len() as u64,
                });
            }
        }
        self.meter.check()?;
        let depth: u32 = self.targets.iter().flatten().map(Layers::depth).sum();
        Ok(depth > depth_before)
    }

    /// Solves the pairs of a start.
    fn solve(&mut self, forward: &mut Forward, news: &mut dyn FnMut(News<'_>)) -> Result<(), Stop> {
        self.answer_short(forward, news)?;
        loop {
            let (from, level, open) = (forward.from, forward.level, forward.open.len());
            if open == 0 {
                return Ok(());
            }
            self.meter.check()?;
            let places = forward.open.clone();
            let deeper = self.worth_deepening(forward)
                && self.deepen(&places, 1, self.means.backward_deepened, news)?;
            if !deeper {
                let sets = self.next_level(forward)?;
                self.account(forward.lists.sets().len());
                forward.level += 1;
                self.meter.counts.expanded += sets;
                news(News::Level { from, level: level + 1, sets, open });
                if sets == 0 {
                    for to in std::mem::take(&mut forward.open) {
                        news(News::Answer { from, to, answer: PairAnswer::Unsolvable });
                    }
                    return Ok(());
                }
            }
            let meetings = self.meetings(forward);
            self.answer(forward, &meetings, news)?;
            self.answer_exhausted(forward, news);
        }
    }

    /// Answers the pairs that are no longer than the backward lists are deep.
    fn answer_short(
        &mut self,
        forward: &mut Forward,
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<(), Stop> {
        let from = forward.from;
        let start = self.survey.sets[from];
        let mut meetings = Vec::new();
        for to in std::mem::take(&mut forward.open) {
            let Some(lists) = &self.targets[to] else { continue };
            let meeting = (0..=lists.depth()).find_map(|depth| {
                let set = common(forward.lists.last(), lists.layer(depth))?;
                Some(Meeting { to, set, depth })
            });
            if self.survey.sets[to] == start {
                news(News::Answer { from, to, answer: PairAnswer::Solved(Vec::new()) });
            } else if let Some(meeting) = meeting {
                forward.open.push(to);
                meetings.push(meeting);
            } else {
                forward.open.push(to);
            }
        }
        self.answer(forward, &meetings, news)?;
        self.answer_exhausted(forward, news);
        Ok(())
    }

    /// Answers the open pairs of which all sets that lead to the target are
    /// known: the start has none of them, or they would have met.
    fn answer_exhausted(&self, forward: &mut Forward, news: &mut dyn FnMut(News<'_>)) {
        let from = forward.from;
        forward.open.retain(|&to| {
            let exhausted = self.targets[to].as_ref().is_some_and(|lists| lists.last().is_empty());
            if exhausted {
                news(News::Answer { from, to, answer: PairAnswer::Unsolvable });
            }
            !exhausted
        });
    }

    /// Whether the backward lists of the open targets are cheaper to deepen
    /// than the next level is.
    fn worth_deepening(&self, forward: &Forward) -> bool {
        if !forward.is_dense {
            return false;
        }
        let lists = |to: &usize| self.targets[*to].as_ref();
        let choice = Choice {
            seconds_a_set: self.seconds_a_set,
            threads: self.threads,
            sets: self.targets.iter().flatten().map(|lists| lists.sets().len()).sum(),
            most: self.means.backward_all,
        };
        choice.is_for_lists(forward.open.iter().filter_map(lists), forward.took)
    }

    /// Notes what the lists and the bits take now.
    fn account(&mut self, forward_sets: usize) {
        let backward: usize = self.targets.iter().flatten().map(|lists| lists.sets().len()).sum();
        let bits = if self.dense.is_some() { self.means.bytes_of_bits() } else { 0 };
        let bytes = bits + BYTES_LISTED * (backward + forward_sets) as u64;
        self.meter.counts.peak_bytes = self.meter.counts.peak_bytes.max(bytes);
    }

    /// Goes a level further from a start, and gives its number of sets.
    fn next_level(&mut self, forward: &mut Forward) -> Result<u64, Stop> {
        let stop = self.stops();
        if !forward.is_dense {
            let expected = forward.lists.sets().len() + forward.lists.expected() / 2;
            let fits = expected <= self.means.forward || self.means.planes.is_none();
            if fits {
                match forward.lists.grow(
                    &self.survey.board,
                    &mut forward.seen,
                    self.means.forward,
                    &stop,
                ) {
                    Grown::Layer => {
                        let sets = forward.lists.last().len() as u64;
                        self.meter.counts.generated += sets;
                        return Ok(sets);
                    }
                    Grown::Stopped => {
                        return self.meter.check().map(|()| 0).and(Err(Stop::Cancelled));
                    }
                    Grown::TooLarge => {}
                }
            }
            self.go_dense(forward)?;
        }
        let began = Instant::now();
        let Some(dense) = &mut self.dense else { return Err(Stop::Memory) };
        let Some(sets) = dense.level(self.threads, &stop) else {
            return self.meter.check().map(|()| 0).and(Err(Stop::Cancelled));
        };
        forward.took = began.elapsed();
        self.meter.counts.generated += sets;
        Ok(sets)
    }

    /// From lists to bits.
    fn go_dense(&mut self, forward: &mut Forward) -> Result<(), Stop> {
        let Some(planes) = self.means.planes else { return Err(Stop::Memory) };
        forward.seen = FxHashSet::default();
        if self.dense.is_none() {
            let coins = self.survey.sets[forward.from].count_ones() as usize - 1;
            let matrices = Matrices::new(Split::new(&self.survey.board), coins);
            let dense = Dense::new(Arc::new(matrices), planes, self.threads, self.instructions);
            self.dense = Some(dense.map_err(|_| Stop::Memory)?);
        }
        if let Some(dense) = &mut self.dense {
            dense.start(forward.lists.sets(), forward.level, self.threads);
        }
        forward.is_dense = true;
        Ok(())
    }

    /// Where the sets so far meet the last layers of the open targets.
    fn meetings(&mut self, forward: &Forward) -> Vec<Meeting> {
        let (dense, targets) = (self.dense.as_ref().filter(|_| forward.is_dense), &self.targets);
        let open =
            self.addresses.iter_mut().enumerate().filter(|(to, _)| forward.open.contains(to));
        let mut meetings: Vec<Option<Meeting>> = forward.open.iter().map(|_| None).collect();
        let work = open.zip(&mut meetings).collect();
        parallel(&mut vec![(); self.threads], work, |((to, addresses), meeting), ()| {
            let Some(lists) = &targets[to] else { return };
            let set = match dense {
                Some(dense) => addresses.meet(lists, dense),
                None => common(forward.lists.last(), lists.last()),
            };
            *meeting = set.map(|set| Meeting { to, set, depth: lists.depth() });
        });
        meetings.into_iter().flatten().collect()
    }

    /// Answers the pairs whose sets have met.
    fn answer(
        &mut self,
        forward: &mut Forward,
        meetings: &[Meeting],
        news: &mut dyn FnMut(News<'_>),
    ) -> Result<(), Stop> {
        let from = forward.from;
        let mut dead_ends = std::mem::take(&mut forward.dead_ends);
        let mut ways: Vec<Option<Vec<u64>>> = meetings.iter().map(|_| None).collect();
        let work = meetings.iter().zip(&mut ways).collect();
        parallel(&mut dead_ends, work, |(meeting, way), dead_ends| {
            *way = self.way(forward, meeting, dead_ends);
        });
        forward.dead_ends = dead_ends;
        for (meeting, way) in meetings.iter().zip(ways) {
            let to = meeting.to;
            let (start, target) = (self.survey.sets[from], self.survey.sets[to]);
            let moves = hops(start, &way.ok_or(Stop::Contradiction)?, target);
            let plan = Plan::replay(&Coins::new(self.survey.board, target), &start, moves);
            let plan = plan.map_err(|_| Stop::Contradiction)?;
            forward.open.retain(|&open| open != to);
            news(News::Answer { from, to, answer: PairAnswer::Solved(plan.moves().to_vec()) });
        }
        Ok(())
    }

    /// All sets of a shortest way.
    fn way(
        &self,
        forward: &Forward,
        meeting: &Meeting,
        dead_ends: &mut DeadEnds,
    ) -> Option<Vec<u64>> {
        let board: &Board = &self.survey.board;
        let lists = self.targets[meeting.to].as_ref()?;
        let mut way = vec![meeting.set];
        if forward.is_dense {
            way.extend(through_epochs(
                board,
                self.dense.as_ref()?,
                &forward.lists,
                forward.level,
                meeting.set,
                dead_ends,
            )?);
        }
        let last = *way.last()?;
        way.extend(through_layers(board, &forward.lists, forward.lists.depth(), last, false)?);
        way.reverse();
        way.extend(through_layers(board, lists, meeting.depth, meeting.set, true)?);
        Some(way)
    }

    /// The fewest moves that an open pair needs, as far as is known.
    fn bound(&self, forward: &Forward, to: usize) -> Cost {
        let sets = self.survey.sets;
        let misplaced = (sets[forward.from] & !sets[to]).count_ones();
        let depth = self.targets[to].as_ref().map_or(0, Layers::depth);
        misplaced.max(forward.level + depth + 1)
    }
}
