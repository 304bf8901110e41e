//! The states that a thread has generated, by shard, until they are inserted.

use crate::search::Stop;
use crate::search::shared_meter::SharedMeter;

use super::packed::{Hashed, PackedState};
use super::visited::{SHARDS, Visited};

/// The words of a cache line of 64 bytes.
const LINE: usize = 8;

/// A buffer with as much room for each shard. It is allocated as a whole, so that the
/// memory is accounted for before it is taken.
pub(super) struct ShardBuffer<W: PackedState> {
    words: Vec<Hashed<W>>,
    lens: Vec<u32>,
    /// The words that each shard has room for.
    room: usize,
    /// Words of shards that are full.
    overflow: Vec<Hashed<W>>,
}

impl<W: PackedState> ShardBuffer<W> {
    pub(super) fn new() -> Self {
        ShardBuffer { words: Vec::new(), lens: vec![0; SHARDS], room: 0, overflow: Vec::new() }
    }

    /// Makes room for about `words` words. Call it only while it is empty.
    pub(super) fn make_room(&mut self, words: usize, meter: &SharedMeter) -> Result<(), Stop> {
        // An eighth more, since hashes don't fill shards evenly. An odd number of lines:
        // the first words of all shards must not share a set of the cache.
        let room = (words / SHARDS * 9 / 8).next_multiple_of(LINE) + LINE;
        let room = if (room / LINE).is_multiple_of(2) { room + LINE } else { room };
        // It shrinks when memory has become scarce.
        if (self.room / 2..=self.room).contains(&room) {
            return Ok(());
        }
        self.words = Vec::new();
        meter.give_back((self.room * SHARDS * size_of::<W>()) as u64);
        self.room = 0;
        meter.reserve(room * SHARDS * size_of::<W>())?;
        self.words = vec![Hashed::default(); room * SHARDS];
        self.room = room;
        Ok(())
    }

    /// Adds words to the shards of their hashes.
    #[inline]
    pub(super) fn extend(&mut self, words: &[W], meter: &SharedMeter) -> Result<(), Stop> {
        for &word in words {
            let word = Hashed::of(word);
            let shard = Visited::<W>::shard_of(word.hash);
            let len = &mut self.lens[shard];
            if (*len as usize) < self.room {
                self.words[shard * self.room + *len as usize] = word;
                *len += 1;
            } else {
                self.push_overflow(word, meter)?;
            }
        }
        Ok(())
    }

    #[cold]
    fn push_overflow(&mut self, word: Hashed<W>, meter: &SharedMeter) -> Result<(), Stop> {
        if self.overflow.len() == self.overflow.capacity() {
            let more = self.overflow.capacity().max(1 << 10);
            // The list is there twice while it grows.
            let transient = self.overflow.capacity() + more;
            meter.reserve(transient * size_of::<W>())?;
            self.overflow.reserve_exact(more);
            meter.give_back(((transient - more) * size_of::<W>()) as u64);
        }
        self.overflow.push(word);
        Ok(())
    }

    /// The words of a shard.
    pub(super) fn shard(&self, shard: usize) -> &[Hashed<W>] {
        let from = shard * self.room;
        &self.words[from..from + self.lens[shard] as usize]
    }

    /// Words of any shard.
    pub(super) fn overflow(&self) -> &[Hashed<W>] {
        &self.overflow
    }

    pub(super) fn clear(&mut self) {
        self.lens.fill(0);
        self.overflow.clear();
    }
}
