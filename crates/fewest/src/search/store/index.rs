//! A hash table from states to node numbers. A bucket is one line of memory with eight
//! numbers and a part of the hash of each, so that a look-up that misses touches one
//! line, as a rule, one that hits touches the state besides, and growth touches no state
//! at all.
//!
//! The buckets are in the order of the hashes. So the table grows in place, from its end
//! to its beginning, by nine twentieths: nothing is ever in memory twice, and a large one
//! is never emptier than half.

use std::hint::select_unpredictable;

use super::lanes::{equal, equal_and_zero};
use super::pages::{Items, PAGE, Pages, SMALL, Zero};
use super::prefetch::prefetch;
use super::{NO_NODE, NodeId};
use crate::search::budget::Meter;
use crate::search::outcome::Stop;

const SLOTS: usize = 8;
const FIRST_BUCKETS: usize = 64;

#[derive(Debug)]
pub(crate) struct Index {
    buckets: Pages<Bucket>,
    used: usize,
    /// How many may be used before it grows.
    limit: usize,
}

/// A line of memory, filled from the front. What does not fit goes to the next bucket.
#[derive(Clone, Copy, Debug, Default)]
#[repr(C, align(64))]
pub(super) struct Bucket {
    /// Hashes; 0 where a slot is empty.
    keys: [u32; SLOTS],
    ids: [NodeId; SLOTS],
}

#[expect(unsafe_code, reason = "a promise about bits")]
// SAFETY: it is numbers only.
unsafe impl Zero for Bucket {}

impl Bucket {
    #[inline]
    fn is_full(&self) -> bool {
        self.keys[SLOTS - 1] != 0
    }

    /// The first number with this key that is the one.
    #[inline]
    fn find(&self, key: u32, mut is_it: impl FnMut(NodeId) -> bool) -> Option<NodeId> {
        let mut same = equal(&self.keys, key);
        while same != 0 {
            let id = self.ids[same.trailing_zeros() as usize % SLOTS];
            if is_it(id) {
                return Some(id);
            }
            same &= same - 1;
        }
        None
    }

    /// The first number with this key, and false; or else `next`, which is put here, and true.
    /// Where the bucket is full and has no such number, [`NO_NODE`], and false.
    #[inline]
    pub(super) fn find_or_put(&mut self, key: u32, next: NodeId) -> (NodeId, bool) {
        // The lowest bit is a slot with the key, or else the first that is free.
        let place = equal_and_zero(&self.keys, key).trailing_zeros() as usize;
        let (slot, is_new) = (place % SLOTS, place / SLOTS == 1);
        self.keys[slot] = select_unpredictable(is_new, key, self.keys[slot]);
        self.ids[slot] = select_unpredictable(is_new, next, self.ids[slot]);
        (select_unpredictable(place < 2 * SLOTS, self.ids[slot], NO_NODE), is_new)
    }

    /// Adds a number. There must be room.
    #[inline]
    fn put(&mut self, key: u32, id: NodeId) {
        let slot = equal(&self.keys, 0).trailing_zeros() as usize % SLOTS;
        (self.keys[slot], self.ids[slot]) = (key, id);
    }
}

/// Where a number that is not in the index can be put.
pub(crate) struct Place {
    key: u32,
    bucket: usize,
}

/// With more, many a look-up would go on to the next bucket.
fn limit(buckets: usize) -> usize {
    buckets * SLOTS * 3 / 4
}

impl Default for Index {
    fn default() -> Self {
        let buckets = Pages::new(FIRST_BUCKETS);
        Index { buckets, used: 0, limit: limit(FIRST_BUCKETS) }
    }
}

impl Index {
    /// Prefetches what a look-up reads first.
    #[inline]
    pub(crate) fn prefetch(&self, key: u32) {
        prefetch(self.buckets.at_fraction(key));
    }

    /// Prefetches what a look-up reads next, where the first bucket is full.
    #[inline]
    pub(super) fn prefetch_next(&self, key: u32) {
        prefetch(self.buckets.get(self.after(self.home(key))));
    }

    /// The number in the first bucket that a look-up reads that may be the one, or any. Where
    /// the look-up will go on to the next bucket, prefetches that.
    #[inline]
    pub(crate) fn candidate(&self, key: u32) -> NodeId {
        let home = self.home(key);
        let bucket = self.buckets.get(home);
        let same = equal(&bucket.keys, key);
        if same == 0 && bucket.is_full() {
            self.prefetch_next(key);
        }
        let slot = (same | 1 << (SLOTS - 1)).trailing_zeros();
        bucket.ids[slot as usize % SLOTS]
    }

    #[inline]
    pub(crate) fn find(&self, key: u32, is_it: impl FnMut(NodeId) -> bool) -> Option<NodeId> {
        self.find_or_bucket(key, is_it).ok()
    }

    /// The number of a state, or where it can be put.
    #[inline]
    pub(crate) fn find_or_place(
        &mut self,
        key: u32,
        is_it: impl FnMut(NodeId) -> bool,
        meter: &mut Meter,
    ) -> Result<Result<NodeId, Place>, Stop> {
        // Before it looks, so that the place it finds is still there afterwards.
        if self.used >= self.limit {
            self.grow(meter)?;
        }
        Ok(self.find_or_bucket(key, is_it).map_err(|bucket| Place { key, bucket }))
    }

    /// Puts a number where [`Index::find_or_place`] said, right after it said so.
    #[inline]
    pub(crate) fn put(&mut self, Place { key, bucket }: Place, id: NodeId) {
        self.buckets.get_mut(bucket).put(key, id);
        self.used += 1;
    }

    /// Counts numbers that were put into buckets.
    #[inline]
    pub(super) fn add_used(&mut self, numbers: usize) {
        self.used += numbers;
    }

    /// The buckets, each at the fraction of those that read it first.
    #[inline]
    pub(super) fn buckets(&mut self) -> Items<'_, Bucket> {
        self.buckets.items()
    }

    /// Puts `new` in the place of `old`, which has the same hash.
    pub(crate) fn replace(&mut self, key: u32, old: NodeId, new: NodeId) {
        let mut at = self.home(key);
        for _ in 0..self.buckets.len() {
            let bucket = self.buckets.get_mut(at);
            let mut slots = bucket.keys.iter().zip(&mut bucket.ids);
            if let Some((_, id)) = slots.find(|(other, id)| **other == key && **id == old) {
                *id = new;
                return;
            }
            at = self.after(at);
        }
    }

    /// The first bucket to try: the key as a fraction of the buckets (Lemire 2019), so
    /// that their number may be any.
    #[inline]
    fn home(&self, key: u32) -> usize {
        self.buckets.fraction(key)
    }

    #[inline]
    fn after(&self, at: usize) -> usize {
        if at + 1 == self.buckets.len() { 0 } else { at + 1 }
    }

    /// The number, or else the bucket that it would be in. There is always an empty slot.
    #[inline]
    fn find_or_bucket(
        &self,
        key: u32,
        mut is_it: impl FnMut(NodeId) -> bool,
    ) -> Result<NodeId, usize> {
        let mut at = self.home(key);
        loop {
            let bucket = self.buckets.get(at);
            if let Some(id) = bucket.find(key, &mut is_it) {
                return Ok(id);
            }
            if !bucket.is_full() {
                return Err(at);
            }
            at = self.after(at);
        }
    }

    /// Whether this number of entries fits before it grows.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.used + more <= self.limit
    }

    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let old = self.buckets.len();
        // Small ones grow faster: there is not much to waste, copying is slow, and the first
        // page is there as a whole.
        let len = match old {
            ..SMALL => 8 * old,
            SMALL..PAGE => PAGE,
            _ => old + old / 20 * 9,
        };
        let bytes = |len: usize| (len - old) * size_of::<Bucket>();
        let len = if meter.take(bytes(len)).is_ok() {
            len
        } else {
            let len = old + old / 3;
            meter.take(bytes(len))?;
            len
        };
        self.buckets.grow(len);
        self.limit = limit(len);
        // From the last to the first, so that a bucket's new place is one that has been
        // emptied already.
        let (mut counts, mut early) = (vec![0_u8; len], Vec::new());
        for at in (0..old).rev() {
            let bucket = std::mem::take(self.buckets.get_mut(at));
            let used = (equal(&bucket.keys, 0) | 1 << SLOTS).trailing_zeros() as usize;
            for (&key, &id) in bucket.keys.iter().zip(&bucket.ids).take(used) {
                let mut to = self.home(key);
                // Those that had to go to a bucket after their own, near the beginning.
                let is_early = to < at;
                while counts.get(to).is_some_and(|&count| usize::from(count) == SLOTS) {
                    to += 1;
                }
                let Some(count) = counts.get_mut(to).filter(|_| !is_early) else {
                    early.push((key, id));
                    continue;
                };
                let (bucket, slot) = (self.buckets.get_mut(to), usize::from(*count) % SLOTS);
                (bucket.keys[slot], bucket.ids[slot]) = (key, id);
                *count += 1;
            }
        }
        for (key, id) in early {
            // It is not there, so this is where it goes.
            if let Err(bucket) = self.find_or_bucket(key, |_| false) {
                self.buckets.get_mut(bucket).put(key, id);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Budget;

    /// Also where many keys are alike, at the ends of the table.
    #[test]
    fn finds_what_was_put_after_it_has_grown() {
        let mut meter = Meter::start(&Budget::default());
        let mut index = Index::default();
        let hash = |id: u64| match id % 4 {
            0 => (id % 64) as u32 | 1,
            1 => !(id % 64) as u32 | 1,
            _ => (id.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32 | 1,
        };
        // Miri takes a thousand times as long.
        let ids = if cfg!(miri) { 600 } else { 300_000 };
        let alike = |id: u64| id % 4 < 2 && id > 2000;
        for id in (0..ids).filter(|&id| !alike(id)) {
            let found = index.find_or_place(hash(id), |other| u64::from(other) == id, &mut meter);
            let Ok(Err(place)) = found else { panic!("{id} is there already") };
            index.put(place, id as NodeId);
        }
        for id in (0..ids).filter(|&id| !alike(id)) {
            let found = index.find(hash(id), |other| u64::from(other) == id);
            assert_eq!(found, Some(id as NodeId));
        }
        assert_eq!(index.find(hash(ids + 2), |_| false), None);
        index.replace(hash(5), 5, 7_000_000);
        assert_eq!(index.find(hash(5), |id| id == 7_000_000), Some(7_000_000));
    }
}
