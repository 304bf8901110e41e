//! A matrix of sets, and where it has any.
//!
//! What a start leads to is far from evenly spread: after ten levels of the 5 × 9
//! font one line in twenty has a set, and a quarter of the matrix never has. What is
//! empty is neither read nor written, nor given memory by the system.

use super::half::Block;
use super::layout::{CHUNK, Layout, Region, STRIP};
use super::memory::Words;
use super::threads::parallel;

/// The words of a line.
pub(super) type Line<const W: usize> = [u64; W];

/// A matrix of sets.
#[derive(Debug)]
pub(super) struct Sets {
    words: Words,
    /// Whether each chunk of lines has any sets. Where it says no, all words are zero.
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
        let mut parts = Vec::with_capacity(layout.regions.len());
        let (mut words, mut occupied) = (self.words.get_mut(), &mut *self.occupied);
        for region in &layout.regions {
            let (here, more) = words.split_at_mut(region.words().next_multiple_of(STRIP));
            let (chunks, more_chunks) = occupied.split_at_mut(region.chunks);
            parts.push(Part { words: &mut here[..region.words()], occupied: chunks });
            (words, occupied) = (more, more_chunks);
        }
        parts
    }

    /// Adds a set.
    pub(super) fn add(&mut self, (word, bit): (usize, u32), chunk: usize) {
        self.words.get_mut()[word] |= 1 << bit;
        self.occupied[chunk] = true;
    }
}

impl Layout {
    /// Empties a region.
    pub(super) fn clear(&self, region: &Region, part: &mut Part<'_>) {
        for words in self.occupied(region, part.occupied) {
            part.words[words].fill(0);
        }
        part.occupied.fill(false);
    }
}

/// Zeroes the words of all chunks that are occupied, in planes that are laid out alike.
pub(super) fn clear(layout: &Layout, sets: &mut Sets, planes: &mut [Words], threads: usize) {
    let mut planes: Vec<_> =
        planes.iter_mut().map(|plane| layout.slices(plane.get_mut()).into_iter()).collect();
    let parts = layout.regions.iter().zip(sets.parts(layout)).map(|(region, part)| {
        let planes: Vec<_> = planes.iter_mut().filter_map(Iterator::next).collect();
        (region, part, planes)
    });
    parallel(&mut vec![(); threads], parts.collect(), |(region, part, mut planes), ()| {
        planes.push(part.words);
        for words in layout.occupied(region, part.occupied) {
            planes.iter_mut().for_each(|plane| plane[words.clone()].fill(0));
        }
        part.occupied.fill(false);
    });
}

/// The chunks that a block's lines are in.
#[inline(always)]
fn chunks_of(block: &Block) -> std::ops::Range<usize> {
    block.first / CHUNK..(block.first + block.lines).div_ceil(CHUNK)
}

/// The sets of a region, to be read.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a, const W: usize> {
    pub(super) layout: &'a Layout,
    pub(super) far_coins: usize,
    pub(super) lines: &'a [Line<W>],
    pub(super) occupied: &'a [bool],
}

/// The sets of a region with a given middle row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a, const W: usize> {
    lines: &'a [Line<W>],
    occupied: &'a [bool],
}

impl<'a, const W: usize> View<'a, W> {
    #[inline(always)]
    pub(super) fn row(&self, middle: u32) -> Row<'a, W> {
        Row {
            lines: &self.lines[self.layout.lines(self.far_coins, middle)],
            occupied: &self.occupied[self.layout.chunks(self.far_coins, middle)],
        }
    }
}

impl<'a, const W: usize> Row<'a, W> {
    /// The lines of a block, if they have any sets.
    #[inline(always)]
    pub(super) fn block(&self, block: &Block) -> Option<&'a [Line<W>]> {
        let is_occupied = self.occupied.get(chunks_of(block))?.contains(&true);
        if is_occupied { self.lines.get(block.first..block.first + block.lines) } else { None }
    }
}

/// A block that sets are added to.
#[derive(Debug)]
pub(super) struct Landing<'a, const W: usize> {
    lines: &'a mut [Line<W>],
    /// Whether anything was added.
    is_touched: bool,
}

impl<const W: usize> Landing<'_, W> {
    /// The lines, to add to.
    #[inline(always)]
    pub(super) fn touch(&mut self) -> &mut [Line<W>] {
        self.is_touched = true;
        self.lines
    }
}

/// A region that sets are added to.
#[derive(Debug)]
pub(super) struct Field<'a, const W: usize> {
    pub(super) layout: &'a Layout,
    pub(super) far_coins: usize,
    pub(super) lines: &'a mut [Line<W>],
    pub(super) occupied: &'a mut [bool],
}

impl<const W: usize> Field<'_, W> {
    /// Lets `land` add to a block, and `done` see it with the number of its first line
    /// if there may be any sets in it.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        middle: u32,
        block: &Block,
        land: impl FnOnce(&mut Landing<'_, W>),
        done: impl FnOnce(usize, &mut [Line<W>]),
    ) {
        let first = self.layout.lines(self.far_coins, middle).start + block.first;
        let occupied = &mut self.occupied[self.layout.chunks(self.far_coins, middle)];
        let occupied = &mut occupied[chunks_of(block)];
        let lines = &mut self.lines[first..][..block.lines];
        let mut landing = Landing { lines, is_touched: false };
        land(&mut landing);
        let Landing { lines, is_touched } = landing;
        if is_touched || occupied.contains(&true) {
            done(first, lines);
            note(block.first, lines, occupied);
        }
    }
}

/// Whether a line has any sets.
#[inline(always)]
pub(super) fn any<const W: usize>(line: &Line<W>) -> bool {
    // Not by comparing: that would call a function.
    line.iter().fold(0, |any, word| any | word) != 0
}

/// Notes which chunks have any sets in these lines, the first of which has this number.
#[inline(always)]
fn note<const W: usize>(first: usize, mut lines: &[Line<W>], occupied: &mut [bool]) {
    let mut length = CHUNK - first % CHUNK;
    for occupied in occupied {
        let (here, more) = lines.split_at(length.min(lines.len()));
        if !*occupied {
            let mut any = [0; W];
            for line in here {
                for k in 0..W {
                    any[k] |= line[k];
                }
            }
            *occupied = self::any(&any);
        }
        (lines, length) = (more, CHUNK);
    }
}
