//! Which states can still be solved in so many moves, all subsets of blocks at once.
//!
//! A search by layers asks one question of every state of a layer: is its lower
//! bound more than the moves that are left? For that the bound itself is not
//! needed. For each set of k − 1 cells, a mask says which further cells make it a
//! k-subset that is too far from the goal; a state fails if any such mask of its
//! blocks meets its blocks. Two blocks take one look for each block, three one for
//! each pair, four one for each triple.

use super::subsets::SubsetTable;
use super::word::Word;

/// Triples are worth their time when they hold back one state in so many.
const WORTH_TRIPLES: usize = 16;

/// And quadruples.
const WORTH_QUADS: usize = 4;

/// The masks for one number of moves left.
#[derive(Clone, Debug)]
pub(super) struct Sieve<W> {
    cells: usize,
    pairs: Vec<W>,
    triples: Vec<W>,
    quads: Vec<W>,
}

impl<W: Word> Sieve<W> {
    /// Lets everything through.
    pub(super) fn open() -> Self {
        Sieve { cells: 0, pairs: Vec::new(), triples: Vec::new(), quads: Vec::new() }
    }

    /// Panics at any state with a block beyond the first cell.
    #[cfg(test)]
    pub(super) fn broken() -> Self {
        Sieve { pairs: vec![W::EMPTY], ..Sieve::open() }
    }

    /// Lets through what no table puts farther from the goal than `left` moves.
    pub(super) fn new(tables: &[SubsetTable<W>], left: u32) -> Self {
        let mut sieve = Sieve::open();
        for table in tables {
            sieve.cells = table.cells();
            let n = sieve.cells;
            let masks = match table.chosen() {
                2 => &mut sieve.pairs,
                3 => &mut sieve.triples,
                4 => &mut sieve.quads,
                _ => continue,
            };
            *masks = vec![W::EMPTY; n.pow(table.chosen() - 1)];
            let mut is_open = true;
            table.for_each(|set, distance| {
                if distance > left {
                    // The mask belongs to the lower cells and holds the highest.
                    let (mut index, mut rest) = (0, set);
                    while rest.count() > 1 {
                        index = index * n + rest.first();
                        rest = rest.without_first();
                    }
                    masks[index] = masks[index] | rest;
                    is_open = false;
                }
            });
            if is_open {
                *masks = Vec::new();
            }
        }
        sieve
    }

    /// Gives up the larger subsets where a sample shows that they hold back too few
    /// states to be worth their time.
    pub(super) fn fit(&mut self, sample: &[W]) {
        let passes = |admits: &dyn Fn(W) -> bool, states: &[W]| -> Vec<W> {
            states.iter().copied().filter(|&state| admits(state)).collect()
        };
        let pairs = passes(&|state| self.pairs.is_empty() || self.admits_pairs(state), sample);
        let triples = if self.triples.is_empty() {
            pairs.clone()
        } else {
            passes(&|state| self.admits_triples(state), &pairs)
        };
        if (pairs.len() - triples.len()) * WORTH_TRIPLES < pairs.len() {
            self.triples = Vec::new();
        }
        if !self.quads.is_empty() {
            let quads = passes(&|state| self.admits_quads(state), &triples);
            if (triples.len() - quads.len()) * WORTH_QUADS < triples.len() {
                self.quads = Vec::new();
            }
        }
    }

    /// Whether the state passes.
    #[inline]
    pub(super) fn admits(&self, state: W) -> bool {
        (self.pairs.is_empty() || self.admits_pairs(state))
            && (self.triples.is_empty() || self.admits_triples(state))
            && (self.quads.is_empty() || self.admits_quads(state))
    }

    #[inline]
    fn admits_pairs(&self, state: W) -> bool {
        let far = state.cells().fold(W::EMPTY, |far, cell| far | self.pairs[cell]);
        (far & state).is_empty()
    }

    #[inline]
    fn admits_triples(&self, state: W) -> bool {
        let mut rest = state;
        while !rest.is_empty() {
            let row = rest.first() * self.cells;
            rest = rest.without_first();
            let masks = &self.triples[row..row + self.cells];
            let far = rest.cells().fold(W::EMPTY, |far, cell| far | masks[cell]);
            if !(far & state).is_empty() {
                return false;
            }
        }
        true
    }

    #[inline]
    fn admits_quads(&self, state: W) -> bool {
        let mut rest = state;
        while !rest.is_empty() {
            let plane = rest.first() * self.cells;
            rest = rest.without_first();
            let mut others = rest;
            while !others.is_empty() {
                let row = (plane + others.first()) * self.cells;
                others = others.without_first();
                let masks = &self.quads[row..row + self.cells];
                let far = others.cells().fold(W::EMPTY, |far, cell| far | masks[cell]);
                if !(far & state).is_empty() {
                    return false;
                }
            }
        }
        true
    }
}
