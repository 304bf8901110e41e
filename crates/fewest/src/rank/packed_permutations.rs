//! Ordered selections of at most 16 elements, four bits each, in one word: the
//! fastest numbering here, for the inner loop of a table search.
//!
//! The digits of a rank are the Lehmer code: how many of the elements that are
//! still free come before the one that is chosen. Ranking keeps that count for
//! every element at once in the sixteen nibbles of a word, and choosing one
//! takes 1 from all higher nibbles in a single subtraction, as cube solvers do
//! (Chen Shuang, min2phase). Unranking reads the digits from the first to the last by multiplication: the
//! rank as a fraction of all ranks, times the number of free elements, has the
//! digit before the point and the rest of the rank after it. Neither divides,
//! and neither branches.
//!
//! ```
//! use fewest::rank::PackedPermutations;
//!
//! // All orders of three elements; the first one is in the lowest nibble.
//! let orders = PackedPermutations::new(3, 3)?;
//! let all: Vec<u64> = (0..orders.len()).map(|rank| orders.unrank(rank).chosen).collect();
//! assert_eq!(all, [0x210, 0x120, 0x201, 0x021, 0x102, 0x012]);
//! assert_eq!(orders.rank(0x201), 2);
//! # Ok::<(), fewest::rank::RankError>(())
//! ```

use super::{RankError, falling_factorial};

/// Every element in its own nibble; also, before any element is chosen, how
/// many free elements come before each.
const IDENTITY: u64 = 0xFEDC_BA98_7654_3210;

/// The nibbles from this one up.
const FROM_NIBBLE: [u64; 16] = {
    let mut masks = [0; 16];
    let mut nibble = 0;
    while nibble < 16 {
        masks[nibble] = u64::MAX << (4 * nibble);
        nibble += 1;
    }
    masks
};

/// The ordered selections of `k` of `n ≤ 16` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackedPermutations {
    elements: u32,
    chosen: u32,
    len: u64,
    /// 2¹²⁸ / len, rounded down.
    reciprocal: u128,
}

/// A selection, and what is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unpacked {
    /// The chosen elements, the first in the lowest nibble.
    pub chosen: u64,
    /// How many free elements come before each chosen one, a nibble each.
    pub digits: u64,
    /// The elements that were not chosen in rising order, the least in the
    /// lowest nibble. Nibbles past them mean nothing.
    pub free: u64,
    /// Whether the chosen elements followed by the free ones are an odd
    /// permutation.
    pub is_odd: bool,
}

impl PackedPermutations {
    /// The maximum number of elements.
    pub const MAX: u32 = 16;

    /// The numbering of the ordered selections of `chosen` of `elements`.
    pub fn new(elements: u32, chosen: u32) -> Result<Self, RankError> {
        if elements > Self::MAX {
            return Err(RankError::TooMany { elements, most: Self::MAX });
        }
        if chosen > elements {
            return Err(RankError::TooFew { elements, chosen });
        }
        let len =
            falling_factorial(elements, chosen).ok_or(RankError::TooLarge { elements, chosen })?;
        Ok(PackedPermutations { elements, chosen, len, reciprocal: u128::MAX / u128::from(len) })
    }

    /// The number of selections.
    #[allow(clippy::len_without_is_empty, reason = "there is always one")]
    #[inline]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The number of the selection in the lowest nibbles of `packed`. Higher
    /// nibbles are not looked at.
    #[inline]
    pub fn rank(&self, packed: u64) -> u64 {
        let (mut rest, mut before, mut rank) = (packed, IDENTITY, 0);
        let last = u64::from(self.elements - self.chosen);
        let mut free = u64::from(self.elements);
        while free > last {
            let shift = (rest & 0xF) * 4;
            rest >>= 4;
            rank = rank * free + ((before >> shift) & 0xF);
            // A nibble counts the free elements before its own, each of which
            // can be chosen but once: it never borrows from the next.
            before = before.wrapping_sub(0x1111_1111_1111_1110 << shift);
            free -= 1;
        }
        rank
    }

    /// How much the rank grows with each digit, the last digit last.
    pub fn weights(&self) -> impl Iterator<Item = u64> {
        let Self { elements, chosen, .. } = *self;
        // Products of fewer of the same factors as in `len`, so they fit too.
        (1..=chosen)
            .map(move |place| falling_factorial(elements - place, chosen - place).unwrap_or(0))
    }

    /// The selection with a number below [`PackedPermutations::len`].
    #[inline]
    pub fn unrank(&self, rank: u64) -> Unpacked {
        debug_assert!(rank < self.len);
        // rank / len in 64 bits after the point, too large by at most 2 units:
        // the reciprocal is short of 2¹²⁸ / len by at most 1, the product thus
        // by less than 1 after the shift, and the shift rounds down by less
        // than 1. The excess grows to at most 2 · len units while the digits
        // are read, less than one whole since len ≤ 16! < 2⁶³, so that it never
        // reaches a digit.
        let mut fraction = ((u128::from(rank) * self.reciprocal) >> 64) as u64 + 2;
        let (mut free, mut chosen, mut digits, mut sum) = (IDENTITY, 0, 0, 0);
        for place in 0..self.chosen {
            let product = u128::from(fraction) * u128::from(self.elements - place);
            let digit = (product >> 64) as u64;
            fraction = product as u64;
            sum ^= digit;
            // New nibbles come in at the top: a shift by a constant is cheaper.
            digits = digits >> 4 | digit << 60;
            chosen = chosen >> 4 | (free >> (digit * 4)) << 60;
            free ^= (free ^ free >> 4) & FROM_NIBBLE[digit as usize & 0xF];
        }
        let unused = u64::BITS - 4 * self.chosen;
        let chosen = u64::checked_shr(chosen, unused).unwrap_or(0);
        let digits = u64::checked_shr(digits, unused).unwrap_or(0);
        Unpacked { chosen, digits, free, is_odd: sum & 1 == 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::{PartialPermutations, is_odd};
    use proptest::prelude::*;

    fn pack(elements: &[u8]) -> u64 {
        elements.iter().rev().fold(0, |packed, &element| packed << 4 | u64::from(element))
    }

    /// Checks one rank against the numbering of slices.
    fn agrees(n: u32, k: u32, rank: u64) {
        let packed = PackedPermutations::new(n, k).unwrap();
        let slow = PartialPermutations::new(n, k).unwrap();
        let mut elements = vec![0; k as usize];
        slow.unrank(rank, &mut elements);
        let unpacked = packed.unrank(rank);
        assert_eq!(unpacked.chosen, pack(&elements));
        assert_eq!(packed.rank(unpacked.chosen), rank);
        let weighed = packed
            .weights()
            .zip(0..)
            .map(|(weight, place)| (unpacked.digits >> (4 * place) & 0xF) * weight);
        assert_eq!(weighed.sum::<u64>(), rank);
        elements.extend((0..n as u8).filter(|i| !elements.contains(i)).collect::<Vec<_>>());
        let free = pack(&elements[k as usize..]);
        let mask = (1_u128 << (4 * (n - k))) - 1;
        assert_eq!(unpacked.free & mask as u64, free);
        assert_eq!(unpacked.is_odd, is_odd(&elements));
    }

    #[test]
    fn whole_small_sizes_agree() {
        for n in 0..=if cfg!(miri) { 4 } else { 8 } {
            for k in 0..=n {
                let packed = PackedPermutations::new(n, k).unwrap();
                assert_eq!(packed.len(), PartialPermutations::new(n, k).unwrap().len());
                (0..packed.len()).for_each(|rank| agrees(n, k, rank));
            }
        }
    }

    #[test]
    fn the_last_ranks_agree() {
        for n in 0..=16 {
            for k in 0..=n {
                let len = PackedPermutations::new(n, k).unwrap().len();
                (len.saturating_sub(if cfg!(miri) { 1 } else { 50 })..len)
                    .for_each(|rank| agrees(n, k, rank));
            }
        }
        assert!(PackedPermutations::new(17, 2).is_err());
        assert!(PackedPermutations::new(4, 5).is_err());
    }

    proptest! {
        #[test]
        fn large_sizes_agree(n in 9..=16_u32, k in 0..=16_u32, rank: u64, multiple: bool) {
            let k = k.min(n);
            let len = PackedPermutations::new(n, k).unwrap().len();
            // Rounding errors would show at multiples of the first digits' weights.
            let weight = falling_factorial(n - k / 2, k - k / 2).unwrap();
            let rank = if multiple { rank % len / weight * weight } else { rank % len };
            agrees(n, k, rank);
            agrees(n, k, rank.saturating_sub(1));
        }
    }
}
