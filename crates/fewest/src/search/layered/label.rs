//! What a set of visited states knows of each: its side and its depth.

/// A side, and a depth modulo [`Label::DEPTHS`]. It is never zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label(pub(super) u8);

/// The depth of states that are stored, so that they are known again, but that can't be
/// on a plan of few enough moves.
const DROPPED: u8 = 0x7f;

impl Label {
    /// Depths that differ by less than this have different labels.
    pub const DEPTHS: u32 = 126;

    /// The label of a side and a depth.
    pub fn new(is_forward: bool, depth: u32) -> Self {
        Label(((depth % Self::DEPTHS) as u8 + 1) | u8::from(is_forward) << 7)
    }

    /// Whether it is the forward side's.
    #[inline]
    pub fn is_forward(self) -> bool {
        self.0 >> 7 == 1
    }

    /// The depth, which is exact below [`Label::DEPTHS`].
    pub fn depth(self) -> u32 {
        u32::from(self.0 & DROPPED) - 1
    }

    /// The same side, but never expanded.
    pub(super) fn dropped(self) -> Self {
        Label(self.0 | DROPPED)
    }
}
