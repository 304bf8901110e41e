//! The states that have been expanded already (Reinefeld and Marsland 1994), so that a state
//! that several paths lead to is searched once, by the cheapest of them so far. What an iteration
//! knows is of use to the next one: a state need not be expanded again where no more may be spent
//! below it than before.
//!
//! It is a cache, not a store: two megabytes at most, in which a new state takes the place
//! of another. What is forgotten is searched again, as without a table.
//!
//! Why the next bound still holds: take a cheapest plan, and the last of its states that the
//! iteration has expanded at its least cost. The next one was generated at its least cost. If
//! it was left out for its f, the next bound is no more than that. It can't have been left
//! out for having been expanded with as much to spend: not in this iteration, for that would be
//! at its least cost, and not in an earlier one, whose bound was lower at no lower cost.

use std::hash::Hash;

use crate::search::budget::Meter;
use crate::search::store::{hash, prefetch};
use crate::space::Cost;

/// The first table is small, since most iterations are.
const FIRST: usize = 1 << 10;
const FACTOR: usize = 4;

/// The most bytes of a table: where memory is far away, waiting for it costs more than it
/// saves.
const MAX_BYTES: usize = 1 << 21;

/// Of the first `TRIALS` look-ups of an iteration, one in `WORTH` must have found a state. One that need
/// not be expanded saves all that is below it.
const TRIALS: u64 = 1 << 14;
const WORTH: u64 = 128;

pub(super) struct Transpositions<T> {
    /// A power of two of them in pairs, or none. A state goes to one of two places.
    entries: Vec<Entry<T>>,
    /// The bits of a hash that don't choose a place.
    shift: u32,
    /// The entries that have a state, and how many may have one before it grows.
    used: usize,
    limit: usize,
    /// Nodes of an iteration before it is worth a table.
    from: u64,
    /// After how many expansions of the whole search to make a table, and after how many
    /// look-ups of the iteration to decide whether it is of use.
    due: u64,
    trials: u64,
    looked_up: u64,
    known: u64,
}

struct Entry<T> {
    state: T,
    /// What could be spent below it, and one; 0 where there is no state.
    left: Cost,
}

impl<T: Clone + Eq + Hash> Transpositions<T> {
    /// For iterations of more nodes than this.
    pub(super) fn new(from: u64) -> Self {
        Transpositions {
            entries: Vec::new(),
            shift: 0,
            used: 0,
            limit: usize::MAX,
            from,
            due: 0,
            trials: TRIALS,
            looked_up: 0,
            known: 0,
        }
    }

    /// Begins another iteration.
    pub(super) fn begin(&mut self, meter: &Meter) {
        (self.looked_up, self.known) = (0, 0);
        self.due = meter.counts.expanded.saturating_add(self.from);
        self.trials = TRIALS;
    }

    /// Prefetches the place of a state.
    #[inline]
    pub(super) fn prefetch(&self, state: &T) {
        if !self.entries.is_empty()
            && let Some(entry) = self.entries.get(self.place(state))
        {
            prefetch(entry);
        }
    }

    /// Where a state may be: there, or next to it.
    #[inline]
    fn place(&self, state: &T) -> usize {
        (u64::from(hash(state)) >> self.shift) as usize & !1
    }

    /// Whether a state is to be expanded below which `left` may still be spent: as far as is
    /// known, it has not been, or only with less to spend.
    #[inline]
    pub(super) fn expands(&mut self, state: &T, left: Cost) -> bool {
        if self.entries.is_empty() {
            return true;
        }
        self.looked_up += 1;
        let left = left.saturating_add(1);
        let at = self.place(state);
        let Some([first, second]) = self.entries[at..].first_chunk_mut() else { return true };
        for entry in [&mut *first, &mut *second] {
            if entry.state == *state {
                let is_more = left > entry.left;
                self.used += usize::from(entry.left == 0);
                entry.left = entry.left.max(left);
                self.known += u64::from(!is_more);
                return is_more;
            }
        }
        // An empty one, or else the one that less depends on.
        let entry = if first.left < second.left { first } else { second };
        self.used += usize::from(entry.left == 0);
        entry.state.clone_from(state);
        entry.left = left;
        true
    }

    /// Whether it is time to [`adapt`](Self::adapt).
    #[inline]
    pub(super) fn is_due(&self, meter: &Meter) -> bool {
        meter.counts.expanded >= self.due || self.looked_up >= self.trials || self.used > self.limit
    }

    /// Makes a table, makes it larger when it is full, and does without when it is of no use.
    #[cold]
    #[inline(never)]
    pub(super) fn adapt(&mut self, start: &T, heap_bytes: usize, meter: &mut Meter) {
        self.due = u64::MAX;
        if self.entries.is_empty() {
            self.resize(FIRST, start, heap_bytes, meter);
        } else if self.looked_up >= self.trials {
            self.trials = u64::MAX;
            if self.known * WORTH < self.looked_up {
                meter.give_back(self.entries.len() * (size_of::<Entry<T>>() + heap_bytes));
                (self.entries, self.limit) = (Vec::new(), usize::MAX);
            }
        }
        if self.used > self.limit {
            self.resize(FACTOR * self.entries.len(), start, heap_bytes, meter);
        }
    }

    fn resize(&mut self, len: usize, start: &T, heap_bytes: usize, meter: &mut Meter) {
        let bytes = (len - self.entries.len()) * (size_of::<Entry<T>>() + heap_bytes);
        // The path must have room.
        let is_allowed = len * size_of::<Entry<T>>() <= MAX_BYTES
            && bytes as u64 <= meter.free_bytes() / 4
            && meter.take(bytes).is_ok();
        if !is_allowed {
            self.limit = usize::MAX;
            return;
        }
        let empty = || Entry { state: start.clone(), left: 0 };
        let entries = std::iter::repeat_with(empty).take(len).collect();
        let old = std::mem::replace(&mut self.entries, entries);
        (self.shift, self.limit, self.used) = (32 - len.ilog2(), len / 2, 0);
        let (looked_up, known) = (self.looked_up, self.known);
        for entry in old.iter().filter(|entry| entry.left > 0) {
            self.expands(&entry.state, entry.left - 1);
        }
        (self.looked_up, self.known) = (looked_up, known);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Budget;
    use std::collections::HashMap;

    /// It forgets, but never says of a state that it was expanded if it was not.
    #[test]
    fn what_it_knows_is_so() {
        let mut meter = Meter::start(&Budget::default());
        let mut table = Transpositions::new(10);
        let mut expanded = HashMap::new();
        for iteration in 1..4 {
            table.begin(&meter);
            let mut known = 0;
            for number in 0..50_000_u64 {
                let state = number * number % 10_007;
                let left = 10 * iteration + (number * 7919 % 64) as Cost;
                if table.is_due(&meter) {
                    table.adapt(&0, 0, &mut meter);
                }
                meter.counts.expanded += 1;
                let most = expanded.entry(state).or_insert(None);
                if table.expands(&state, left) {
                    *most = (*most).max(Some(left));
                } else {
                    assert!(*most >= Some(left), "iteration {iteration}: {state} with {left}");
                    known += 1;
                }
            }
            // All of them fit.
            assert!(known > 25_000, "{known}");
        }
    }

    /// What was expanded in one iteration is known in the next, as long as no more can be spent.
    #[test]
    fn it_knows_what_earlier_iterations_have_done() {
        let mut meter = Meter::start(&Budget::default());
        let mut table = Transpositions::new(0);
        table.adapt(&0_u64, 0, &mut meter);
        assert!(table.expands(&7, 5));
        table.begin(&meter);
        assert!(!table.expands(&7, 4) && !table.expands(&7, 5));
        assert!(table.expands(&7, 6));
        // Not even nothing may be spent below a state that was never expanded.
        assert!(table.expands(&0, 0) && !table.expands(&0, 0));
    }

    #[test]
    fn it_is_given_up_where_no_paths_meet() {
        let mut meter = Meter::start(&Budget::default());
        let mut table = Transpositions::new(10);
        table.begin(&meter);
        for state in 0..100_000_u64 {
            meter.counts.expanded += 1;
            assert!(table.expands(&state, 1));
            if table.is_due(&meter) {
                table.adapt(&0, 0, &mut meter);
            }
        }
        assert!(table.entries.is_empty());
        assert!(meter.free_bytes() == u64::MAX);
    }
}
