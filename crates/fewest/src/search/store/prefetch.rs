//! Tells the processor what will be read soon. A read stops the work behind it until its
//! memory has come; this does not, so that many lines can be on their way at once.

/// Begins to bring the line of memory where a value starts into the cache.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    prefetch_at(std::ptr::from_ref(value).cast());
}

/// The same for a small value that may begin in one line and end in the next.
#[inline]
pub(super) fn prefetch_whole<T>(value: &T) {
    let start = std::ptr::from_ref(value).cast::<u8>();
    prefetch_at(start);
    if const { !64_usize.is_multiple_of(size_of::<T>()) } {
        prefetch_at(start.wrapping_add(size_of::<T>() - 1));
    }
}

#[inline]
fn prefetch_at(address: *const u8) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    #[expect(unsafe_code, reason = "an instruction that has no safe function")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: it changes nothing and can't fault, whatever the address; and every
        // x86-64 processor has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = address;
}
