//! Ranks for the sets with a given number of coins, for searches with a table of all of
//! them: 12 coins on 5 × 7 cells make 834,451,800 (Chaffin 2019).
//!
//! ```
//! use fewest_puzzles::coins::{Board, Coins, Numbered};
//! use fewest::search::{Budget, table};
//!
//! let coins = Coins::new(Board::new(3, 2)?, 0b011_010);
//! let numbered = Numbered::new(coins)?;
//! let outcome = table::search(&numbered, &0b001_011, &Budget::default(), &mut ());
//! assert_eq!(outcome.cost(), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::board::Hop;
use super::rules::Coins;
use fewest::rank::{Combinations, RankError};
use fewest::space::{Ranked, Reverse, Space};

/// The space of a target with a number for each set of as many coins.
#[derive(Clone, Debug)]
pub struct Numbered {
    coins: Coins,
    sets: Combinations,
}

impl Numbered {
    /// Numbers the sets with as many coins as the target has.
    pub fn new(coins: Coins) -> Result<Self, RankError> {
        let cells = coins.board().cells().count_ones();
        let sets = Combinations::new(cells, coins.target().count_ones())?;
        Ok(Numbered { coins, sets })
    }
}

impl Space for Numbered {
    type State = u64;
    type Move = Hop;
    type Undo = ();

    fn is_goal(&self, coins: &u64) -> bool {
        self.coins.is_goal(coins)
    }
    fn moves(&self, coins: &u64, out: &mut Vec<Hop>) {
        self.coins.moves(coins, out);
    }
    fn apply(&self, coins: &mut u64, hop: Hop) {
        self.coins.apply(coins, hop);
    }
    fn undo(&self, coins: &mut u64, hop: Hop, undo: ()) {
        self.coins.undo(coins, hop, undo);
    }
}

impl Reverse for Numbered {
    fn goals(&self, out: &mut Vec<u64>) {
        self.coins.goals(out);
    }
    fn predecessors(&self, coins: &u64, out: &mut Vec<(u64, Hop)>) {
        self.coins.predecessors(coins, out);
    }
}

impl Ranked for Numbered {
    fn len(&self) -> u64 {
        self.sets.len()
    }
    fn rank(&self, coins: &u64) -> u64 {
        self.sets.rank(*coins)
    }
    fn unrank(&self, rank: u64) -> u64 {
        self.sets.unrank(rank)
    }
}
