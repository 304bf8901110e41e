//! The visited states of a bidirectional search: one open-addressing set for both
//! sides.
//!
//! A bucket is one cache line of seven states (of a `u64`), each with a label: its side
//! and depth. So one probe shows whether a state is new, old, or visited by the other
//! side, and path reconstruction needs no parents. The set is cut into shards: threads
//! fill them without locks, and only one shard per thread is in memory twice while it
//! grows.

use std::sync::{Mutex, PoisonError};

use super::word::Word;
use fewest::search::{Meter, Stop};

/// The number of shards.
pub(super) const SHARDS: usize = 512;

const WAYS: usize = 7;

/// The number of buckets that are touched before the first of them is searched. The
/// processor overlaps the cache misses of independent reads.
const BATCH: usize = 64;

/// Buckets of a new shard.
const FIRST_BUCKETS: usize = 4;

/// A side and a depth modulo 128.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Label(u8);

impl Label {
    /// Depths that differ by less than this have different labels.
    pub(super) const DEPTHS: u32 = 128;

    pub(super) fn new(is_forward: bool, depth: u32) -> Self {
        Label((depth % Self::DEPTHS) as u8 | u8::from(is_forward) << 7)
    }

    #[inline]
    pub(super) fn is_forward(self) -> bool {
        self.0 >> 7 == 1
    }

    pub(super) fn depth(self) -> u32 {
        u32::from(self.0 & 0x7f)
    }
}

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<W> {
    words: [W; WAYS],
    labels: [u8; WAYS],
    used: u8,
}

/// A part of the set, filled by one thread at a time.
pub(super) struct Shard<W> {
    buckets: Vec<Bucket<W>>,
    used: usize,
}

/// The result of inserting a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Met {
    New,
    Known(Label),
}

impl<W: Word> Shard<W> {
    /// The accounted bytes of a bucket: an eighth more than its size, because growing
    /// tables leave holes that the next one doesn't fit into.
    const BUCKET_BYTES: usize = size_of::<Bucket<W>>() * 9 / 8;

    /// The hash's upper bits as a fraction of the buckets (Lemire 2019), so that any
    /// number of buckets works. The lower bits choose the shard.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Reads the bucket where the search for a state begins.
    #[inline]
    fn touch(&self, hash: u64) -> u8 {
        self.buckets[self.home(hash)].used
    }

    /// The shard must have a free place.
    #[inline]
    fn insert(&mut self, word: W, mut home: usize, label: Label) -> Met {
        loop {
            let bucket = &mut self.buckets[home];
            if let Some(way) = bucket.way(word) {
                return Met::Known(Label(bucket.labels[way]));
            }
            let way = bucket.used as usize;
            if way < WAYS {
                bucket.words[way] = word;
                bucket.labels[way] = label.0;
                bucket.used += 1;
                self.used += 1;
                return Met::New;
            }
            home += 1;
            if home == self.buckets.len() {
                home = 0;
            }
        }
    }

    #[inline]
    fn find(&self, word: W, hash: u64) -> Option<Label> {
        let mut home = self.home(hash);
        loop {
            let bucket = &self.buckets[home];
            if let Some(way) = bucket.way(word) {
                return Some(Label(bucket.labels[way]));
            }
            if (bucket.used as usize) < WAYS {
                return None;
            }
            home += 1;
            if home == self.buckets.len() {
                home = 0;
            }
        }
    }

    /// Inserts states in batches with overlapped cache misses. Calls `show` with the
    /// result of each.
    #[inline]
    pub(super) fn insert_all(
        &mut self,
        words: &[W],
        label: Label,
        meter: &Mutex<&mut Meter>,
        mut show: impl FnMut(W, Met),
    ) -> Result<(), Stop> {
        for batch in words.chunks(BATCH) {
            if !self.has_room(batch.len()) {
                // No thread panics while it holds the lock.
                let mut meter = meter.lock().unwrap_or_else(PoisonError::into_inner);
                self.reserve(batch.len(), &mut meter)?;
            }
            let mut homes = [0; BATCH];
            for (home, word) in homes.iter_mut().zip(batch) {
                *home = self.home(word.mix());
            }
            let mut seen = 0;
            for &home in &homes[..batch.len()] {
                seen |= self.buckets[home].used;
            }
            std::hint::black_box(seen);
            for (&word, &home) in batch.iter().zip(&homes) {
                let met = self.insert(word, home, label);
                show(word, met);
            }
        }
        Ok(())
    }

    /// The maximum load is seven eighths: runs of full buckets stay short.
    #[inline]
    fn has_room(&self, more: usize) -> bool {
        (self.used + more) * 8 < self.buckets.len() * WAYS * 7
    }

    /// Makes room for `more` states.
    fn reserve(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        if self.has_room(more) {
            return Ok(());
        }
        let least = (self.used + more) * 8 / (WAYS * 7) + 1;
        let buckets = least.max(self.buckets.len() * 7 / 4).max(FIRST_BUCKETS);
        meter.take(buckets * Self::BUCKET_BYTES)?;
        let old = std::mem::replace(self, Shard { buckets: vec![Bucket::EMPTY; buckets], used: 0 });
        for bucket in &old.buckets {
            for way in 0..bucket.used as usize {
                let word = bucket.words[way];
                self.insert(word, self.home(word.mix()), Label(bucket.labels[way]));
            }
        }
        meter.give_back(old.buckets.len() * Self::BUCKET_BYTES);
        Ok(())
    }
}

impl<W: Word> Bucket<W> {
    const EMPTY: Self = Bucket { words: [W::EMPTY; WAYS], labels: [0; WAYS], used: 0 };

    /// Where the state is. No state is the empty set that fills unused places.
    #[inline]
    fn way(&self, word: W) -> Option<usize> {
        self.words.iter().position(|&known| known == word)
    }
}

/// The set as a whole.
pub(super) struct Visited<W> {
    pub(super) shards: Vec<Shard<W>>,
}

impl<W: Word> Visited<W> {
    pub(super) fn new() -> Self {
        let shard = || Shard { buckets: vec![Bucket::EMPTY; 1], used: 0 };
        Visited { shards: std::iter::repeat_with(shard).take(SHARDS).collect() }
    }

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.used).sum()
    }

    #[inline]
    pub(super) fn shard_of(hash: u64) -> usize {
        hash as usize % SHARDS
    }

    pub(super) fn find(&self, word: W) -> Option<Label> {
        let hash = word.mix();
        self.shards[Self::shard_of(hash)].find(word, hash)
    }

    /// The states that are stored with a label.
    pub(super) fn labelled(&self, label: Label) -> impl Iterator<Item = W> {
        let buckets = self.shards.iter().flat_map(|shard| &shard.buckets);
        buckets.flat_map(move |bucket| {
            let stored = bucket.words.iter().zip(bucket.labels).take(bucket.used as usize);
            stored.filter(move |&(_, stored)| stored == label.0).map(|(&word, _)| word)
        })
    }

    /// Finds a batch of states with overlapped cache misses. Calls `show` with those in
    /// the set.
    pub(super) fn find_all(&self, words: &[W], mut show: impl FnMut(usize, Label)) {
        for (i, batch) in words.chunks(BATCH).enumerate() {
            let mut hashes = [0; BATCH];
            let mut seen = 0;
            for (hash, word) in hashes.iter_mut().zip(batch) {
                *hash = word.mix();
                seen |= self.shards[Self::shard_of(*hash)].touch(*hash);
            }
            std::hint::black_box(seen);
            for (j, (&word, &hash)) in batch.iter().zip(&hashes).enumerate() {
                if let Some(label) = self.shards[Self::shard_of(hash)].find(word, hash) {
                    show(i * BATCH + j, label);
                }
            }
        }
    }

    pub(super) fn insert(&mut self, word: W, label: Label, meter: &mut Meter) -> Result<Met, Stop> {
        let hash = word.mix();
        let shard = &mut self.shards[Self::shard_of(hash)];
        shard.reserve(1, meter)?;
        Ok(shard.insert(word, shard.home(hash), label))
    }
}
