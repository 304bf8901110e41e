//! The lines of a region as moves see them: blocks to read, if they are occupied, and
//! blocks to add to, which are marked as occupied when they have sets.

use super::half::Block;
use super::layout::{CHUNK, Layout};

/// The words of a line.
pub(super) type Line<const W: usize> = [u64; W];

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
