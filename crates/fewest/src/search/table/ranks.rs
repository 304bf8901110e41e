//! A list of ranks that grows by segments, each accounted for before it is
//! allocated: a full list is never copied to a larger place.

use crate::search::shared_meter::SharedMeter;

const SMALLEST_SEGMENT: usize = 1 << 10;
const LARGEST_SEGMENT: usize = 1 << 16;

#[derive(Debug, Default)]
pub(super) struct Ranks {
    segments: Vec<Vec<u64>>,
    len: usize,
}

impl Ranks {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Appends a rank, unless there is no memory for it.
    #[inline]
    pub(super) fn push(&mut self, rank: u64, meter: &SharedMeter) -> bool {
        match self.segments.last_mut() {
            Some(last) if last.len() < last.capacity() => last.push(rank),
            _ => {
                let size = self.len.clamp(SMALLEST_SEGMENT, LARGEST_SEGMENT);
                if !meter.take(size as u64 * 8) {
                    return false;
                }
                let mut segment = Vec::with_capacity(size);
                segment.push(rank);
                self.segments.push(segment);
            }
        }
        self.len += 1;
        true
    }

    /// Takes over the ranks of another list.
    pub(super) fn append(&mut self, other: Ranks) {
        self.len += other.len;
        self.segments.extend(other.segments);
    }

    /// The ranks in slices of at most `size`.
    pub(super) fn chunks(&self, size: usize) -> impl Iterator<Item = &[u64]> {
        self.segments.iter().flat_map(move |segment| segment.chunks(size))
    }

    /// The `most` lowest ranks in rising order.
    pub(super) fn lowest(&self, most: usize) -> Vec<u64> {
        let mut all: Vec<u64> = self.segments.iter().flatten().copied().collect();
        all.sort_unstable();
        all.truncate(most);
        all
    }

    /// Frees the list.
    pub(super) fn release(self, meter: &SharedMeter) {
        let bytes: usize = self.segments.iter().map(|segment| segment.capacity() * 8).sum();
        meter.give_back(bytes as u64);
    }
}
