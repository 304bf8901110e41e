//! Where each set of coins is in memory.
//!
//! The board is two halves and the middle row between them. A matrix has a
//! line for each pattern of one half and the middle row (the near side), and a
//! bit for each pattern of the other half (the far side), so that whatever
//! happens on the near side happens to whole lines. The bits are cut into
//! strips of at most 512. A region is a strip of all lines whose coins add up.
//! Regions are contiguous, and near-side moves never leave their region, so threads
//! work on regions without sharing anything.
//!
//! A set is kept in two layouts, one near each half. A transposition leads from one
//! to the other.

use std::sync::Arc;

use super::half::Half;

/// The words of a full strip: 512 bits.
pub(super) const STRIP: usize = 8;

/// The lines of a chunk: as many as are transposed together.
pub(super) const CHUNK: usize = 64;

/// How the sets with `coins` coins are laid out near one half.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) near: Arc<Half>,
    pub(super) far: Arc<Half>,
    pub(super) coins: usize,
    /// The columns of the board: the cells of the middle row.
    pub(super) columns: usize,
    /// In the order of their offsets.
    pub(super) regions: Vec<Region>,
    /// By number of far coins: the first of their regions.
    first_region: Vec<usize>,
    /// By number of far coins: the first line of each pattern of the middle row.
    first_line: Vec<Vec<usize>>,
    /// Likewise: the first chunk. Chunks begin anew with each pattern.
    first_chunk: Vec<Vec<usize>>,
    /// All words, and all chunks.
    pub(super) words: usize,
    pub(super) chunks: usize,
}

/// A strip of the far patterns with a given number of coins, and all lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    pub(super) far_coins: usize,
    /// The number of its strip.
    pub(super) strip: usize,
    /// The words of a line: 1, 2, 4 or 8.
    pub(super) width: usize,
    /// The far patterns that it has bits for.
    pub(super) bits: usize,
    pub(super) offset: usize,
    pub(super) lines: usize,
    /// Its first chunk among all, and how many it has.
    pub(super) first_chunk: usize,
    pub(super) chunks: usize,
}

impl Region {
    pub(super) fn words(&self) -> usize {
        self.lines * self.width
    }
}

impl Layout {
    pub(super) fn new(near: Arc<Half>, far: Arc<Half>, columns: usize, coins: usize) -> Layout {
        let mut layout = Layout {
            near,
            far,
            coins,
            columns,
            regions: Vec::new(),
            first_region: Vec::new(),
            first_line: Vec::new(),
            first_chunk: Vec::new(),
            words: 0,
            chunks: 0,
        };
        for far_coins in 0..=coins {
            let (mut first_line, mut first_chunk) = (Vec::new(), Vec::new());
            let (mut lines, mut chunks) = (0, 0);
            for middle in 0..1u32 << columns {
                first_line.push(lines);
                first_chunk.push(chunks);
                let near = layout.near_coins(far_coins, middle);
                let more = near.map_or(0, |near| layout.near.lines(near));
                lines += more;
                chunks += more.div_ceil(CHUNK);
            }
            layout.first_line.push(first_line);
            layout.first_chunk.push(first_chunk);
            layout.first_region.push(layout.regions.len());
            let bits = layout.far.lines(far_coins);
            for (strip, first) in (0..bits).step_by(64 * STRIP).enumerate() {
                let bits = (bits - first).min(64 * STRIP);
                let width = bits.div_ceil(64).next_power_of_two();
                layout.regions.push(Region {
                    far_coins,
                    strip,
                    width,
                    bits,
                    offset: layout.words,
                    lines,
                    first_chunk: layout.chunks,
                    chunks,
                });
                layout.chunks += chunks;
                // Lines of 512 bits begin where lines of the cache do.
                layout.words += (lines * width).next_multiple_of(STRIP);
            }
        }
        layout
    }

    /// The number of near coins beside these, if it is possible.
    pub(super) fn near_coins(&self, far_coins: usize, middle: u32) -> Option<usize> {
        let near = self.coins.checked_sub(far_coins + middle.count_ones() as usize)?;
        (near <= self.near.most()).then_some(near)
    }

    /// The lines of a block within its region: those with this middle row.
    pub(super) fn lines(&self, far_coins: usize, middle: u32) -> std::ops::Range<usize> {
        // Where all coins are far, none can be lifted here.
        let Some(first) = self.first_line.get(far_coins) else { return 0..0 };
        let first = first[middle as usize];
        let lines = self.near_coins(far_coins, middle).map_or(0, |near| self.near.lines(near));
        first..first + lines
    }

    /// The chunks of a block within its region.
    pub(super) fn chunks(&self, far_coins: usize, middle: u32) -> std::ops::Range<usize> {
        let Some(first) = self.first_chunk.get(far_coins) else { return 0..0 };
        let first = first[middle as usize];
        first..first + self.lines(far_coins, middle).len().div_ceil(CHUNK)
    }

    /// The words of a region's chunks that are occupied.
    pub(super) fn occupied(
        &self,
        region: &Region,
        occupied: &[bool],
    ) -> impl Iterator<Item = std::ops::Range<usize>> {
        let (far_coins, width) = (region.far_coins, region.width);
        (0..1 << self.columns).flat_map(move |middle| {
            let lines = self.lines(far_coins, middle);
            let chunks = self.chunks(far_coins, middle);
            let firsts = lines.clone().step_by(CHUNK).zip(chunks);
            let firsts = firsts.filter(|&(_, chunk)| occupied[chunk]);
            firsts.map(move |(first, _)| first * width..(first + CHUNK).min(lines.end) * width)
        })
    }

    /// The words of each region.
    pub(super) fn slices<'a>(&self, mut words: &'a mut [u64]) -> Vec<&'a mut [u64]> {
        let slice = |region: &Region| {
            let (slice, rest) =
                std::mem::take(&mut words).split_at_mut(region.words().next_multiple_of(STRIP));
            words = rest;
            &mut slice[..region.words()]
        };
        self.regions.iter().map(slice).collect()
    }

    /// For each region, its words in each of several bit-planes.
    pub(super) fn by_region<'a>(
        &self,
        planes: impl Iterator<Item = &'a mut [u64]>,
    ) -> Vec<Vec<&'a mut [u64]>> {
        let mut regions: Vec<Vec<_>> = self.regions.iter().map(|_| Vec::new()).collect();
        for plane in planes {
            for (region, words) in regions.iter_mut().zip(self.slices(plane)) {
                region.push(words);
            }
        }
        regions
    }

    /// The regions of the far patterns with `far_coins` coins.
    pub(super) fn regions_of(&self, far_coins: usize) -> &[Region] {
        let Some(&first) = self.first_region.get(far_coins) else { return &[] };
        let end = self.first_region.get(far_coins + 1).copied().unwrap_or(self.regions.len());
        &self.regions[first..end]
    }

    /// The number of the region with these far coins and this strip, if there is one.
    pub(super) fn region(&self, far_coins: usize, strip: usize) -> Option<usize> {
        let regions = self.regions_of(far_coins);
        (strip < regions.len()).then(|| self.first_region[far_coins] + strip)
    }

    /// The chunk of a set.
    pub(super) fn chunk(&self, near: u64, middle: u32, far: u64) -> usize {
        let far_coins = far.count_ones() as usize;
        let strip = self.far.rank(far) / (64 * STRIP);
        let region = &self.regions[self.first_region[far_coins] + strip];
        let first = self.first_chunk[far_coins][middle as usize];
        region.first_chunk + first + self.near.rank(near) / CHUNK
    }

    /// The word and the bit of a set.
    #[inline]
    pub(super) fn place(&self, near: u64, middle: u32, far: u64) -> (usize, u32) {
        let far_coins = far.count_ones() as usize;
        let bit = self.far.rank(far);
        let strip = bit / (64 * STRIP);
        let region = &self.regions[self.first_region[far_coins] + strip];
        let line = self.first_line[far_coins][middle as usize] + self.near.rank(near);
        (region.offset + line * region.width + bit / 64 % STRIP, bit as u32 % 64)
    }
}
