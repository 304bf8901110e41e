//! A hash table from states to node numbers that holds only the numbers: five
//! bytes a slot, of which one is a tag that saves most looks at the states.
//!
//! The table is cut into segments that grow one at a time, by a third, so that
//! no more than a small part is ever in memory twice and at most a third of the
//! slots stand empty.

use super::NodeId;
use crate::search::budget::Meter;
use crate::search::outcome::Stop;

const SEGMENT_BITS: u32 = 6;
const FIRST_SLOTS: usize = 16;
const EMPTY: u8 = 0;
const SLOT_BYTES: usize = size_of::<NodeId>() + 1;

#[derive(Debug)]
pub(crate) struct Index {
    segments: Vec<Segment>,
}

#[derive(Clone, Debug, Default)]
struct Segment {
    tags: Vec<u8>,
    ids: Vec<NodeId>,
    used: usize,
}

impl Default for Index {
    fn default() -> Self {
        Index { segments: vec![Segment::default(); 1 << SEGMENT_BITS] }
    }
}

/// Seven bits of the hash that its place does not depend on.
#[inline]
fn tag(hash: u64) -> u8 {
    hash as u8 | 0x80
}

impl Index {
    #[inline]
    fn segment(hash: u64) -> usize {
        (hash >> (64 - SEGMENT_BITS)) as usize
    }

    #[inline]
    pub(crate) fn find(&self, hash: u64, is_it: impl FnMut(NodeId) -> bool) -> Option<NodeId> {
        let segment = &self.segments[Self::segment(hash)];
        segment.find(hash, is_it).map(|slot| segment.ids[slot])
    }

    /// Adds a number whose state is not in the index. `hash_of` gives the hash
    /// of a number's state, to find its new place when a segment grows.
    #[inline]
    pub(crate) fn insert(
        &mut self,
        hash: u64,
        id: NodeId,
        hash_of: impl Fn(NodeId) -> u64,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let segment = &mut self.segments[Self::segment(hash)];
        if segment.used * 8 >= segment.tags.len() * 7 {
            segment.grow(hash_of, meter)?;
        }
        segment.insert(hash, id);
        Ok(())
    }

    /// Puts `new` in the place of `old`, which has the same hash.
    pub(crate) fn replace(&mut self, hash: u64, old: NodeId, new: NodeId) {
        let segment = &mut self.segments[Self::segment(hash)];
        if let Some(slot) = segment.find(hash, |id| id == old) {
            segment.ids[slot] = new;
        }
    }
}

impl Segment {
    /// The first slot to try: the hash without the segment's bits, as a fraction
    /// of the slots (Lemire 2019), so that their number may be any.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        ((u128::from(hash << SEGMENT_BITS) * self.tags.len() as u128) >> 64) as usize
    }

    #[inline]
    fn find(&self, hash: u64, mut is_it: impl FnMut(NodeId) -> bool) -> Option<usize> {
        if self.tags.is_empty() {
            return None;
        }
        let tag = tag(hash);
        let mut slot = self.home(hash);
        loop {
            let found = self.tags[slot];
            if found == EMPTY {
                return None;
            }
            if found == tag && is_it(self.ids[slot]) {
                return Some(slot);
            }
            slot += 1;
            if slot == self.tags.len() {
                slot = 0;
            }
        }
    }

    #[inline]
    fn insert(&mut self, hash: u64, id: NodeId) {
        let mut slot = self.home(hash);
        while self.tags[slot] != EMPTY {
            slot += 1;
            if slot == self.tags.len() {
                slot = 0;
            }
        }
        self.tags[slot] = tag(hash);
        self.ids[slot] = id;
        self.used += 1;
    }

    #[cold]
    fn grow(&mut self, hash_of: impl Fn(NodeId) -> u64, meter: &mut Meter) -> Result<(), Stop> {
        let slots = (self.tags.len() * 4 / 3).max(FIRST_SLOTS);
        meter.take(slots * SLOT_BYTES)?;
        let mut grown = Segment { tags: vec![EMPTY; slots], ids: vec![0; slots], used: 0 };
        for (&tag, &id) in self.tags.iter().zip(&self.ids) {
            if tag != EMPTY {
                grown.insert(hash_of(id), id);
            }
        }
        meter.give_back(self.tags.len() * SLOT_BYTES);
        *self = grown;
        Ok(())
    }
}
