//! Memory for many small items, in large pages where the platform has them: a look-up in
//! a table of ordinary pages waits for the page's entry before it waits for the memory,
//! and each page that is used for the first time costs a visit to the system.

#![expect(unsafe_code, reason = "memory that is aligned to large pages, and not yet filled")]

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::cell::RefCell;
use std::mem::ManuallyDrop;
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
        if let Some(start) = Kept::take(layout) {
            return Room { start: start.cast(), layout };
        }
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
        Kept::keep(Block { start: self.start.cast(), layout: self.layout });
    }
}

/// Memory of a thread's last search, for its next one. Fresh memory comes page by page from
/// the system, which fills it with zeros: a good part of the time of a small search.
#[derive(Default)]
struct Kept {
    blocks: Vec<Block>,
    bytes: usize,
}

struct Block {
    start: NonNull<u8>,
    layout: Layout,
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: it was allocated with this layout, and nobody else has it.
        unsafe { dealloc(self.start.as_ptr(), self.layout) };
    }
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// Frees the memory that this thread keeps for its next search: 8 MB at most.
///
/// ```
/// use fewest::search::{Budget, breadth_first, release_memory};
/// use fewest::example::Pancakes;
///
/// let outcome =
///     breadth_first::search(&Pancakes, &[2, 0, 3, 1], &Budget::default(), &mut ());
/// assert_eq!(outcome.cost(), Some(4));
/// release_memory();
/// ```
pub fn release_memory() {
    // Freed after the borrow; nothing is kept where the thread is about to end.
    let _ = KEPT.try_with(RefCell::take);
}

/// A thread keeps this much at most, in blocks that are large enough to be worth it.
const MAX_KEPT: usize = 4 * LARGE_PAGE;
const MIN_BLOCK: usize = 1 << 14;

impl Kept {
    /// A block of this layout, if there is one.
    fn take(layout: Layout) -> Option<NonNull<u8>> {
        if layout.size() < MIN_BLOCK {
            return None;
        }
        let take = |kept: &RefCell<Kept>| {
            let mut kept = kept.borrow_mut();
            let at = kept.blocks.iter().position(|block| block.layout == layout)?;
            kept.bytes -= layout.size();
            Some(ManuallyDrop::new(kept.blocks.swap_remove(at)).start)
        };
        // None where the thread is about to end.
        KEPT.try_with(take).ok().flatten()
    }

    /// Keeps a block, or frees it.
    fn keep(block: Block) {
        let bytes = block.layout.size();
        // What is not kept is freed after the borrow.
        let _ = KEPT.try_with(|kept| {
            let mut kept = kept.borrow_mut();
            if bytes < MIN_BLOCK || kept.bytes + bytes > MAX_KEPT {
                return Some(block);
            }
            kept.bytes += bytes;
            kept.blocks.push(block);
            None
        });
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
