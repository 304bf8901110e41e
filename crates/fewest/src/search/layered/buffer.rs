//! The states that a thread has generated, by shard, until they are inserted.

use crate::search::Stop;
use crate::search::shared_meter::SharedMeter;

use super::packed::{Hashed, PackedState};
use super::visited::{SHARDS, Visited};

/// The words of a block are this number times an odd one: the ends of all shards must not share
/// a set of the cache.
const LINE: usize = 8;

/// The most words of a block.
pub(super) const MAX_BLOCK: usize = 65 * LINE;

/// A buffer whose shards take blocks from the same memory, one after the other: it grows
/// without being copied, and what no shard has come to is not touched.
pub(super) struct ShardBuffer<W: PackedState> {
    /// The memory. A list gets longer when its next block is taken for the first time.
    parts: Vec<Vec<Hashed<W>>>,
    /// The words that there is memory for.
    room: usize,
    /// The words of a block.
    block: usize,
    /// Where the next block begins.
    next: Place,
    shards: Vec<Blocks>,
}

/// A place in the memory.
#[derive(Clone, Copy, Default)]
struct Place {
    part: u32,
    at: u32,
}

/// The blocks of a shard.
#[derive(Clone, Default)]
struct Blocks {
    /// Where the next word goes: into the last block.
    next: Place,
    /// The words that the last block still has room for.
    left: u32,
    starts: Vec<Place>,
}

impl<W: PackedState> ShardBuffer<W> {
    pub(super) fn new() -> Self {
        ShardBuffer {
            parts: Vec::new(),
            room: 0,
            block: LINE,
            next: Place::default(),
            shards: vec![Blocks::default(); SHARDS],
        }
    }

    /// Makes room for about `words` words. Call it only while it is empty, on the thread
    /// that fills it.
    pub(super) fn make_room(&mut self, words: usize, meter: &SharedMeter) -> Result<(), Stop> {
        // Half a block of each shard is not used: an eighth of all or less.
        let lines = (words / SHARDS / (4 * LINE)) | 1;
        self.block = (lines * LINE).min(MAX_BLOCK);
        let room = words + SHARDS * self.block / 2;
        // It shrinks when memory has become scarce.
        if self.room / 2 > room {
            self.parts.clear();
            meter.give_back((self.room * size_of::<W>()) as u64);
            self.room = 0;
        }
        if self.room < room { self.add_part(room - self.room, meter) } else { Ok(()) }
    }

    fn add_part(&mut self, words: usize, meter: &SharedMeter) -> Result<(), Stop> {
        let words = words.next_multiple_of(MAX_BLOCK);
        meter.reserve(words * size_of::<W>())?;
        self.parts.push(Vec::with_capacity(words));
        self.room += words;
        Ok(())
    }

    /// Adds words to the shards of their hashes.
    #[inline]
    pub(super) fn extend(&mut self, words: &[W], meter: &SharedMeter) -> Result<(), Stop> {
        for &word in words {
            let word = Hashed::of(word);
            let shard = Visited::<W>::shard_of(word.hash);
            if self.shards[shard].left == 0 {
                self.add_block(shard, meter)?;
            }
            let blocks = &mut self.shards[shard];
            self.parts[blocks.next.part as usize][blocks.next.at as usize] = word;
            blocks.next.at += 1;
            blocks.left -= 1;
        }
        Ok(())
    }

    #[cold]
    fn add_block(&mut self, shard: usize, meter: &SharedMeter) -> Result<(), Stop> {
        let block = self.block;
        let fits = |part: &Vec<Hashed<W>>, at| part.capacity() - at as usize >= block;
        while self.parts.get(self.next.part as usize).is_some_and(|part| !fits(part, self.next.at))
        {
            self.next = Place { part: self.next.part + 1, at: 0 };
        }
        if self.next.part as usize == self.parts.len() {
            self.add_part(self.room / 16, meter)?;
        }
        let end = self.next.at + block as u32;
        let part = &mut self.parts[self.next.part as usize];
        if part.len() < end as usize {
            part.resize(end as usize, Hashed::default());
        }
        let blocks = &mut self.shards[shard];
        blocks.starts.push(self.next);
        (blocks.next, blocks.left) = (self.next, block as u32);
        self.next.at = end;
        Ok(())
    }

    /// The number of words of a shard.
    pub(super) fn len(&self, shard: usize) -> usize {
        let blocks = &self.shards[shard];
        blocks.starts.len() * self.block - blocks.left as usize
    }

    /// The words of a shard, block by block.
    pub(super) fn blocks(&self, shard: usize) -> impl Iterator<Item = &[Hashed<W>]> {
        let len = self.len(shard);
        self.shards[shard].starts.iter().enumerate().map(move |(nth, start)| {
            let words = (len - nth * self.block).min(self.block);
            &self.parts[start.part as usize][start.at as usize..][..words]
        })
    }

    pub(super) fn clear(&mut self) {
        self.next = Place::default();
        for blocks in &mut self.shards {
            blocks.left = 0;
            blocks.starts.clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Budget;

    /// Rounds of different sizes: more words than expected, fewer, and a buffer that shrinks.
    #[test]
    fn gives_back_the_words_of_each_shard_in_order() {
        let meter = SharedMeter::start(&Budget::default());
        let before = meter.free_bytes();
        let mut buffer: ShardBuffer<u64> = ShardBuffer::new();
        for (expected, words) in [(4096, 100), (4096, 9000), (1 << 17, 140_000), (4096, 5000)] {
            buffer.make_room(expected, &meter).unwrap();
            let words: Vec<u64> = (1..=words).map(|word: u64| word * word).collect();
            words.chunks(777).for_each(|part| buffer.extend(part, &meter).unwrap());
            for shard in 0..SHARDS {
                let own = |word: &u64| Visited::<u64>::shard_of(Hashed::of(*word).hash) == shard;
                let found: Vec<u64> = buffer.blocks(shard).flatten().map(|w| w.word()).collect();
                assert_eq!(found, words.iter().copied().filter(own).collect::<Vec<_>>());
                assert_eq!(found.len(), buffer.len(shard));
            }
            buffer.clear();
            let taken = before - meter.free_bytes();
            let held: usize = buffer.parts.iter().map(Vec::capacity).sum();
            assert!(held * size_of::<u64>() <= taken as usize, "{held} words in {taken} bytes");
        }
        assert!(before - meter.free_bytes() < 1 << 19);
    }

    #[test]
    fn takes_no_memory_beyond_the_limit() {
        let budget = Budget { memory: Some(100_000), ..Budget::default() };
        let meter = SharedMeter::start(&budget);
        let mut buffer: ShardBuffer<u64> = ShardBuffer::new();
        buffer.make_room(4096, &meter).unwrap();
        let words: Vec<u64> = (1..=20_000).collect();
        assert_eq!(buffer.extend(&words, &meter), Err(Stop::Memory));
        assert!(buffer.parts.iter().map(Vec::capacity).sum::<usize>() * 8 <= 100_000);
    }
}
