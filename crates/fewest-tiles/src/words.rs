//! Boards of up to 16 cells as words, for the engine's search by layers.

use super::board::{Board, Packed16};
use super::rules::Tiles;
use fewest::search::layered::PackedState;
use fewest::space::Packing;

impl Packing<Tiles<Packed16>> for Tiles<Packed16> {
    fn space(&self) -> &Tiles<Packed16> {
        self
    }
    fn pack(&self, board: &Packed16) -> u64 {
        board.word()
    }
    fn unpack(&self, word: u64) -> Packed16 {
        Packed16::from_word(word)
    }
    fn fingerprint(&self) -> u64 {
        let shape = (self.geometry().width() as u64) << 32 | self.geometry().height() as u64;
        (shape.mix() ^ self.goal().word()).mix()
    }
    fn successors(&self, words: &[u64], out: &mut Vec<u64>) {
        for &word in words {
            let board = Packed16::from_word(word);
            let blank = board.blank();
            out.extend(self.geometry().neighbours(blank).map(|from| {
                let mut next = board;
                next.slide(from, blank);
                next.word()
            }));
        }
    }
    /// Every move can be taken back.
    fn predecessors(&self, words: &[u64], out: &mut Vec<u64>) {
        self.successors(words, out);
    }
    fn most_predecessors(&self, _: u64) -> u64 {
        4
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::geometry::Geometry;
    use fewest::search::{Budget, Status, breadth_first, layered};

    /// From both ends and from one, on small boards, as the search over
    /// any states.
    #[test]
    fn words_give_the_same_fewest_moves() {
        for (width, height) in [(3, 2), (2, 3), (4, 2)] {
            let goal = Geometry::blank_last(width, height);
            let space: Tiles<Packed16> = Tiles::new(Arc::new(Geometry::new(width, height, &goal)));
            let mut board = *space.goal();
            for step in 0..40 {
                let (budget, quiet) = (Budget::default(), &mut |_: fewest::search::Event<'_>| ());
                let slow = breadth_first::search(&space, &board, &budget, &mut ());
                for is_bidirectional in [false, true] {
                    let fast = layered::solve(&space, &board, is_bidirectional, &budget, quiet);
                    let (cost, status) = (fast.cost(), fast.status);
                    assert_eq!((cost, status), (slow.cost(), Status::Optimal), "{board:?}");
                }
                let blank = board.blank();
                let from: Vec<usize> = space.geometry().neighbours(blank).collect();
                board.slide(from[step * 7 % from.len()], blank);
            }
        }
    }
}
