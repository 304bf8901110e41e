//! The sums that a number and some lengths can reach, as bits of a word.
//!
//! For a number v and lengths d₁ … dₖ, all |v ± d₁ ± … ± dₖ| are odd or all are even. So a
//! bit stands for every second sum: 64 bits hold the sums below 128. Larger sums are
//! dropped. A set may therefore miss a sum that is reached through a dropped one, but it
//! never contains a wrong one.

use super::wide::Wide;

/// A word of bits, one per sum.
pub(super) trait Word: Copy + Default + PartialEq + Send + Sync + 'static {
    const BITS: u32;
    fn bit(bit: u32) -> Self;
    fn has(self, bit: u32) -> bool;
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    /// Shifts away from bit 0; bits beyond the last are lost.
    fn up(self, by: u32) -> Self;
    fn down(self, by: u32) -> Self;
    fn reversed(self) -> Self;
    /// The lowest bit.
    fn lowest(mut self) -> Option<u32> {
        self.take_lowest()
    }
    /// Removes the lowest bit.
    fn take_lowest(&mut self) -> Option<u32>;
}

macro_rules! word {
    ($word:ty) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            #[inline]
            fn bit(bit: u32) -> Self {
                (1 as $word).up(bit)
            }
            #[inline]
            fn has(self, bit: u32) -> bool {
                self.down(bit) & 1 == 1
            }
            #[inline]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline]
            fn up(self, by: u32) -> Self {
                if by < Self::BITS { self << by } else { 0 }
            }
            #[inline]
            fn down(self, by: u32) -> Self {
                if by < Self::BITS { self >> by } else { 0 }
            }
            #[inline]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
            #[inline]
            fn take_lowest(&mut self) -> Option<u32> {
                let lowest = self.trailing_zeros();
                *self &= self.wrapping_sub(1);
                (lowest < Self::BITS).then_some(lowest)
            }
        }
    };
}

word!(u64);
word!(u128);

/// The available words, from narrow to wide.
pub(super) type Narrow = u64;
pub(super) type Middle = u128;
pub(super) type Broad = Wide<4>;
pub(super) type Broadest = Wide<16>;

/// Evaluates an expression with the narrowest word that has all values and distances of a
/// level.
macro_rules! with_word {
    ($level:expr, $word:ident => $call:expr) => {{
        use $crate::sums::{Broad, Broadest, Middle, Narrow, range};
        let level: &$crate::Level = $level;
        let largest = level.cells().iter().copied().max().unwrap_or(0);
        let least = largest.max(level.width().max(level.height()) as u32) + 2;
        if least <= range::<Narrow>() {
            type $word = Narrow;
            $call
        } else if least <= range::<Middle>() {
            type $word = Middle;
            $call
        } else if least <= range::<Broad>() {
            type $word = Broad;
            $call
        } else {
            type $word = Broadest;
            $call
        }
    }};
}
pub(super) use with_word;

/// The number of sums that a word distinguishes.
pub(super) const fn range<W: Word>() -> u32 {
    2 * W::BITS
}

/// The set of a number alone: bit i of a set stands for 2i, or 2i + 1 if the sums are odd.
pub(super) fn of<W: Word>(value: u32) -> W {
    W::bit(value / 2)
}

/// The sums after adding or subtracting a length, which must be at least 1 and less than
/// [`range`]` − 1`. `odd` is 1 if the sums are odd, and changes with an odd length.
#[inline]
pub(super) fn add<W: Word>(sums: W, odd: u32, length: u32) -> W {
    let then = odd ^ (length & 1);
    // s + d, s − d and, where d is larger, d − s, for s = 2i + odd.
    let up = (length + odd - then) / 2;
    let down = (length + then - odd) / 2;
    let mirror = (length - odd - then) / 2;
    sums.up(up).or(sums.down(down)).or(sums.reversed().down(W::BITS - 1 - mirror))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn check<W: Word>(value: u32, lengths: &[u32]) {
        let (mut plain, mut sums, mut odd) = (BTreeSet::from([value]), of::<W>(value), value & 1);
        for &length in lengths {
            let both = |&s: &u32| [s + length, s.abs_diff(length)];
            plain = plain.iter().flat_map(both).filter(|&s| s < range::<W>()).collect();
            sums = add(sums, odd, length);
            odd ^= length & 1;
            let mut left = sums;
            let listed: Vec<u32> =
                std::iter::from_fn(|| left.take_lowest()).map(|bit| 2 * bit + odd).collect();
            assert_eq!(listed, plain.iter().copied().collect::<Vec<_>>());
            for bit in 0..W::BITS {
                assert_eq!(sums.has(bit), plain.contains(&(2 * bit + odd)));
            }
        }
    }

    proptest! {
        #[test]
        fn sets_are_those_of_plain_sums(
            value in 1..128_u32,
            lengths in prop::collection::vec(1..126_u32, 0..7),
        ) {
            check::<Narrow>(value, &lengths);
            check::<Middle>(value, &lengths);
            check::<Broad>(value, &lengths);
        }

        #[test]
        fn long_lengths_need_wide_words(
            value in 1..2048_u32,
            lengths in prop::collection::vec(1..1000_u32, 0..7),
        ) {
            check::<Broadest>(value, &lengths);
        }
    }
}
