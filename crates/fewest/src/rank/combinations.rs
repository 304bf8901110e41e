//! The combinatorial number system: the sets of `k` of `n` cells, numbered in
//! the order of their bit masks (Lehmer 1964).
//!
//! A set whose cells in rising order are `b₁ < b₂ < … < bₖ` has the rank
//! `C(b₁, 1) + C(b₂, 2) + … + C(bₖ, k)`. That sum is looked up rather than
//! added up: the mask is cut into pieces of up to 12 cells, and for each piece
//! there is a table, by the number of cells chosen below the piece, of what
//! each pattern in the piece adds.
//!
//! ```
//! use fewest::rank::{Combinations, binomial};
//!
//! let pairs = Combinations::new(4, 2)?;
//! let masks: Vec<u64> = (0..pairs.len()).map(|rank| pairs.unrank(rank)).collect();
//! assert_eq!(masks, [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]);
//! assert_eq!(pairs.rank(0b1001), 3);
//! assert_eq!(binomial(45, 13), Some(73_006_209_045));
//! # Ok::<(), fewest::rank::RankError>(())
//! ```

use super::RankError;

/// The widest piece: its tables of 4,096 entries stay in the second-level cache.
const WIDEST_PIECE: u32 = 12;

/// The number of sets of `k` among `n`, if it fits in 64 bits.
pub fn binomial(n: u32, k: u32) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    let k = k.min(n - k);
    let mut value: u128 = 1;
    for i in 0..k {
        // Exact: the product of i + 1 consecutive numbers is a multiple of (i + 1)!.
        value = value * u128::from(n - i) / u128::from(i + 1);
        if value > u128::from(u64::MAX) {
            return None; // It only grows until k reaches n / 2.
        }
    }
    Some(value as u64)
}

/// The sets of `k` of `n ≤ 64` cells, as bit masks.
#[derive(Clone, Debug)]
pub struct Combinations {
    cells: u32,
    chosen: u32,
    len: u64,
    /// Cells in a piece.
    width: u32,
    pieces: u32,
    /// How many cells each pattern of a piece chooses.
    ones: Vec<u8>,
    /// What a pattern adds to the rank, by piece, by the number of cells
    /// chosen below it, by pattern.
    terms: Vec<u64>,
    /// `C(b, i)` at `b × (k + 1) + i`.
    binomials: Vec<u64>,
    /// The patterns of the lowest piece, by the number of cells they choose,
    /// then by rank.
    patterns: Vec<u16>,
    /// Where the patterns that choose `i` cells begin.
    first_pattern: Vec<u32>,
}

impl Combinations {
    /// The maximum number of cells.
    pub const MAX: u32 = u64::BITS;

    /// The numbering of the sets of `chosen` of `cells` cells.
    pub fn new(cells: u32, chosen: u32) -> Result<Self, RankError> {
        if cells > Self::MAX {
            return Err(RankError::TooMany { elements: cells, most: Self::MAX });
        }
        if chosen > cells {
            return Err(RankError::TooFew { elements: cells, chosen });
        }
        let too_large = RankError::TooLarge { elements: cells, chosen };
        let len = binomial(cells, chosen).ok_or(too_large)?;
        let rows = chosen as usize + 1;
        let binomials = (0..=cells)
            .flat_map(|b| (0..=chosen).map(move |i| binomial(b, i)))
            .collect::<Option<Vec<u64>>>()
            .ok_or(too_large)?;

        let pieces = cells.div_ceil(WIDEST_PIECE).max(1);
        let width = cells.div_ceil(pieces);
        let size = 1_usize << width;
        let ones: Vec<u8> = (0..size).map(|pattern| pattern.count_ones() as u8).collect();
        let mut terms = vec![0; pieces as usize * rows * size];
        for (table, entries) in terms.chunks_exact_mut(size).enumerate() {
            let (first_cell, below) = (table / rows * width as usize, table % rows);
            for pattern in 1..size {
                // The highest cell of the pattern, and the pattern without it.
                let top = pattern.ilog2();
                let cell = first_cell + top as usize;
                let nth = below + ones[pattern] as usize;
                // Patterns that choose too many cells, or cells past the last
                // one, are never looked up.
                if nth < rows && cell < cells as usize {
                    entries[pattern] = entries[pattern ^ (1 << top)] + binomials[cell * rows + nth];
                }
            }
        }

        let mut patterns: Vec<u16> = (0..size).map(|pattern| pattern as u16).collect();
        patterns.sort_by_key(|&pattern| (ones[pattern as usize], pattern));
        let first_pattern = (0..=width)
            .map(|i| {
                patterns.partition_point(|&pattern| u32::from(ones[pattern as usize]) < i) as u32
            })
            .collect();
        Ok(Combinations {
            cells,
            chosen,
            len,
            width,
            pieces,
            ones,
            terms,
            binomials,
            patterns,
            first_pattern,
        })
    }

    /// The number of sets.
    #[allow(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// The number of a mask that has `chosen` of the lowest `cells` bits set.
    #[inline]
    pub fn rank(&self, mask: u64) -> u64 {
        debug_assert_eq!(mask.count_ones(), self.chosen);
        let (rows, size) = (self.chosen as usize + 1, 1 << self.width);
        let (mut rest, mut below, mut table, mut rank) = (mask, 0, 0, 0);
        for _ in 0..self.pieces {
            let pattern = rest as usize & (size - 1);
            rank += self.terms[(table + below) * size + pattern];
            below += self.ones[pattern] as usize;
            table += rows;
            rest >>= self.width;
        }
        rank
    }

    /// The mask with a number below [`Combinations::len`].
    #[inline]
    pub fn unrank(&self, rank: u64) -> u64 {
        debug_assert!(rank < self.len);
        let rows = self.chosen as usize + 1;
        let (mut rest, mut nth, mut mask) = (rank, self.chosen as usize, 0);
        for cell in (self.width as usize..self.cells as usize).rev() {
            // Without a branch: which cells are chosen can't be predicted.
            let term = self.binomials[cell * rows + nth];
            let is_chosen = u64::from(term <= rest && nth > 0);
            mask |= is_chosen << cell;
            rest -= term & is_chosen.wrapping_neg();
            nth -= is_chosen as usize;
        }
        mask | u64::from(self.patterns[self.first_pattern[nth] as usize + rest as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The sum in the module's description, as it stands there.
    fn slow_rank(mask: u64) -> u64 {
        let cells = (0..64).filter(|cell| mask >> cell & 1 == 1);
        cells.zip(1..).map(|(cell, nth)| binomial(cell, nth).unwrap()).sum()
    }

    #[test]
    fn whole_small_sizes_are_in_the_order_of_their_masks() {
        for cells in 0..=if cfg!(miri) { 6 } else { 15_u32 } {
            for chosen in 0..=cells {
                let sets = Combinations::new(cells, chosen).unwrap();
                let mut rank = 0;
                for mask in (0..1_u64 << cells).filter(|mask| mask.count_ones() == chosen) {
                    assert_eq!((sets.rank(mask), sets.unrank(rank)), (rank, mask));
                    rank += 1;
                }
                assert_eq!(sets.len(), rank);
            }
        }
    }

    #[test]
    fn sizes_without_a_numbering_are_refused() {
        assert_eq!(
            Combinations::new(65, 2).unwrap_err(),
            RankError::TooMany { elements: 65, most: 64 }
        );
        assert_eq!(
            Combinations::new(5, 6).unwrap_err(),
            RankError::TooFew { elements: 5, chosen: 6 }
        );
        assert_eq!(Combinations::new(64, 32).unwrap().len(), 1_832_624_140_942_590_534);
    }

    #[test]
    fn binomials_are_pascals_and_overflow_is_reported() {
        for n in 1..=if cfg!(miri) { 20 } else { 67 } {
            for k in 1..=n {
                let pascal =
                    binomial(n - 1, k - 1).unwrap().checked_add(binomial(n - 1, k).unwrap());
                assert_eq!(binomial(n, k), pascal);
            }
        }
        assert_eq!(binomial(68, 34), None);
        assert_eq!(binomial(1000, 999), Some(1000));
        assert_eq!(binomial(3, 4), Some(0));
    }

    proptest! {
        // Each case makes the tables of a size.
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn large_sizes_round_trip(cells in 16..=64_u32, mask: u64) {
            let mask = mask & (u64::MAX >> (64 - cells));
            let sets = Combinations::new(cells, mask.count_ones()).unwrap();
            let rank = sets.rank(mask);
            prop_assert_eq!(rank, slow_rank(mask));
            prop_assert!(rank < sets.len());
            prop_assert_eq!(sets.unrank(rank), mask);
        }

        #[test]
        fn large_sizes_unrank_and_back(cells in 16..=64_u32, chosen in 0..=64_u32, rank: u64) {
            let sets = Combinations::new(cells, chosen.min(cells)).unwrap();
            let rank = rank % sets.len();
            prop_assert_eq!(sets.rank(sets.unrank(rank)), rank);
        }
    }
}
