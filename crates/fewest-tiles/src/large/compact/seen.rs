//! Which boards a layer has already.

use super::super::slots::Slots;

/// The hashes of a layer's boards.
pub(super) type Seen = Slots<u32>;

impl Seen {
    /// Adds a hash, given what was where it belongs. Returns whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64, first: u32) -> bool {
        let (mut at, wanted) = self.place(hash);
        if first == wanted {
            return false;
        }
        while !self.is_free(self.slots[at]) {
            if self.slots[at] == wanted {
                return false;
            }
            at = self.after(at);
        }
        self.slots[at] = wanted;
        true
    }
}
