//! A layer as a list in blocks: it grows without being copied and is freed while it
//! is read.

use fewest::search::{Meter, Stop};

const BLOCK: usize = 1 << 14;

/// The number of states in a sample.
const SAMPLE: usize = 1 << 10;

#[derive(Debug)]
pub(super) struct Frontier<W> {
    full: std::collections::VecDeque<Vec<W>>,
    last: Vec<W>,
}

impl<W: Copy> Frontier<W> {
    pub(super) fn new() -> Self {
        Frontier { full: std::collections::VecDeque::new(), last: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.full.len() * BLOCK + self.last.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.full.is_empty() && self.last.is_empty()
    }

    pub(super) fn extend(&mut self, mut words: &[W], meter: &mut Meter) -> Result<(), Stop> {
        while !words.is_empty() {
            if self.last.len() == self.last.capacity() {
                self.grow(meter)?;
            }
            let room = self.last.capacity().min(BLOCK) - self.last.len();
            let (now, later) = words.split_at(room.min(words.len()));
            self.last.extend_from_slice(now);
            words = later;
        }
        Ok(())
    }

    /// Some of the states. The order of the list is that of their hashes.
    pub(super) fn sample(&self) -> &[W] {
        let block = self.full.front().unwrap_or(&self.last);
        &block[..block.len().min(SAMPLE)]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = W> {
        self.full.iter().flatten().chain(&self.last).copied()
    }

    /// Takes a block out; [`Frontier::free`] frees it.
    pub(super) fn pop(&mut self) -> Option<Vec<W>> {
        if let Some(block) = self.full.pop_front() {
            return Some(block);
        }
        (!self.last.is_empty()).then(|| std::mem::take(&mut self.last))
    }

    pub(super) fn free(block: Vec<W>, meter: &mut Meter) {
        let bytes = block.capacity() * size_of::<W>();
        drop(block);
        meter.give_back(bytes);
    }

    fn grow(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let len = self.last.len();
        if len >= BLOCK {
            meter.take(BLOCK * size_of::<W>())?;
            let block = std::mem::replace(&mut self.last, Vec::with_capacity(BLOCK));
            self.full.push_back(block);
        } else {
            // The first block grows; the others are allocated whole.
            let more = len.max(64).min(BLOCK - len);
            meter.take(more * size_of::<W>())?;
            self.last.reserve_exact(more);
        }
        Ok(())
    }
}
