//! Layers of sets as sorted lists, forward from a start or backward from a target.

use rustc_hash::FxHashSet;

use super::steps::{drops, lifted};
use crate::coins::board::{Board, cells_of};

/// Which way layers grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Backward,
}

/// All layers so far. Each is sorted.
#[derive(Debug)]
pub(super) struct Layers {
    way: Way,
    sets: Vec<u64>,
    ends: Vec<usize>,
}

/// What came of growing layers by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grown {
    /// There is one more; it may be empty.
    Layer,
    /// It would have had too many sets; nothing changed.
    TooLarge,
    /// It was told to stop; nothing changed.
    Stopped,
}

/// Every so many sets it is asked whether to stop.
const ASK_EVERY: usize = 1 << 14;

impl Layers {
    pub(super) fn new(way: Way, first: impl Iterator<Item = u64>) -> Layers {
        let mut sets: Vec<u64> = first.collect();
        sets.sort_unstable();
        sets.dedup();
        Layers { way, ends: vec![sets.len()], sets }
    }

    /// The number of the last layer; the first is 0.
    pub(super) fn depth(&self) -> u32 {
        self.ends.len() as u32 - 1
    }

    pub(super) fn layer(&self, depth: u32) -> &[u64] {
        let depth = depth as usize;
        let start = if depth == 0 { 0 } else { self.ends[depth - 1] };
        &self.sets[start..self.ends[depth]]
    }

    pub(super) fn last(&self) -> &[u64] {
        self.layer(self.depth())
    }

    /// All sets of all layers.
    pub(super) fn sets(&self) -> &[u64] {
        &self.sets
    }

    pub(super) fn has(&self, depth: u32, set: u64) -> bool {
        self.layer(depth).binary_search(&set).is_ok()
    }

    /// How many sets the next layer may have, by how much the last two grew.
    pub(super) fn expected(&self) -> usize {
        let last = self.last().len();
        let before = self.depth().checked_sub(1).map_or(1, |depth| self.layer(depth).len());
        (last as f64 * (last as f64 / before.max(1) as f64)) as usize
    }

    /// The sets so far, to grow from.
    pub(super) fn seen(&self) -> FxHashSet<u64> {
        self.sets.iter().copied().collect()
    }

    /// Adds the next layer, if all layers then have at most `most` sets.
    /// `seen` are the sets so far, and after.
    pub(super) fn grow(
        &mut self,
        board: &Board,
        seen: &mut FxHashSet<u64>,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Grown {
        let between = self.between(board);
        let start = self.sets.len();
        let mut ended = None;
        let sets = &mut self.sets;
        let mut add = |set: u64| {
            if seen.insert(set) {
                sets.push(set);
            }
            sets.len() <= most
        };
        for (i, &between) in between.iter().enumerate() {
            let fits = match self.way {
                Way::Forward => lifted(between).all(&mut add),
                Way::Backward => {
                    cells_of(board.cells() & !between).all(|cell| add(between | 1 << cell))
                }
            };
            if !fits || i % ASK_EVERY == 0 && stop() {
                ended = Some(if fits { Grown::Stopped } else { Grown::TooLarge });
                break;
            }
        }
        if ended.is_none() && self.way == Way::Backward {
            let last = *self.ends.last().unwrap_or(&0);
            let first = self.ends.iter().rev().nth(1).copied().unwrap_or(0);
            for i in first..last {
                let set = self.sets[i];
                for set in steps_back(board, set) {
                    if seen.insert(set) {
                        self.sets.push(set);
                    }
                }
            }
            if self.sets.len() > most {
                ended = Some(Grown::TooLarge);
            }
        }
        if let Some(ended) = ended {
            for set in self.sets.drain(start..) {
                seen.remove(&set);
            }
            return ended;
        }
        self.sets[start..].sort_unstable();
        self.ends.push(self.sets.len());
        Grown::Layer
    }

    /// What the steps from the last layer go through, each once: forward the
    /// sets of all coins, backward the sets with two coins lifted.
    fn between(&self, board: &Board) -> Vec<u64> {
        let last = self.last().iter();
        let mut between: Vec<u64> = match self.way {
            Way::Forward => last.flat_map(|&set| drops(board, set)).collect(),
            Way::Backward => {
                let landed = |&set: &u64| {
                    cells_of(set & board.supported(set)).map(move |cell| set & !(1 << cell))
                };
                last.flat_map(landed).collect()
            }
        };
        between.sort_unstable();
        between.dedup();
        between
    }
}

/// The steps back in which the coin that is back is one of the two that the
/// dropped coin touched: those that don't go through a set of two coins lifted
/// on which the drop would be legal.
fn steps_back(board: &Board, set: u64) -> impl Iterator<Item = u64> {
    cells_of(set & board.touched(set) & !board.supported(set)).flat_map(move |cell| {
        let without = set & !(1 << cell);
        cells_of(board.touched(1 << cell) & !set).map(move |back| without | 1 << back)
    })
}

/// A set that is in both of two sorted lists.
pub(super) fn common(a: &[u64], b: &[u64]) -> Option<u64> {
    let (short, long) = if a.len() < b.len() { (a, b) } else { (b, a) };
    if short.len() < long.len() / 16 {
        return short.iter().copied().find(|set| long.binary_search(set).is_ok());
    }
    let mut long = long.iter().copied().peekable();
    short.iter().copied().find(|&set| {
        while long.next_if(|&other| other < set).is_some() {}
        long.peek() == Some(&set)
    })
}

#[cfg(test)]
mod tests {
    use super::super::steps::{predecessors, successors};
    use super::*;

    #[test]
    fn layers_are_those_of_plain_breadth_first_search() {
        let board = Board::new(4, 4).unwrap();
        let start = 0b0000_0000_0111_0110;
        for way in [Way::Forward, Way::Backward] {
            let mut layers = Layers::new(way, [start].into_iter());
            let mut seen = layers.seen();
            let mut plain: FxHashSet<u64> = seen.clone();
            while !layers.last().is_empty() {
                let next = |set: u64| -> Vec<u64> {
                    match way {
                        Way::Forward => successors(&board, set).collect(),
                        Way::Backward => predecessors(&board, set).collect(),
                    }
                };
                let mut expected: Vec<u64> = layers
                    .last()
                    .iter()
                    .flat_map(|&set| next(set))
                    .filter(|&set| plain.insert(set))
                    .collect();
                expected.sort_unstable();
                assert_eq!(layers.grow(&board, &mut seen, usize::MAX, &|| false), Grown::Layer);
                assert_eq!(layers.last(), expected);
            }
            assert!(layers.depth() >= 2);
        }
    }

    #[test]
    fn a_layer_that_is_too_large_changes_nothing() {
        let board = Board::new(4, 4).unwrap();
        for way in [Way::Forward, Way::Backward] {
            let mut layers = Layers::new(way, [0b0000_0000_0111_0110].into_iter());
            let mut seen = layers.seen();
            assert_eq!(layers.grow(&board, &mut seen, 3, &|| false), Grown::TooLarge);
            assert_eq!(layers.grow(&board, &mut seen, usize::MAX, &|| true), Grown::Stopped);
            assert_eq!((layers.depth(), layers.sets().len(), seen.len()), (0, 1, 1));
        }
    }

    #[test]
    fn common_sets_are_found() {
        let odd: Vec<u64> = (0..1000).map(|i| 2 * i + 1).collect();
        assert_eq!(common(&odd, &[4, 6, 501]), Some(501));
        assert_eq!(common(&[4, 6, 500], &odd), None);
        let even: Vec<u64> = (0..900).map(|i| 2 * i).collect();
        assert_eq!(common(&odd, &even), None);
        assert_eq!(common(&even, &(400..=900).collect::<Vec<_>>()), Some(400));
        assert_eq!(common(&[], &odd), None);
    }
}
