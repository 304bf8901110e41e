//! What goes on next: a bit-parallel level, or deeper lists of the open targets.

use std::time::Duration;

use super::layers::Layers;

/// What the lists of sets cost so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// How long a set in a backward list took, in seconds, on one thread.
    pub(super) seconds_a_set: f64,
    pub(super) threads: usize,
    /// The sets in all backward lists, and the most that they may have.
    pub(super) sets: usize,
    pub(super) most: usize,
}

impl Choice {
    /// Whether another layer of these lists takes less time than a level took,
    /// and fits.
    pub(super) fn is_for_lists<'a>(
        &self,
        open: impl Iterator<Item = &'a Layers>,
        level: Duration,
    ) -> bool {
        // To find out what is new, the sets so far are gone through too.
        let expected: usize = open
            .map(|lists| lists.expected().max(lists.last().len()) + lists.sets().len() / 8)
            .sum();
        let seconds = expected as f64 * self.seconds_a_set / self.threads as f64;
        self.sets + expected * 2 <= self.most && seconds < level.as_secs_f64()
    }
}
