//! Whether a state can still be solved in the moves that are left, by masks over all
//! subsets of its blocks.
//!
//! A search by layers checks one thing for every state of a layer: does its lower bound
//! exceed the moves that are left? This does not need the bound itself. For each set of
//! k − 1 cells, a mask holds the cells that complete it to a k-subset too far from the
//! goal. A state fails if any such mask of its blocks intersects its blocks. Pairs need
//! one lookup per block, triples one per pair, quadruples one per triple.

use super::pattern_database::PatternDatabase;
use super::word::Word;

/// Triples pay if they reject at least one state in this number.
const WORTH_TRIPLES: usize = 16;

/// The same for quadruples.
const WORTH_QUADS: usize = 4;

/// The masks for a given number of moves left.
#[derive(Clone, Debug)]
pub(super) struct BoundFilter<W> {
    cells: usize,
    pairs: Vec<W>,
    triples: Vec<W>,
    quads: Vec<W>,
}

impl<W: Word> BoundFilter<W> {
    /// Admits every state.
    pub(super) fn open() -> Self {
        BoundFilter { cells: 0, pairs: Vec::new(), triples: Vec::new(), quads: Vec::new() }
    }

    /// Whether it admits every state.
    pub(super) fn is_open(&self) -> bool {
        self.pairs.is_empty() && self.triples.is_empty() && self.quads.is_empty()
    }

    /// Admits the states that no pattern database puts more than `left` moves from the
    /// goal.
    pub(super) fn new(tables: &[PatternDatabase<W>], left: u32) -> Self {
        let mut filter = BoundFilter::open();
        for table in tables {
            filter.cells = table.cells();
            let n = filter.cells;
            let masks = match table.chosen() {
                2 => &mut filter.pairs,
                3 => &mut filter.triples,
                4 => &mut filter.quads,
                _ => continue,
            };
            *masks = vec![W::EMPTY; n.pow(table.chosen() - 1)];
            let mut is_open = true;
            table.for_each(|set, distance| {
                if distance > left {
                    // The lower cells index the mask, which holds the highest.
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
        filter
    }

    /// Drops the larger subsets where a sample shows that they reject too few states to
    /// pay for their time.
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

    /// Whether the state may still be solved in time.
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
