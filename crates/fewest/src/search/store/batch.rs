//! Several states looked up and stored together.
//!
//! Whether a state is known can't be foreseen, and a processor that guesses wrong loses what
//! it has begun: several look-ups at a time. So nothing here depends on it but what is written.

use std::hash::Hash;

use super::{Child, Entry, FULL, NodeId, Store};
use crate::search::budget::Meter;
use crate::search::outcome::Stop;
use crate::space::is_plain;

/// The nodes of some states, in the order of the states. Those that are new have numbers one
/// after another.
#[derive(Debug)]
pub(crate) struct Entries {
    ids: [NodeId; FULL],
    len: usize,
    /// A bit for each state that was not known.
    new: u64,
}

impl Default for Entries {
    fn default() -> Self {
        Entries { ids: [0; FULL], len: 0, new: 0 }
    }
}

impl Entries {
    /// The nodes that are new.
    #[inline]
    pub(crate) fn inserted(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        self.marked(self.new)
    }

    /// The nodes that were there already, some of them since the same look-up.
    #[inline]
    pub(crate) fn found(&self) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        let all = if self.len < FULL { (1 << self.len) - 1 } else { u64::MAX };
        self.marked(!self.new & all)
    }

    /// Those with a bit, each with the number of its state among the states.
    #[inline]
    fn marked(&self, mut bits: u64) -> impl Iterator<Item = (usize, NodeId)> + '_ {
        std::iter::from_fn(move || {
            let at = bits.trailing_zeros() as usize;
            bits &= bits.wrapping_sub(1);
            Some((at, *self.ids.get(at)?))
        })
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
        (entries.len, entries.new) = (children.len(), 0);
        if !const { is_plain::<T>() && !std::mem::needs_drop::<D>() } || self.heap_bytes > 0 {
            for (at, child) in children.iter().enumerate().take(FULL) {
                let data = || data(&child.data);
                match self.find_or_insert_hashed(&child.state, child.hash, data, meter)? {
                    Entry::Found(id) => entries.ids[at] = id,
                    Entry::Inserted(id) => {
                        entries.ids[at] = id;
                        entries.new |= 1 << at;
                    }
                }
            }
            return Ok(());
        }
        self.make_room_for(children.len(), meter)?;
        let first = self.len();
        for (at, child) in children.iter().enumerate().take(FULL) {
            let next = self.arena.len() as NodeId;
            let bucket = self.index.bucket_mut(child.hash);
            let slot = bucket.slot(child.hash, next);
            let node = super::Node { state: child.state.clone(), data: data(&child.data) };
            let is_same = |a: &super::Node<T, D>, b: &super::Node<T, D>| a.state == b.state;
            let id = match slot {
                Some(slot) if self.arena.push_unless_there(node, slot.id as usize, is_same) => {
                    bucket.set(slot);
                    slot.id
                }
                _ => self.find_or_insert_elsewhere(child, data(&child.data), meter)?,
            };
            entries.ids[at] = id;
            entries.new |= u64::from(id == next) << at;
        }
        let stored = self.len() - first;
        self.index.add_used(stored);
        meter.counts.stored += stored as u64;
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
                let node = super::Node { state: child.state.clone(), data };
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
}
