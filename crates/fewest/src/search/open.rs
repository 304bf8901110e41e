//! The open list of best-first search: nodes in buckets of equal priority.
//!
//! Priorities in puzzles take few values, so a bucket each costs four bytes a node and no
//! sifting. A heap has the keys of the buckets that are not empty.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use rustc_hash::FxHashMap;

use super::algorithm::Ties;
use super::budget::Meter;
use super::outcome::Stop;
use super::store::NodeId;

/// What nodes are ordered by: the priority, and the tie-break.
pub(crate) type Key = (i64, u32);

#[derive(Debug)]
pub(crate) struct Open {
    ties: Ties,
    /// The keys of the buckets that are not empty, the least on top, with their places.
    keys: BinaryHeap<Reverse<(Key, u32)>>,
    places: FxHashMap<Key, u32>,
    buckets: Vec<VecDeque<NodeId>>,
    /// The places of empty buckets.
    free: Vec<u32>,
    /// The bucket of each key that was asked for last, by a few bits of the key.
    recent: [Option<(Key, u32)>; RECENT],
}

const RECENT: usize = 64;

/// A bucket with its share of the heap and the map.
const BUCKET_BYTES: usize = size_of::<VecDeque<NodeId>>() + 4 * size_of::<(Key, u32)>();

const FIRST_NODES: usize = 4;

impl Open {
    pub(crate) fn new(ties: Ties) -> Self {
        Open {
            ties,
            keys: BinaryHeap::new(),
            places: FxHashMap::default(),
            buckets: Vec::new(),
            free: Vec::new(),
            recent: [None; RECENT],
        }
    }

    #[inline]
    pub(crate) fn push(
        &mut self,
        id: NodeId,
        priority: i64,
        h: u32,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let key = (priority, if self.ties == Ties::LowH { h } else { 0 });
        let place = self.place(key, meter)?;
        let bucket = &mut self.buckets[place as usize];
        if bucket.len() == bucket.capacity() {
            let more = bucket.capacity().max(FIRST_NODES);
            meter.take(more * size_of::<NodeId>())?;
            bucket.reserve_exact(more);
        }
        bucket.push_back(id);
        Ok(())
    }

    /// Where the bucket of a key is.
    #[inline]
    fn place(&mut self, key: Key, meter: &mut Meter) -> Result<u32, Stop> {
        let recent = recent(key);
        if let Some((known, place)) = self.recent[recent]
            && known == key
        {
            return Ok(place);
        }
        let place = match self.places.get(&key) {
            Some(&place) => place,
            None => self.add_bucket(key, meter)?,
        };
        self.recent[recent] = Some((key, place));
        Ok(place)
    }

    #[cold]
    fn add_bucket(&mut self, key: Key, meter: &mut Meter) -> Result<u32, Stop> {
        let place = if let Some(place) = self.free.pop() {
            place
        } else {
            meter.take(BUCKET_BYTES)?;
            self.buckets.push(VecDeque::new());
            self.buckets.len() as u32 - 1
        };
        self.places.insert(key, place);
        self.keys.push(Reverse((key, place)));
        Ok(place)
    }

    /// Takes out up to `most` nodes of the least key, in their order.
    pub(crate) fn pop(
        &mut self,
        most: usize,
        out: &mut Vec<NodeId>,
        meter: &mut Meter,
    ) -> Option<Key> {
        let &Reverse((key, place)) = self.keys.peek()?;
        let bucket = &mut self.buckets[place as usize];
        if self.ties == Ties::Fifo {
            out.extend(bucket.drain(..most.min(bucket.len())));
        } else {
            out.extend(bucket.drain(bucket.len() - most.min(bucket.len())..).rev());
        }
        if bucket.is_empty() {
            meter.give_back(bucket.capacity() * size_of::<NodeId>());
            *bucket = VecDeque::new();
            self.keys.pop();
            self.places.remove(&key);
            self.free.push(place);
            self.recent[recent(key)] = None;
        }
        Some(key)
    }

    /// Puts nodes back that were taken out together, in their order.
    pub(crate) fn put_back(
        &mut self,
        key: Key,
        nodes: &[NodeId],
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let place = self.place(key, meter)?;
        let bucket = &mut self.buckets[place as usize];
        let missing = (bucket.len() + nodes.len()).saturating_sub(bucket.capacity());
        if missing > 0 {
            meter.take(missing * size_of::<NodeId>())?;
            bucket.reserve_exact(nodes.len());
        }
        for &id in nodes.iter().rev() {
            if self.ties == Ties::Fifo { bucket.push_front(id) } else { bucket.push_back(id) }
        }
        Ok(())
    }
}

#[inline]
fn recent((priority, tie): Key) -> usize {
    (priority as usize).wrapping_mul(8).wrapping_add(tie as usize) % RECENT
}
