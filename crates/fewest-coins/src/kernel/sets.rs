//! A matrix of sets, with a note of which chunks are occupied.
//!
//! Reached sets lie close together: after ten layers of the 5 × 9 font one line in
//! twenty is not empty, and after twenty about half of them. The search does not read
//! empty chunks, and the system gives them no memory.

use super::layout::{Layout, Region};
use super::memory::Words;
use fewest::parallel;

/// A matrix of sets.
#[derive(Debug)]
pub(super) struct Sets {
    words: Words,
    /// Whether each chunk of lines has any sets. If not, all its words are zero.
    occupied: Vec<bool>,
}

/// A region of a matrix, to be written by one thread.
#[derive(Debug, Default)]
pub(super) struct Part<'a> {
    pub(super) words: &'a mut [u64],
    pub(super) occupied: &'a mut [bool],
}

impl Sets {
    pub(super) fn empty(words: usize, chunks: usize) -> std::io::Result<Sets> {
        Ok(Sets { words: Words::zeroed(words)?, occupied: vec![false; chunks] })
    }

    pub(super) fn words(&self) -> &[u64] {
        self.words.get()
    }

    /// Whether each chunk has any sets.
    pub(super) fn occupied(&self) -> &[bool] {
        &self.occupied
    }

    /// Likewise, of a region's chunks.
    pub(super) fn occupied_in(&self, region: &Region) -> &[bool] {
        &self.occupied[region.first_chunk..][..region.chunks]
    }

    /// The first words and chunks, as room for a region.
    pub(super) fn room(&mut self, words: usize, chunks: usize) -> Part<'_> {
        Part { words: &mut self.words.get_mut()[..words], occupied: &mut self.occupied[..chunks] }
    }

    /// The parts of all regions.
    pub(super) fn parts(&mut self, layout: &Layout) -> Vec<Part<'_>> {
        let mut occupied = &mut *self.occupied;
        let words = layout.slices(self.words.get_mut()).into_iter();
        let part = |(region, words): (&Region, _)| {
            let (chunks, more) = std::mem::take(&mut occupied).split_at_mut(region.chunks);
            occupied = more;
            Part { words, occupied: chunks }
        };
        layout.regions.iter().zip(words).map(part).collect()
    }

    /// Adds a set.
    pub(super) fn add(&mut self, (word, bit): (usize, u32), chunk: usize) {
        self.words.get_mut()[word] |= 1 << bit;
        self.occupied[chunk] = true;
    }
}

impl Part<'_> {
    /// Clears it, and the bit-planes of the same sets.
    pub(super) fn clear(&mut self, layout: &Layout, region: &Region, planes: &mut [&mut [u64]]) {
        for words in layout.occupied(region, self.occupied) {
            self.words[words.clone()].fill(0);
            for plane in &mut *planes {
                plane[words.clone()].fill(0);
            }
        }
        self.occupied.fill(false);
    }
}

/// Clears a matrix, and the bit-planes of the same sets.
pub(super) fn clear(layout: &Layout, sets: &mut Sets, planes: &mut [Words], threads: usize) {
    let planes = layout.by_region(planes.iter_mut().map(Words::get_mut));
    let parts = layout.regions.iter().zip(sets.parts(layout)).zip(planes);
    parallel::drain(
        &mut vec![(); threads],
        parts.collect(),
        |((region, mut part), mut planes), ()| {
            part.clear(layout, region, &mut planes);
        },
    );
}
