//! A sorted set of words, each stored as its difference from the one before in a
//! variable number of bytes. States of a layer are close together: two or three bytes
//! instead of the ten or more of a hash set.

use std::collections::VecDeque;

use super::super::word::Word;
use fewest::search::{Meter, Stop};

/// The bytes of a chunk.
const CHUNK: usize = 1 << 16;

/// The maximum bytes of a number: 256 bits, seven at a time.
const LONGEST: usize = 37;

/// The set, in the order of its words.
#[derive(Debug)]
pub(super) struct Coded<W> {
    chunks: VecDeque<Vec<u8>>,
    last: W,
    len: u64,
}

impl<W: Word> Coded<W> {
    pub(super) fn new() -> Self {
        Coded { chunks: VecDeque::new(), last: W::EMPTY, len: 0 }
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Appends a word that is greater than all before. The empty set is none.
    #[inline]
    pub(super) fn push(&mut self, word: W, meter: &mut Meter) -> Result<(), Stop> {
        debug_assert!(word > self.last);
        if self.chunks.back().is_none_or(|chunk| chunk.len() + LONGEST > CHUNK) {
            meter.take(CHUNK)?;
            self.chunks.push_back(Vec::with_capacity(CHUNK));
        }
        let Some(chunk) = self.chunks.back_mut() else { return Err(Stop::Memory) };
        // LEB128: seven bits a byte, the highest bit says that more follow.
        let mut rest = word.minus(self.last);
        loop {
            let bits = rest.low() as u8 & 0x7f;
            rest = rest.down(7);
            if rest.is_empty() {
                chunk.push(bits);
                break;
            }
            chunk.push(bits | 0x80);
        }
        self.last = word;
        self.len += 1;
        Ok(())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = W> {
        let mut word = W::EMPTY;
        self.chunks.iter().flat_map(|chunk| Numbers::new(chunk)).map(move |gap| {
            word = word.plus(gap);
            word
        })
    }

    /// Takes the first chunk's words out, which are those after `last`.
    pub(super) fn pop_chunk(&mut self, last: W, out: &mut Vec<W>, meter: &mut Meter) -> bool {
        let Some(chunk) = self.chunks.pop_front() else { return false };
        let mut word = last;
        out.extend(Numbers::new(&chunk).map(|gap: W| {
            word = word.plus(gap);
            word
        }));
        meter.give_back(CHUNK);
        true
    }

    pub(super) fn free(self, meter: &mut Meter) {
        meter.give_back(self.chunks.len() * CHUNK);
    }
}

struct Numbers<'a, W> {
    bytes: &'a [u8],
    word: std::marker::PhantomData<W>,
}

impl<'a, W> Numbers<'a, W> {
    fn new(bytes: &'a [u8]) -> Self {
        Numbers { bytes, word: std::marker::PhantomData }
    }
}

impl<W: Word> Iterator for Numbers<'_, W> {
    type Item = W;

    #[inline]
    fn next(&mut self) -> Option<W> {
        let (mut number, mut shift) = (W::EMPTY, 0);
        loop {
            let (&byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            number = number | W::from_low(u64::from(byte & 0x7f)).up(shift);
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::wide::Wide;
    use super::*;
    use fewest::search::Budget;
    use proptest::prelude::*;

    fn check<W: Word>(mut words: Vec<W>) {
        words.retain(|word| !word.is_empty());
        words.sort_unstable();
        words.dedup();
        let mut meter = Meter::start(&Budget::default());
        let mut coded = Coded::new();
        for &word in &words {
            coded.push(word, &mut meter).unwrap();
        }
        assert_eq!(coded.len(), words.len() as u64);
        assert!(coded.iter().eq(words.iter().copied()));
        let mut popped = Vec::new();
        let mut last = W::EMPTY;
        while coded.pop_chunk(last, &mut popped, &mut meter) {
            last = popped.last().copied().unwrap_or(last);
        }
        assert_eq!(popped, words);
    }

    proptest! {
        #[test]
        fn gives_back_what_was_put_in(
            words: Vec<u64>,
            large: Vec<u128>,
            cells in prop::collection::vec(prop::collection::vec(0..256_usize, 1..5), 0..50),
        ) {
            check(words);
            check(large);
            check(cells.into_iter().map(Wide::from_cells).collect());
        }
    }

    #[test]
    fn dense_words_take_a_byte_each() {
        let mut meter = Meter::start(&Budget::default());
        let mut coded = Coded::new();
        for word in 1..=1_000_000_u64 {
            coded.push(word, &mut meter).unwrap();
        }
        assert!(meter.counts.peak_bytes < 1_100_000);
        check((1..100_000_u64).collect());
    }
}
