//! Looking on while walks walk.

use super::Score;
use crate::search::Counts;

/// One walk at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// Which walk, from 0.
    pub walk: usize,
    /// Its steps so far.
    pub step: u64,
    /// Its score.
    pub score: Score,
    /// What is wrong with its attempt.
    pub remaining: u64,
    /// What was wrong with its best one.
    pub best: u64,
    /// The temperature, or the length of the list.
    pub level: f64,
}

/// Sees what walks do. Every method does nothing unless overridden; the unit type
/// overrides none.
pub trait LocalObserver<T> {
    /// Called for every walk now and then, at the same steps for the same seed.
    fn sight(&mut self, _sight: &Sight) {}

    /// There is a new best attempt, with so much wrong.
    fn best(&mut self, _attempt: &T, _remaining: u64) {}

    /// Called now and then with what all walks together have spent.
    fn spent(&mut self, _counts: &Counts) {}
}

impl<T> LocalObserver<T> for () {}
