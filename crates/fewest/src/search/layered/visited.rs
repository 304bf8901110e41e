//! The visited states of a search from both ends: one set for both sides.
//!
//! Each state has a label, so path reconstruction needs no parents. The set is cut into
//! shards by hash: threads fill different shards without locks, and the current shard
//! of each fits into its cache.

use crate::search::Stop;

use super::label::Label;
use super::packed::PackedState;
use super::shard::Shard;

/// The number of shards.
pub(super) const SHARDS: usize = 512;

/// The number of states that are looked up at a time.
const BATCH: usize = 64;

/// The set.
pub struct Visited<W> {
    pub(super) shards: Vec<Shard<W>>,
}

impl<W: PackedState> Visited<W> {
    /// The empty set.
    pub fn new() -> Self {
        Visited { shards: std::iter::repeat_with(Shard::new).take(SHARDS).collect() }
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
        hash as usize % SHARDS
    }

    /// The label of a state, if it is in the set.
    pub fn find(&self, word: W) -> Option<Label> {
        let hash = word.mix();
        self.shards[Self::shard_of(hash)].find(word, hash)
    }

    /// The states that are stored with a label.
    pub fn labelled(&self, label: Label) -> impl Iterator<Item = W> {
        self.shards.iter().flat_map(move |shard| shard.labelled(label))
    }

    /// Finds states with overlapped cache misses. Calls `show` with the place and the
    /// label of those in the set.
    pub fn find_all(&self, words: &[W], mut show: impl FnMut(usize, Label)) {
        for (i, batch) in words.chunks(BATCH).enumerate() {
            let mut hashes = [0; BATCH];
            for (hash, word) in hashes.iter_mut().zip(batch) {
                *hash = word.mix();
                self.shards[Self::shard_of(*hash)].prefetch(*hash);
            }
            for (j, (&word, &hash)) in batch.iter().zip(&hashes).enumerate() {
                if let Some(label) = self.shards[Self::shard_of(hash)].find(word, hash) {
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
        reserve: impl FnOnce(usize) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let shard = &mut self.shards[Self::shard_of(word.mix())];
        let bytes = shard.growth(1);
        if bytes > 0 {
            reserve(bytes)?;
            shard.grow(1);
        }
        shard.insert(word, label);
        Ok(())
    }
}

impl<W: PackedState> Default for Visited<W> {
    fn default() -> Self {
        Visited::new()
    }
}

impl<W> std::fmt::Debug for Visited<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Visited").field("shards", &self.shards.len()).finish_non_exhaustive()
    }
}
