//! Sorted words in some kilobytes, each stored as its difference from the one before in
//! a variable number of bytes: two or three instead of the ten or more of a hash set,
//! because states of a layer are close together.

use super::super::packed::PackedState;

/// The bytes of a chunk, at most.
pub(super) const CHUNK: usize = 1 << 14;

/// The maximum bytes of a number: 256 bits, seven at a time.
pub(super) const LONGEST: usize = 37;

/// A chunk that is being filled.
#[derive(Debug)]
pub(super) struct Encoder<W> {
    pub(super) bytes: Vec<u8>,
    pub(super) words: u32,
    pub(super) first: W,
    last: W,
}

impl<W: PackedState> Encoder<W> {
    pub(super) fn new() -> Self {
        Encoder { bytes: Vec::with_capacity(CHUNK), words: 0, first: W::EMPTY, last: W::EMPTY }
    }

    pub(super) fn is_full(&self) -> bool {
        self.bytes.len() + LONGEST > CHUNK
    }

    /// Appends a word that is greater than all before.
    #[inline]
    pub(super) fn push(&mut self, word: W) {
        debug_assert!(word > self.last);
        if self.words == 0 {
            self.first = word;
        }
        // LEB128: seven bits a byte, the highest bit says that more follow.
        let mut rest = word.minus(self.last);
        while !rest.down(56).is_empty() {
            self.bytes.push(rest.low() as u8 | 0x80);
            rest = rest.down(7);
        }
        let (bytes, len) = spread(rest.low());
        let end = self.bytes.len() + len;
        self.bytes.extend_from_slice(&bytes.to_le_bytes());
        self.bytes.truncate(end);
        self.last = word;
        self.words += 1;
    }

    /// Begins the next chunk.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        (self.words, self.first, self.last) = (0, W::EMPTY, W::EMPTY);
    }
}

/// The highest bit of each of eight bytes.
const HIGHEST: u64 = 0x8080_8080_8080_8080;

/// A number of up to 56 bits as bytes, the lowest first, and how many of the eight bytes count.
/// There is no branch on the number, as in [`short`].
#[inline]
fn spread(number: u64) -> (u64, usize) {
    let bits = number & 0x0fff_ffff | (number & 0x00ff_ffff_f000_0000) << 4;
    let bits = bits & 0x0000_3fff_0000_3fff | (bits & 0x0fff_c000_0fff_c000) << 2;
    let bits = bits & 0x007f_007f_007f_007f | (bits & 0x3f80_3f80_3f80_3f80) << 1;
    let len = (number | 1).ilog2() as usize / 7 + 1;
    (bits | HIGHEST & !(u64::MAX << (8 * len - 8)), len)
}

/// Appends the words of a chunk.
pub(super) fn decode<W: PackedState>(bytes: &[u8], out: &mut Vec<W>) {
    let (mut word, mut rest) = (W::EMPTY, bytes);
    while !rest.is_empty() {
        let (gap, len) = short(rest).unwrap_or_else(|| long(rest));
        word = word.plus(gap);
        out.push(word);
        rest = &rest[len..];
    }
}

/// A number of up to eight bytes and its length, if eight bytes can be read. A
/// branch on the length would be mispredicted often, so there is none.
#[inline]
fn short<W: PackedState>(bytes: &[u8]) -> Option<(W, usize)> {
    let eight = u64::from_le_bytes(*bytes.first_chunk()?);
    let ends = !eight & HIGHEST;
    if ends == 0 {
        return None;
    }
    // All bits up to the lowest end; then the gaps of one bit close, pair by pair.
    let bits = eight & (ends ^ (ends - 1)) & !HIGHEST;
    let bits = bits & 0x007f_007f_007f_007f | (bits & 0x7f00_7f00_7f00_7f00) >> 1;
    let bits = bits & 0x0000_3fff_0000_3fff | (bits & 0x3fff_0000_3fff_0000) >> 2;
    let bits = bits & 0x0000_0000_0fff_ffff | (bits & 0x0fff_ffff_0000_0000) >> 4;
    Some((W::from_low(bits), ends.trailing_zeros() as usize / 8 + 1))
}

/// A number and its length, byte by byte. A damaged one ends where the word does.
fn long<W: PackedState>(bytes: &[u8]) -> (W, usize) {
    let (mut number, mut len) = (W::EMPTY, 0);
    for &byte in bytes {
        number = number | W::from_low(u64::from(byte & 0x7f)).up(7 * len as u32);
        len += 1;
        if byte < 0x80 || 7 * len >= 8 * size_of::<W>() {
            break;
        }
    }
    (number, len)
}

/// A checksum of a chunk: eight bytes at a time through the hash of words.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let words = bytes.chunks(8).map(|part| {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        u64::from_le_bytes(word)
    });
    words.fold(bytes.len() as u64, |sum, word| (sum ^ word).mix())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check<W: PackedState>(mut words: Vec<W>) {
        words.retain(|word| !word.is_empty());
        words.sort_unstable();
        words.dedup();
        words.truncate(CHUNK / LONGEST - 1);
        let mut encoder = Encoder::new();
        for &word in &words {
            encoder.push(word);
        }
        assert_eq!((encoder.words as usize, encoder.is_full()), (words.len(), false));
        let mut out: Vec<W> = Vec::new();
        decode(&encoder.bytes, &mut out);
        assert_eq!(out, words);
    }

    proptest! {
        #[test]
        fn gives_back_what_was_put_in(words: Vec<u64>, large: Vec<u128>) {
            check(words);
            check(large);
        }

        /// Numbers of every length beside each other.
        #[test]
        fn gives_back_near_words(gaps in prop::collection::vec((1..u64::MAX, 0..63_u32), 0..99)) {
            let mut sum = 0_u128;
            let words = gaps.into_iter().map(|(gap, bits)| {
                sum += u128::from(gap >> bits).max(1);
                sum
            });
            check(words.collect());
        }

        #[test]
        fn another_byte_has_another_checksum(bytes: Vec<u8>, at: prop::sample::Index) {
            let mut other = bytes.clone();
            other.push(0);
            prop_assert_ne!(checksum(&bytes), checksum(&other));
            let at = at.index(other.len());
            let before = checksum(&other);
            other[at] ^= 4;
            prop_assert_ne!(checksum(&other), before);
        }
    }
}
