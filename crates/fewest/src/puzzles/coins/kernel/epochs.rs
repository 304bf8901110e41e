//! When each set was reached, in a few bits.
//!
//! To walk back from a set to the start one must know which of the sets that
//! lead to it came a level earlier. A level number for each set would take five
//! bits and more; the levels modulo three say nothing, since moves are directed
//! and a set may lead to one that was reached long before. But no set leads to
//! one that was reached more than a level later. So if a walk of `n` steps back
//! from the end of an epoch of `n` levels comes to the epoch before, each of its
//! steps went back one level. An epoch number of two bits is enough, and the
//! walk within an epoch is a small search.
//!
//! The numbers are kept as planes of bits, the lowest first. When there are no
//! numbers left, epochs become twice as long: the lowest plane is dropped and
//! becomes the highest.

use std::collections::VecDeque;

use super::memory::Words;
use super::threads::clear;

/// The epochs of the sets that were reached.
#[derive(Debug)]
pub(super) struct Epochs {
    planes: VecDeque<Words>,
    /// The level before the first epoch.
    first: u32,
    /// The last level.
    level: u32,
    /// An epoch has `1 << log_length` levels.
    log_length: u32,
}

impl Epochs {
    pub(super) fn new(planes: usize, words: usize) -> std::io::Result<Epochs> {
        let planes = (0..planes).map(|_| Words::zeroed(words)).collect::<Result<_, _>>()?;
        Ok(Epochs { planes, first: 0, level: 0, log_length: 0 })
    }

    /// Starts after this level; what was reached until then is in epoch 0 too.
    pub(super) fn start(&mut self, level: u32, threads: usize) {
        for plane in &mut self.planes {
            clear(plane.get_mut(), threads);
        }
        (self.first, self.level, self.log_length) = (level, level, 0);
    }

    /// The epoch of a level after the first.
    pub(super) fn of_level(&self, level: u32) -> u32 {
        (level - self.first - 1) >> self.log_length
    }

    /// The last level before an epoch.
    pub(super) fn level_before(&self, epoch: u32) -> u32 {
        self.first + (epoch << self.log_length)
    }

    /// Goes to the next level, and gives the planes in which its sets have a bit.
    pub(super) fn next_level(&mut self, threads: usize) -> Vec<&mut [u64]> {
        self.level += 1;
        while self.of_level(self.level) >> self.planes.len() > 0 {
            self.log_length += 1;
            if let Some(mut lowest) = self.planes.pop_front() {
                clear(lowest.get_mut(), threads);
                self.planes.push_back(lowest);
            }
        }
        let epoch = self.of_level(self.level);
        let planes = self.planes.iter_mut().enumerate();
        planes.filter(|(i, _)| epoch >> i & 1 == 1).map(|(_, plane)| plane.get_mut()).collect()
    }

    /// The epoch of the set with this word and bit.
    pub(super) fn epoch(&self, word: usize, bit: u32) -> u32 {
        let planes = self.planes.iter().enumerate();
        planes.map(|(i, plane)| ((plane.get()[word] >> bit & 1) as u32) << i).sum()
    }
}
