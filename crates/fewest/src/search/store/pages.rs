//! A long array of zeros to begin with, which grows without moving what it holds.

#![expect(unsafe_code, reason = "buckets in memory of large pages, by number")]

use std::ptr::NonNull;

use super::memory::Room;

/// Values that are zero in all bits when they are new.
///
/// # Safety
///
/// All bits zero must be a value of the type, and it must not need to be dropped.
pub(super) unsafe trait Zero: Copy {}

/// The items of a page.
const PAGE_BITS: u32 = 15;
pub(super) const PAGE: usize = 1 << PAGE_BITS;

/// A first page that is smaller than this is copied when more is wanted; from then on it
/// is a whole one.
pub(super) const SMALL: usize = 1 << 12;

#[derive(Debug)]
pub(super) struct Pages<T> {
    /// Where each page begins.
    starts: Vec<NonNull<T>>,
    memory: Vec<Room<T>>,
    len: usize,
}

// SAFETY: it owns its items, as a `Vec` does.
unsafe impl<T: Send> Send for Pages<T> {}
// SAFETY: the same.
unsafe impl<T: Sync> Sync for Pages<T> {}

/// The items of all pages.
pub(super) struct Items<'a, T> {
    starts: &'a [NonNull<T>],
    len: u64,
}

impl<T: Zero> Items<'_, T> {
    /// The item at a fraction of all, in parts of 2^32.
    #[inline]
    pub(super) fn at_fraction(&mut self, part: u32) -> &mut T {
        let at = ((u64::from(part) * self.len) >> 32) as usize;
        // SAFETY: there is at least one item, so that any fraction is less than their number;
        // there are pages for all items, and all have been filled with zeros. Nobody else has
        // them for as long as `self` is borrowed.
        unsafe { self.starts.get_unchecked(at >> PAGE_BITS).add(at & (PAGE - 1)).as_mut() }
    }
}

impl<T: Zero> Pages<T> {
    /// With this number of items, from 1 to [`SMALL`].
    pub(super) fn new(len: usize) -> Self {
        let len = len.clamp(1, SMALL);
        let first = Room::new(len);
        let mut pages = Pages { starts: vec![first.start()], memory: vec![first], len: 0 };
        pages.fill(len);
        pages
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The number of the item at a fraction of all, in parts of 2^32.
    #[inline]
    pub(super) fn fraction(&self, part: u32) -> usize {
        ((u64::from(part) * self.len as u64) >> 32) as usize
    }

    #[inline]
    pub(super) fn at_fraction(&self, part: u32) -> &T {
        // SAFETY: there is at least one item, so that any fraction is less than their number.
        unsafe { self.place(self.fraction(part)).as_ref() }
    }

    /// All items, for a loop that neither adds any nor asks again where they are.
    #[inline]
    pub(super) fn items(&mut self) -> Items<'_, T> {
        Items { starts: &self.starts, len: self.len as u64 }
    }

    /// The place of an item.
    ///
    /// # Safety
    ///
    /// There must be such an item.
    #[inline]
    unsafe fn place(&self, at: usize) -> NonNull<T> {
        // SAFETY: there are pages for all items, and all have been filled with zeros.
        unsafe { self.starts.get_unchecked(at >> PAGE_BITS).add(at & (PAGE - 1)) }
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> &T {
        assert!(at < self.len, "no such item");
        // SAFETY: there is such an item.
        unsafe { self.place(at).as_ref() }
    }

    #[inline]
    pub(super) fn get_mut(&mut self, at: usize) -> &mut T {
        assert!(at < self.len, "no such item");
        // SAFETY: as above, and `self` is borrowed for as long as the item.
        unsafe { self.place(at).as_mut() }
    }

    /// Adds items up to this number.
    pub(super) fn grow(&mut self, len: usize) {
        if self.len <= SMALL {
            let first = Room::new(if len <= SMALL { len } else { PAGE });
            // SAFETY: both have room for this many items.
            unsafe { self.memory[0].start().copy_to_nonoverlapping(first.start(), self.len) };
            self.memory[0] = first;
        }
        self.memory.resize_with(len.div_ceil(PAGE).max(1), || Room::new(PAGE));
        self.starts = self.memory.iter().map(Room::start).collect();
        self.fill(len);
    }

    /// Fills the items up to this number with zeros. There must be room.
    fn fill(&mut self, len: usize) {
        while self.len < len {
            let (page, first) = (self.len >> PAGE_BITS, self.len & (PAGE - 1));
            let items = (len - self.len).min(PAGE - first);
            // SAFETY: there is room for this many items, and zero is one.
            unsafe { self.starts[page].add(first).write_bytes(0, items) };
            self.len += items;
        }
    }
}
