//! The bytes of a database: in memory, or a file that is mapped into it.

use std::ops::Deref;

/// Bytes that are read at random.
#[derive(Debug)]
pub(crate) enum Bytes {
    Memory(Vec<u8>),
    /// A file, and where the bytes begin in it.
    #[cfg(not(target_family = "wasm"))]
    File(memmap2::Mmap, usize),
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Memory(bytes) => bytes,
            #[cfg(not(target_family = "wasm"))]
            Bytes::File(file, first) => &file[*first..],
        }
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Bytes::Memory(bytes)
    }
}
