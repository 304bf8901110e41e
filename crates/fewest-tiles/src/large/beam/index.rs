//! Which boards a layer of a beam has already.

use super::super::slots::Slots;
use super::Candidate;

/// The candidates of a layer by their keys: above, what finds one; below, its number. So most
/// questions are answered without a look at the candidates.
pub(super) type Index = Slots<u64>;

impl Index {
    /// Whether there is a candidate with this key, given what is where it belongs.
    #[inline]
    pub(super) fn has(&self, key: u64, mut slot: u64) -> bool {
        let (mut at, wanted) = self.place(key);
        while !self.is_free((slot >> 32) as u32) {
            if (slot >> 32) as u32 == wanted {
                return true;
            }
            at = self.after(at);
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
            if self.is_free((slot >> 32) as u32) {
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
            at = self.after(at);
        }
        self.slots[at] = u64::from(wanted) << 32 | candidates.len() as u64;
        candidates.push(new);
    }
}
