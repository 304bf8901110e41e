//! Ordered selections of `k` of `n` elements, in lexicographic order: where
//! `k` different pieces stand on `n` cells.
//!
//! ```
//! use fewest::rank::PartialPermutations;
//!
//! // Three different pieces on the 25 cells of a 5 × 5 board.
//! let places = PartialPermutations::new(25, 3)?;
//! assert_eq!(places.len(), 25 * 24 * 23);
//! assert_eq!(places.rank(&[0, 1, 2]), 0);
//! let mut last = [0; 3];
//! places.unrank(places.len() - 1, &mut last);
//! assert_eq!(last, [24, 23, 22]);
//! # Ok::<(), fewest::rank::RankError>(())
//! ```

use super::RankError;

/// `n (n − 1) … (n − k + 1)`, if it fits in 64 bits.
pub fn falling_factorial(n: u32, k: u32) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    (n - k + 1..=n).try_fold(1_u64, |product, factor| product.checked_mul(u64::from(factor)))
}

/// The ordered selections of `k` of `n ≤ 64` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartialPermutations {
    elements: u32,
    chosen: u32,
    len: u64,
}

impl PartialPermutations {
    /// The maximum number of elements.
    pub const MAX: u32 = u64::BITS;

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
        Ok(PartialPermutations { elements, chosen, len })
    }

    /// The number of selections.
    #[allow(clippy::len_without_is_empty, reason = "there is always one")]
    #[inline]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The number of a selection: `chosen` different elements.
    #[inline]
    pub fn rank(&self, selection: &[u8]) -> u64 {
        debug_assert_eq!(selection.len(), self.chosen as usize);
        let (mut used, mut rank) = (0_u64, 0);
        for (place, &element) in selection.iter().enumerate() {
            // The elements before this one, less those that are used up.
            let bit = 1 << element;
            let digit = u64::from(element) - u64::from((used & (bit - 1)).count_ones());
            used |= bit;
            rank = rank * (u64::from(self.elements) - place as u64) + digit;
        }
        rank
    }

    /// Writes the selection with a number below [`PartialPermutations::len`].
    #[inline]
    pub fn unrank(&self, rank: u64, selection: &mut [u8]) {
        debug_assert!(rank < self.len);
        debug_assert_eq!(selection.len(), self.chosen as usize);
        // First the digits, from the last to the first.
        let mut rest = rank;
        for (place, digit) in selection.iter_mut().enumerate().rev() {
            let radix = u64::from(self.elements) - place as u64;
            *digit = (rest % radix) as u8;
            rest /= radix;
        }
        // Then the elements in place of the digits.
        let mut free = u64::MAX;
        for element in selection {
            let mut rest = free;
            for _ in 0..*element {
                rest &= rest - 1;
            }
            *element = rest.trailing_zeros() as u8;
            free ^= 1 << *element;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// All ordered selections in lexicographic order, one element at a time.
    fn selections(n: u8, k: usize) -> Vec<Vec<u8>> {
        if k == 0 {
            return vec![vec![]];
        }
        let mut all = Vec::new();
        for shorter in selections(n, k - 1) {
            for element in (0..n).filter(|element| !shorter.contains(element)) {
                all.push([&shorter[..], &[element]].concat());
            }
        }
        all
    }

    #[test]
    fn whole_small_sizes_are_in_lexicographic_order() {
        for n in 0..=if cfg!(miri) { 4 } else { 7_u8 } {
            for k in 0..=n as usize {
                let numbering = PartialPermutations::new(u32::from(n), k as u32).unwrap();
                let all = selections(n, k);
                assert_eq!(numbering.len(), all.len() as u64);
                let mut unranked = vec![0; k];
                for (rank, selection) in all.iter().enumerate() {
                    numbering.unrank(rank as u64, &mut unranked);
                    assert_eq!((numbering.rank(selection), &unranked), (rank as u64, selection));
                }
            }
        }
    }

    #[test]
    fn sizes_without_a_numbering_are_refused() {
        let new = PartialPermutations::new;
        assert_eq!(new(65, 1).unwrap_err(), RankError::TooMany { elements: 65, most: 64 });
        assert_eq!(new(3, 4).unwrap_err(), RankError::TooFew { elements: 3, chosen: 4 });
        assert_eq!(new(64, 12).unwrap_err(), RankError::TooLarge { elements: 64, chosen: 12 });
        assert_eq!(falling_factorial(20, 20), Some(2_432_902_008_176_640_000));
        assert_eq!(falling_factorial(21, 20), None);
        assert_eq!(falling_factorial(2, 3), Some(0));
    }

    proptest! {
        #[test]
        fn large_sizes_round_trip(n in 8..=64_u32, k in 0..=20_u32, rank: u64) {
            let Ok(numbering) = PartialPermutations::new(n, k.min(n)) else { return Ok(()) };
            let rank = rank % numbering.len();
            let mut selection = vec![0; k.min(n) as usize];
            numbering.unrank(rank, &mut selection);
            let mut sorted = selection.clone();
            sorted.sort_unstable();
            sorted.dedup();
            prop_assert_eq!(sorted.len(), selection.len());
            prop_assert!(sorted.iter().all(|&element| u32::from(element) < n));
            prop_assert_eq!(numbering.rank(&selection), rank);
        }
    }
}
