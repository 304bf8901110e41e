//! Java's `SHA1PRNG`, bit for bit: the random source of the game's levels.
//!
//! The state is the SHA-1 of the seed. Each block of twenty bytes is the SHA-1 of
//! the state, which is then added to it, plus one, as little-endian numbers; Java
//! adds its bytes with their signs.

use sha1::{Digest, Sha1};

const BLOCK: usize = 20;

pub(super) struct Sha1Prng {
    state: [u8; BLOCK],
    block: [u8; BLOCK],
    /// The number of used bytes of the block.
    taken: usize,
}

impl Sha1Prng {
    pub(super) fn new(seed: &[u8]) -> Self {
        Sha1Prng { state: Sha1::digest(seed).into(), block: [0; BLOCK], taken: BLOCK }
    }

    fn byte(&mut self) -> u8 {
        if self.taken == BLOCK {
            self.block = Sha1::digest(self.state).into();
            self.step();
            self.taken = 0;
        }
        self.taken += 1;
        self.block[self.taken - 1]
    }

    fn step(&mut self) {
        let mut carry = 1;
        let mut has_changed = false;
        for (state, &output) in self.state.iter_mut().zip(&self.block) {
            let sum = i32::from(*state as i8) + i32::from(output as i8) + carry;
            has_changed |= *state != sum as u8;
            *state = sum as u8;
            carry = sum >> 8;
        }
        if !has_changed {
            self.state[0] = self.state[0].wrapping_add(1);
        }
    }

    /// `SecureRandom.next`: the top bits of as few bytes as hold them.
    fn next(&mut self, bits: u32) -> u32 {
        let bytes = bits.div_ceil(8);
        let number = (0..bytes).fold(0, |number, _| (number << 8) | u32::from(self.byte()));
        number >> (8 * bytes - bits)
    }

    /// `Random.nextInt`: a number below `end`, which is 1 to 2³¹ − 1.
    pub(super) fn below(&mut self, end: u32) -> u32 {
        if end.is_power_of_two() {
            return ((u64::from(end) * u64::from(self.next(31))) >> 31) as u32;
        }
        loop {
            let drawn = self.next(31);
            let number = drawn % end;
            // Rejects the incomplete last range, for an even distribution. Java detects
            // it by an overflow of its signed 32 bits.
            if drawn - number + (end - 1) < 1 << 31 {
                return number;
            }
        }
    }

    /// `Random.nextBoolean`.
    pub(super) fn coin(&mut self) -> bool {
        self.next(1) == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A state whose bytes would all stay the same is moved on by one: here the
    /// block is −1 as a number, so that block plus one is 0.
    #[test]
    fn a_state_never_stays() {
        let mut source = Sha1Prng { state: [7; BLOCK], block: [255; BLOCK], taken: 0 };
        source.step();
        // 7 − 1 + 1 = 7 without a carry, then 7 − 1 = 6: it has changed.
        assert_eq!(source.state[..2], [7, 6]);
        let mut source = Sha1Prng { state: [7; BLOCK], block: [0; BLOCK], taken: 0 };
        source.block[0] = 255;
        source.step();
        assert_eq!(source.state[..2], [8, 7]);
    }

    #[test]
    fn draws_are_below_their_end() {
        let mut source = Sha1Prng::new(&[0; 16]);
        for end in [1, 2, 3, 5, 56, 1000, 1 << 30, (1 << 30) + 1, i32::MAX as u32] {
            assert!((0..100).all(|_| source.below(end) < end), "{end}");
        }
        let heads = (0..1000).filter(|_| source.coin()).count();
        assert!((400..600).contains(&heads), "{heads}");
    }
}
