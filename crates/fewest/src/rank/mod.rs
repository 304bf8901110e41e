//! Perfect hashing: every state of a kind gets its own number, with no number left
//! over, so that a table with one small cell for each needs no keys.
//!
//! | numbers | with | ranks |
//! |---|---|---|
//! | the sets of `k` of `n` cells | [`Combinations`] | n! / (k! (n − k)!) |
//! | the orders of `n` elements | [`Permutations`] | n! |
//! | the orders of one parity | [`OneParity`] | n! / 2 |
//! | the ordered selections of `k` of `n` | [`PartialPermutations`] | n! / (n − k)! |
//! | the same, in nibbles of one word | [`PackedPermutations`] | n! / (n − k)! |
//!
//! ```
//! use fewest::rank::{Combinations, Permutations};
//!
//! // Twelve coins on a board of 5 × 7 cells.
//! let coins = Combinations::new(35, 12)?;
//! assert_eq!(coins.len(), 834_451_800);
//! assert_eq!(coins.unrank(coins.rank(0b1111_1100_0000_0111_1110)), 0b1111_1100_0000_0111_1110);
//!
//! let orders = Permutations::new(4)?;
//! assert_eq!(orders.rank(&[0, 1, 3, 2]), 1);
//! # Ok::<(), fewest::rank::RankError>(())
//! ```

mod combinations;
mod packed_permutations;
mod partial_permutations;
mod permutations;

pub use combinations::{Combinations, binomial};
pub use packed_permutations::{PackedPermutations, Unpacked};
pub use partial_permutations::{PartialPermutations, falling_factorial};
pub use permutations::{OneParity, Permutations, is_odd};

/// Why there is no such numbering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RankError {
    /// More elements are to be chosen than exist.
    #[error("cannot choose {chosen} of {elements} elements")]
    TooFew {
        /// The number of elements.
        elements: u32,
        /// The number to choose.
        chosen: u32,
    },
    /// There are more elements than this numbering has room for.
    #[error("{elements} elements are too many; the maximum is {most}")]
    TooMany {
        /// The number of elements.
        elements: u32,
        /// The maximum.
        most: u32,
    },
    /// There are more ranks than 64 bits can count.
    #[error("{chosen} of {elements} elements have more ranks than fit in 64 bits")]
    TooLarge {
        /// The number of elements.
        elements: u32,
        /// The number to choose.
        chosen: u32,
    },
}
