//! Half of the board: the rows on one side of the middle row.
//!
//! The cells of a half are numbered from the middle row outwards, so that the
//! halves above and below look alike: cell `row * width + x`, where row 0
//! touches the middle row. The first rows are the inner part of the half (three
//! on a board of five columns), the others the outer part. The patterns with a
//! given number of coins are ranked in the order of their bits (the combinatorial
//! number system). So patterns with the same outer part and the same number of inner
//! coins are adjacent: a block. A move in the outer part moves whole blocks. A move in
//! the inner part stays within one or two blocks, which fit the second-level cache.

use super::inner::Inner;
use super::outer::Outer;

/// The rows on one side of the middle row.
#[derive(Debug)]
pub(super) struct Half {
    pub(super) inner: Inner,
    pub(super) outer: Outer,
    inner_cells: u32,
    /// By number of coins: the number of patterns.
    lines: Vec<usize>,
    /// By number of inner coins: the first line of each outer pattern, among
    /// the patterns with as many coins as both have.
    first: Vec<Vec<u32>>,
}

/// A block of lines: an outer pattern and the number of inner coins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) outer: usize,
    pub(super) coins: usize,
    pub(super) first: usize,
    pub(super) lines: usize,
}

impl Half {
    /// The patterns of a half of `rows` rows with at most `most` coins.
    pub(super) fn new(width: usize, rows: usize, most: usize) -> Half {
        let inner_rows = Inner::rows(width, rows);
        let inner = Inner::new(width, inner_rows);
        let outer = Outer::new(width, rows - inner_rows, most);
        let inner_cells = (width * inner_rows) as u32;
        let mut lines = vec![0; most.min(width * rows) + 1];
        let mut first = vec![vec![0; outer.patterns.len()]; inner.counts.len()];
        for (number, pattern) in outer.patterns.iter().enumerate() {
            for (coins, count) in inner.counts.iter().enumerate() {
                if let Some(lines) = lines.get_mut(coins + pattern.coins) {
                    first[coins][number] = *lines as u32;
                    *lines += count.lines;
                }
            }
        }
        Half { inner, outer, inner_cells, lines, first }
    }

    /// The maximum number of coins.
    pub(super) fn most(&self) -> usize {
        self.lines.len() - 1
    }

    /// The number of patterns with `coins` coins.
    pub(super) fn lines(&self, coins: usize) -> usize {
        self.lines.get(coins).copied().unwrap_or(0)
    }

    /// The blocks of the patterns with `coins` coins, in order.
    #[inline(always)]
    pub(super) fn blocks(&self, coins: usize) -> impl Iterator<Item = Block> {
        self.outer.patterns.iter().enumerate().filter_map(move |(outer, pattern)| {
            self.block(outer, coins.checked_sub(pattern.coins)?)
        })
    }

    /// The block of an outer pattern and a number of inner coins.
    #[inline(always)]
    pub(super) fn block(&self, outer: usize, coins: usize) -> Option<Block> {
        let first = self.first.get(coins)?[outer] as usize;
        Some(Block { outer, coins, first, lines: self.inner.counts[coins].lines })
    }

    /// The number of a pattern among those with as many coins.
    #[inline]
    pub(super) fn rank(&self, pattern: u64) -> usize {
        let inner = pattern & ((1 << self.inner_cells) - 1);
        let outer = self.outer.number(pattern >> self.inner_cells);
        self.first[inner.count_ones() as usize][outer] as usize + self.inner.rank(inner)
    }

    /// Every pattern with `coins` coins, in order.
    pub(super) fn patterns(&self, coins: usize) -> impl Iterator<Item = u64> {
        self.blocks(coins).flat_map(|block| {
            let outer = self.outer.patterns[block.outer].cells << self.inner_cells;
            self.inner.counts[block.coins]
                .patterns
                .iter()
                .map(move |&inner| outer | u64::from(inner))
        })
    }
}
