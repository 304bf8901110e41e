//! What to search next: a bit-parallel layer, or deeper lists of the open targets.

use std::time::Duration;

use super::layers::Layers;

/// The cost of the backward lists so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    /// The measured time per set in a backward list, in seconds, on one thread.
    pub(super) seconds_per_set: f64,
    pub(super) threads: usize,
    /// The number of sets in all backward lists, and its maximum.
    pub(super) sets: usize,
    pub(super) max: usize,
}

impl Choice {
    /// Whether another layer of these lists fits, and takes less time than the last
    /// forward layer took.
    pub(super) fn is_for_lists<'a>(
        &self,
        open: impl Iterator<Item = &'a Layers>,
        forward: Duration,
    ) -> bool {
        // Deepening also goes through the existing sets, to find the new ones.
        let expected: usize = open
            .map(|lists| lists.expected().max(lists.last().len()) + lists.sets().len() / 8)
            .sum();
        let seconds = expected as f64 * self.seconds_per_set / self.threads as f64;
        self.sets + expected * 2 <= self.max && seconds < forward.as_secs_f64()
    }
}
