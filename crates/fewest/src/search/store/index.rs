//! A hash table from states to node numbers. A slot is a number and half of the
//! state's hash, so that a look-up that misses touches one line of memory, as a rule,
//! one that hits touches the state besides, and growth touches no state at all.
//!
//! The table is cut into segments that grow one at a time, by a third, so that
//! no more than a small part is ever in memory twice and at most a third of the
//! slots stand empty.

use super::NodeId;
use crate::search::budget::Meter;
use crate::search::outcome::Stop;

const SEGMENT_BITS: u32 = 6;
const FIRST_SLOTS: usize = 16;
const SLOT_BYTES: usize = size_of::<Slot>();

#[derive(Debug)]
pub(crate) struct Index {
    segments: Vec<Segment>,
}

#[derive(Clone, Debug, Default)]
struct Segment {
    slots: Vec<Slot>,
    used: usize,
}

/// The middle of a hash, and a number; all ones if there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slot(u64);

impl Slot {
    const EMPTY: Slot = Slot(u64::MAX);

    #[inline]
    fn new(hash: u64, id: NodeId) -> Self {
        Slot(u64::from(Slot::key(hash)) << 32 | u64::from(id))
    }

    /// The 32 bits of a hash after those that choose the segment.
    #[inline]
    fn key(hash: u64) -> u32 {
        (hash >> (32 - SEGMENT_BITS)) as u32
    }

    #[inline]
    fn id(self) -> NodeId {
        self.0 as NodeId
    }

    #[inline]
    fn has_key(self, key: u32) -> bool {
        (self.0 >> 32) as u32 == key
    }
}

impl Default for Index {
    fn default() -> Self {
        Index { segments: vec![Segment::default(); 1 << SEGMENT_BITS] }
    }
}

impl Index {
    #[inline]
    fn segment(hash: u64) -> usize {
        (hash >> (64 - SEGMENT_BITS)) as usize
    }

    /// The number in the first slot that a look-up reads, if it may be the one.
    #[inline]
    pub(crate) fn touch(&self, hash: u64) -> Option<NodeId> {
        let segment = &self.segments[Self::segment(hash)];
        let key = Slot::key(hash);
        let slot = segment.slots.get(segment.home(key))?;
        (slot.has_key(key) && *slot != Slot::EMPTY).then(|| slot.id())
    }

    #[inline]
    pub(crate) fn find(&self, hash: u64, is_it: impl FnMut(NodeId) -> bool) -> Option<NodeId> {
        let segment = &self.segments[Self::segment(hash)];
        segment.find(Slot::key(hash), is_it).map(|slot| segment.slots[slot].id())
    }

    /// Adds a number whose state is not in the index.
    #[inline]
    pub(crate) fn insert(&mut self, hash: u64, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        let segment = &mut self.segments[Self::segment(hash)];
        if segment.used * 8 >= segment.slots.len() * 7 {
            segment.grow(meter)?;
        }
        segment.insert(Slot::new(hash, id));
        Ok(())
    }

    /// Puts `new` in the place of `old`, which has the same hash.
    pub(crate) fn replace(&mut self, hash: u64, old: NodeId, new: NodeId) {
        let segment = &mut self.segments[Self::segment(hash)];
        if let Some(slot) = segment.find(Slot::key(hash), |id| id == old) {
            segment.slots[slot] = Slot::new(hash, new);
        }
    }
}

impl Segment {
    /// The first slot to try: the key as a fraction of the slots (Lemire 2019), so that
    /// their number may be any.
    #[inline]
    fn home(&self, key: u32) -> usize {
        ((u64::from(key) * self.slots.len() as u64) >> 32) as usize
    }

    #[inline]
    fn find(&self, key: u32, mut is_it: impl FnMut(NodeId) -> bool) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.home(key);
        loop {
            let slot = self.slots[at];
            if slot == Slot::EMPTY {
                return None;
            }
            if slot.has_key(key) && is_it(slot.id()) {
                return Some(at);
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    #[inline]
    fn insert(&mut self, slot: Slot) {
        let mut at = self.home((slot.0 >> 32) as u32);
        while self.slots[at] != Slot::EMPTY {
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
        self.slots[at] = slot;
        self.used += 1;
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let slots = (self.slots.len() * 4 / 3).max(FIRST_SLOTS);
        meter.take(slots * SLOT_BYTES)?;
        let mut grown = Segment { slots: vec![Slot::EMPTY; slots], used: 0 };
        // In the order of their keys, nearly, so that the new slots are filled in order.
        for &slot in self.slots.iter().filter(|&&slot| slot != Slot::EMPTY) {
            grown.insert(slot);
        }
        meter.give_back(self.slots.len() * SLOT_BYTES);
        *self = grown;
        Ok(())
    }
}
