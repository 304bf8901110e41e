//! How long the rest of a run takes.
//!
//! Tasks come in a mixed order, so those that are done are a fair sample of those that
//! are not. Their mean has an error, which is told too: a few long tasks among many
//! short ones make any single number a lie.

use std::time::{Duration, Instant};

/// The tasks of a run so far.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The number of tasks.
    pub all: u64,
    /// Those that are done.
    pub done: u64,
    sum: f64,
    squares: f64,
    started: Instant,
}

impl Estimate {
    pub(crate) fn new(all: u64) -> Estimate {
        Estimate { all, done: 0, sum: 0.0, squares: 0.0, started: Instant::now() }
    }

    pub(crate) fn done(&mut self, seconds: f64) {
        self.done += 1;
        self.sum += seconds;
        self.squares += seconds * seconds;
    }

    /// The time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Between which times the rest is likely to take (two standard errors of the mean),
    /// once some tasks are done.
    pub fn left(&self) -> Option<(Duration, Duration)> {
        self.left_after(self.elapsed())
    }

    fn left_after(&self, elapsed: Duration) -> Option<(Duration, Duration)> {
        if self.done < 3 || self.done >= self.all {
            return None;
        }
        let (n, rest) = (self.done as f64, self.all.saturating_sub(self.done) as f64);
        let mean = self.sum / n;
        let variance = (self.squares / n - mean * mean).max(0.0) * n / (n - 1.0);
        // The mean of those that are left varies too.
        let error = 2.0 * (variance / n + variance / rest).sqrt() / mean.max(f64::MIN_POSITIVE);
        // However many work on it, and whatever else a task takes: it is in the time that
        // has passed.
        let left = elapsed.as_secs_f64() / n * rest;
        let time = |share: f64| Duration::try_from_secs_f64(left * share).ok();
        Some((time((1.0 - error).max(0.25))?, time(1.0 + error)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_uncertain_is_told() {
        let mut estimate = Estimate::new(100);
        let left = |estimate: &Estimate| estimate.left_after(Duration::from_secs(5));
        assert_eq!(left(&estimate), None);
        (0..10).for_each(|_| estimate.done(1.0));
        let (low, high) = left(&estimate).unwrap();
        assert!(low == high && (44.9..45.1).contains(&low.as_secs_f64()), "{low:?} {high:?}");
        estimate.done(30.0);
        let (low, high) = left(&estimate).unwrap();
        assert!(high > 3 * low, "{low:?} {high:?}");
        (0..89).for_each(|_| estimate.done(1.0));
        assert_eq!(left(&estimate), None);
    }
}
