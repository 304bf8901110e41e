//! Ranks for the sets of blocks on a level's free cells, for searches with a table of
//! all of them.
//!
//! Moves keep the number of blocks, so the sets are combinations of free cells: 40
//! free cells and 5 blocks make 658,008.
//!
//! ```
//! use fewest_blocks::{Blocks, Level, Numbered};
//! use fewest::search::{Budget, table};
//!
//! let level = Level::parse("o . .\n. # .\n. . x\n")?;
//! let (blocks, start) = Blocks::<u64>::of(&level);
//! let numbered = Numbered::new(blocks)?;
//! let outcome = table::search(&numbered, &start, &Budget::default(), &mut ())?;
//! assert_eq!(outcome.cost(), Some(4));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::space::Blocks;
use super::word::Word;
use fewest::rank::{Combinations, RankError};
use fewest::space::Ranking;

/// A number for each set of blocks of a level.
#[derive(Clone, Debug)]
pub struct Numbered<W> {
    blocks: Blocks<W>,
    sets: Combinations,
    /// The free cells, and where each cell is among them.
    free: Vec<usize>,
    place: Vec<u8>,
}

impl<W: Word> Numbered<W> {
    /// Numbers the sets of blocks of a level with at most 64 free cells.
    pub fn new(blocks: Blocks<W>) -> Result<Self, RankError> {
        let rules = blocks.rules();
        let free: Vec<usize> = rules.free().cells().collect();
        let sets = Combinations::new(free.len() as u32, blocks.blocks())?;
        let mut place = vec![0; rules.width() * rules.height()];
        for (index, &cell) in free.iter().enumerate() {
            place[cell] = index as u8;
        }
        Ok(Numbered { blocks, sets, free, place })
    }
}

impl<W: Word> Ranking<Blocks<W>> for Numbered<W> {
    fn space(&self) -> &Blocks<W> {
        &self.blocks
    }
    fn len(&self) -> u64 {
        self.sets.len()
    }
    fn rank(&self, state: &W) -> u64 {
        self.sets.rank(state.cells().fold(0, |mask, cell| mask | 1 << self.place[cell]))
    }
    fn unrank(&self, rank: u64) -> W {
        let mask = self.sets.unrank(rank);
        W::from_cells(
            self.free
                .iter()
                .enumerate()
                .filter(|&(i, _)| mask >> i & 1 == 1)
                .map(|(_, &cell)| cell),
        )
    }
}
