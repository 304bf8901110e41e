//! Several states looked up and stored together.
//!
//! Whether a state is known can't be foreseen, and a processor that guesses wrong loses what
//! it has begun: several look-ups at a time. So nothing here depends on it but what is written.
//!
//! Nor is a node waited for that a state is compared with: all states go to the index first,
//! then those that it knows are compared. One that turns out to be another state with the same
//! bits of its hash is stored after the others of its batch.

use std::hash::Hash;

use super::{Child, Entry, FULL, Node, NodeId, Store};
use crate::search::budget::Meter;
use crate::search::outcome::Stop;
use crate::space::is_plain;

/// The nodes of some states. Those that are new have numbers one after another, nearly always
/// in the order of the states.
#[derive(Debug)]
pub(crate) struct Entries {
    ids: [NodeId; FULL],
    /// The states that were not known, by their numbers among the states, and the others.
    new: List,
    known: List,
}

/// Numbers of states of a batch.
#[derive(Debug)]
struct List {
    items: [u8; FULL],
    len: usize,
}

impl Default for Entries {
    fn default() -> Self {
        let list = || List { items: [0; FULL], len: 0 };
        Entries { ids: [0; FULL], new: list(), known: list() }
    }
}

impl Entries {
    /// The nodes that are new.
    #[inline]
    pub(crate) fn inserted(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        self.new.iter().map(|at| (at, self.ids[at % FULL]))
    }

    /// The nodes that were there already, some of them since the same look-up.
    #[inline]
    pub(crate) fn found(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        self.known.iter().map(|at| (at, self.ids[at % FULL]))
    }

    /// Moves what is at a place among the known states to the end of the new ones.
    #[cold]
    fn move_to_new(&mut self, place: usize) {
        self.new.push(usize::from(self.known.items[place]));
        self.known.items.copy_within(place + 1.., place);
        self.known.len -= 1;
    }

    fn clear(&mut self) {
        (self.new.len, self.known.len) = (0, 0);
    }
}

impl List {
    #[inline]
    fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.items[..self.len].iter().map(|&at| usize::from(at))
    }

    fn push(&mut self, at: usize) {
        self.items[self.len % FULL] = at as u8;
        self.len += 1;
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
        entries.clear();
        if !const { is_plain::<T>() && !std::mem::needs_drop::<D>() } || self.heap_bytes > 0 {
            self.prefetch_candidates(children);
            for (at, child) in children.iter().enumerate() {
                let data = || data(&child.data);
                match self.find_or_insert_hashed(&child.state, child.hash, data, meter)? {
                    Entry::Found(id) => {
                        entries.ids[at] = id;
                        entries.known.push(at);
                    }
                    Entry::Inserted(id) => {
                        entries.ids[at] = id;
                        entries.new.push(at);
                    }
                }
            }
            return Ok(());
        }
        let first = self.len();
        // Whoever has the same key is the same state, for now. Meanwhile, its node is fetched.
        let mut new = 0;
        self.place(children, &data, meter, |at, id, is_new| {
            // In one list or the other, without a guess which.
            entries.ids[at % FULL] = id;
            entries.new.items[new % FULL] = at as u8;
            entries.known.items[(at - new) % FULL] = at as u8;
            new += usize::from(is_new);
        })?;
        (entries.new.len, entries.known.len) = (new, children.len() - new);
        let mut place = 0;
        while place < entries.known.len {
            let at = usize::from(entries.known.items[place % FULL]) % FULL;
            let child = &children[at];
            if self.arena.get(entries.ids[at] as usize).state == child.state {
                place += 1;
                continue;
            }
            let next = self.arena.len() as NodeId;
            entries.ids[at] = self.find_or_insert_elsewhere(child, data(&child.data), meter)?;
            if entries.ids[at] == next {
                entries.move_to_new(place);
            } else {
                place += 1;
            }
        }
        let stored = self.len() - first;
        self.index.add_used(stored);
        meter.counts.stored += stored as u64;
        Ok(())
    }

    /// The same for searches that have nothing to do with single states: those that are new
    /// have the numbers from that of the first on. Says whether any is `noted`, by what comes
    /// with it and what its node has.
    #[inline]
    pub(crate) fn insert_all(
        &mut self,
        children: &[Child<T, D>],
        ids: &mut [NodeId; FULL],
        meter: &mut Meter,
        noted: impl Fn(D, D) -> bool,
    ) -> Result<bool, Stop>
    where
        D: Copy,
    {
        assert!(children.len() <= FULL, "too many states at a time");
        let first = self.len();
        if !const { is_plain::<T>() } || self.heap_bytes > 0 {
            self.prefetch_candidates(children);
            for (child, id) in children.iter().zip(&mut *ids) {
                let data = || child.data;
                *id = match self.find_or_insert_hashed(&child.state, child.hash, data, meter)? {
                    Entry::Found(id) | Entry::Inserted(id) => id,
                };
            }
        } else {
            self.place(children, |&data| data, meter, |at, id, _| ids[at % FULL] = id)?;
            self.index.add_used(self.len() - first);
            meter.counts.stored += (self.len() - first) as u64;
        }
        let (mut are_others, mut are_noted) = (false, false);
        for (child, &id) in children.iter().zip(&*ids) {
            let node = self.arena.get(id as usize);
            are_others |= node.state != child.state;
            are_noted |= noted(child.data, node.data);
        }
        if are_others {
            let first = self.len();
            for (child, id) in children.iter().zip(&mut *ids) {
                if self.arena.get(*id as usize).state != child.state {
                    *id = self.find_or_insert_elsewhere(child, child.data, meter)?;
                }
                are_noted |= noted(child.data, self.arena.get(*id as usize).data);
            }
            self.index.add_used(self.len() - first);
            meter.counts.stored += (self.len() - first) as u64;
        }
        Ok(are_noted)
    }

    /// Puts states that the index does not know into the store, and tells the number of each,
    /// or else the number of a node that may have the same state, for it has the same key.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the loop of a look-up, each time with another end")]
    fn place<X>(
        &mut self,
        children: &[Child<T, X>],
        data: impl Fn(&X) -> D,
        meter: &mut Meter,
        mut told: impl FnMut(usize, NodeId, bool),
    ) -> Result<(), Stop> {
        self.make_room_for(children.len(), meter)?;
        let mut from = 0;
        while from < children.len() {
            // Where the memory is does not change meanwhile.
            let mut buckets = self.index.buckets();
            let mut tail = self.arena.tail(children.len() - from);
            let full = children[from..].iter().zip(from..).find_map(|(child, at)| {
                let next = tail.len() as NodeId;
                let bucket = buckets.at_fraction(child.hash);
                let Some(slot) = bucket.slot(child.hash, next) else { return Some((child, at)) };
                bucket.set(slot);
                let node = Node { state: child.state.clone(), data: data(&child.data) };
                tail.push_or_prefetch(node, slot.id as usize);
                told(at, slot.id, slot.id == next);
                None
            });
            drop(tail);
            let Some((child, at)) = full else { break };
            let next = self.arena.len() as NodeId;
            let id = self.find_or_insert_elsewhere(child, data(&child.data), meter)?;
            told(at, id, id == next);
            from = at + 1;
        }
        Ok(())
    }

    /// Where the first bucket is full, or has another state of the same key.
    #[cold]
    #[inline(never)]
    fn find_or_insert_elsewhere<X>(
        &mut self,
        child: &Child<T, X>,
        data: D,
        meter: &mut Meter,
    ) -> Result<NodeId, Stop> {
        let (arena, index) = (&self.arena, &mut self.index);
        let is_it = |id| arena.get(id as usize).state == child.state;
        match index.find_or_place(child.hash, is_it, meter)? {
            Ok(id) => Ok(id),
            Err(place) => {
                let node = Node { state: child.state.clone(), data };
                let id = self.arena.push(node, meter)? as NodeId;
                self.index.put_uncounted(place, id);
                Ok(id)
            }
        }
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
        // The same without lists.
        let (mut plain, mut plain_meter, mut nodes) =
            (Store::new(0), Meter::start(&Budget::default()), [0; FULL]);
        let mut number = 0;
        while number < states {
            children.clear();
            for _ in 0..=number % (FULL as u64 + 1) {
                number += 1;
                let is_kept = number % 5 > 0;
                if !children.is_full() {
                    let state = state(number * number % 9973);
                    children.push_if(is_kept, &state, number, &store);
                }
            }
            let batch = children.as_slice();
            store.find_or_insert_all(batch, |&number| number, &mut entries, &mut meter).unwrap();
            let known: Vec<_> = batch.iter().map(|child| plain.find(&child.state)).collect();
            let is_other = |new: u64, known: u64| new != known;
            let noted = plain.insert_all(batch, &mut nodes, &mut plain_meter, is_other).unwrap();
            for ((child, &id), known) in batch.iter().zip(&nodes).zip(known) {
                assert_eq!((&plain.get(id).state, known.unwrap_or(id)), (&child.state, id));
                assert!(noted || plain.get(id).data == child.data);
            }
            assert_eq!(plain.len() as u64, plain_meter.counts.stored);
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
        assert_eq!(plain.len(), map.len());
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
