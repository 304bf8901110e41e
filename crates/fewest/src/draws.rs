//! Random draws: always the same ones for the same seed.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random draws that no change in another library can alter: only the generator's raw
/// words are used, and golden tests fix those.
#[derive(Clone, Debug)]
pub struct Draws(Xoshiro256PlusPlus);

impl Draws {
    /// The draws of a seed.
    pub fn new(seed: u64) -> Self {
        Draws(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `end`, each equally likely (Lemire 2019).
    pub fn below(&mut self, end: u64) -> u64 {
        loop {
            let product = u128::from(self.0.next_u64()) * u128::from(end);
            if product as u64 >= end.wrapping_neg() % end {
                return (product >> 64) as u64;
            }
        }
    }

    /// A place in a list of that length, which is less than 2³²: almost equally likely
    /// each (to one in 2³² / `len`), for searches that can't wait for a division.
    #[inline]
    pub fn index(&mut self, len: usize) -> usize {
        (((self.0.next_u64() >> 32) * len as u64) >> 32) as usize
    }

    /// Puts things in an order, each equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last as u64 + 1) as usize);
        }
    }
}
