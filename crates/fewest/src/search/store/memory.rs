//! Memory for many small items, in large pages where the platform has them: a look-up in
//! a table of ordinary pages waits for the page's entry before it waits for the memory,
//! and each page that is used for the first time costs a visit to the system.

#![expect(unsafe_code, reason = "memory that is aligned to large pages, and not yet filled")]

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ptr::NonNull;

pub(super) const LARGE_PAGE: usize = 1 << 21;

/// Room for a number of items, which it never reads, writes or drops itself.
#[derive(Debug)]
pub(super) struct Room<T> {
    start: NonNull<T>,
    layout: Layout,
}

// SAFETY: it owns its memory, as a `Vec` does.
unsafe impl<T: Send> Send for Room<T> {}
// SAFETY: the same.
unsafe impl<T: Sync> Sync for Room<T> {}

impl<T> Room<T> {
    pub(super) fn new(items: usize) -> Self {
        let layout = layout::<T>(items);
        // SAFETY: the layout has at least one byte.
        let memory = unsafe { alloc(layout) };
        let Some(start) = NonNull::new(memory.cast::<T>()) else { handle_alloc_error(layout) };
        let room = Room { start, layout };
        room.ask_for_large_pages();
        room
    }

    /// Where the first item goes.
    #[inline]
    pub(super) fn start(&self) -> NonNull<T> {
        self.start
    }

    /// Platforms that have no large pages go on without.
    fn ask_for_large_pages(&self) {
        #[cfg(all(target_os = "linux", not(miri)))]
        if self.layout.align() == LARGE_PAGE {
            // SAFETY: the range is this memory, and the advice never changes what memory
            // holds. If it is refused, nothing has happened.
            unsafe {
                let memory = self.start.as_ptr().cast();
                libc::madvise(memory, self.layout.size(), libc::MADV_HUGEPAGE);
            }
        }
    }
}

impl<T> Drop for Room<T> {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout.
        unsafe { dealloc(self.start.as_ptr().cast(), self.layout) };
    }
}

/// Whole large pages from the size on where one costs less than the small ones.
fn layout<T>(items: usize) -> Layout {
    let bytes = items.saturating_mul(size_of::<T>()).max(1);
    let (bytes, align) = if bytes >= LARGE_PAGE / 2 {
        (bytes.saturating_add(LARGE_PAGE - 1) & !(LARGE_PAGE - 1), LARGE_PAGE)
    } else {
        (bytes, 1)
    };
    let Ok(layout) = Layout::from_size_align(bytes, align.max(align_of::<T>())) else {
        panic!("{items} items are more than memory has addresses");
    };
    layout
}
