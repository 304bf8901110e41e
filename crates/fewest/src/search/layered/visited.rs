//! The visited states of a search from both ends: one set for both sides.
//!
//! Each state has a label, so path reconstruction needs no parents. The set is cut into
//! shards by hash: threads fill different shards without locks, and the current shard
//! of each fits into its cache.

use crate::search::Stop;

use super::label::Label;
use super::packed::{Hashed, PackedState};
use super::shard::Shard;

/// The number of shards.
pub(super) const SHARDS: usize = 1 << (64 - NUMBER_BITS);

/// The bits of a hash that don't choose the shard.
pub(super) const NUMBER_BITS: u32 = 55;

/// The number of states that are looked up at a time.
const BATCH: usize = 64;

/// The set.
pub struct Visited<W: PackedState> {
    pub(super) shards: Vec<Shard<W>>,
}

impl<W: PackedState> Visited<W> {
    /// The empty set.
    pub fn new() -> Self {
        Visited { shards: (0..SHARDS).map(Shard::new).collect() }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[inline]
    pub(super) fn shard_of(hash: u64) -> usize {
        (hash >> NUMBER_BITS) as usize
    }

    /// The label of a state, if it is in the set.
    pub fn find(&self, word: W) -> Option<Label> {
        let word = Hashed::of(word);
        self.shards[Self::shard_of(word.hash)].find(word)
    }

    /// The states that are stored with a label.
    pub fn labelled(&self, label: Label) -> impl Iterator<Item = W> {
        self.shards.iter().flat_map(move |shard| {
            let mut states = Vec::new();
            shard.collect_labelled(label, &mut states);
            states
        })
    }

    /// Finds states with overlapped cache misses. Calls `show` with the place and the
    /// label of those in the set.
    pub fn find_all(&self, words: &[W], mut show: impl FnMut(usize, Label)) {
        for (i, batch) in words.chunks(BATCH).enumerate() {
            let mut hashed = [Hashed::default(); BATCH];
            for (hashed, &word) in hashed.iter_mut().zip(batch) {
                *hashed = Hashed::of(word);
                self.shards[Self::shard_of(hashed.hash)].prefetch(hashed.hash);
            }
            for (j, &word) in hashed[..batch.len()].iter().enumerate() {
                if let Some(label) = self.shards[Self::shard_of(word.hash)].find(word) {
                    show(i * BATCH + j, label);
                }
            }
        }
    }

    /// Stores a state, if it is new, with the memory that `reserve` grants.
    pub fn insert(
        &mut self,
        word: W,
        label: Label,
        reserve: &mut dyn FnMut(usize) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        W::insert(self, word, label, reserve)
    }

    pub(super) fn insert_here(
        &mut self,
        word: W,
        label: Label,
        reserve: &mut dyn FnMut(usize) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let word = Hashed::of(word);
        let shard = &mut self.shards[Self::shard_of(word.hash)];
        shard.make_room(1, false, reserve)?;
        shard.insert(word, label);
        Ok(())
    }
}

impl<W: PackedState> Default for Visited<W> {
    fn default() -> Self {
        Visited::new()
    }
}

impl<W: PackedState> std::fmt::Debug for Visited<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Visited").field("shards", &self.shards.len()).finish_non_exhaustive()
    }
}
