//! The current value of each number of the start.
//!
//! Numbers only land on other numbers, so every cell that is empty at the start stays
//! empty. A state does not store these cells.

use std::fmt::Debug;
use std::hash::Hash;

/// A value for each number of the level at the start, 0 once it is gone.
pub trait Values: Clone + Eq + Hash + Debug + Send + Sync {
    /// Whether it holds this number of values with this sum. No value ever exceeds the
    /// sum.
    fn holds(numbers: usize, sum: u32) -> bool;

    /// These values.
    fn new(values: &[u32]) -> Self;

    /// The value of a number.
    fn get(&self, number: usize) -> u32;

    /// Changes the value of a number.
    fn set(&mut self, number: usize, value: u32);

    /// The heap bytes for this number of values.
    fn heap_bytes(numbers: usize) -> usize;
}

/// A byte for each number, for levels that exact search can solve.
impl<const N: usize> Values for [u8; N] {
    fn holds(numbers: usize, sum: u32) -> bool {
        numbers <= N && u8::try_from(sum).is_ok()
    }
    fn new(values: &[u32]) -> Self {
        std::array::from_fn(|number| values.get(number).map_or(0, |&value| value as u8))
    }
    #[inline]
    fn get(&self, number: usize) -> u32 {
        u32::from(self[number])
    }
    #[inline]
    fn set(&mut self, number: usize, value: u32) {
        self[number] = value as u8;
    }
    fn heap_bytes(_: usize) -> usize {
        0
    }
}

/// Any level.
impl Values for Box<[u32]> {
    fn holds(_: usize, _: u32) -> bool {
        true
    }
    fn new(values: &[u32]) -> Self {
        values.into()
    }
    #[inline]
    fn get(&self, number: usize) -> u32 {
        self[number]
    }
    #[inline]
    fn set(&mut self, number: usize, value: u32) {
        self[number] = value;
    }
    fn heap_bytes(numbers: usize) -> usize {
        // Plus the overhead of the allocator.
        numbers * size_of::<u32>() + 16
    }
}
