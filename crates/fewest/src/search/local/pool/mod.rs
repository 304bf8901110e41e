//! A pool of attempts that are nearly right, none of which makes another one pointless.
//!
//! Each attempt is kept with what remains to be done in it. One that leaves {3} makes
//! those that leave {3, 4} or {1, 3, 7} pointless: whatever finishes one of them has
//! finished the first one on the way. So the pool holds no attempt that leaves all that
//! another one leaves, and is a front from which several walks can resume at once.
//!
//! ```
//! use fewest::search::local::{Draws, Limits, Pool, Remains};
//!
//! let mut pool = Pool::new(Limits { most: 3, ..Limits::NONE });
//! assert!(pool.insert(Remains::of([3, 4]), 70, "ab"));
//! assert!(pool.insert(Remains::of([1, 3, 7]), 90, "c"));
//! assert!(!pool.insert(Remains::of([3, 4, 9]), 80, "d"), "more than {{3, 4}} remains");
//! assert!(!pool.insert(Remains::of([5, 6, 8, 9]), 10, "e"), "more than 3 remain");
//! assert!(pool.insert(Remains::of([3]), 30, "f"), "it makes both others pointless");
//! assert_eq!(pool.iter().map(|kept| kept.item).collect::<Vec<_>>(), ["f"]);
//!
//! let drawn = pool.sample(&mut Draws::new(1)).map(|kept| kept.item);
//! assert_eq!(drawn, Some("f"));
//! assert_eq!(pool.exhaust_next().map(|kept| kept.item), Some("f"));
//! assert!(pool.exhaust_next().is_none());
//! ```

mod remains;

#[cfg(test)]
mod tests;

pub use remains::Remains;

use super::{Draws, Score};

/// The limits of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// No attempt is taken that leaves more than this.
    pub most: usize,
    /// Once this number leave n or less, those that leave more are dropped, and no others
    /// like them are taken.
    pub many: usize,
    /// There are never more attempts than this; the worst ones are dropped.
    pub capacity: usize,
}

impl Limits {
    /// No limits.
    pub const NONE: Limits = Limits { most: usize::MAX, many: usize::MAX, capacity: usize::MAX };
}

/// An attempt in a pool.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Kept<T> {
    /// What it leaves.
    pub remains: Remains,
    /// How bad it is; of two that leave the same, the better one is kept.
    pub score: Score,
    /// Whether everything that is tried only once was tried with it.
    pub exhausted: bool,
    /// The attempt.
    pub item: T,
}

impl<T> Kept<T> {
    /// The order of the pool: what leaves less, then what is less bad.
    fn rank(&self) -> (usize, Score) {
        (self.remains.len(), self.score)
    }

    /// Whether another attempt with this left and this score is pointless.
    fn covers(&self, remains: &Remains, score: Score) -> bool {
        (self.remains.len() < remains.len() || self.score <= score)
            && self.remains.is_subset(remains)
    }
}

/// Attempts of which none leaves all that another one leaves, the best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool<T> {
    limits: Limits,
    kept: Vec<Kept<T>>,
}

/// An attempt that leaves one more is half as likely to be drawn, down to this many
/// halves.
const HALVES: usize = 20;

impl<T> Pool<T> {
    /// No attempts so far.
    pub fn new(limits: Limits) -> Self {
        Pool { limits, kept: Vec::new() }
    }

    /// Its limits.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// From now on takes attempts that leave up to this, if it took only better ones so far.
    pub fn allow(&mut self, most: usize) {
        self.limits.most = self.limits.most.max(most);
    }

    /// The number of attempts.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The attempts: those that leave the least first, and of those the best.
    pub fn iter(&self) -> impl Iterator<Item = &Kept<T>> {
        self.kept.iter()
    }

    /// The best attempt.
    pub fn best(&self) -> Option<&Kept<T>> {
        self.kept.first()
    }

    /// The most that an attempt may leave to be taken now: a cheap check before any
    /// other work on it.
    #[inline]
    pub fn most(&self) -> usize {
        // They are in order: where the many-th stands, that many leave no more than it.
        let many = self.kept.get(self.limits.many.max(1) - 1);
        many.map_or(self.limits.most, |kept| kept.remains.len().min(self.limits.most))
    }

    /// Whether an attempt that leaves this would be taken.
    pub fn wants(&self, remains: &Remains, score: Score) -> bool {
        let worst = self.kept.last().filter(|_| self.kept.len() >= self.limits.capacity);
        remains.len() <= self.most()
            && self.limits.capacity > 0
            && worst.is_none_or(|worst| (remains.len(), score) < worst.rank())
            && !self.kept.iter().any(|kept| kept.covers(remains, score))
    }

    /// Takes an attempt, unless it leaves too much, all that another one leaves, or the
    /// same as one that is no worse; and drops those that are then pointless. Returns
    /// whether it was taken.
    pub fn insert(&mut self, remains: Remains, score: Score, item: T) -> bool {
        self.keep(Kept { remains, score, exhausted: false, item })
    }

    /// Takes what another pool holds.
    pub fn merge(&mut self, other: Pool<T>) {
        for kept in other.kept {
            self.keep(kept);
        }
    }

    /// Takes an attempt as [`Pool::insert`] does, exhausted or not.
    pub fn keep(&mut self, new: Kept<T>) -> bool {
        if !self.wants(&new.remains, new.score) {
            return false;
        }
        self.kept.retain(|kept| !new.remains.is_subset(&kept.remains));
        let place = self.kept.partition_point(|kept| kept.rank() <= new.rank());
        self.kept.insert(place, new);
        let most = self.most();
        self.kept.truncate(self.kept.partition_point(|kept| kept.remains.len() <= most));
        self.kept.truncate(self.limits.capacity);
        true
    }

    /// Draws an attempt: the less it leaves, the more likely.
    pub fn sample(&self, draws: &mut Draws) -> Option<&Kept<T>> {
        let least = self.best()?.remains.len();
        let weight = |kept: &Kept<T>| 1 << HALVES.saturating_sub(kept.remains.len() - least);
        let mut drawn = draws.below(self.kept.iter().map(weight).sum());
        self.kept.iter().find(|kept| match drawn.checked_sub(weight(kept)) {
            Some(rest) => {
                drawn = rest;
                false
            }
            None => true,
        })
    }

    /// The attempts that are not exhausted.
    pub fn fresh(&self) -> impl Iterator<Item = &Kept<T>> {
        self.kept.iter().filter(|kept| !kept.exhausted)
    }

    /// The best attempt that is not exhausted; from here on it is.
    pub fn exhaust_next(&mut self) -> Option<&Kept<T>> {
        let next = self.kept.iter_mut().find(|kept| !kept.exhausted)?;
        next.exhausted = true;
        Some(next)
    }
}
