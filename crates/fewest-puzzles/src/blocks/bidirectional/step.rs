//! A part of a layer at a time: all threads generate states, then insert them.

use std::sync::Mutex;

use super::super::expand::{Inserted, Layer, ShardBuffer};
use super::super::word::Word;
use super::Bidirectional;
use fewest::parallel;
use fewest::search::Stop;

/// The minimum and maximum number of states generated before they are inserted. In
/// between it is half of the set: a shard fits into a cache, and each shard then gets
/// enough lookups in a row that its cache misses don't matter.
const GENERATED: [usize; 2] = [1 << 15, 1 << 24];

/// Below this number of states, starting a thread takes longer than the work.
const WORTH_THREADS: usize = 1 << 13;

impl<W: Word> Bidirectional<'_, W> {
    /// Expands some states of a layer.
    pub(super) fn expand(&mut self, layer: &Layer<'_, W>, states: &[W]) -> Result<Option<W>, Stop> {
        let threads = if states.len() < WORTH_THREADS { 1 } else { self.threads };
        let share = states.len().div_ceil(threads).max(1);
        let mut rest: Vec<&[W]> = states.chunks(share).collect();
        let [least, greatest] = GENERATED;
        let words = self.meter.free_bytes() as usize / (8 * size_of::<W>());
        let most = (self.visited.len() / 2).min(words).clamp(least, greatest) / self.threads;
        loop {
            self.meter.check()?;
            self.generate(layer, &mut rest, most)?;
            if rest.iter().all(|slice| slice.is_empty()) {
                return Ok(None);
            }
            if let Some(meeting) = self.flush(layer)? {
                return Ok(Some(meeting));
            }
        }
    }

    /// Inserts the generated states.
    pub(super) fn flush(&mut self, layer: &Layer<'_, W>) -> Result<Option<W>, Stop> {
        self.account_for_buffers()?;
        // All of it could be new.
        let words: usize = self.buffers.iter().map(ShardBuffer::len).sum();
        self.meter.take(words * size_of::<W>())?;
        let Inserted { fresh, meeting } = self.insert(layer)?;
        for buffer in &mut self.buffers {
            buffer.clear();
        }
        let side = &mut self.sides[usize::from(layer.is_forward)];
        side.next.extend(&fresh, &mut self.meter)?;
        self.meter.give_back(words * size_of::<W>());
        self.meter.counts.stored = self.visited.len() as u64;
        Ok(meeting)
    }

    /// Each thread expands states of its share, which shrinks by them.
    fn generate(
        &mut self,
        layer: &Layer<'_, W>,
        rest: &mut [&[W]],
        most: usize,
    ) -> Result<(), Stop> {
        let work = |states: &mut &[W], buffer: &mut ShardBuffer<W>| {
            let before = buffer.generated;
            let done = layer.generate(states, most, buffer)?;
            *states = &states[done..];
            Ok((done as u64, (buffer.generated - before) as u64))
        };
        let shares = rest.iter_mut().zip(&mut self.buffers);
        let counts = &mut self.meter.counts;
        for done in parallel::map(shares, |(states, buffer)| work(states, buffer)) {
            let (expanded, generated) = done?;
            counts.expanded += expanded;
            counts.generated += generated;
        }
        Ok(())
    }

    fn account_for_buffers(&mut self) -> Result<(), Stop> {
        let bytes = self.buffers.iter().map(ShardBuffer::bytes).sum::<usize>();
        if bytes > self.buffer_bytes {
            self.meter.take(bytes - self.buffer_bytes)?;
            self.buffer_bytes = bytes;
        }
        Ok(())
    }

    fn insert(&mut self, layer: &Layer<'_, W>) -> Result<Inserted<W>, Stop> {
        let (threads, buffers) = (self.threads, &self.buffers);
        let meter = &Mutex::new(&mut self.meter);
        let words: usize = buffers.iter().map(ShardBuffer::len).sum();
        if threads == 1 || words < WORTH_THREADS {
            return layer.insert(self.visited.shards.iter_mut().enumerate(), buffers, meter);
        }
        let mut owned: Vec<Vec<_>> = std::iter::repeat_with(Vec::new).take(threads).collect();
        for (i, shard) in self.visited.shards.iter_mut().enumerate() {
            owned[i % threads].push((i, shard));
        }
        let parts = parallel::map(owned, |shards| layer.insert(shards.into_iter(), buffers, meter));
        let none = Ok(Inserted { fresh: Vec::new(), meeting: None });
        parts.into_iter().reduce(|a, b| Ok(a?.and(b?))).unwrap_or(none)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blocks::bound_filter::BoundFilter;
    use crate::blocks::visited::Label;
    use crate::blocks::{Blocks, Level};
    use fewest::search::Budget;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// A lost state could have led to a shorter plan, so a worker's panic must not end
    /// in an answer.
    #[test]
    fn a_worker_that_panics_ends_the_search_with_its_panic() {
        let level = Level::parse("o . . o\n. # . .\n. . x x\n").unwrap();
        let (space, start) = Blocks::<u64>::of(&level);
        let states = vec![start; 2 * WORTH_THREADS];
        let budget = Budget { threads: 2, ..Budget::default() };
        let run = |filter: &BoundFilter<u64>, second: Option<ShardBuffer<u64>>| {
            let mut search = Bidirectional::new(&space, start, &budget);
            if let Some(buffer) = second {
                search.buffers[1] = buffer;
            }
            let layer = Layer {
                space: &space,
                start,
                is_forward: true,
                label: Label::new(true, 1),
                filter,
                looks_for_goal: false,
                keeps_all: false,
            };
            catch_unwind(AssertUnwindSafe(|| search.expand(&layer, &states))).is_err()
        };
        assert!(!run(&BoundFilter::open(), None));
        // No room for any shard, in the second thread.
        let mut without_room = ShardBuffer::new();
        without_room.shards.clear();
        assert!(run(&BoundFilter::open(), Some(without_room)));
        // No masks for most cells, in the threads that fill the set.
        assert!(run(&BoundFilter::broken(), None));
    }
}
