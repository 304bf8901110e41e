//! A word of 256 bits, for boards up to 16 × 16.

use std::cmp::Ordering;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::word::{PackedState, Word};

/// 256 cells in four words, the lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Wide([u64; 4]);

impl Ord for Wide {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Not for Wide {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(Not::not))
    }
}

macro_rules! limb_by_limb {
    ($trait:ident, $method:ident, $op:tt) => {
        impl $trait for Wide {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
                Wide([a $op e, b $op f, c $op g, d $op h])
            }
        }
    };
}

limb_by_limb!(BitAnd, bitand, &);
limb_by_limb!(BitOr, bitor, |);
limb_by_limb!(BitXor, bitxor, ^);

impl Wide {
    /// The first limb that is not zero, or the last one.
    #[inline]
    fn first_limb(self) -> usize {
        let [a, b, c, _] = self.0.map(|limb| limb == 0);
        usize::from(a) + usize::from(a & b) + usize::from(a & b & c)
    }

    /// Adds or subtracts limb by limb with carry.
    #[inline]
    fn carry(self, other: Self, step: fn(u64, u64) -> (u64, bool)) -> Self {
        let mut limbs = [0; 4];
        let mut carried = false;
        for (limb, (&a, &b)) in limbs.iter_mut().zip(self.0.iter().zip(&other.0)) {
            let (partial, first) = step(a, b);
            let (whole, second) = step(partial, u64::from(carried));
            *limb = whole;
            carried = first | second;
        }
        Wide(limbs)
    }
}

#[inline]
fn mix(limbs: [u64; 3]) -> u64 {
    limbs.iter().fold(0, |hash, &limb| (hash ^ limb).mix())
}

impl PackedState for Wide {
    const EMPTY: Self = Wide([0; 4]);
    type Rest = [u64; 3];

    #[inline]
    fn split(self) -> (u64, [u64; 3]) {
        let [low, rest @ ..] = self.0;
        ((low ^ mix(rest)).split().0, rest)
    }
    #[inline]
    fn join(hash: u64, rest: [u64; 3]) -> Self {
        let [b, c, d] = rest;
        Wide([u64::join(hash, ()) ^ mix(rest), b, c, d])
    }

    // Whole limbs first, chosen without a branch.
    #[inline]
    fn up(self, by: u32) -> Self {
        let [a, b, c, d] = self.0;
        let (a, b, c, d) = if by & 128 == 0 { (a, b, c, d) } else { (0, 0, a, b) };
        let (a, b, c, d) = if by & 64 == 0 { (a, b, c, d) } else { (0, a, b, c) };
        // Twice, because a shift by 64 is none.
        let limb = |low: u64, high: u64| high << (by % 64) | low >> 1 >> (63 - by % 64);
        Wide([limb(0, a), limb(a, b), limb(b, c), limb(c, d)])
    }
    #[inline]
    fn down(self, by: u32) -> Self {
        let [a, b, c, d] = self.0;
        let (a, b, c, d) = if by & 128 == 0 { (a, b, c, d) } else { (c, d, 0, 0) };
        let (a, b, c, d) = if by & 64 == 0 { (a, b, c, d) } else { (b, c, d, 0) };
        let limb = |low: u64, high: u64| low >> (by % 64) | high << 1 << (63 - by % 64);
        Wide([limb(a, b), limb(b, c), limb(c, d), limb(d, 0)])
    }
    #[inline]
    fn plus(self, other: Self) -> Self {
        self.carry(other, u64::overflowing_add)
    }
    #[inline]
    fn minus(self, other: Self) -> Self {
        self.carry(other, u64::overflowing_sub)
    }
    #[inline]
    fn low(self) -> u64 {
        self.0[0]
    }
    #[inline]
    fn from_low(low: u64) -> Self {
        Wide([low, 0, 0, 0])
    }
    #[inline]
    fn mix(self) -> u64 {
        self.0.iter().fold(0, |hash, &limb| (hash ^ limb).mix())
    }
}

impl Word for Wide {
    const CELLS: usize = 256;
    const DOUBLINGS: u32 = 4;

    #[inline]
    fn cell(cell: usize) -> Self {
        let mut limbs = [0; 4];
        limbs[cell / 64] = 1 << (cell % 64);
        Wide(limbs)
    }
    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|limb| limb.count_ones()).sum()
    }
    #[inline]
    fn first(self) -> usize {
        let at = self.first_limb();
        at * 64 + self.0[at].trailing_zeros() as usize
    }
    #[inline]
    fn without_first(mut self) -> Self {
        let limb = &mut self.0[self.first_limb()];
        *limb &= limb.wrapping_sub(1);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn wide(low: u128, high: u128) -> Wide {
        Wide([low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64])
    }

    proptest! {
        #[test]
        fn its_lower_half_counts_like_a_u128(a: u128, b: u128, by in 0..128_u32) {
            let mask = wide(u128::MAX, 0);
            let (x, y) = (wide(a, 0), wide(b, 0));
            prop_assert_eq!(x.plus(y) & mask, wide(a.wrapping_add(b), 0));
            prop_assert_eq!(x.minus(y) & mask, wide(a.wrapping_sub(b), 0));
            prop_assert_eq!(x.up(by) & mask, wide(a << by, 0));
            prop_assert_eq!(x.down(by), wide(a >> by, 0));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.count(), a.count_ones());
            prop_assert!(x.cells().eq(a.cells()));
        }

        #[test]
        fn its_cells_move_one_by_one(a: u128, b: u128, by in 0..256_u32) {
            let x = wide(a, b);
            let up = x.cells().map(|cell| cell + by as usize).filter(|&cell| cell < 256);
            prop_assert_eq!(x.up(by), Wide::from_cells(up));
            let down = x.cells().filter_map(|cell| cell.checked_sub(by as usize));
            prop_assert_eq!(x.down(by), Wide::from_cells(down));
            let (hash, rest) = x.split();
            prop_assert_eq!(Wide::join(hash, rest), x);
            prop_assert_eq!(x.plus(x.up(by)).minus(x.up(by)), x);
        }
    }
}
