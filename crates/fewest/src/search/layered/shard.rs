//! A part of the set of visited states, filled by one thread at a time.
//!
//! A bucket is one cache line of seven states (of a `u64`), each with its label. So one
//! probe shows whether a state is new, old, or visited by the other side. Buckets are in
//! the order of the hash, which two facts rest on: a shard grows in place, from its last
//! bucket to its first, and it grows by three eighths at little cost, so that its
//! memory is never half empty.

use crate::search::Stop;
use crate::search::shared_meter::SharedMeter;
use crate::search::store::prefetch;

use super::label::Label;
use super::packed::PackedState;

const WAYS: usize = 7;

/// The number of states that the shard makes room for at a time.
const BATCH: usize = 512;

/// A bucket is asked for this many states before it is searched, so that the processor
/// overlaps the cache misses.
const AHEAD: usize = 32;

/// A shard is read as a whole before it is searched, if at least one bucket in this
/// number will be.
const WARM_PART: usize = 3;

/// A shard is allocated this many buckets at a time, so growing leaves no holes in the
/// memory.
const PAGE: usize = 256;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<W> {
    words: [W; WAYS],
    labels: [u8; WAYS],
    used: u8,
}

/// The result of inserting a state.
#[derive(Debug)]
pub(super) enum Met<'a> {
    /// It was not there. Its label can still be changed.
    New(&'a mut u8),
    Known(Label),
}

impl<W: PackedState> Bucket<W> {
    const EMPTY: Self = Bucket { words: [W::EMPTY; WAYS], labels: [0; WAYS], used: 0 };

    /// Where a state is. Unused places hold the word that is no state.
    #[inline]
    fn way(&self, word: W) -> Option<usize> {
        // Without a branch for each: which one it is can't be predicted.
        let equal = |way: usize| u32::from(self.words[way] == word) << way;
        let ways = (0..WAYS).fold(0, |ways, way| ways | equal(way));
        (ways != 0).then(|| ways.trailing_zeros() as usize)
    }

    #[inline]
    fn push(&mut self, word: W, label: u8) -> Option<&mut u8> {
        let way = usize::from(self.used);
        *self.words.get_mut(way)? = word;
        self.labels[way] = label;
        self.used += 1;
        self.labels.get_mut(way)
    }

    #[inline]
    fn clear(&mut self) {
        self.words = [W::EMPTY; WAYS];
        self.used = 0;
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = (W, u8)> {
        self.words.into_iter().zip(self.labels).take(usize::from(self.used))
    }
}

/// The shard.
pub(super) struct Shard<W> {
    /// Buckets in pages of [`PAGE`]; the last one may be shorter.
    pages: Vec<Box<[Bucket<W>]>>,
    buckets: usize,
    used: usize,
}

impl<W: PackedState> Shard<W> {
    pub(super) fn new() -> Self {
        Shard { pages: Vec::new(), buckets: 0, used: 0 }
    }

    pub(super) fn len(&self) -> usize {
        self.used
    }

    /// The hash's upper bits as a fraction of the buckets (Lemire 2019), so that any
    /// number of buckets works. The lower bits choose the shard.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, at: usize) -> &Bucket<W> {
        &self.pages[at / PAGE][at % PAGE]
    }

    #[inline]
    fn bucket_mut(&mut self, at: usize) -> &mut Bucket<W> {
        &mut self.pages[at / PAGE][at % PAGE]
    }

    /// The shard must have a free place.
    #[inline]
    fn insert_at(&mut self, word: W, mut home: usize, label: Label) -> Met<'_> {
        loop {
            let bucket = self.bucket(home);
            if let Some(way) = bucket.way(word) {
                return Met::Known(Label(bucket.labels[way]));
            }
            if usize::from(bucket.used) < WAYS {
                break;
            }
            home += 1;
            if home == self.buckets {
                home = 0;
            }
        }
        self.used += 1;
        match self.bucket_mut(home).push(word, label.0) {
            Some(label) => Met::New(label),
            None => Met::Known(label),
        }
    }

    /// Inserts one state. The shard must have room for it.
    pub(super) fn insert(&mut self, word: W, label: Label) -> Met<'_> {
        self.insert_at(word, self.home(word.mix()), label)
    }

    /// Inserts states in batches with overlapped cache misses. Calls `show` with the
    /// result of each.
    #[inline]
    pub(super) fn insert_all(
        &mut self,
        words: &[W],
        label: Label,
        meter: &SharedMeter,
        mut show: impl FnMut(W, Met<'_>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for batch in words.chunks(BATCH) {
            self.make_room(batch.len(), meter)?;
            let mut homes = [0; AHEAD];
            for (home, word) in homes.iter_mut().zip(batch) {
                *home = self.home(word.mix());
                prefetch(self.bucket(*home));
            }
            for (i, &word) in batch.iter().enumerate() {
                let home = homes[i % AHEAD];
                if let Some(later) = batch.get(i + AHEAD) {
                    let later = self.home(later.mix());
                    prefetch(self.bucket(later));
                    homes[i % AHEAD] = later;
                }
                let met = self.insert_at(word, home, label);
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
            prefetch(self.bucket(self.home(hash)));
        }
    }

    #[inline]
    pub(super) fn find(&self, word: W, hash: u64) -> Option<Label> {
        if self.buckets == 0 {
            return None;
        }
        let mut home = self.home(hash);
        loop {
            let bucket = self.bucket(home);
            if let Some(way) = bucket.way(word) {
                return Some(Label(bucket.labels[way]));
            }
            if usize::from(bucket.used) < WAYS {
                return None;
            }
            home += 1;
            if home == self.buckets {
                home = 0;
            }
        }
    }

    /// The states with a label.
    pub(super) fn labelled(&self, label: Label) -> impl Iterator<Item = W> {
        let states = self.pages.iter().flatten().flat_map(Bucket::iter);
        states.filter(move |&(_, stored)| stored == label.0).map(|(word, _)| word)
    }

    /// Appends the states with a label.
    pub(super) fn collect_labelled(&self, label: Label, out: &mut Vec<W>) {
        // All labels of a bucket are compared at once: a byte of the difference is zero.
        const ONES: u64 = 0x0101_0101_0101_0101;
        let wanted = u64::from(label.0) * ONES;
        for bucket in self.pages.iter().flatten() {
            let [a, b, c, d, e, f, g] = bucket.labels;
            let other = u64::from_le_bytes([a, b, c, d, e, f, g, !label.0]) ^ wanted;
            if other.wrapping_sub(ONES) & !other & (ONES << 7) == 0 {
                continue;
            }
            for way in 0..usize::from(bucket.used) {
                if bucket.labels[way] == label.0 {
                    out.push(bucket.words[way]);
                }
            }
        }
    }

    /// The number of buckets to grow to before `more` states are inserted, if any. At
    /// most seven of eight places are used: runs of full buckets stay short.
    #[inline]
    fn wanted(&self, more: usize) -> Option<usize> {
        let least = (self.used + more) * 8 / (WAYS * 7) + 1;
        (least > self.buckets).then(|| least.max(self.buckets + self.buckets * 3 / 8))
    }

    /// The bytes that [`Shard::grow`] takes before `more` states are inserted.
    pub(super) fn growth(&self, more: usize) -> usize {
        let buckets = self.wanted(more).unwrap_or(self.buckets);
        (buckets - self.buckets) * size_of::<Bucket<W>>()
    }

    #[inline]
    fn make_room(&mut self, more: usize, meter: &SharedMeter) -> Result<(), Stop> {
        if self.wanted(more).is_some() {
            meter.reserve(self.growth(more))?;
            self.grow(more);
        }
        Ok(())
    }

    /// Makes room for `more` states.
    #[cold]
    pub(super) fn grow(&mut self, more: usize) {
        let Some(buckets) = self.wanted(more) else { return };
        let old = self.buckets;
        // The last page may be a short one, which is replaced by a longer one.
        let short = if self.pages.len() > old / PAGE { self.pages.pop() } else { None };
        let mut at = old / PAGE * PAGE;
        while at < buckets {
            let len = (buckets - at).min(PAGE);
            self.pages.push(vec![Bucket::EMPTY; len].into_boxed_slice());
            at += len;
        }
        if let Some(short) = short {
            self.pages[old / PAGE][..short.len()].copy_from_slice(&short);
        }
        self.buckets = buckets;
        self.rehash(old);
    }

    /// Moves all states from the places that they had among `old` buckets. A place never
    /// moves down, so that going from the last bucket to the first, those above are
    /// filled with moved states only.
    fn rehash(&mut self, old: usize) {
        let mut later = Vec::new();
        for at in (0..old).rev() {
            let bucket = *self.bucket(at);
            self.bucket_mut(at).clear();
            for (word, label) in bucket.iter() {
                let mut home = self.home(word.mix());
                // Rare: it was in the bucket after its own, or the last ones are full.
                if home < at {
                    later.push((word, label));
                    continue;
                }
                while home < self.buckets && self.bucket_mut(home).push(word, label).is_none() {
                    home += 1;
                }
                if home == self.buckets {
                    later.push((word, label));
                }
            }
        }
        self.used -= later.len();
        for (word, label) in later {
            let home = self.home(word.mix());
            self.insert_at(word, home, Label(label));
        }
    }
}
