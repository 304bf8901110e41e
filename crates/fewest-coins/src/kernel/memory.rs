//! Large arrays of words, on huge pages where the system has them.

//!
//! Where there is no mapping of memory (in a browser) they are plain vectors.

#[cfg(not(target_family = "wasm"))]
use bytemuck::{cast_slice, cast_slice_mut};
#[cfg(not(target_family = "wasm"))]
use memmap2::MmapMut;

#[cfg(target_family = "wasm")]
type Memory = Vec<u64>;
#[cfg(not(target_family = "wasm"))]
type Memory = MmapMut;

/// Words, zero at first. Bit-parallel search touches gigabytes in a pattern that misses
/// the TLB at every line if pages are small.
#[derive(Debug)]
pub(super) struct Words(Memory);

impl Words {
    #[cfg(target_family = "wasm")]
    pub(super) fn zeroed(words: usize) -> std::io::Result<Words> {
        let mut memory = Vec::new();
        let words = words.max(1);
        memory.try_reserve_exact(words).map_err(std::io::Error::other)?;
        memory.resize(words, 0);
        Ok(Words(memory))
    }

    #[cfg(not(target_family = "wasm"))]
    pub(super) fn zeroed(words: usize) -> std::io::Result<Words> {
        let map = MmapMut::map_anon(8 * words.max(1))?;
        // A system without huge pages refuses; the words work all the same.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Words(map))
    }

    #[inline]
    pub(super) fn get(&self) -> &[u64] {
        #[cfg(not(target_family = "wasm"))]
        return cast_slice(&self.0);
        #[cfg(target_family = "wasm")]
        return &self.0;
    }

    #[inline]
    pub(super) fn get_mut(&mut self) -> &mut [u64] {
        #[cfg(not(target_family = "wasm"))]
        return cast_slice_mut(&mut self.0);
        #[cfg(target_family = "wasm")]
        return &mut self.0;
    }
}
