//! The bytes of a database, in large pages where there are such.

use std::ops::{Deref, DerefMut};

/// Bytes that are read at random.
#[derive(Debug)]
pub(crate) enum Bytes {
    Memory(Vec<u8>),
    /// Memory in large pages: look-ups in small ones wait for the page's entry too.
    #[cfg(not(target_family = "wasm"))]
    Pages(memmap2::MmapMut),
}

/// From this size on, large pages are asked for.
#[cfg(not(target_family = "wasm"))]
const LARGE: usize = 1 << 20;

impl Bytes {
    /// This many bytes, which are zeros until `fill` has changed them.
    pub(super) fn filled(length: usize, fill: impl FnOnce(&mut [u8])) -> Bytes {
        #[cfg(not(target_family = "wasm"))]
        if length >= LARGE
            && let Ok(mut pages) = memmap2::MmapMut::map_anon(length)
        {
            // Where there are no large pages, small ones serve.
            #[cfg(target_os = "linux")]
            let _ = pages.advise(memmap2::Advice::HugePage);
            fill(&mut pages);
            return Bytes::Pages(pages);
        }
        let mut bytes = vec![0; length];
        fill(&mut bytes);
        Bytes::Memory(bytes)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Memory(bytes) => bytes,
            #[cfg(not(target_family = "wasm"))]
            Bytes::Pages(pages) => pages,
        }
    }
}

impl DerefMut for Bytes {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Bytes::Memory(bytes) => bytes,
            #[cfg(not(target_family = "wasm"))]
            Bytes::Pages(pages) => pages,
        }
    }
}
