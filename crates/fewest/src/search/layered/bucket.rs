//! Eight states in a cache line, each with its label.
//!
//! A key is what the bucket's place does not tell of a state's hash: quotienting (Cleary
//! 1984). So a state of a `u64` takes eight bytes with its label.

use super::label::Label;

pub(super) const WAYS: usize = 8;

/// One in each of eight bytes.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Up to eight keys of 56 bits, from 1 on, in the order in which they came. What is longer
/// than 64 bits of a state lies beside them.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Bucket<R> {
    /// Zero where there is no state.
    labels: [u8; WAYS],
    /// The keys' lowest bits: all of them are compared at once.
    tags: [u8; WAYS],
    middles: [u32; WAYS],
    highs: [u16; WAYS],
    rests: [R; WAYS],
}

/// A stored state's label, to be changed.
#[derive(Debug)]
pub(super) struct Slot<'a>(&'a mut u8);

impl Slot<'_> {
    pub(super) fn relabel(self, label: Label) {
        *self.0 = label.0;
    }
}

/// The highest bit of each byte that is equal to a value, and perhaps of one after it.
#[inline]
fn equal_bytes(bytes: [u8; WAYS], value: u8) -> u64 {
    let other = u64::from_le_bytes(bytes) ^ (u64::from(value) * ONES);
    other.wrapping_sub(ONES) & !other & (ONES << 7)
}

impl<R: Copy + Eq + Default> Bucket<R> {
    pub(super) fn empty() -> Self {
        Bucket {
            labels: [0; WAYS],
            tags: [0; WAYS],
            middles: [0; WAYS],
            highs: [0; WAYS],
            rests: [R::default(); WAYS],
        }
    }

    /// The label of a state; an error if it may be in a later bucket.
    #[inline]
    pub(super) fn find(&self, key: u64, rest: R) -> Result<Option<Label>, ()> {
        let mut candidates = equal_bytes(self.tags, key as u8);
        while candidates != 0 {
            let way = candidates.trailing_zeros() as usize / 8;
            let is_middle = self.middles[way] == (key >> 8) as u32;
            let is_high = self.highs[way] == (key >> 40) as u16;
            if is_middle & is_high && self.rests[way] == rest {
                return Ok(Some(Label(self.labels[way])));
            }
            candidates &= candidates - 1;
        }
        if self.is_full() { Err(()) } else { Ok(None) }
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.labels[WAYS - 1] != 0
    }

    /// The number of states.
    #[inline]
    pub(super) fn len(&self) -> usize {
        WAYS - u64::from_le_bytes(self.labels).leading_zeros() as usize / 8
    }

    /// Stores a state as the n-th one, if there is such a place.
    #[inline]
    pub(super) fn put(&mut self, way: usize, key: u64, rest: R, label: Label) -> Option<Slot<'_>> {
        let place = self.labels.get_mut(way)?;
        *place = label.0;
        self.tags[way] = key as u8;
        self.middles[way] = (key >> 8) as u32;
        self.highs[way] = (key >> 40) as u16;
        self.rests[way] = rest;
        Some(Slot(place))
    }

    /// Whether there may be states with a label.
    #[inline]
    pub(super) fn may_have(&self, label: Label) -> bool {
        equal_bytes(self.labels, label.0) != 0
    }

    /// The key, the rest and the label of each state.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, R, Label)> {
        (0..self.len()).map(|way| {
            let (middle, high) = (u64::from(self.middles[way]), u64::from(self.highs[way]));
            let key = high << 40 | middle << 8 | u64::from(self.tags[way]);
            (key, self.rests[way], Label(self.labels[way]))
        })
    }
}
