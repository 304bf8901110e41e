//! A part of the set of visited states, filled by one thread at a time.
//!
//! A shard is a table of buckets with linear probing. A state's number, which is its hash
//! without the bits that choose the shard, divided by the span of a bucket is the state's home.
//! Only the number's distance from the first one of the bucket that the state is in is stored.
//! Numbers are in order, which two facts rest on: a shard grows from its first bucket to its
//! last, into pages that it has just emptied, and it grows by a sixth at little cost, so that
//! its memory is never half empty.

use crate::search::Stop;
use crate::search::shared_meter::SharedMeter;
use crate::search::store::prefetch;

use super::bucket::{Bucket, Slot, WAYS};
use super::buffer::MAX_BLOCK;
use super::label::Label;
use super::packed::{Hashed, PackedState};
use super::visited::{NUMBER_BITS, SHARDS};

/// The number of states that the shard makes room for at a time.
const BATCH: usize = MAX_BLOCK;

/// A bucket is asked for this many states before it is searched, so that the processor
/// overlaps the cache misses.
const AHEAD: usize = 32;

/// A shard is read as a whole before it is searched, if at least one bucket in this
/// number will be.
const WARM_PART: usize = 3;

/// A shard is allocated this many buckets at a time, so growing leaves no holes in the
/// memory.
const PAGE: usize = 256;

/// How full a shard gets and how it grows: where memory is scarce, it takes little more than
/// its states at the cost of time.
#[derive(Clone, Copy)]
struct Growth {
    /// At most this number of 16 slots is used. The fuller, the longer are the runs of full
    /// buckets.
    load: usize,
    /// It grows by at least one bucket in this number.
    part: usize,
}

const ROOMY: Growth = Growth { load: 14, part: 3 };
const SCARCE: Growth = Growth { load: 15, part: 6 };

/// Shards of fewer buckets grow by half.
const SMALL: usize = 32;

const ALL_NUMBERS: u64 = 1 << NUMBER_BITS;

type Page<W> = Box<[Bucket<<W as PackedState>::Rest>]>;

/// The result of inserting a state.
#[derive(Debug)]
pub(super) enum Met<'a> {
    /// It was not there. Its label can still be changed.
    New(Slot<'a>),
    Known(Label),
}

/// The shard.
pub(super) struct Shard<W: PackedState> {
    /// Which one it is: the upper bits of the hashes of its states.
    index: usize,
    /// Buckets in pages of [`PAGE`]; the last one may be shorter.
    pages: Vec<Page<W>>,
    buckets: usize,
    /// How many numbers have the same home.
    span: u64,
    /// The first number of the last bucket. A key is the number's distance from the first
    /// one of its bucket, which this makes positive: a bucket has states of any home. It has
    /// one bit more than a number.
    last: u64,
    used: usize,
}

/// Where a state is looked for: a bucket, and the key that it has there.
#[derive(Clone, Copy)]
struct Probe {
    bucket: usize,
    key: u64,
}

impl<W: PackedState> Shard<W> {
    pub(super) fn new(index: usize) -> Self {
        Shard { index, pages: Vec::new(), buckets: 0, span: 0, last: 0, used: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// The home of a state, or the bucket after it.
    #[inline]
    fn about(&self, hash: u64) -> u64 {
        // The product's upper half, so that any number of buckets works (Lemire 2019).
        let number = hash << (64 - NUMBER_BITS);
        ((u128::from(number) * self.buckets as u128) >> 64) as u64
    }

    #[inline]
    fn probe(&self, hash: u64, about: u64) -> Probe {
        let number = hash & (ALL_NUMBERS - 1);
        let (mut bucket, mut first) = (about, about * self.span);
        // Rare: the span is rounded up, the other one is not.
        if first > number {
            (bucket, first) = (bucket - 1, first - self.span);
        }
        Probe { bucket: bucket as usize, key: number - first + self.last + 1 }
    }

    #[inline]
    fn next(&self, Probe { bucket, key }: Probe) -> Probe {
        if bucket + 1 == self.buckets {
            Probe { bucket: 0, key: key + self.last }
        } else {
            Probe { bucket: bucket + 1, key: key - self.span }
        }
    }

    /// A state by its key in a bucket.
    #[inline]
    fn state(&self, at: usize, key: u64, rest: W::Rest) -> Hashed<W> {
        let number = at as u64 * self.span + key - self.last - 1;
        Hashed { hash: (self.index as u64) << NUMBER_BITS | number, rest }
    }

    #[inline]
    fn bucket(&self, at: usize) -> &Bucket<W::Rest> {
        &self.pages[at / PAGE][at % PAGE]
    }

    /// The shard must have a free place.
    #[inline]
    fn insert_at(&mut self, mut probe: Probe, rest: W::Rest, label: Label) -> Met<'_> {
        loop {
            match self.bucket(probe.bucket).find(probe.key, rest) {
                Ok(Some(label)) => return Met::Known(label),
                Ok(None) => break,
                Err(()) => probe = self.next(probe),
            }
        }
        self.used += 1;
        let bucket = &mut self.pages[probe.bucket / PAGE][probe.bucket % PAGE];
        match bucket.put(bucket.len(), probe.key, rest, label) {
            Some(slot) => Met::New(slot),
            None => Met::Known(label),
        }
    }

    /// The label of a state. The shard must have a free place.
    #[inline]
    fn find_at(&self, mut probe: Probe, rest: W::Rest) -> Option<Label> {
        loop {
            match self.bucket(probe.bucket).find(probe.key, rest) {
                Ok(found) => return found,
                Err(()) => probe = self.next(probe),
            }
        }
    }

    /// Inserts one state. The shard must have room for it.
    #[inline]
    pub(super) fn insert(&mut self, word: Hashed<W>, label: Label) -> Met<'_> {
        self.insert_at(self.probe(word.hash, self.about(word.hash)), word.rest, label)
    }

    /// Inserts states in batches with overlapped cache misses. Calls `show` with the
    /// result of each.
    #[inline]
    pub(super) fn insert_all(
        &mut self,
        words: &[Hashed<W>],
        label: Label,
        meter: &SharedMeter,
        mut show: impl FnMut(Hashed<W>, Met<'_>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for batch in words.chunks(BATCH) {
            self.make_room(batch.len(), meter.is_scarce(), |bytes| meter.reserve(bytes))?;
            let mut homes = [0; AHEAD];
            for (home, word) in homes.iter_mut().zip(batch) {
                *home = self.about(word.hash);
                prefetch(self.bucket(*home as usize));
            }
            for (i, &word) in batch.iter().enumerate() {
                let home = homes[i % AHEAD];
                if let Some(later) = batch.get(i + AHEAD) {
                    let later = self.about(later.hash);
                    prefetch(self.bucket(later as usize));
                    homes[i % AHEAD] = later;
                }
                let met = self.insert_at(self.probe(word.hash, home), word.rest, label);
                show(word, met)?;
            }
        }
        Ok(())
    }

    /// Brings the shard into the cache, if the number of look-ups is worth it: in order, that
    /// is quicker than bucket by bucket.
    pub(super) fn warm_up(&self, look_ups: usize) {
        if look_ups * WARM_PART >= self.buckets {
            self.pages.iter().flatten().for_each(prefetch);
        }
    }

    /// Begins to bring a state's bucket into the cache.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        if self.buckets > 0 {
            prefetch(self.bucket(self.about(hash) as usize));
        }
    }

    #[inline]
    pub(super) fn find(&self, word: Hashed<W>) -> Option<Label> {
        if self.buckets == 0 {
            return None;
        }
        self.find_at(self.probe(word.hash, self.about(word.hash)), word.rest)
    }

    /// Appends the states with a label.
    pub(super) fn collect_labelled(&self, label: Label, out: &mut Vec<W>) {
        for (nth, page) in self.pages.iter().enumerate() {
            for (i, bucket) in page.iter().enumerate() {
                if bucket.may_have(label) {
                    let labelled = bucket.iter().filter(|&(_, _, stored)| stored == label);
                    let states =
                        labelled.map(|(key, rest, _)| self.state(nth * PAGE + i, key, rest));
                    out.extend(states.map(Hashed::word));
                }
            }
        }
    }

    /// The number of buckets to grow to before `more` states are inserted, if any.
    #[inline]
    fn wanted(&self, more: usize, growth: Growth) -> Option<usize> {
        let least = (self.used + more) * 16 / (WAYS * growth.load) + 1;
        if least <= self.buckets {
            return None;
        }
        let step = self.buckets / if self.buckets < SMALL { 2 } else { growth.part };
        let buckets = least.max(self.buckets + step);
        // Once, each by another amount, so that they will not all grow at the same time.
        let is_first = self.buckets < SMALL && buckets >= SMALL;
        Some(buckets + if is_first { buckets / growth.part * self.index / SHARDS } else { 0 })
    }

    /// Makes room for `more` states with the memory that `reserve` grants.
    #[inline]
    pub(super) fn make_room(
        &mut self,
        more: usize,
        is_scarce: bool,
        reserve: impl FnOnce(usize) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        if let Some(buckets) = self.wanted(more, if is_scarce { SCARCE } else { ROOMY }) {
            reserve((buckets - self.buckets) * size_of::<Bucket<W::Rest>>())?;
            self.grow(buckets);
        }
        Ok(())
    }

    /// Grows to a number of buckets. Only a page is there twice meanwhile.
    #[cold]
    fn grow(&mut self, buckets: usize) {
        let span = ALL_NUMBERS.div_ceil(buckets as u64);
        let last = (buckets as u64 - 1) * span;
        let number = buckets.div_ceil(PAGE);
        let grown = Shard { pages: Vec::with_capacity(number), buckets, span, last, ..*self };
        let mut old = std::mem::replace(self, grown);
        let mut filling = Filling { emptied: Vec::new(), used: vec![0; buckets] };
        let mut later = Vec::new();
        for (nth, mut page) in std::mem::take(&mut old.pages).into_iter().enumerate() {
            for (i, bucket) in page.iter().enumerate() {
                let at = nth * PAGE + i;
                for (key, rest, label) in bucket.iter() {
                    let state = old.state(at, key, rest);
                    // Rare: it was in the first buckets because the last ones were full.
                    let is_first = key > old.last + old.span;
                    if is_first || !self.append(state, label, &mut filling) {
                        later.push((state, label));
                    }
                }
            }
            page.fill(Bucket::empty());
            filling.emptied.push(page);
        }
        while self.pages.len() < number {
            self.add_page(&mut filling);
        }
        self.used = old.used - later.len();
        for (state, label) in later {
            self.insert(state, label);
        }
    }

    /// Stores a state that is not there, unless all places up to the last one are used.
    #[inline]
    fn append(&mut self, state: Hashed<W>, label: Label, filling: &mut Filling<W>) -> bool {
        let mut probe = self.probe(state.hash, self.about(state.hash));
        while let Some(used) = filling.used.get_mut(probe.bucket) {
            let way = usize::from(*used);
            if way < WAYS {
                *used += 1;
                while self.pages.len() <= probe.bucket / PAGE {
                    self.add_page(filling);
                }
                let bucket = &mut self.pages[probe.bucket / PAGE][probe.bucket % PAGE];
                return bucket.put(way, probe.key, state.rest, label).is_some();
            }
            probe = Probe { bucket: probe.bucket + 1, key: probe.key - self.span };
        }
        false
    }

    /// Adds an empty page, one that was emptied if there is one.
    #[cold]
    fn add_page(&mut self, filling: &mut Filling<W>) {
        let len = (self.buckets - self.pages.len() * PAGE).min(PAGE);
        let page = filling.emptied.pop().filter(|page| page.len() == len);
        self.pages.push(page.unwrap_or_else(|| vec![Bucket::empty(); len].into()));
    }
}

/// A shard that grows.
struct Filling<W: PackedState> {
    /// Empty pages.
    emptied: Vec<Page<W>>,
    /// The number of used slots of each new bucket. To read the slots that were just
    /// written would take longer.
    used: Vec<u8>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Words of one shard, in batches, with known ones among them.
    fn check<W: PackedState>(memory: Option<u64>, of: impl Fn(u64) -> W) {
        let meter = SharedMeter::start(&crate::search::Budget { memory, ..Default::default() });
        let (mut shard, mut model) = (Shard::new(3), HashMap::new());
        let mut seed = 7_u64;
        for round in 0..24 {
            let label = Label::new(round % 2 == 0, round);
            let words: Vec<Hashed<W>> = (0..700_u64)
                .map(|i| {
                    seed = (seed ^ i).mix();
                    let state = Hashed::of(of(seed % 9000));
                    Hashed { hash: 3 << NUMBER_BITS | (state.hash % ALL_NUMBERS), ..state }
                })
                .collect();
            let mut fresh = 0;
            let insert = shard.insert_all(&words, label, &meter, |state, met| {
                let before = *model.entry(state.word()).or_insert(label.0);
                match met {
                    Met::New(_) => fresh += 1,
                    Met::Known(stored) => assert_eq!(stored.0, before),
                }
                Ok(())
            });
            assert_eq!(insert, Ok(()));
            assert_eq!(shard.len(), model.len());
            let mut found = Vec::new();
            shard.collect_labelled(label, &mut found);
            assert!(found.len() == fresh && found.iter().all(|word| model[word] == label.0));
        }
        for (&word, &label) in &model {
            assert_eq!(shard.find(Hashed::of(word)), Some(Label(label)));
        }
        let absent = Hashed::of(of(10_000));
        assert_eq!(shard.find(Hashed { hash: absent.hash % ALL_NUMBERS, ..absent }), None);
    }

    #[test]
    fn holds_what_a_map_holds_in_all_stages_of_its_growth() {
        for memory in [None, Some(120_000)] {
            check::<u64>(memory, |word| word + 1);
        }
        check::<u128>(Some(240_000), |word| u128::from(word + 1) << 40);
    }
}
