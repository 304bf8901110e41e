//! The bytes of a database, and the words of a builder, in large pages where there are such.

use std::ops::{Deref, DerefMut};

#[cfg(not(target_family = "wasm"))]
use bytemuck::{cast_slice, cast_slice_mut};

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

/// Zeros in large pages, if they are worth it.
#[cfg(not(target_family = "wasm"))]
fn pages(length: usize) -> Option<memmap2::MmapMut> {
    let pages = (length >= LARGE).then(|| memmap2::MmapMut::map_anon(length).ok()).flatten()?;
    // Where there are no large pages, small ones serve.
    #[cfg(target_os = "linux")]
    let _ = pages.advise(memmap2::Advice::HugePage);
    Some(pages)
}

impl Bytes {
    /// This many bytes, which are zeros until `fill` has changed them.
    pub(super) fn filled(length: usize, fill: impl FnOnce(&mut [u8])) -> Bytes {
        #[cfg(not(target_family = "wasm"))]
        if let Some(mut pages) = pages(length) {
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

/// Words that are zeros in the beginning.
#[derive(Debug)]
pub(super) enum Words {
    Memory(Vec<u32>),
    #[cfg(not(target_family = "wasm"))]
    Pages(memmap2::MmapMut),
}

impl Words {
    pub(super) fn zeros(count: usize) -> Words {
        #[cfg(not(target_family = "wasm"))]
        if let Some(pages) = pages(count * size_of::<u32>()) {
            return Words::Pages(pages);
        }
        Words::Memory(vec![0; count])
    }
}

impl Deref for Words {
    type Target = [u32];

    #[inline]
    fn deref(&self) -> &[u32] {
        match self {
            Words::Memory(words) => words,
            // Pages begin and end at multiples of a word.
            #[cfg(not(target_family = "wasm"))]
            Words::Pages(pages) => cast_slice(pages),
        }
    }
}

impl DerefMut for Words {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u32] {
        match self {
            Words::Memory(words) => words,
            #[cfg(not(target_family = "wasm"))]
            Words::Pages(pages) => cast_slice_mut(pages),
        }
    }
}
