//! Depth labels: at which depth a set was reached, in a few bits per set.
//!
//! Path reconstruction steps from a set to a predecessor one layer before it. The exact
//! depth of each set would take five bits or more. Depth modulo three is not enough: moves
//! are directed, so a set may have a successor in a much earlier layer. But no successor
//! is more than one layer later. Consecutive layers share a label. If `n` steps back from
//! the last of the `n` layers of a label reach the label before, each step went back
//! exactly one layer. So a label of a few bits is enough, and reconstruction within a
//! label is a small search.
//!
//! Labels are stored as bit-planes, the lowest bit first. When all labels are in use, the
//! last one takes the next layer too, or two labels with few layers are merged. If every
//! label already has many layers, the first two are merged; a path that ends there waits
//! until the layers are rerun with few layers per label around that depth.

use std::ops::Range;

use super::layout::{CHUNK, Layout, STRIP};
use super::memory::Words;
use super::sets::Sets;
use fewest::parallel;

/// The depth labels of the sets that were reached.
#[derive(Debug)]
pub(super) struct DepthLabels {
    planes: Vec<Words>,
    /// The last depth before each label.
    before: Vec<u32>,
    /// The last depth.
    depth: u32,
    /// The depths before labels, where they were fixed beforehand.
    fixed: Option<Vec<u32>>,
}

/// The number of layers per label within which reconstruction is fast, and within which
/// it usually succeeds.
const SHORT: u32 = 3;
pub(super) const LONG: u32 = 6;

impl DepthLabels {
    pub(super) fn new(planes: usize, words: usize) -> std::io::Result<DepthLabels> {
        let planes = (0..planes).map(|_| Words::zeroed(words)).collect::<Result<_, _>>()?;
        Ok(DepthLabels { planes, before: vec![0], depth: 0, fixed: None })
    }

    /// Starts after this depth; what was reached until then has label 0 too. If the last
    /// depth is given, the labels just before it cover few layers. Returns the bit-planes,
    /// to be cleared.
    pub(super) fn start(&mut self, depth: u32, last: Option<u32>) -> &mut [Words] {
        (self.before, self.depth) = (vec![depth], depth);
        self.fixed = last.map(|last| {
            let labels = 1 << self.planes.len();
            let length = last.saturating_sub(depth).div_ceil(labels).clamp(1, SHORT);
            (1..labels).filter_map(|n| last.checked_sub(n * length)).collect()
        });
        &mut self.planes
    }

    /// The last depth.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// The label of a depth after the first.
    pub(super) fn of_depth(&self, depth: u32) -> u32 {
        self.before.partition_point(|&before| before < depth) as u32 - 1
    }

    /// The last depth before a label.
    pub(super) fn depth_before(&self, label: u32) -> u32 {
        self.before[label as usize]
    }

    /// Starts the next layer. Returns the bit-planes in which its sets have a one, in the
    /// layout of the reached sets.
    pub(super) fn next_layer(
        &mut self,
        layout: &Layout,
        reached: &Sets,
        threads: usize,
    ) -> Vec<&mut [u64]> {
        // The first layer after the start has label 0.
        if self.depth > self.before[0] {
            self.next_label(layout, reached, threads);
        }
        self.depth += 1;
        let label = self.before.len() - 1;
        let planes = self.planes.iter_mut().enumerate();
        planes.filter(|(i, _)| label >> i & 1 == 1).map(|(_, plane)| plane.get_mut()).collect()
    }

    /// Chooses a new label for the next layer, or keeps the last one. It keeps the largest
    /// number of layers per label low: the cost of reconstruction grows fast with it.
    fn next_label(&mut self, layout: &Layout, reached: &Sets, threads: usize) {
        if let Some(fixed) = &self.fixed {
            if !fixed.contains(&self.depth) {
                return;
            }
        } else if self.before.len() >> self.planes.len() > 0 {
            let ends = self.before[1..].iter().copied().chain([self.depth]);
            let pairs = self.before.iter().zip(ends.skip(1)).map(|(before, end)| end - before);
            let Some((length, first)) = pairs.zip(0..).min() else { return };
            let last = self.depth + 1 - self.before[self.before.len() - 1];
            if last <= length.min(LONG) {
                return;
            }
            self.merge(if length <= LONG { first } else { 0 }, layout, reached, threads);
        }
        self.before.push(self.depth);
    }

    /// Merges a label with the next: every label after `first` decreases by one.
    fn merge(&mut self, first: u32, layout: &Layout, reached: &Sets, threads: usize) {
        let planes = layout.by_region(self.planes.iter_mut().map(Words::get_mut));
        let regions = layout.regions.iter().zip(planes);
        parallel::drain(&mut vec![(); threads], regions.collect(), |(region, mut planes), ()| {
            for words in layout.occupied(region, reached.occupied_in(region)) {
                count_down(&mut planes, words, first);
            }
        });
        self.before.remove(first as usize + 1);
    }

    /// The labels of the sets with these words and bits.
    pub(super) fn of_places(&self, places: &[(usize, u32)]) -> Vec<u32> {
        let mut labels = vec![0; places.len()];
        for (i, plane) in self.planes.iter().enumerate() {
            let words = plane.get();
            for (label, &(word, bit)) in labels.iter_mut().zip(places) {
                *label |= ((words[word] >> bit & 1) as u32) << i;
            }
        }
        labels
    }
}

/// Subtracts one from every label greater than `limit`, in the words of a chunk. Labels
/// are stored across the bit-planes, the lowest bit first.
fn count_down(planes: &mut [&mut [u64]], words: Range<usize>, limit: u32) {
    // Compared from the highest bit: greater so far, and equal so far.
    let (mut greater, mut equal) = ([0u64; CHUNK * STRIP], [u64::MAX; CHUNK * STRIP]);
    for (i, plane) in planes.iter().enumerate().rev() {
        let of_limit = if limit >> i & 1 == 1 { u64::MAX } else { 0 };
        for ((bits, greater), equal) in
            plane[words.clone()].iter().zip(&mut greater).zip(&mut equal)
        {
            *greater |= *equal & bits & !of_limit;
            *equal &= !(bits ^ of_limit);
        }
    }
    let mut borrow = greater;
    for plane in planes.iter_mut() {
        for (bits, borrow) in plane[words.clone()].iter_mut().zip(&mut borrow) {
            let before = *bits;
            *bits ^= *borrow;
            *borrow &= !before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::matrices::Matrices;
    use super::super::split::Split;
    use super::*;
    use crate::board::Board;

    #[test]
    fn layers_keep_their_labels_in_order_whatever_is_merged() {
        for planes in 0..4 {
            // 84 sets of three coins, in whose bits the depths are noted.
            let matrices = Matrices::new(Split::new(&Board::new(3, 3).unwrap()), 3);
            let layout = &matrices.upper;
            let mut reached = Sets::empty(layout.words, layout.chunks).unwrap();
            reached.add((0, 0), 0);
            let mut labels = DepthLabels::new(planes, layout.words).unwrap();
            labels.start(5, None);
            for depth in 6..46 {
                for plane in labels.next_layer(layout, &reached, 2) {
                    plane[0] |= 1 << depth;
                }
                for earlier in 6..=depth {
                    let label = labels.of_places(&[(0, earlier)])[0];
                    assert_eq!(
                        label,
                        labels.of_depth(earlier),
                        "{planes} bit-planes, {earlier} of {depth}"
                    );
                    assert!(labels.depth_before(label) < earlier);
                }
                // No label but the first covers too many layers, nor does that one while there are enough labels.
                let lengths = (0..=labels.of_depth(depth)).map(|label| {
                    let end = labels.before.get(label as usize + 1).copied().unwrap_or(depth);
                    end - labels.depth_before(label)
                });
                let lengths: Vec<u32> = lengths.collect();
                let enough = depth - 5 <= (LONG / 2) << planes;
                assert!(lengths[1..].iter().all(|&length| length <= LONG), "{lengths:?}");
                assert!(!enough || lengths[0] <= LONG, "{planes} bit-planes, {lengths:?}");
            }
        }
    }

    #[test]
    fn fixed_labels_cover_few_layers_before_the_last_depth() {
        let lengths = |planes: usize, last: u32| {
            let matrices = Matrices::new(Split::new(&Board::new(3, 3).unwrap()), 3);
            let layout = &matrices.upper;
            let reached = Sets::empty(layout.words, layout.chunks).unwrap();
            let mut labels = DepthLabels::new(planes, layout.words).unwrap();
            labels.start(5, Some(last));
            (6..=last).for_each(|_| drop(labels.next_layer(layout, &reached, 1)));
            let ends = labels.before[1..].iter().copied().chain([last]);
            labels.before.iter().zip(ends).map(|(before, end)| end - before).collect::<Vec<_>>()
        };
        assert_eq!(lengths(0, 9), [4]);
        assert_eq!(lengths(1, 7), [1, 1]);
        assert_eq!(lengths(1, 20), [12, 3]);
        assert_eq!(lengths(2, 20), [6, 3, 3, 3]);
        assert_eq!(lengths(3, 20), [1, 2, 2, 2, 2, 2, 2, 2]);
        assert_eq!(lengths(3, 6), [1]);
    }
}
