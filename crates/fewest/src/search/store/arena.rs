//! A vector that grows without ever moving or copying what it holds, so that it
//! never needs twice its memory.

use crate::search::budget::Meter;
use crate::search::outcome::Stop;

const CHUNK_BITS: u32 = 12;
const CHUNK: usize = 1 << CHUNK_BITS;

#[derive(Debug)]
pub(crate) struct Arena<T> {
    chunks: Vec<Vec<T>>,
    len: usize,
}

impl<T> Arena<T> {
    pub(crate) fn new() -> Self {
        Arena { chunks: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Allocates the next chunk if the last one is full.
    #[inline]
    pub(crate) fn make_room(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        if self.len == self.chunks.len() * CHUNK { self.grow(meter) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        meter.take(CHUNK * size_of::<T>() + size_of::<Vec<T>>())?;
        self.chunks.push(Vec::with_capacity(CHUNK));
        Ok(())
    }

    /// Appends an item. There must be room.
    #[inline]
    pub(crate) fn push(&mut self, item: T) -> usize {
        let id = self.len;
        self.chunks[id >> CHUNK_BITS].push(item);
        self.len += 1;
        id
    }

    #[inline]
    pub(crate) fn get(&self, id: usize) -> &T {
        &self.chunks[id >> CHUNK_BITS][id & (CHUNK - 1)]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, id: usize) -> &mut T {
        &mut self.chunks[id >> CHUNK_BITS][id & (CHUNK - 1)]
    }
}
