//! Several states looked up and stored together.
//!
//! Whether a state is known can't be foreseen, and a processor that guesses wrong loses what
//! it has begun: several look-ups at a time. So nothing here depends on it but what is written.
//!
//! Nor is a node waited for that a state is compared with: all states go to the index first,
//! then the new ones are stored, and then the others are compared. One that turns out to be another
//! state, with the same hash or because its bucket is full, is stored after the others of its batch.

use std::hash::Hash;

use super::{Child, Entry, FULL, NO_NODE, Node, NodeId, Store};
use crate::search::budget::Meter;
use crate::search::outcome::Stop;
use crate::space::is_plain;

/// The nodes of some states. Those that are new have numbers one after another, nearly always
/// in the order of the states.
#[derive(Debug)]
pub(crate) struct Entries {
    /// The first of the new nodes.
    first: NodeId,
    /// The states of the new nodes, by their numbers among the states, and the others.
    new: List<u8>,
    known: List<Known>,
    /// Those of them that turned out to be other states.
    elsewhere: List<u8>,
}

/// A state and its node.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    at: u32,
    id: NodeId,
}

#[derive(Debug)]
struct List<X> {
    items: [X; FULL],
    len: usize,
}

impl<X: Copy + Default> Default for List<X> {
    fn default() -> Self {
        List { items: [X::default(); FULL], len: 0 }
    }
}

impl<X: Copy> List<X> {
    #[inline]
    fn as_slice(&self) -> &[X] {
        &self.items[..self.len]
    }

    #[inline]
    fn push(&mut self, item: X) {
        self.items[self.len % FULL] = item;
        self.len += 1;
    }
}

impl Default for Entries {
    fn default() -> Self {
        let (new, known, elsewhere) = (List::default(), List::default(), List::default());
        Entries { first: 0, new, known, elsewhere }
    }
}

impl Entries {
    /// The nodes that are new.
    #[inline]
    pub(crate) fn inserted(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        self.new.as_slice().iter().map(|&at| usize::from(at)).zip(self.first..)
    }

    /// The nodes that were there already, some of them since the same look-up.
    #[inline]
    pub(crate) fn found(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        self.known.as_slice().iter().map(|known| (known.at as usize, known.id))
    }

    fn clear(&mut self, first: usize) {
        self.first = first as NodeId;
        (self.new.len, self.known.len, self.elsewhere.len) = (0, 0, 0);
    }

    fn enter(&mut self, at: usize, entry: &Entry) {
        match *entry {
            Entry::Found(id) => self.known.push(Known { at: at as u32, id }),
            Entry::Inserted(_) => self.new.push(at as u8),
        }
    }
}

impl<T: Clone + Eq + Hash, D> Store<T, D> {
    /// The nodes of all states, made with `data` of what comes with them if there are none.
    /// There may be no more states than fill [`super::Children`].
    #[inline]
    pub(crate) fn find_or_insert_all<X>(
        &mut self,
        children: &[Child<T, X>],
        data: impl Fn(&X) -> D,
        entries: &mut Entries,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        assert!(children.len() <= FULL, "too many states at a time");
        entries.clear(self.len());
        if !const { is_plain::<T>() && !std::mem::needs_drop::<D>() } || self.heap_bytes > 0 {
            self.prefetch_candidates(children);
            for (at, child) in children.iter().enumerate() {
                let data = || data(&child.data);
                let entry = self.find_or_insert_hashed(&child.state, child.hash, data, meter)?;
                entries.enter(at, &entry);
            }
            return Ok(());
        }
        self.make_room_for(children.len(), meter)?;
        self.index_all(children, entries);
        if !self.is_in_cache() {
            self.prefetch_known(children, entries);
        }
        self.arena.extend(entries.new.as_slice().iter().map(|&at| {
            let child = &children[usize::from(at)];
            Node { state: child.state.clone(), data: data(&child.data) }
        }));
        self.index.add_used(entries.new.len);
        meter.counts.stored += entries.new.len as u64;
        // Most are.
        let all = std::mem::take(&mut entries.known.len);
        for place in 0..all {
            let known = entries.known.items[place % FULL];
            let child = &children[known.at as usize];
            match self.arena.try_get(known.id as usize) {
                Some(node) if node.state == child.state => entries.known.push(known),
                _ => entries.elsewhere.push(known.at as u8),
            }
        }
        for place in 0..entries.elsewhere.len {
            let at = usize::from(entries.elsewhere.items[place % FULL]);
            let child = &children[at];
            let data = || data(&child.data);
            let entry = self.find_or_insert_hashed(&child.state, child.hash, data, meter)?;
            entries.enter(at, &entry);
        }
        Ok(())
    }

    /// Prefetches the nodes that states are compared with. Those that the first bucket does not
    /// tell of are put aside, and what their look-ups read next is prefetched.
    #[inline]
    fn prefetch_known<X>(&self, children: &[Child<T, X>], entries: &mut Entries) {
        let Entries { known, elsewhere, .. } = entries;
        let (all, mut kept) = (known.len, 0);
        for place in 0..all {
            let found = known.items[place % FULL];
            known.items[kept % FULL] = found;
            elsewhere.items[(place - kept) % FULL] = found.at as u8;
            kept += usize::from(found.id != NO_NODE);
            self.prefetch_if_there(found.id);
        }
        (known.len, elsewhere.len) = (kept, all - kept);
        for &at in elsewhere.as_slice() {
            self.index.prefetch_next(children[usize::from(at)].hash);
        }
    }

    /// Gives numbers to the states that the index does not know, as far as the first bucket of
    /// each tells. Those that it does not tell of are known by no number.
    #[inline]
    fn index_all<X>(&mut self, children: &[Child<T, X>], entries: &mut Entries) {
        // Where the memory is does not change meanwhile.
        let mut buckets = self.index.buckets();
        let Entries { first, new, known, .. } = entries;
        new.len = 0;
        for (at, child) in children.iter().enumerate() {
            let next = *first + new.len as NodeId;
            let (id, is_new) = buckets.at_fraction(child.hash).find_or_put(child.hash, next);
            // In both lists, without a guess which is the right one.
            new.items[new.len % FULL] = at as u8;
            known.items[(at - new.len) % FULL] = Known { at: at as u32, id };
            new.len += usize::from(is_new);
        }
        known.len = children.len() - new.len;
    }
}

#[cfg(test)]
mod tests {
    use super::super::Children;
    use super::*;
    use crate::search::Budget;
    use std::collections::HashMap;

    /// States in batches of all sizes, some of them twice in a batch.
    fn check<T: Clone + Eq + Hash + std::fmt::Debug>(state: impl Fn(u64) -> T, states: u64) {
        let mut meter = Meter::start(&Budget::default());
        let (mut store, mut map) = (Store::new(0), HashMap::new());
        let (mut children, mut entries) = (Children::default(), Entries::default());
        let mut number = 0;
        while number < states {
            children.clear();
            for _ in 0..=number % (FULL as u64 + 1) {
                number += 1;
                let is_kept = number % 5 > 0;
                if !children.is_full() {
                    let state = state(number * number % 9973);
                    children.push_if(is_kept, &state, number);
                }
            }
            children.hash_all(&store);
            let batch = children.as_slice();
            store.find_or_insert_all(batch, |&number| number, &mut entries, &mut meter).unwrap();
            let mut ids: Vec<_> = entries.inserted().map(|entry| (entry, true)).collect();
            ids.extend(entries.found().map(|entry| (entry, false)));
            ids.sort_unstable();
            assert_eq!(ids.len(), batch.len());
            for ((at, id), is_new) in ids {
                let child = &batch[at];
                assert_eq!(map.contains_key(&child.state), !is_new, "{:?}", child.state);
                assert_eq!(
                    *map.entry(child.state.clone()).or_insert(child.data),
                    store.get(id).data
                );
                assert_eq!(store.get(id).state, child.state);
            }
        }
        assert_eq!((store.len(), meter.counts.stored), (map.len(), map.len() as u64));
    }

    #[test]
    fn agrees_with_a_hash_map() {
        // Miri takes a thousand times as long.
        let states = if cfg!(miri) { 500 } else { 30_000 };
        check(|number| number, states);
        check(|number| number.to_string(), states);
        check(|number| [number as u8, (number >> 8) as u8, 3], states);
    }

    /// A state whose hash is that of many others.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Alike(u64);

    impl Hash for Alike {
        fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
            (self.0 % 50).hash(hasher);
        }
    }

    #[test]
    fn agrees_with_a_hash_map_where_hashes_are_alike() {
        check(Alike, if cfg!(miri) { 200 } else { 3000 });
    }
}
