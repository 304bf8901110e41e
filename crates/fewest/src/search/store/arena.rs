//! A vector that grows without moving or copying what it holds, but for its first
//! few, so that it never needs twice its memory.

#![expect(unsafe_code, reason = "items in memory of the arena's own, by number")]

use std::ptr::NonNull;

use super::memory::{LARGE_PAGE, Room};
use crate::search::budget::Meter;
use crate::search::outcome::Stop;

/// The first block begins small, since most searches are small.
const FIRST: usize = 128;
const FACTOR: usize = 4;

/// The most memory that is allocated at a time.
const MAX_BYTES: usize = 8 << 20;

#[derive(Debug)]
pub(crate) struct Arena<T> {
    /// Where each block begins.
    blocks: Vec<NonNull<T>>,
    memory: Vec<Room<T>>,
    len: usize,
    /// For how many items memory has been accounted; no more than are reserved.
    room: usize,
}

// SAFETY: it owns its items, as a `Vec` does.
unsafe impl<T: Send> Send for Arena<T> {}
// SAFETY: the same.
unsafe impl<T: Sync> Sync for Arena<T> {}

impl<T> Arena<T> {
    /// Items are found by block. One has up to a quarter of a megabyte.
    const BLOCK_BITS: u32 = match (size_of::<T>().next_power_of_two()).trailing_zeros() {
        0..5 => 13,
        bits @ 5..14 => 18 - bits,
        _ => 4,
    };
    const BLOCK: usize = 1 << Self::BLOCK_BITS;
    /// Memory is accounted for in steps of this number of items: what is reserved counts
    /// when it is used.
    const STEP: usize = Self::BLOCK / 2;

    pub(crate) fn new() -> Self {
        Arena { blocks: Vec::new(), memory: Vec::new(), len: 0, room: 0 }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    #[cold]
    #[inline(never)]
    pub(super) fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        if self.room < Self::BLOCK {
            return self.grow_first(meter);
        }
        meter.take(Self::STEP * size_of::<T>())?;
        if self.room == self.blocks.len() * Self::BLOCK {
            let blocks = Self::more_blocks(self.blocks.len());
            let memory = Room::new(blocks * Self::BLOCK);
            // SAFETY: all of them begin in the memory.
            let start = |at| unsafe { memory.start().add(at * Self::BLOCK) };
            self.blocks.extend((0..blocks).map(start));
            self.memory.push(memory);
        }
        self.room += Self::STEP;
        Ok(())
    }

    /// How many blocks to allocate: as many as there are while that is little, then a quarter
    /// of them, in as many as fit into whole large pages.
    fn more_blocks(blocks: usize) -> usize {
        let bytes = Self::BLOCK * size_of::<T>();
        let all = blocks * bytes;
        if all < LARGE_PAGE / 2 {
            return blocks;
        }
        let more = (all / 4).clamp(LARGE_PAGE, MAX_BYTES) / LARGE_PAGE * LARGE_PAGE;
        (more / bytes.max(1)).max(1)
    }

    /// Whether this number of items fits before it grows.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.len + more <= self.room
    }

    /// Makes room for this number of items, whose memory the system provides now and not
    /// when they come.
    pub(super) fn make_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), Stop> {
        while !self.has_room(more) {
            self.grow(meter)?;
            // SAFETY: there is room for it, and nothing there yet.
            unsafe { self.place(self.room - 1).cast::<u8>().write_volatile(0) };
        }
        Ok(())
    }

    /// Moves the items of the first block to more memory.
    fn grow_first(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let room = (FACTOR * self.room).max(FIRST).min(Self::BLOCK);
        meter.take(room * size_of::<T>())?;
        let memory = Room::new(room);
        if let Some(&old) = self.blocks.first() {
            // SAFETY: both have room for this many items, and the old ones are not used
            // again, nor dropped.
            unsafe { old.copy_to_nonoverlapping(memory.start(), self.len) };
        }
        meter.give_back(self.room * size_of::<T>());
        self.blocks = vec![memory.start()];
        self.memory = vec![memory];
        self.room = room;
        Ok(())
    }

    /// Appends an item, and returns its number.
    #[inline]
    pub(crate) fn push(&mut self, item: T, meter: &mut Meter) -> Result<usize, Stop> {
        if self.len == self.room {
            self.grow(meter)?;
        }
        let id = self.len;
        // SAFETY: there is room for it, and nothing there yet.
        unsafe { self.place(id).write(item) };
        self.len += 1;
        Ok(id)
    }

    /// Appends items, for which there must be room.
    #[inline]
    pub(super) fn extend(&mut self, mut items: impl ExactSizeIterator<Item = T>) {
        let end = self.len + items.len();
        assert!(self.has_room(items.len()), "no room");
        while self.len < end {
            // What goes into one block.
            let room = Self::BLOCK - (self.len & (Self::BLOCK - 1));
            // SAFETY: there is room for all items, of which these are the first.
            let start = unsafe { self.place(self.len) };
            let mut len = 0;
            for item in items.by_ref().take(room.min(end - self.len)) {
                // SAFETY: there is nothing there yet.
                unsafe { start.add(len).write(item) };
                len += 1;
            }
            self.len += len;
        }
    }

    #[inline]
    pub(super) fn try_get(&self, id: usize) -> Option<&T> {
        // SAFETY: the item is there, and borrowed as the arena is.
        (id < self.len).then(|| unsafe { self.place(id).as_ref() })
    }

    #[inline]
    pub(crate) fn get(&self, id: usize) -> &T {
        assert!(id < self.len, "no such item");
        // SAFETY: the item is there, and borrowed as the arena is.
        unsafe { self.place(id).as_ref() }
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: usize) -> &mut T {
        assert!(id < self.len, "no such item");
        // SAFETY: the item is there, and borrowed as the arena is.
        unsafe { self.place(id).as_mut() }
    }

    /// The place of an item.
    ///
    /// # Safety
    ///
    /// There must be room for it.
    #[inline]
    unsafe fn place(&self, id: usize) -> NonNull<T> {
        // SAFETY: then there is its block.
        unsafe { self.blocks.get_unchecked(id >> Self::BLOCK_BITS).add(id & (Self::BLOCK - 1)) }
    }
}

impl<T> Drop for Arena<T> {
    fn drop(&mut self) {
        if std::mem::needs_drop::<T>() {
            for id in 0..self.len {
                // SAFETY: the item is there, and nobody looks at it afterwards.
                unsafe { self.place(id).drop_in_place() };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Budget;
    use std::rc::Rc;

    /// Small items, and large ones.
    fn check<const WORDS: usize>(items: usize) {
        let one = Rc::new(());
        let mut meter = Meter::start(&Budget::default());
        let mut arena = Arena::new();
        for number in 0..items {
            let item = (number, Rc::clone(&one), [number; WORDS]);
            assert_eq!(arena.push(item, &mut meter), Ok(number));
            assert_eq!(arena.get(number / 2).0, number / 2);
        }
        arena.get_mut(3).0 = 33;
        assert_eq!((arena.get(3).0, arena.get(items - 1).0, arena.len()), (33, items - 1, items));
        assert_eq!(Rc::strong_count(&one), items + 1);
        let bytes = items * (16 + WORDS * size_of::<usize>());
        assert!(meter.counts.peak_bytes >= bytes as u64);
        assert!(meter.counts.peak_bytes <= 2 * bytes as u64, "{}", meter.counts.peak_bytes);
        drop(arena);
        assert_eq!(Rc::strong_count(&one), 1);
    }

    #[test]
    fn keeps_its_items_and_drops_each_once() {
        // Miri takes a thousand times as long.
        check::<0>(if cfg!(miri) { 20_000 } else { 100_000 });
        check::<1000>(if cfg!(miri) { 100 } else { 1000 });
    }

    #[test]
    #[should_panic(expected = "no such item")]
    fn has_no_item_beyond_the_last() {
        let mut meter = Meter::start(&Budget::default());
        let mut arena = Arena::new();
        assert_eq!(arena.push(7, &mut meter), Ok(0));
        arena.get(1);
    }
}
