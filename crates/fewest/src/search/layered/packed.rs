//! States that pack into a word, and spaces of them.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::BitOr;

use crate::space::Cost;

use super::entry_points::entry_points;

/// A state as a number of 64, 128 or more bits. No state is [`PackedState::EMPTY`].
///
/// ```
/// use fewest::search::layered::PackedState;
///
/// assert_eq!(7_u64.minus(5).plus(5), 7);
/// assert_ne!(1_u128.mix(), 2_u128.mix());
/// let (hash, rest) = 7_u128.split();
/// assert_eq!(u128::join(hash, rest), 7);
/// ```
pub trait PackedState:
    Copy + Ord + Hash + Debug + Default + Send + Sync + 'static + BitOr<Output = Self>
{
    /// Zero: the word that is no state.
    const EMPTY: Self;

    /// What a hash of 64 bits can't hold of the word.
    type Rest: Copy + Eq + Default + Debug + Send + Sync + 'static;

    /// A hash whose upper bits depend on every bit of the word, and the rest: both together
    /// are the word, so a set can store parts of the hash instead of the word.
    fn split(self) -> (u64, Self::Rest);

    /// The word that was split.
    #[must_use]
    fn join(hash: u64, rest: Self::Rest) -> Self;

    /// The bits moved up; those past the last one are lost.
    #[must_use]
    fn up(self, by: u32) -> Self;

    /// The bits moved down; those past the first one are lost.
    #[must_use]
    fn down(self, by: u32) -> Self;

    /// The sum as numbers, without the last carry.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// The difference as numbers, without the last borrow.
    #[must_use]
    fn minus(self, other: Self) -> Self;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// The word whose lowest 64 bits are these.
    #[must_use]
    fn from_low(low: u64) -> Self;

    /// A hash in which every bit depends on every bit of the word.
    fn mix(self) -> u64;

    /// Whether it is zero.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    entry_points!();
}

/// The two halves of a product, combined by exclusive or (Yi 2019, `wyhash`): one
/// multiplication.
#[inline]
fn fold(word: u64, seed: u64) -> u64 {
    let product = u128::from(word ^ seed) * 0x9e37_79b9_7f4a_7c15_u128;
    (product >> 64) as u64 ^ product as u64
}

/// Two odd numbers, and those whose products with them are 1.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xd6e8_feb8_6659_fd93];
const INVERSES: [u64; 2] = [inverse(FACTORS[0]), inverse(FACTORS[1])];

/// Newton's method: each step doubles the number of right bits.
const fn inverse(odd: u64) -> u64 {
    let (mut inverse, mut bits) = (odd, 3);
    while bits < 64 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        bits *= 2;
    }
    inverse
}

impl PackedState for u64 {
    const EMPTY: Self = 0;
    type Rest = ();

    #[inline]
    fn split(self) -> (u64, ()) {
        let product = self.wrapping_mul(FACTORS[0]);
        ((product ^ product >> 32).wrapping_mul(FACTORS[1]), ())
    }
    #[inline]
    fn join(hash: u64, (): ()) -> Self {
        let product = hash.wrapping_mul(INVERSES[1]);
        (product ^ product >> 32).wrapping_mul(INVERSES[0])
    }

    #[inline]
    fn up(self, by: u32) -> Self {
        self << by
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        self >> by
    }
    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }
    #[inline]
    fn low(self) -> u64 {
        self
    }
    #[inline]
    fn from_low(low: u64) -> Self {
        low
    }
    #[inline]
    fn mix(self) -> u64 {
        fold(fold(self, 0), 0x2d35_8dcc_aa6c_78a5)
    }

    entry_points!();
}

impl PackedState for u128 {
    const EMPTY: Self = 0;
    type Rest = u64;

    #[inline]
    fn split(self) -> (u64, u64) {
        let high = (self >> 64) as u64;
        ((self as u64 ^ high.mix()).split().0, high)
    }
    #[inline]
    fn join(hash: u64, high: u64) -> Self {
        u128::from(high) << 64 | u128::from(u64::join(hash, ()) ^ high.mix())
    }

    #[inline]
    fn up(self, by: u32) -> Self {
        self.checked_shl(by).unwrap_or(0)
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        self.checked_shr(by).unwrap_or(0)
    }
    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }
    #[inline]
    fn low(self) -> u64 {
        self as u64
    }
    #[inline]
    fn from_low(low: u64) -> Self {
        u128::from(low)
    }
    #[inline]
    fn mix(self) -> u64 {
        ((self as u64).mix() ^ (self >> 64) as u64).mix()
    }
}

/// A word that was split.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hashed<W: PackedState> {
    pub(super) hash: u64,
    pub(super) rest: W::Rest,
}

impl<W: PackedState> Hashed<W> {
    #[inline]
    pub(super) fn of(word: W) -> Self {
        let (hash, rest) = word.split();
        Hashed { hash, rest }
    }

    #[inline]
    pub(super) fn word(self) -> W {
        W::join(self.hash, self.rest)
    }
}

/// A space of packed states whose moves all cost 1.
///
/// The methods take many states at a time, so the searches call them behind a pointer
/// and are compiled once for each kind of word, not once for each puzzle.
pub trait PackedSpace<W: PackedState>: Sync {
    /// Whether a state is solved.
    fn is_goal(&self, state: W) -> bool;

    /// Appends the successors of states. A state may be among its own.
    fn successors(&self, states: &[W], out: &mut Vec<W>);

    /// Appends all goals, or returns that they are unknown or too many to search from.
    fn goals(&self, _out: &mut Vec<W>) -> bool {
        false
    }

    /// The number of words that [`PackedSpace::predecessors`] appends for a state at
    /// most, which may be more than any memory holds; `u64::MAX` if they are unknown.
    fn count_predecessors(&self, _state: W) -> u64 {
        u64::MAX
    }

    /// An upper bound of [`PackedSpace::count_predecessors`] that is quick to find.
    fn most_predecessors(&self, state: W) -> u64 {
        self.count_predecessors(state)
    }

    /// Appends the predecessors of states. It may leave out those that have no
    /// predecessors themselves and are not the start.
    fn predecessors(&self, _states: &[W], _out: &mut Vec<W>) {}

    /// A number that other puzzles and other starts have not: layers on disk are used
    /// again only for the same one.
    fn fingerprint(&self) -> u64 {
        0
    }

    /// Drops states of a layer that can't be on a plan of few enough moves.
    fn filter<'a>(&'a self, _layer: &LayerStart<'_, W>) -> Option<Box<dyn Filter<W> + 'a>> {
        None
    }
}

/// A layer that is about to be searched.
#[derive(Clone, Copy, Debug)]
pub struct LayerStart<'a, W> {
    /// Whether it is one of the forward side.
    pub is_forward: bool,
    /// The depth of its states on their side.
    pub depth: Cost,
    /// The moves that its states may still need, if an upper bound is known: those of
    /// the shortest plan that would be an improvement, without `depth`.
    pub left: Option<Cost>,
    /// The number of states of the layer before.
    pub states: u64,
    /// Some of them.
    pub sample: &'a [W],
}

/// What a layer keeps.
pub trait Filter<W>: Sync {
    /// Whether the state may be on a plan of few enough moves.
    fn admits(&self, state: W) -> bool;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_split_is_joined(word: u64, large: u128) {
            let ((hash, rest), (large_hash, high)) = (word.split(), large.split());
            prop_assert_eq!(u64::join(hash, rest), word);
            prop_assert_eq!(u128::join(large_hash, high), large);
        }
    }
}
