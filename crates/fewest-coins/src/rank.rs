//! Ranks for the sets with a given number of coins, for searches with a table of all of
//! them: 12 coins on 5 × 7 cells make 834,451,800 (Chaffin 2019).
//!
//! ```
//! use fewest_coins::{Board, Coins, Numbered};
//! use fewest::search::{Budget, table};
//!
//! let coins = Coins::new(Board::new(3, 2)?, 0b011_010);
//! let numbered = Numbered::new(coins)?;
//! let outcome = table::search(&numbered, &0b001_011, &Budget::default(), &mut ())?;
//! assert_eq!(outcome.cost(), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::rules::Coins;
use fewest::rank::{Combinations, RankError};
use fewest::space::Ranking;

/// A number for each set of `count` coins.
#[derive(Clone, Debug)]
pub struct Numbered {
    coins: Coins,
    count: u32,
    sets: Combinations,
}

impl Numbered {
    /// Numbers the sets with as many coins as the target has.
    pub fn new(coins: Coins) -> Result<Self, RankError> {
        Self::of(coins, coins.target().count_ones())
    }

    /// Numbers the sets of `count` coins.
    pub(super) fn of(coins: Coins, count: u32) -> Result<Self, RankError> {
        let cells = coins.board().cells().count_ones();
        Ok(Numbered { coins, count, sets: Combinations::new(cells, count)? })
    }
}

impl Ranking<Coins> for Numbered {
    fn space(&self) -> &Coins {
        &self.coins
    }
    fn len(&self) -> u64 {
        self.sets.len()
    }
    fn contains(&self, coins: &u64) -> bool {
        coins.count_ones() == self.count
    }
    fn rank(&self, coins: &u64) -> u64 {
        self.sets.rank(*coins)
    }
    fn unrank(&self, rank: u64) -> u64 {
        self.sets.unrank(rank)
    }
}
