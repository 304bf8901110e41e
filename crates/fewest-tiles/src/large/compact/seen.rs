//! Which boards a layer has already.

/// The hashes of a layer's boards, as far as a slot has room for them: the round in 8 bits, and
/// 24 bits of the hash beyond those that choose the slot. So a board is taken for another one
/// about once in 2^24 questions, which costs a beam one board.
pub(super) struct Seen {
    slots: Vec<u32>,
    round: u8,
}

impl Seen {
    pub(super) fn new(width: usize) -> Self {
        // An entry has at most three successors: at most three quarters are taken.
        Seen { slots: vec![0; (4 * width.max(4)).next_power_of_two()], round: 0 }
    }

    pub(super) fn clear(&mut self) {
        if self.round == u8::MAX {
            self.slots.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    /// Where a hash belongs, and what a slot with it has.
    #[inline]
    fn place(&self, hash: u64) -> (usize, u32) {
        let slot = (hash >> 24) as usize & (self.slots.len() - 1);
        (slot, u32::from(self.round) << 24 | hash as u32 & 0xff_ffff)
    }

    /// What is where a hash belongs. To be read some time before [`Self::insert`] asks for it,
    /// since it comes late.
    #[inline]
    pub(super) fn first(&self, hash: u64) -> u32 {
        self.slots[self.place(hash).0]
    }

    /// Adds a hash, given what was where it belongs. Returns whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, hash: u64, first: u32) -> bool {
        let (mut at, wanted) = self.place(hash);
        if first == wanted {
            return false;
        }
        while self.slots[at] >> 24 == u32::from(self.round) {
            if self.slots[at] == wanted {
                return false;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = wanted;
        true
    }
}
