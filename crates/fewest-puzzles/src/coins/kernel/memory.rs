//! Large arrays of words, on huge pages where the system has them.

use bytemuck::{cast_slice, cast_slice_mut};
use memmap2::MmapMut;

/// Words, zero at first. Bit-parallel search touches gigabytes in a pattern that misses
/// the TLB at every line if pages are small.
#[derive(Debug)]
pub(super) struct Words(MmapMut);

impl Words {
    pub(super) fn zeroed(words: usize) -> std::io::Result<Words> {
        let map = MmapMut::map_anon(8 * words.max(1))?;
        // A system without huge pages refuses; the words work all the same.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Words(map))
    }

    #[inline]
    pub(super) fn get(&self) -> &[u64] {
        cast_slice(&self.0)
    }

    #[inline]
    pub(super) fn get_mut(&mut self) -> &mut [u64] {
        cast_slice_mut(&mut self.0)
    }
}
