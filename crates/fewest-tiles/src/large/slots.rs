//! Slots by hash that are emptied at once: those of earlier rounds count as free.

/// A slot has the round in 8 bits and, below, 24 bits of a hash beyond those that choose the slot.
/// What belongs to different hashes is taken for the same about once in 2^24 questions, which
/// costs a beam one board.
pub(super) struct Slots<T> {
    pub(super) slots: Vec<T>,
    round: u8,
}

impl<T: Copy + Default> Slots<T> {
    /// For the successors of this number of boards.
    pub(super) fn new(width: usize) -> Self {
        // A board has at most three successors: at most three quarters are taken.
        Slots { slots: vec![T::default(); (4 * width.max(4)).next_power_of_two()], round: 0 }
    }

    pub(super) fn clear(&mut self) {
        if self.round == u8::MAX {
            self.slots.fill(T::default());
            self.round = 0;
        }
        self.round += 1;
    }

    /// Where a hash belongs, and what a slot with it has.
    #[inline]
    pub(super) fn place(&self, hash: u64) -> (usize, u32) {
        let slot = (hash >> 24) as usize & (self.slots.len() - 1);
        (slot, u32::from(self.round) << 24 | hash as u32 & 0xff_ffff)
    }

    /// The slot that comes after one that is taken.
    #[inline]
    pub(super) fn after(&self, at: usize) -> usize {
        (at + 1) & (self.slots.len() - 1)
    }

    /// Whether a slot has nothing of this round.
    #[inline]
    pub(super) fn is_free(&self, slot: u32) -> bool {
        slot >> 24 != u32::from(self.round)
    }

    /// What is where a hash belongs. To be read some time before it is needed, since it comes
    /// late.
    #[inline]
    pub(super) fn first(&self, hash: u64) -> T {
        self.slots[self.place(hash).0]
    }
}
