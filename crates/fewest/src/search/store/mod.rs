//! The store of the states that a search has reached: an arena in the order of
//! discovery, and an index that finds a state's place in it.
//!
//! Node numbers never change, so that parents are plain numbers and the arena is the
//! history of the search. Memory is accounted for before it is allocated.

mod arena;
mod batch;
mod children;
mod hasher;
mod index;
mod lanes;
mod memory;
mod pages;
mod parent;
mod prefetch;

use std::hash::Hash;

use super::budget::Meter;
use super::outcome::Stop;

pub(crate) use batch::Entries;
pub(crate) use children::{Child, Children};
pub(crate) use hasher::hash;
pub use memory::release_memory;
pub(crate) use parent::Parent;

use arena::Arena;
pub(crate) use children::FULL;
use children::IN_CACHE;
use index::Index;
pub(crate) use prefetch::prefetch;
use prefetch::prefetch_whole;

/// The number of a node, in the order of discovery.
pub(crate) type NodeId = u32;

/// No node.
pub(crate) const NO_NODE: NodeId = NodeId::MAX;

/// A state and what a search keeps with it.
#[derive(Debug)]
pub(crate) struct Node<T, D> {
    pub(crate) state: T,
    pub(crate) data: D,
}

/// States, each with some data, found by number or by state.
#[derive(Debug)]
pub(crate) struct Store<T, D> {
    arena: Arena<Node<T, D>>,
    index: Index,
    heap_bytes: usize,
}

/// What [`Store::find_or_insert`] did.
pub(crate) enum Entry {
    Found(NodeId),
    Inserted(NodeId),
}

impl<T: Eq + Hash, D> Store<T, D> {
    /// An empty store for states that hold `heap_bytes` outside themselves.
    pub(crate) fn new(heap_bytes: usize) -> Self {
        Store { arena: Arena::new(), index: Index::default(), heap_bytes }
    }

    pub(crate) fn len(&self) -> usize {
        self.arena.len()
    }

    #[inline]
    pub(crate) fn get(&self, id: NodeId) -> &Node<T, D> {
        self.arena.get(id as usize)
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: NodeId) -> &mut Node<T, D> {
        self.arena.get_mut(id as usize)
    }

    /// Whether it is so small that look-ups hardly wait for memory.
    #[inline]
    pub(crate) fn is_in_cache(&self) -> bool {
        self.len() < IN_CACHE
    }

    /// Whether there is no room yet for this number of new states. A small store makes it as it
    /// goes.
    pub(crate) fn needs_room(&self, more: usize) -> bool {
        !self.is_in_cache() && (!self.arena.has_room(more) || !self.index.has_room(more))
    }

    /// Makes room for this number of new states.
    #[inline]
    fn make_room_for(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        if self.len() + more >= NO_NODE as usize {
            return Err(Stop::Memory);
        }
        while !self.index.has_room(more) {
            self.index.grow(meter)?;
        }
        while !self.arena.has_room(more) {
            self.arena.grow(meter)?;
        }
        Ok(())
    }

    /// Makes room for this number of new states, and waits for its memory now.
    pub(crate) fn make_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        if self.is_in_cache() {
            return Ok(());
        }
        if !self.index.has_room(more) {
            self.index.grow(meter)?;
        }
        self.arena.make_room(more, meter)
    }

    /// The number of the state's node.
    pub(crate) fn find(&self, state: &T) -> Option<NodeId> {
        self.find_hashed(state, hash(state))
    }

    /// The same for a state whose hash is known.
    #[inline]
    pub(crate) fn find_hashed(&self, state: &T, hash: u32) -> Option<NodeId> {
        self.index.find(hash, |id| self.arena.get(id as usize).state == *state)
    }

    /// The state's node, made with `data` if there is none.
    #[inline]
    pub(crate) fn find_or_insert(
        &mut self,
        state: &T,
        data: impl FnOnce() -> D,
        meter: &mut Meter,
    ) -> Result<Entry, Stop>
    where
        T: Clone,
    {
        self.find_or_insert_hashed(state, hash(state), data, meter)
    }

    #[inline]
    fn find_or_insert_hashed(
        &mut self,
        state: &T,
        hash: u32,
        data: impl FnOnce() -> D,
        meter: &mut Meter,
    ) -> Result<Entry, Stop>
    where
        T: Clone,
    {
        let (arena, index) = (&self.arena, &mut self.index);
        let is_it = |id| arena.get(id as usize).state == *state;
        match index.find_or_place(hash, is_it, meter)? {
            Ok(id) => Ok(Entry::Found(id)),
            Err(place) => {
                let id = self.append(state, data(), meter)?;
                self.index.put(place, id);
                Ok(Entry::Inserted(id))
            }
        }
    }

    /// Prefetches what a look-up reads first.
    #[inline]
    pub(crate) fn prefetch_bucket(&self, hash: u32) {
        self.index.prefetch(hash);
    }

    /// Prefetches a node.
    #[inline]
    pub(crate) fn prefetch(&self, id: NodeId) {
        prefetch_whole(self.get(id));
    }

    /// Prefetches a node, unless it is still to be stored.
    #[inline]
    fn prefetch_if_there(&self, id: NodeId) {
        if let Some(node) = self.arena.try_get(id as usize) {
            prefetch_whole(node);
        }
    }

    /// Prefetches the nodes that look-ups would compare first.
    fn prefetch_candidates<X>(&self, children: &[Child<T, X>]) {
        if self.is_in_cache() {
            return;
        }
        for child in children {
            // Any other node does as well as none, and there is nothing to guess.
            self.prefetch_if_there(self.index.candidate(child.hash));
        }
    }

    /// A second node for a state that has the node `old`, and that the index
    /// leads to from now on. The old one keeps its number.
    pub(crate) fn supersede(
        &mut self,
        old: NodeId,
        data: D,
        meter: &mut Meter,
    ) -> Result<NodeId, Stop>
    where
        T: Clone,
    {
        let state = self.get(old).state.clone();
        let hash = hash(&state);
        let id = self.append(&state, data, meter)?;
        self.index.replace(hash, old, id);
        Ok(id)
    }

    /// A node that the index does not know.
    pub(crate) fn append(&mut self, state: &T, data: D, meter: &mut Meter) -> Result<NodeId, Stop>
    where
        T: Clone,
    {
        if self.len() >= NO_NODE as usize {
            return Err(Stop::Memory);
        }
        if self.heap_bytes > 0 {
            meter.take(self.heap_bytes)?;
        }
        let id = self.arena.push(Node { state: state.clone(), data }, meter)?;
        meter.counts.stored += 1;
        Ok(id as NodeId)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Budget;
    use std::collections::HashMap;

    #[test]
    fn agrees_with_a_hash_map() {
        let mut meter = Meter::start(&Budget::default());
        let mut store: Store<u64, u64> = Store::new(0);
        let mut map = HashMap::new();
        // Miri takes a thousand times as long.
        for i in 0..if cfg!(miri) { 2_000 } else { 200_000_u64 } {
            let state = (i * i) % 65_537 * 0x1_0001;
            let entry = store.find_or_insert(&state, || i, &mut meter).unwrap();
            match (entry, map.get(&state)) {
                (Entry::Found(id), Some(&first)) => assert_eq!(store.get(id).data, first),
                (Entry::Inserted(_), None) => {
                    map.insert(state, i);
                }
                _ => panic!("the store and the map disagree on {state}"),
            }
        }
        assert_eq!(store.len(), map.len());
        assert!(store.find(&1).is_none());
        let (&state, &first) = map.iter().next().unwrap();
        let old = store.find(&state).unwrap();
        let new = store.supersede(old, 7, &mut meter).unwrap();
        assert_eq!((store.find(&state), store.get(old).data), (Some(new), first));
    }

    #[test]
    #[cfg_attr(miri, ignore = "a megabyte of states")]
    fn stays_within_its_memory() {
        let budget = Budget { memory: Some(1 << 20), ..Budget::default() };
        let mut meter = Meter::start(&budget);
        let mut store: Store<u64, u64> = Store::new(0);
        let stop = (0..).find_map(|i: u64| store.find_or_insert(&i, || i, &mut meter).err());
        assert_eq!(stop, Some(Stop::Memory));
        assert!(meter.counts.peak_bytes <= 1 << 20);
        assert!(store.len() > 1 << 14);
    }

    #[test]
    #[cfg_attr(miri, ignore = "most of a million states")]
    fn takes_few_bytes_a_state_beyond_the_state() {
        let mut meter = Meter::start(&Budget::default());
        let mut store: Store<u64, u64> = Store::new(0);
        for i in 0..800_000_u64 {
            store.find_or_insert(&i, || i, &mut meter).unwrap();
            if i > 150_000 && i % 1000 == 0 {
                assert!(meter.counts.peak_bytes <= (16 + 16) * i, "{}", meter.counts.peak_bytes);
            }
        }
    }
}
