//! Layers of sets as sorted lists, forward from a start or backward from a target.

use rustc_hash::FxHashSet;

use super::steps::{drops, lifted};
use crate::board::{Board, cells_of};

/// The side of the search that layers belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Forward,
    Backward,
}

/// All layers so far. Each is sorted.
#[derive(Debug)]
pub(super) struct Layers {
    side: Side,
    sets: Vec<u64>,
    ends: Vec<usize>,
}

/// The result of adding a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grown {
    /// A layer was added; it may be empty.
    Layer,
    /// The layer has too many sets; the layers did not change.
    TooLarge,
    /// The search was told to stop; the layers did not change.
    Stopped,
}

/// The number of sets between two checks whether to stop.
const CHECK_INTERVAL: usize = 1 << 14;

impl Layers {
    pub(super) fn new(side: Side, first: impl Iterator<Item = u64>) -> Layers {
        let mut sets: Vec<u64> = first.collect();
        sets.sort_unstable();
        sets.dedup();
        Layers { side, ends: vec![sets.len()], sets }
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

    /// The expected number of sets in the next layer: it grows as the last one did.
    pub(super) fn expected(&self) -> usize {
        let last = self.last().len();
        let before = self.depth().checked_sub(1).map_or(1, |depth| self.layer(depth).len());
        (last as f64 * (last as f64 / before.max(1) as f64)) as usize
    }

    /// The sets of all layers, as a hash set for [`Layers::grow`].
    pub(super) fn seen(&self) -> FxHashSet<u64> {
        self.sets.iter().copied().collect()
    }

    /// Adds the next layer, if all layers together then have at most `max` sets.
    /// `seen` holds the sets of all layers, before and, if a layer was added, after.
    pub(super) fn grow(
        &mut self,
        board: &Board,
        seen: &mut FxHashSet<u64>,
        max: usize,
        stop: &dyn Fn() -> bool,
    ) -> Grown {
        let Some(between) = self.between(board, stop) else { return Grown::Stopped };
        let start = self.sets.len();
        let mut ended = None;
        let sets = &mut self.sets;
        let mut add = |set: u64| {
            if seen.insert(set) {
                sets.push(set);
            }
            sets.len() <= max
        };
        for (i, &between) in between.iter().enumerate() {
            let fits = match self.side {
                Side::Forward => lifted(between).all(&mut add),
                Side::Backward => {
                    cells_of(board.cells() & !between).all(|cell| add(between | 1 << cell))
                }
            };
            if !fits || i % CHECK_INTERVAL == 0 && stop() {
                ended = Some(if fits { Grown::Stopped } else { Grown::TooLarge });
                break;
            }
        }
        if ended.is_none() && self.side == Side::Backward {
            let last = *self.ends.last().unwrap_or(&0);
            let first = self.ends.iter().rev().nth(1).copied().unwrap_or(0);
            for i in first..last {
                if i % CHECK_INTERVAL == 0 && stop() {
                    ended = Some(Grown::Stopped);
                    break;
                }
                let set = self.sets[i];
                for set in steps_back(board, set) {
                    if seen.insert(set) {
                        self.sets.push(set);
                    }
                }
            }
            if self.sets.len() > max {
                ended = Some(Grown::TooLarge);
            }
        }
        if ended.is_none() && !sort(&mut self.sets[start..], stop) {
            ended = Some(Grown::Stopped);
        }
        if let Some(ended) = ended {
            self.sets.truncate(start);
            return ended;
        }
        self.ends.push(self.sets.len());
        Grown::Layer
    }

    /// The intermediate sets of all steps from the last layer, each once: forward the
    /// sets of all coins, backward the sets with two coins lifted. `None` if it was told to
    /// stop.
    fn between(&self, board: &Board, stop: &dyn Fn() -> bool) -> Option<Vec<u64>> {
        let mut between: Vec<u64> = Vec::new();
        for sets in self.last().chunks(CHECK_INTERVAL) {
            if stop() {
                return None;
            }
            match self.side {
                Side::Forward => between.extend(sets.iter().flat_map(|&set| drops(board, set))),
                Side::Backward => {
                    let landed = |&set: &u64| {
                        cells_of(set & board.supported(set)).map(move |cell| set & !(1 << cell))
                    };
                    between.extend(sets.iter().flat_map(landed));
                }
            }
        }
        if !sort(&mut between, stop) {
            return None;
        }
        between.dedup();
        Some(between)
    }
}

/// More sets than this are sorted in parts, with checks whether to stop.
const SORTED_AT_ONCE: usize = 1 << 22;

/// Sorts sets. Returns whether it was not told to stop.
fn sort(sets: &mut [u64], stop: &dyn Fn() -> bool) -> bool {
    sort_in_parts(sets, SORTED_AT_ONCE, stop)
}

fn sort_in_parts(sets: &mut [u64], at_once: usize, stop: &dyn Fn() -> bool) -> bool {
    if sets.len() <= at_once {
        sets.sort_unstable();
        return true;
    }
    let middle = sets.len() / 2;
    sets.select_nth_unstable(middle);
    let (low, high) = sets.split_at_mut(middle);
    !stop() && sort_in_parts(low, at_once, stop) && sort_in_parts(high, at_once, stop)
}

/// The steps back in which the replaced coin is one of the two that the dropped coin
/// touched. These have no intermediate set with two coins lifted on which the drop
/// would be legal.
fn steps_back(board: &Board, set: u64) -> impl Iterator<Item = u64> {
    cells_of(set & board.touched(set) & !board.supported(set)).flat_map(move |cell| {
        let without = set & !(1 << cell);
        cells_of(board.touched(1 << cell) & !set).map(move |back| without | 1 << back)
    })
}

/// A set that two sorted lists have in common.
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
        for side in [Side::Forward, Side::Backward] {
            let mut layers = Layers::new(side, [start].into_iter());
            let mut seen = layers.seen();
            let mut plain: FxHashSet<u64> = seen.clone();
            while !layers.last().is_empty() {
                let next = |set: u64| -> Vec<u64> {
                    match side {
                        Side::Forward => successors(&board, set).collect(),
                        Side::Backward => predecessors(&board, set).collect(),
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
        for side in [Side::Forward, Side::Backward] {
            let mut layers = Layers::new(side, [0b0000_0000_0111_0110].into_iter());
            let mut seen = layers.seen();
            assert_eq!(layers.grow(&board, &mut seen, 3, &|| false), Grown::TooLarge);
            let mut seen = layers.seen();
            assert_eq!(layers.grow(&board, &mut seen, usize::MAX, &|| true), Grown::Stopped);
            assert_eq!((layers.depth(), layers.sets()), (0, &[0b0000_0000_0111_0110][..]));
        }
    }

    #[test]
    fn many_sets_are_sorted_in_parts_until_told_to_stop() {
        for at_once in [1, 2, 7, 500, 2000] {
            for len in [0, 1, 2, 999, 1000, 2 * at_once as u64 + 7] {
                let mixed = || (0..len).map(|i| i * 7919 % len).collect::<Vec<_>>();
                let mut sets = mixed();
                assert!(sort_in_parts(&mut sets, at_once, &|| false));
                assert!(sets.iter().copied().eq(0..len));
                let is_one_part = len <= at_once as u64;
                assert_eq!(sort_in_parts(&mut mixed(), at_once, &|| true), is_one_part);
            }
        }
        // It may be stopped between any two parts.
        for stops_after in 0..7 {
            let asked = std::cell::Cell::new(0);
            let stop = || asked.replace(asked.get() + 1) == stops_after;
            assert!(!sort_in_parts(&mut (0..8).rev().collect::<Vec<_>>(), 1, &stop));
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
