//! The stored bytes of a database: in memory, or in its file.
//!
//! A file that the system has in memory is mapped and not copied: where the system clears fresh
//! pages slowly, reading takes ten times as long as checking. A file's pages are large where
//! its file system has such; with small ones, a look-up at random takes a quarter longer.

use std::ops::Deref;

use super::store::Bytes;

/// Half of the surplus of each placement, two in a byte.
#[derive(Debug)]
pub(crate) enum Surplus {
    Memory(Bytes),
    /// A file, and where in it the bytes begin.
    #[cfg(not(target_family = "wasm"))]
    File(memmap2::Mmap, usize),
}

impl Surplus {
    /// The bytes of a file from a place on, if the system can map it.
    #[cfg(not(target_family = "wasm"))]
    #[expect(unsafe_code, reason = "whoever writes into a mapped file changes the bytes")]
    pub(super) fn map(file: &std::fs::File, from: usize) -> Option<Surplus> {
        // SAFETY: a database is written under another name, renamed, and never written again.
        let map = unsafe { memmap2::Mmap::map(file) }.ok()?;
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        (map.len() >= from).then_some(Surplus::File(map, from))
    }
}

impl Deref for Surplus {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Surplus::Memory(bytes) => bytes,
            #[cfg(not(target_family = "wasm"))]
            Surplus::File(map, from) => &map[*from..],
        }
    }
}
