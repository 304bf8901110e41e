//! Which boards a layer of a beam has already.

use super::Candidate;

/// The candidates of a layer by their keys.
pub(super) struct Index {
    /// The round in 8 bits, a part of the key in 24, and the number of a candidate. So most
    /// questions are answered without a look at the candidates.
    slots: Vec<u64>,
    round: u8,
}

impl Index {
    pub(super) fn new(width: usize) -> Self {
        // An entry has at most three successors: the index is at most three quarters full.
        Index { slots: vec![0; (4 * width.max(4)).next_power_of_two()], round: 0 }
    }

    pub(super) fn clear(&mut self) {
        if self.round == u8::MAX {
            self.slots.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    /// Where a key belongs, and what a slot with it has above the number.
    #[inline]
    fn place(&self, key: u64) -> (usize, u32) {
        let slot = (key >> 24) as usize & (self.slots.len() - 1);
        (slot, u32::from(self.round) << 24 | key as u32 & 0xff_ffff)
    }

    #[inline]
    fn is_free(&self, slot: u64) -> bool {
        slot >> 56 != u64::from(self.round)
    }

    /// What is where a key belongs.
    #[inline]
    pub(super) fn first(&self, key: u64) -> u64 {
        self.slots[self.place(key).0]
    }

    /// Whether there is a candidate with this key, given what is where it belongs. It may be
    /// wrong once in 2^24 questions, which costs a beam one board.
    #[inline]
    pub(super) fn has(&self, key: u64, mut slot: u64) -> bool {
        let (mut at, wanted) = self.place(key);
        while !self.is_free(slot) {
            if (slot >> 32) as u32 == wanted {
                return true;
            }
            at = (at + 1) & (self.slots.len() - 1);
            slot = self.slots[at];
        }
        false
    }

    /// Adds a candidate, unless there is one with the same key that is as good.
    #[inline]
    pub(super) fn add(&mut self, new: Candidate, candidates: &mut Vec<Candidate>) {
        let (mut at, wanted) = self.place(new.key);
        loop {
            let slot = self.slots[at];
            if self.is_free(slot) {
                break;
            }
            let old = &mut candidates[slot as u32 as usize];
            if (slot >> 32) as u32 == wanted && old.key == new.key {
                if old.score <= new.score {
                    return;
                }
                old.is_dropped = true;
                break;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = u64::from(wanted) << 32 | candidates.len() as u64;
        candidates.push(new);
    }
}
