//! A part of a layer: all threads generate states into their buffers, then each inserts
//! those of its shards.

use crate::parallel;
use crate::search::Stop;
use crate::search::shared_meter::SharedMeter;

use super::buffer::ShardBuffer;
use super::expansion::{Expansion, Scratch};
use super::frontier::Frontier;
use super::label::Label;
use super::packed::{Filter, Hashed, PackedSpace, PackedState};
use super::shard::{Met, Shard};
use super::visited::Visited;

/// Below this number of states, starting a thread takes longer than the work.
const WORTH_THREADS: usize = 1 << 13;

/// The limits are checked once in this number of inserted states: a filter may take ten
/// microseconds for each.
const CHECK_EVERY: usize = 1 << 12;

/// The constants of a layer.
pub(super) struct Round<'a, W> {
    pub(super) space: &'a dyn PackedSpace<W>,
    pub(super) is_forward: bool,
    /// The label of the layer's states.
    pub(super) label: Label,
    /// The words that each worker's buffer has room for.
    pub(super) share: usize,
    pub(super) filter: Option<&'a dyn Filter<W>>,
    /// Whether a solved state ends the search, because there is no backward side.
    pub(super) looks_for_goal: bool,
    pub(super) meter: &'a SharedMeter,
}

/// What a thread works with.
pub(super) struct Worker<W: PackedState> {
    pub(super) buffer: ShardBuffer<W>,
    scratch: Scratch<W>,
}

/// The states that a round expands: pieces of a list, or shards of the set.
pub(super) enum Sources<'a, W: PackedState> {
    Pieces(&'a [Vec<W>]),
    Shards(&'a [Shard<W>], Label),
}

/// The result of inserting states.
pub(super) struct Inserted<W> {
    pub(super) fresh: Frontier<W>,
    /// The least state that both sides reached, or a goal.
    pub(super) meeting: Option<W>,
}

impl<W: PackedState> Worker<W> {
    pub(super) fn new() -> Self {
        Worker { buffer: ShardBuffer::new(), scratch: Scratch::new() }
    }
}

impl<W: PackedState> Sources<'_, W> {
    fn len(&self) -> usize {
        match self {
            Sources::Pieces(pieces) => pieces.len(),
            Sources::Shards(shards, _) => shards.len(),
        }
    }
}

impl<W: PackedState> Round<'_, W> {
    /// Expands states, on one thread for each worker.
    pub(super) fn generate(
        &self,
        sources: &Sources<'_, W>,
        states: usize,
        workers: &mut [Worker<W>],
    ) -> Result<(), Stop> {
        let threads = if states < WORTH_THREADS { 1 } else { workers.len() };
        let work = |(nth, worker): (usize, &mut Worker<W>)| {
            worker.buffer.make_room(self.share, self.meter)?;
            let mut found = Vec::new();
            // Every thread always gets the same states, so that the plan is the same.
            for i in (nth..sources.len()).step_by(threads) {
                match sources {
                    Sources::Pieces(pieces) => self.expand(&pieces[i], worker)?,
                    Sources::Shards(shards, label) => {
                        // A shard is small: at most one in 512 of all states.
                        found.clear();
                        shards[i].collect_labelled(*label, &mut found);
                        self.expand(&found, worker)?;
                    }
                }
            }
            Ok(())
        };
        let workers = workers[..threads].iter_mut().enumerate();
        parallel::map(workers, work).into_iter().collect()
    }

    fn expand(&self, states: &[W], worker: &mut Worker<W>) -> Result<(), Stop> {
        let Round { space, is_forward, meter, .. } = *self;
        let expansion = Expansion { space, is_forward, meter };
        let buffer = &mut worker.buffer;
        expansion.expand(states, &mut worker.scratch, &mut |words| buffer.extend(words, meter))
    }

    /// Inserts what all threads have generated.
    pub(super) fn insert(
        &self,
        visited: &mut Visited<W>,
        states: usize,
        is_listed: bool,
        workers: &mut [Worker<W>],
    ) -> Result<Inserted<W>, Stop> {
        let threads = if states < WORTH_THREADS { 1 } else { workers.len() };
        let mut owned: Vec<Vec<_>> = std::iter::repeat_with(Vec::new).take(threads).collect();
        for (i, shard) in visited.shards.iter_mut().enumerate() {
            owned[i % threads].push((i, shard));
        }
        let sent = &*workers;
        let results = parallel::map(owned, |shards| {
            let mut found = Inserted::none(is_listed, self.meter);
            let mut unchecked = 0;
            for (i, shard) in shards {
                shard.warm_up(sent.iter().map(|worker| worker.buffer.len(i)).sum());
                for words in sent.iter().flat_map(|worker| worker.buffer.blocks(i)) {
                    unchecked += words.len();
                    if unchecked >= CHECK_EVERY {
                        self.meter.check_stop()?;
                        unchecked = 0;
                    }
                    shard.insert_all(words, self.label, self.meter, |word, met| {
                        self.sort_out(word, met, &mut found)
                    })?;
                }
            }
            Ok(found)
        });
        let mut all = Inserted::none(is_listed, self.meter);
        for found in results {
            let found = found?;
            all.fresh.append(found.fresh, self.meter);
            all.meeting = least(all.meeting, found.meeting);
        }
        for worker in workers {
            worker.buffer.clear();
        }
        Ok(all)
    }

    #[expect(clippy::inline_always, reason = "it is small, and is called for each state")]
    #[inline(always)]
    fn sort_out(
        &self,
        state: Hashed<W>,
        met: Met<'_>,
        found: &mut Inserted<W>,
    ) -> Result<(), Stop> {
        let is_meeting = match met {
            Met::New(slot) => {
                let word = state.word();
                // A state that fails is kept to be known again, but not expanded.
                if self.filter.is_none_or(|filter| filter.admits(word)) {
                    found.fresh.push(word, self.meter)?;
                } else {
                    slot.relabel(self.label.dropped());
                }
                self.looks_for_goal && self.space.is_goal(word)
            }
            Met::Known(label) => label.is_forward() != self.is_forward,
        };
        if is_meeting {
            found.meeting = least(found.meeting, Some(state.word()));
        }
        Ok(())
    }
}

impl<W: PackedState> Inserted<W> {
    fn none(is_listed: bool, meter: &SharedMeter) -> Self {
        let mut fresh = Frontier::new();
        if !is_listed {
            fresh.forget(meter);
        }
        Inserted { fresh, meeting: None }
    }
}

fn least<W: Ord>(a: Option<W>, b: Option<W>) -> Option<W> {
    a.into_iter().chain(b).min()
}
