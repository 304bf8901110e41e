//! The orders of `n` elements, in lexicographic order; and those of one parity.
//!
//! The two orders with the ranks `2r` and `2r + 1` differ only in their last two
//! elements, so that one of them is even and the other odd: [`OneParity`]
//! numbers the orders of either parity by `r`.
//!
//! ```
//! use fewest::rank::{OneParity, Permutations};
//!
//! let orders = Permutations::new(3)?;
//! let mut order = [0; 3];
//! orders.unrank(4, &mut order);
//! assert_eq!(order, [2, 0, 1]);
//!
//! let even = OneParity::new(3, false)?;
//! assert_eq!(even.len(), 3);
//! assert_eq!(even.rank(&[2, 0, 1]), 2);
//! # Ok::<(), fewest::rank::RankError>(())
//! ```

use super::{PartialPermutations, RankError};

/// Whether an odd number of swaps sorts this order.
pub fn is_odd(order: &[u8]) -> bool {
    let (mut seen, mut inversions) = (0_u64, 0);
    for &element in order {
        // The elements before this one in the order that are greater.
        inversions ^= (seen >> element).count_ones();
        seen |= 1 << element;
    }
    inversions & 1 == 1
}

/// All orders of `n ≤ 20` elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permutations(PartialPermutations);

impl Permutations {
    /// The maximum number of elements: 21! needs more than 64 bits.
    pub const MAX: u32 = 20;

    /// The numbering of the orders of `elements` elements.
    pub fn new(elements: u32) -> Result<Self, RankError> {
        if elements > Self::MAX {
            return Err(RankError::TooMany { elements, most: Self::MAX });
        }
        PartialPermutations::new(elements, elements).map(Permutations)
    }

    /// The number of orders.
    #[allow(clippy::len_without_is_empty, reason = "there is always one")]
    #[inline]
    pub fn len(&self) -> u64 {
        self.0.len()
    }

    /// The number of an order of 0 to n − 1.
    #[inline]
    pub fn rank(&self, order: &[u8]) -> u64 {
        self.0.rank(order)
    }

    /// Writes the order with a number below [`Permutations::len`].
    #[inline]
    pub fn unrank(&self, rank: u64, order: &mut [u8]) {
        self.0.unrank(rank, order);
    }
}

/// The even orders of 2 to 20 elements, or the odd ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OneParity {
    all: Permutations,
    odd: bool,
}

impl OneParity {
    /// The numbering of the odd or the even orders of `elements` elements.
    pub fn new(elements: u32, odd: bool) -> Result<Self, RankError> {
        if elements < 2 {
            return Err(RankError::TooFew { elements, chosen: 2 });
        }
        Permutations::new(elements).map(|all| OneParity { all, odd })
    }

    /// The number of orders.
    #[allow(clippy::len_without_is_empty, reason = "there is always one")]
    #[inline]
    pub fn len(&self) -> u64 {
        self.all.len() / 2
    }

    /// The number of an order of this parity.
    #[inline]
    pub fn rank(&self, order: &[u8]) -> u64 {
        debug_assert_eq!(is_odd(order), self.odd);
        self.all.rank(order) / 2
    }

    /// Writes the order with a number below [`OneParity::len`].
    #[inline]
    pub fn unrank(&self, rank: u64, order: &mut [u8]) {
        self.all.unrank(rank * 2, order);
        if is_odd(order) != self.odd {
            let last = order.len() - 1;
            order.swap(last - 1, last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn each_parity_has_every_rank_once() {
        for n in 2..=if cfg!(miri) { 4 } else { 7_u32 } {
            let all = Permutations::new(n).unwrap();
            let parities = [false, true].map(|odd| OneParity::new(n, odd).unwrap());
            let mut next = [0, 0];
            let (mut order, mut same) = (vec![0; n as usize], vec![0; n as usize]);
            for rank in 0..all.len() {
                all.unrank(rank, &mut order);
                assert_eq!(all.rank(&order), rank);
                let parity = usize::from(is_odd(&order));
                assert_eq!(parities[parity].rank(&order), next[parity]);
                parities[parity].unrank(next[parity], &mut same);
                assert_eq!(same, order);
                next[parity] += 1;
            }
            assert_eq!(next, [all.len() / 2; 2]);
        }
    }

    #[test]
    fn sizes_without_a_numbering_are_refused() {
        assert_eq!(
            Permutations::new(21).unwrap_err(),
            RankError::TooMany { elements: 21, most: 20 }
        );
        assert_eq!(
            OneParity::new(1, false).unwrap_err(),
            RankError::TooFew { elements: 1, chosen: 2 }
        );
        assert_eq!(Permutations::new(0).unwrap().len(), 1);
        assert_eq!(Permutations::new(20).unwrap().len(), 2_432_902_008_176_640_000);
    }

    proptest! {
        #[test]
        fn swaps_change_the_parity(mut order in Just((0..20).collect::<Vec<u8>>()).prop_shuffle(), a in 0..20_usize, b in 0..20_usize) {
            let before = is_odd(&order);
            order.swap(a, b);
            prop_assert_eq!(is_odd(&order), before ^ (a != b));
        }

        #[test]
        fn large_sizes_round_trip(n in 8..=20_u32, rank: u64, odd: bool) {
            let parity = OneParity::new(n, odd).unwrap();
            let rank = rank % parity.len();
            let mut order = vec![0; n as usize];
            parity.unrank(rank, &mut order);
            prop_assert_eq!(is_odd(&order), odd);
            prop_assert_eq!(parity.rank(&order), rank);
        }
    }
}
