//! Words of more than 128 bits, for boards with long lines or large numbers.

use super::sums::Word;

/// `64 · N` bits, the lowest first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Wide([0; N])
    }
}

impl<const N: usize> Wide<N> {
    fn get(&self, word: usize) -> u64 {
        self.0.get(word).copied().unwrap_or(0)
    }
}

impl<const N: usize> Word for Wide<N> {
    const BITS: u32 = 64 * N as u32;

    fn bit(bit: u32) -> Self {
        Wide(std::array::from_fn(
            |word| {
                if bit as usize / 64 == word { 1 << (bit % 64) } else { 0 }
            },
        ))
    }

    fn has(self, bit: u32) -> bool {
        self.get(bit as usize / 64) >> (bit % 64) & 1 == 1
    }

    fn or(self, other: Self) -> Self {
        Wide(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    fn and(self, other: Self) -> Self {
        Wide(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    fn up(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        Wide(std::array::from_fn(|word| {
            let at = |back: usize| word.checked_sub(words + back).map_or(0, |word| self.get(word));
            // Two shifts, since a shift by 64 is none.
            at(0) << bits | (at(1) >> 1) >> (63 - bits)
        }))
    }

    fn down(self, by: u32) -> Self {
        let (words, bits) = (by as usize / 64, by % 64);
        Wide(std::array::from_fn(|word| {
            let (low, high) = (self.get(word + words), self.get(word + words + 1));
            low >> bits | (high << 1) << (63 - bits)
        }))
    }

    fn reversed(self) -> Self {
        Wide(std::array::from_fn(|word| self.0[N - 1 - word].reverse_bits()))
    }

    fn take_lowest(&mut self) -> Option<u32> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let bit = self.0[word].trailing_zeros();
        self.0[word] &= self.0[word] - 1;
        Some(64 * word as u32 + bit)
    }
}
