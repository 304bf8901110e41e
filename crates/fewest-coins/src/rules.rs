//! The moves of coins as a space, forward and backward.
//!
//! A move lifts any coin and drops it on an empty cell that touches two of the
//! coins that stayed. Backward, a coin that touches two others may have come from any
//! empty cell. So the graph is directed: most moves have no inverse.
//!
//! ```
//! use fewest_coins::{Board, Coins};
//! use fewest::search::{Budget, breadth_first};
//!
//! let board = Board::new(3, 2)?;
//! let (start, target) = (0b001_011, 0b011_010);
//! let outcome = breadth_first::search(
//!     &Coins::new(board, target), &start, &Budget::default(), &mut ());
//! assert_eq!(outcome.cost(), Some(1));
//! # Ok::<(), fewest_coins::BoardError>(())
//! ```

use super::board::{Board, Hop, cells_of};
use super::rank::Numbered;
use fewest::search::layered::PackedState;
use fewest::space::{Packing, Ranking, Reverse, Space, Unranked};

/// A board and a target. A state is a set of coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coins {
    board: Board,
    target: u64,
}

impl Coins {
    /// The space with this target, whose coins lie on the board.
    pub fn new(board: Board, target: u64) -> Self {
        Coins { board, target: target & board.cells() }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The target.
    pub fn target(&self) -> u64 {
        self.target
    }
}

/// The moves of a set of coins: ordered by the coin that moves, then by where it lands.
pub(super) fn hops(board: &Board, coins: u64) -> impl Iterator<Item = Hop> {
    cells_of(coins).flat_map(move |from| {
        let landings = board.supported(coins & !(1 << from)) & !coins;
        cells_of(landings).map(move |to| Hop { from, to })
    })
}

/// The moves that lead to a set of coins: ordered by where the coin landed, then by where
/// it came from.
pub(super) fn hops_to(board: &Board, coins: u64) -> impl Iterator<Item = Hop> {
    let empty = board.cells() & !coins;
    // A coin never touches itself, so it need not be lifted first.
    cells_of(board.supported(coins) & coins)
        .flat_map(move |to| cells_of(empty).map(move |from| Hop { from, to }))
}

/// The set of coins after a legal move.
#[inline]
pub(super) fn hopped(coins: u64, hop: Hop) -> u64 {
    coins & !(1 << hop.from) | 1 << hop.to
}

/// The set of coins before a legal move.
#[inline]
pub(super) fn unhopped(coins: u64, hop: Hop) -> u64 {
    coins & !(1 << hop.to) | 1 << hop.from
}

impl Space for Coins {
    type State = u64;
    type Move = Hop;
    type Undo = ();

    fn is_goal(&self, coins: &u64) -> bool {
        *coins == self.target
    }
    fn moves(&self, coins: &u64, out: &mut Vec<Hop>) {
        out.extend(hops(&self.board, *coins));
    }
    fn apply(&self, coins: &mut u64, hop: Hop) {
        *coins = hopped(*coins, hop);
    }
    fn undo(&self, coins: &mut u64, hop: Hop, (): ()) {
        *coins = unhopped(*coins, hop);
    }
    fn reverse(&self) -> Option<&dyn Reverse<Coins>> {
        Some(self)
    }
    fn ranking<'a>(&'a self, start: &u64) -> Result<Box<dyn Ranking<Coins> + 'a>, Unranked> {
        Ok(Box::new(Numbered::of(*self, start.count_ones())?))
    }
    fn packing(&self) -> Option<&dyn Packing<Coins>> {
        // No coin at all would be the word 0, which is no state.
        (self.target != 0).then_some(self)
    }
}

impl Packing<Coins> for Coins {
    fn space(&self) -> &Coins {
        self
    }
    fn pack(&self, coins: &u64) -> u64 {
        *coins
    }
    fn unpack(&self, coins: u64) -> u64 {
        coins
    }
    fn fingerprint(&self) -> u64 {
        let shape = (self.board.width() as u64) << 32 | self.board.height() as u64;
        (shape.mix() ^ self.target).mix()
    }
    fn successors(&self, states: &[u64], out: &mut Vec<u64>) {
        for &coins in states {
            out.extend(hops(&self.board, coins).map(|hop| hopped(coins, hop)));
        }
    }
    fn predecessors(&self, states: &[u64], out: &mut Vec<u64>) {
        for &coins in states {
            out.extend(hops_to(&self.board, coins).map(|hop| unhopped(coins, hop)));
        }
    }
    fn most_predecessors(&self, coins: u64) -> u64 {
        let landed = self.board.supported(coins) & coins;
        let empty = self.board.cells() & !coins;
        u64::from(landed.count_ones()) * u64::from(empty.count_ones())
    }
}

impl Reverse<Coins> for Coins {
    fn goals(&self, out: &mut Vec<u64>) {
        out.push(self.target);
    }
    fn predecessors(&self, coins: &u64, out: &mut Vec<(u64, Hop)>) {
        out.extend(hops_to(&self.board, *coins).map(|hop| (unhopped(*coins, hop), hop)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest::search::{Budget, Event, breadth_first, layered};

    /// From both ends and from one, between all pairs of three coins on a small board, as the
    /// search over any states.
    #[test]
    fn words_give_the_same_fewest_moves() -> Result<(), crate::BoardError> {
        let board = Board::new(3, 2)?;
        let sets = || (1..64_u64).filter(|set| set.count_ones() == 3);
        let (budget, quiet) = (Budget::default(), &mut |_: Event<'_>| ());
        let mut solved = 0;
        for (start, target) in sets().flat_map(|start| sets().map(move |end| (start, end))) {
            let space = Coins::new(board, target);
            let slow = breadth_first::search(&space, &start, &budget, &mut ());
            for is_bidirectional in [false, true] {
                let fast = layered::solve(&space, &start, is_bidirectional, &budget, quiet);
                assert_eq!((fast.cost(), fast.status), (slow.cost(), slow.status));
            }
            solved += u32::from(slow.cost().is_some());
        }
        assert!(solved >= 50, "{solved}");
        Ok(())
    }
}
