//! The one place where another crate's panic is caught.
//!
//! The crate `parquet` (60.1) panics on some damaged files, e.g. where a size in the
//! footer is negative. What it worked on is then dropped, so nothing is left in an
//! inconsistent state.

use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    /// Whether this thread expects panics, and silences them.
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// The result of some work; `None` if it panics, without printing anything.
pub(super) fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_QUIET.get() {
                before(panic);
            }
        }));
    });
    let before = IS_QUIET.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    IS_QUIET.set(before);
    result.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_none() {
        assert_eq!(caught(|| 7), Some(7));
        assert_eq!(caught(|| Vec::<u8>::with_capacity(usize::MAX).len()), None);
        assert!(!IS_QUIET.get());
    }
}
