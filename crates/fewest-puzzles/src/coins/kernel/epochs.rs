//! When each set was reached, in a few bits.
//!
//! To walk back from a set to the start one must know which of the sets that
//! lead to it came a level earlier. A level number for each set would take five
//! bits and more; the levels modulo three say nothing, since moves are directed
//! and a set may lead to one that was reached long before. But no set leads to
//! one that was reached more than a level later. So if a walk of `n` steps back
//! from the end of an epoch of `n` levels comes to the epoch before, each of its
//! steps went back one level. An epoch number of a few bits is enough, and the
//! walk within an epoch is a small search.
//!
//! The numbers are kept as planes of bits, the lowest first. When there are no
//! numbers left, the last epoch grows, or two short ones become one, as long as none is
//! long; else the first two become one, and walks that come to it may have to wait
//! until the levels were run again with short epochs there.

use std::ops::Range;

use super::layout::{CHUNK, Layout, STRIP};
use super::memory::Words;
use super::sets::Sets;
use fewest::parallel;

/// The epochs of the sets that were reached.
#[derive(Debug)]
pub(super) struct Epochs {
    planes: Vec<Words>,
    /// The last level before each epoch.
    before: Vec<u32>,
    /// The last level.
    level: u32,
    /// The levels before epochs that were laid down beforehand.
    laid_down: Option<Vec<u32>>,
}

/// The levels of an epoch within which a walk is soon done, and of one within which it
/// is as a rule.
const SHORT: u32 = 3;
pub(super) const LONG: u32 = 6;

impl Epochs {
    pub(super) fn new(planes: usize, words: usize) -> std::io::Result<Epochs> {
        let planes = (0..planes).map(|_| Words::zeroed(words)).collect::<Result<_, _>>()?;
        Ok(Epochs { planes, before: vec![0], level: 0, laid_down: None })
    }

    /// Starts after this level; what was reached until then is in epoch 0 too. If the last
    /// level is given, the epochs just before it are short. Gives the planes, to be cleared.
    pub(super) fn start(&mut self, level: u32, last: Option<u32>) -> &mut [Words] {
        (self.before, self.level) = (vec![level], level);
        self.laid_down = last.map(|last| {
            let numbers = 1 << self.planes.len();
            let length = last.saturating_sub(level).div_ceil(numbers).clamp(1, SHORT);
            (1..numbers).filter_map(|n| last.checked_sub(n * length)).collect()
        });
        &mut self.planes
    }

    /// The last level.
    pub(super) fn level(&self) -> u32 {
        self.level
    }

    /// The epoch of a level after the first.
    pub(super) fn of_level(&self, level: u32) -> u32 {
        self.before.partition_point(|&before| before < level) as u32 - 1
    }

    /// The last level before an epoch.
    pub(super) fn level_before(&self, epoch: u32) -> u32 {
        self.before[epoch as usize]
    }

    /// Goes to the next level, and gives the planes in which its sets have a bit.
    /// They are laid out like the sets that were reached.
    pub(super) fn next_level(
        &mut self,
        layout: &Layout,
        reached: &Sets,
        threads: usize,
    ) -> Vec<&mut [u64]> {
        // The first level after the start belongs to epoch 0.
        if self.level > self.before[0] {
            self.make_epoch(layout, reached, threads);
        }
        self.level += 1;
        let epoch = self.before.len() - 1;
        let planes = self.planes.iter_mut().enumerate();
        planes.filter(|(i, _)| epoch >> i & 1 == 1).map(|(_, plane)| plane.get_mut()).collect()
    }

    /// Makes an epoch for the next level, or leaves it to the last one: so that
    /// the longest epoch stays short, for the walk grows fast with its length.
    fn make_epoch(&mut self, layout: &Layout, reached: &Sets, threads: usize) {
        if let Some(laid_down) = &self.laid_down {
            if !laid_down.contains(&self.level) {
                return;
            }
        } else if self.before.len() >> self.planes.len() > 0 {
            let ends = self.before[1..].iter().copied().chain([self.level]);
            let pairs = self.before.iter().zip(ends.skip(1)).map(|(before, end)| end - before);
            let Some((length, first)) = pairs.zip(0..).min() else { return };
            let last = self.level + 1 - self.before[self.before.len() - 1];
            if last <= length.min(LONG) {
                return;
            }
            self.merge(if length <= LONG { first } else { 0 }, layout, reached, threads);
        }
        self.before.push(self.level);
    }

    /// Makes one of an epoch and the next: those after the first are counted
    /// down.
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

    /// The epochs of the sets with these words and bits.
    pub(super) fn of_places(&self, places: &[(usize, u32)]) -> Vec<u32> {
        let mut epochs = vec![0; places.len()];
        for (i, plane) in self.planes.iter().enumerate() {
            let words = plane.get();
            for (epoch, &(word, bit)) in epochs.iter_mut().zip(places) {
                *epoch |= ((words[word] >> bit & 1) as u32) << i;
            }
        }
        epochs
    }
}

/// Takes one from every number greater than `limit`, in the words of a chunk. Numbers
/// stand across the planes, the lowest bit first.
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
    use crate::coins::board::Board;

    #[test]
    fn levels_keep_their_epochs_in_order_whatever_is_merged() {
        for planes in 0..4 {
            // 84 sets of three coins, in whose bits the levels are noted.
            let matrices = Matrices::new(Split::new(&Board::new(3, 3).unwrap()), 3);
            let layout = &matrices.upper;
            let mut reached = Sets::empty(layout.words, layout.chunks).unwrap();
            reached.add((0, 0), 0);
            let mut epochs = Epochs::new(planes, layout.words).unwrap();
            epochs.start(5, None);
            for level in 6..46 {
                for plane in epochs.next_level(layout, &reached, 2) {
                    plane[0] |= 1 << level;
                }
                for earlier in 6..=level {
                    let epoch = epochs.of_places(&[(0, earlier)])[0];
                    assert_eq!(
                        epoch,
                        epochs.of_level(earlier),
                        "{planes} planes, {earlier} of {level}"
                    );
                    assert!(epochs.level_before(epoch) < earlier);
                }
                // None but the first is too long, nor that one while there are enough.
                let lengths = (0..=epochs.of_level(level)).map(|epoch| {
                    let end = epochs.before.get(epoch as usize + 1).copied().unwrap_or(level);
                    end - epochs.level_before(epoch)
                });
                let lengths: Vec<u32> = lengths.collect();
                let enough = level - 5 <= (LONG / 2) << planes;
                assert!(lengths[1..].iter().all(|&length| length <= LONG), "{lengths:?}");
                assert!(!enough || lengths[0] <= LONG, "{planes} planes, {lengths:?}");
            }
        }
    }

    #[test]
    fn epochs_that_are_laid_down_are_short_before_the_last_level() {
        let lengths = |planes: usize, last: u32| {
            let matrices = Matrices::new(Split::new(&Board::new(3, 3).unwrap()), 3);
            let layout = &matrices.upper;
            let reached = Sets::empty(layout.words, layout.chunks).unwrap();
            let mut epochs = Epochs::new(planes, layout.words).unwrap();
            epochs.start(5, Some(last));
            (6..=last).for_each(|_| drop(epochs.next_level(layout, &reached, 1)));
            let ends = epochs.before[1..].iter().copied().chain([last]);
            epochs.before.iter().zip(ends).map(|(before, end)| end - before).collect::<Vec<_>>()
        };
        assert_eq!(lengths(0, 9), [4]);
        assert_eq!(lengths(1, 7), [1, 1]);
        assert_eq!(lengths(1, 20), [12, 3]);
        assert_eq!(lengths(2, 20), [6, 3, 3, 3]);
        assert_eq!(lengths(3, 20), [1, 2, 2, 2, 2, 2, 2, 2]);
        assert_eq!(lengths(3, 6), [1]);
    }
}
