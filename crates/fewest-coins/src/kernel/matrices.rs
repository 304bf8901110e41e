//! A board as bit matrices: the place of each set, in the layout near either half.

use std::sync::Arc;

use super::half::Half;
use super::layout::{Layout, Region, STRIP};
use super::split::Split;

/// The board in two halves, and the layouts of sets near each of them.
#[derive(Debug)]
pub(super) struct Matrices {
    split: Split,
    pub(super) upper: Layout,
    pub(super) lower: Layout,
    pub(super) upper_lifted: Layout,
    pub(super) lower_lifted: Layout,
    pub(super) upper_edges: Edges,
    pub(super) lower_edges: Edges,
}

/// For each strip of a half's patterns, those that have a coin next to the
/// middle row, by column: by number of coins and column, the words.
#[derive(Debug)]
pub(super) struct Edges(Vec<Vec<Vec<u64>>>);

impl Edges {
    fn new(half: &Half, columns: usize) -> Edges {
        let count = |coins: usize| {
            let mut masks =
                vec![vec![0; half.lines(coins).div_ceil(64).next_multiple_of(STRIP)]; columns];
            for (i, pattern) in half.patterns(coins).enumerate() {
                for (j, mask) in masks.iter_mut().enumerate() {
                    mask[i / 64] |= (pattern >> j & 1) << (i % 64);
                }
            }
            masks
        };
        Edges((0..=half.most()).map(count).collect())
    }

    /// By column: the words of a region's strip.
    pub(super) fn strip<const W: usize>(&self, region: &Region) -> Vec<[u64; W]> {
        let words = |column: &Vec<u64>| {
            let mut line = [0; W];
            line.copy_from_slice(&column[region.strip * STRIP..][..W]);
            line
        };
        self.0[region.far_coins].iter().map(words).collect()
    }
}

impl Matrices {
    /// For sets of at least one coin.
    pub(super) fn new(split: Split, coins: usize) -> Matrices {
        let columns = split.columns;
        let upper = Arc::new(Half::new(columns, split.upper_rows, coins));
        let lower = if split.upper_rows == split.lower_rows {
            upper.clone()
        } else {
            Arc::new(Half::new(columns, split.lower_rows, coins))
        };
        let layout = |near: &Arc<Half>, far: &Arc<Half>, coins| {
            Layout::new(near.clone(), far.clone(), columns, coins)
        };
        Matrices {
            split,
            upper_edges: Edges::new(&lower, columns),
            lower_edges: Edges::new(&upper, columns),
            upper_lifted: layout(&upper, &lower, coins - 1),
            lower_lifted: layout(&lower, &upper, coins - 1),
            upper: layout(&upper, &lower, coins),
            lower: layout(&lower, &upper, coins),
        }
    }

    /// The number of a set's bit.
    #[inline]
    pub(super) fn address(&self, set: u64) -> u64 {
        let (word, bit) = self.place(set);
        64 * word as u64 + u64::from(bit)
    }

    /// The number of a set's chunk.
    pub(super) fn chunk(&self, set: u64) -> usize {
        let (upper, middle, lower) = self.split.parts(set);
        self.upper.chunk(upper, middle, lower)
    }

    /// The word and the bit of a set.
    #[inline]
    pub(super) fn place(&self, set: u64) -> (usize, u32) {
        let (upper, middle, lower) = self.split.parts(set);
        self.upper.place(upper, middle, lower)
    }
}
