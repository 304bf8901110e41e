//! Ranks for the boards of up to 16 cells that are reachable from one of them, for
//! searches with a table of all of them.
//!
//! The tiles read row by row without the blank are a permutation. A tile that
//! slides sideways does not change it; one that slides up or down passes width − 1
//! others. So the row of the blank determines the parity of the permutation, and half the
//! permutation's rank with the blank's cell is a dense rank:
//! `cells × (rank / 2) + blank`. A sideways move changes it by one, which usually stays
//! within a word of the table.
//!
//! ```
//! use fewest_tiles::{Board, Geometry, Packed16, Reachable, Tiles};
//! use fewest::space::Ranking;
//! use std::sync::Arc;
//!
//! let geometry = Geometry::new(3, 3, &Geometry::blank_last(3, 3));
//! let solvable = Reachable::from_goal(Tiles::<Packed16>::new(Arc::new(geometry)))?;
//! assert_eq!(solvable.len(), 181_440); // 9! / 2
//! let board = Packed16::from_tiles(&[1, 2, 3, 4, 0, 6, 7, 5, 8]);
//! assert_eq!(solvable.unrank(solvable.rank(&board)), board);
//! # Ok::<(), fewest::rank::RankError>(())
//! ```

use super::board::Board;
use super::geometry::Direction;
use super::rules::Tiles;
use fewest::rank::{PackedPermutations, RankError, is_odd};
use fewest::space::Ranking;

/// The boards reachable from one board, with their ranks.
#[derive(Clone, Debug)]
pub struct Reachable<B> {
    tiles: Tiles<B>,
    /// The orders of all tiles but the last two, which follow from the parity.
    orders: PackedPermutations,
    /// The weight of each digit of the order in its half rank; 0 for the last two.
    weights: [u64; 16],
    cells: u64,
    /// 2⁶⁴ / cells, rounded up.
    reciprocal: u64,
    /// Whether the order of the tiles is odd, by the blank's cell.
    is_odd: [bool; 16],
}

impl<B: Board> Reachable<B> {
    /// The solvable boards.
    pub fn from_goal(tiles: Tiles<B>) -> Result<Self, RankError> {
        let goal = tiles.goal().clone();
        Self::new(tiles, &goal)
    }

    /// The boards reachable from `board`.
    pub fn new(tiles: Tiles<B>, board: &B) -> Result<Self, RankError> {
        let geometry = tiles.geometry();
        let cells = geometry.cells();
        // There is one tile less than cells, and two of them follow.
        let orders = PackedPermutations::new(cells as u32 - 1, cells as u32 - 3)
            .map_err(|_| RankError::TooMany { elements: cells as u32, most: 16 })?;
        let order: Vec<u8> = (0..cells)
            .map(|cell| board.tile(cell))
            .filter(|&tile| tile > 0)
            .map(|tile| tile as u8 - 1)
            .collect();
        let flips = geometry.width().is_multiple_of(2);
        let row = |cell| geometry.place(cell).1;
        let mut odd = [false; 16];
        for (cell, odd) in odd.iter_mut().enumerate().take(cells) {
            let is_other = flips && row(cell).abs_diff(row(board.blank())) % 2 == 1;
            *odd = is_odd(&order) ^ is_other;
        }
        let mut weights = [0; 16];
        for (weight, of_digit) in weights.iter_mut().zip(orders.weights()) {
            *weight = of_digit;
        }
        Ok(Reachable {
            orders,
            weights,
            cells: cells as u64,
            reciprocal: u64::MAX / cells as u64 + 1,
            is_odd: odd,
            tiles,
        })
    }

    /// The order of the tiles with this half rank and the parity that goes with
    /// the blank's cell.
    #[inline]
    fn order(&self, half: u64, blank: usize) -> Order {
        let first = self.orders.unrank(half);
        let (a, b) = (first.free & 0xF, first.free >> 4 & 0xF);
        let is_swapped = first.is_odd != self.is_odd[blank];
        let last_two = if is_swapped { b | a << 4 } else { a | b << 4 };
        let place = 4 * (self.cells - 3);
        Order {
            tiles: first.chosen | last_two << place,
            digits: first.digits | u64::from(is_swapped) << place,
        }
    }

    #[inline]
    fn split(&self, rank: u64) -> (u64, usize) {
        // Exact, as the reciprocal is too large by less than 1, and ranks are
        // less than 2⁶⁰.
        let half = ((u128::from(rank) * u128::from(self.reciprocal)) >> 64) as u64;
        (half, (rank - half * self.cells) as usize)
    }

    /// The change of the half rank when the tile at place `from` of the order moves to the
    /// earlier place `to`.
    ///
    /// A digit counts the smaller tiles after it. The tiles that are passed then come after
    /// the moved tile, which no longer comes after them.
    #[inline]
    fn earlier(&self, order: Order, from: usize, to: usize) -> u64 {
        let (tile, mut digit) = order.at(from);
        let mut change = 0_u64;
        for place in (to..from).rev() {
            let (passed, passed_digit) = order.at(place);
            let is_greater = u64::from(passed > tile);
            digit += 1 - is_greater;
            // It moves to the next place, and the tile there makes room.
            let next = (passed_digit - is_greater).wrapping_sub(order.at(place + 1).1);
            change = change.wrapping_add(next.wrapping_mul(self.weights[place + 1]));
        }
        let first = digit.wrapping_sub(order.at(to).1);
        change.wrapping_add(first.wrapping_mul(self.weights[to]))
    }

    /// The same for a later place `to`.
    #[inline]
    fn later(&self, order: Order, from: usize, to: usize) -> u64 {
        let (tile, mut digit) = order.at(from);
        let mut change = 0_u64;
        for place in from + 1..=to {
            let (passed, passed_digit) = order.at(place);
            let is_greater = u64::from(passed > tile);
            digit -= 1 - is_greater;
            let next = (passed_digit + is_greater).wrapping_sub(order.at(place - 1).1);
            change = change.wrapping_add(next.wrapping_mul(self.weights[place - 1]));
        }
        let last = digit.wrapping_sub(order.at(to).1);
        change.wrapping_add(last.wrapping_mul(self.weights[to]))
    }

    /// Sideways moves keep the order and need not look at it. A move up or down
    /// takes one tile past the width − 1 between it and the blank, and changes
    /// only their digits.
    #[inline]
    fn successors_of(&self, rank: u64, out: &mut Vec<u64>) {
        let (half, blank) = self.split(rank);
        let geometry = self.tiles.geometry();
        let order = self.order(half, blank);
        let join = |change, blank| half.wrapping_add(change) * self.cells + blank as u64;
        if let Some(below) = geometry.source(blank, Direction::U) {
            // A tile after the blank is a place further in the board than in the order.
            out.push(join(self.earlier(order, below - 1, blank), below));
        }
        if let Some(above) = geometry.source(blank, Direction::D) {
            out.push(join(self.later(order, above, blank - 1), above));
        }
        if geometry.source(blank, Direction::L).is_some() {
            out.push(rank + 1);
        }
        if geometry.source(blank, Direction::R).is_some() {
            out.push(rank - 1);
        }
    }
}

/// The tiles row by row without the blank, less one each, and the number of smaller ones
/// after each: the first in the lowest nibble.
#[derive(Clone, Copy)]
struct Order {
    tiles: u64,
    digits: u64,
}

impl Order {
    #[inline]
    fn at(self, place: usize) -> (u64, u64) {
        (self.tiles >> (4 * place) & 0xF, self.digits >> (4 * place) & 0xF)
    }
}

impl<B: Board> Ranking<Tiles<B>> for Reachable<B> {
    fn space(&self) -> &Tiles<B> {
        &self.tiles
    }

    fn len(&self) -> u64 {
        self.orders.len() * self.cells
    }

    #[inline]
    fn rank(&self, board: &B) -> u64 {
        let (mut order, mut place, mut blank) = (0, 0, 0);
        for cell in 0..self.cells as usize {
            let tile = board.tile(cell) as u64;
            if tile == 0 {
                blank = cell;
            } else {
                order |= (tile - 1) << place;
                place += 4;
            }
        }
        self.orders.rank(order) * self.cells + blank as u64
    }

    #[inline]
    fn unrank(&self, rank: u64) -> B {
        let (half, blank) = self.split(rank);
        let order = self.order(half, blank).tiles;
        let mut tiles = [0; 16];
        for (place, tile) in tiles.iter_mut().enumerate().take(self.cells as usize) {
            *tile = match place.cmp(&blank) {
                std::cmp::Ordering::Less => (order >> (4 * place) & 0xF) as u16 + 1,
                std::cmp::Ordering::Equal => 0,
                std::cmp::Ordering::Greater => (order >> (4 * (place - 1)) & 0xF) as u16 + 1,
            };
        }
        B::from_tiles(&tiles[..self.cells as usize])
    }

    /// By the parity of the order.
    fn contains(&self, board: &B) -> bool {
        let (mut order, mut tiles, mut blank) = ([0; 16], 0, 0);
        for cell in 0..self.cells as usize {
            match board.tile(cell) {
                0 => blank = cell,
                tile => {
                    order[tiles] = tile as u8 - 1;
                    tiles += 1;
                }
            }
        }
        is_odd(&order[..tiles]) == self.is_odd[blank]
    }

    fn successors(&self, ranks: &[u64], out: &mut Vec<u64>) {
        for &rank in ranks {
            self.successors_of(rank, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Geometry, Packed16, Packed25};
    use fewest::space::Space;
    use proptest::prelude::*;
    use std::sync::Arc;

    /// Every rank, in either class: boards of that class and no other, back to
    /// the same rank, and successors as the rules have them.
    fn whole_space_agrees(width: usize, height: usize) {
        let goal = Geometry::blank_last(width, height);
        let mut other = goal.clone();
        other.swap(0, 1);
        for start in [goal.clone(), other] {
            let tiles = Tiles::<Packed16>::new(Arc::new(Geometry::new(width, height, &goal)));
            let space = Reachable::new(tiles, &Packed16::from_tiles(&start)).unwrap();
            let is_solvable = start == goal;
            let (mut fast, mut slow) = (Vec::new(), Vec::new());
            assert_eq!(space.contains(space.space().goal()), is_solvable);
            for rank in 0..space.len() {
                let board = space.unrank(rank);
                assert_eq!(space.rank(&board), rank);
                assert!(space.contains(&board));
                let tiles = board.to_tiles(width * height);
                assert_eq!(space.space().geometry().is_solvable(&tiles), is_solvable);
                fast.clear();
                slow.clear();
                space.successors(&[rank], &mut fast);
                let mut moves = Vec::new();
                space.space().moves(&board, &mut moves);
                for mv in moves {
                    let mut next = board;
                    space.space().apply(&mut next, mv);
                    slow.push(space.rank(&next));
                }
                assert_eq!(fast, slow);
            }
        }
    }

    #[test]
    fn whole_small_spaces_agree_with_the_rules() {
        for (width, height) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
            whole_space_agrees(width, height);
        }
    }

    #[test]
    fn boards_past_sixteen_cells_are_refused() {
        let geometry = Arc::new(Geometry::new(6, 3, &Geometry::blank_last(6, 3)));
        let refused = Reachable::from_goal(Tiles::<Packed25>::new(geometry)).unwrap_err();
        assert_eq!(refused, RankError::TooMany { elements: 18, most: 16 });
    }

    proptest! {
        #[test]
        fn large_boards_agree_with_the_rules(
            shape in prop::sample::select(vec![(2, 6), (6, 2), (2, 8), (8, 2), (3, 4), (4, 3), (5, 3), (3, 5), (4, 4), (2, 7), (7, 2)]),
            rank: u64,
        ) {
            let geometry = Arc::new(Geometry::new(shape.0, shape.1, &Geometry::blank_first(shape.0, shape.1)));
            let space = Reachable::from_goal(Tiles::<Packed25>::new(geometry)).unwrap();
            let rank = rank % space.len();
            let board = space.unrank(rank);
            prop_assert_eq!(space.rank(&board), rank);
            prop_assert!(space.space().geometry().is_solvable(&board.to_tiles(shape.0 * shape.1)));
            let mut fast = Vec::new();
            space.successors(&[rank], &mut fast);
            let (mut moves, mut slow) = (Vec::new(), Vec::new());
            space.space().moves(&board, &mut moves);
            for mv in moves {
                let mut next = board;
                space.space().apply(&mut next, mv);
                slow.push(space.rank(&next));
            }
            prop_assert_eq!(fast, slow);
        }
    }
}
