//! Whether a state can still be solved in the moves that are left, by all subsets of its
//! blocks.
//!
//! A search by layers checks one thing for every state of a layer: does its lower bound
//! exceed the moves that are left? This does not need the bound itself. For each set of
//! k − 1 cells, a mask holds the cells that complete it to a k-subset too far from the
//! goal. A state fails if any such mask of its blocks intersects its blocks. Pairs need
//! one lookup per block, triples one per pair, quadruples one per triple. Small layers ask
//! the database itself: masks would take longer to make than they save.

use std::sync::Arc;

use super::pattern_database::PatternDatabase;
use super::word::Word;
use fewest::rank::binomial;

/// Subsets of 3 and 4 blocks pay if they reject at least one state in this number.
const WORTH: [(u32, usize); 2] = [(3, 16), (4, 4)];

/// The most cells of a board.
const MAX_CELLS: usize = 256;

/// The states of a sample that are asked: the parts above need no more.
const ASKED: usize = 1 << 8;

/// To put a subset into a mask takes as long as to look this number of them up.
const MASK_COST: u64 = 4;

/// The tests for a given number of moves left, from small subsets to large ones.
#[derive(Clone, Debug)]
pub(super) struct BoundFilter<W> {
    left: u32,
    tests: Vec<Test<W>>,
}

#[derive(Clone, Debug)]
struct Test<W> {
    table: Arc<PatternDatabase<W>>,
    /// Empty where the database itself is asked.
    masks: Vec<W>,
}

impl<W: Word> BoundFilter<W> {
    /// Admits the states that no pattern database puts more than `left` moves from the
    /// goal. `states` is about how many of `blocks` blocks it will be asked for.
    pub(super) fn new(
        tables: &[Arc<PatternDatabase<W>>],
        left: u32,
        states: u64,
        blocks: u32,
    ) -> Self {
        let mut tables: Vec<_> = tables.iter().filter(|table| table.most() > left).collect();
        tables.sort_by_key(|table| table.chosen());
        let test = |table: &Arc<PatternDatabase<W>>| {
            let subsets = binomial(blocks, table.chosen()).unwrap_or(u64::MAX);
            let pays = subsets.saturating_mul(states) >= MASK_COST * table.len() as u64;
            let masks = if pays && table.chosen() > 1 { table.far(left) } else { Vec::new() };
            Test { table: table.clone(), masks }
        };
        BoundFilter { left, tests: tables.into_iter().map(test).collect() }
    }

    /// Whether it admits every state.
    pub(super) fn is_open(&self) -> bool {
        self.tests.is_empty()
    }

    /// Drops the larger subsets where a sample shows that they reject too few states to
    /// pay for their time.
    pub(super) fn fit(&mut self, sample: &[W]) {
        let step = sample.len().div_ceil(ASKED).max(1);
        let (left, mut states) =
            (self.left, sample.iter().copied().step_by(step).collect::<Vec<_>>());
        self.tests.retain(|test| {
            let before = states.len();
            let worth = WORTH.iter().find(|(chosen, _)| *chosen == test.table.chosen());
            states.retain(|&state| test.admits(state, left));
            worth.is_none_or(|(_, part)| (before - states.len()) * part >= before)
        });
    }

    /// Whether the state may still be solved in time.
    #[inline]
    pub(super) fn admits(&self, state: W) -> bool {
        self.tests.iter().all(|test| test.admits(state, self.left))
    }
}

impl<W: Word> Test<W> {
    #[inline]
    fn admits(&self, state: W, left: u32) -> bool {
        if self.masks.is_empty() {
            return !self.table.exceeds(state, left);
        }
        if self.table.chosen() == 2 {
            let far = state.cells().fold(W::EMPTY, |far, cell| far | self.masks[cell]);
            return (far & state).is_empty();
        }
        // To go through the bits again for each row would take longer than the look-ups.
        let mut list = [0; MAX_CELLS];
        let mut blocks = 0;
        for (place, cell) in list.iter_mut().zip(state.cells()) {
            *place = cell as u8;
            blocks += 1;
        }
        let blocks = &list[..blocks];
        if self.table.chosen() == 3 {
            return self.admits_plane(state, &self.masks, blocks);
        }
        let cells = self.table.cells();
        blocks.iter().zip(1..).all(|(&block, next)| {
            let plane = &self.masks[usize::from(block) * cells * cells..];
            self.admits_plane(state, &plane[..cells * cells], &blocks[next..])
        })
    }

    /// Whether no two of these blocks, with what chose the plane, have a third one that is too
    /// far.
    #[inline]
    fn admits_plane(&self, state: W, plane: &[W], blocks: &[u8]) -> bool {
        let cells = self.table.cells();
        blocks.iter().zip(1..).all(|(&block, next)| {
            let row = &plane[usize::from(block) * cells..];
            Self::admits_row(state, &row[..cells], &blocks[next..])
        })
    }

    /// Whether none of these blocks, with what chose the row, has another one that is too far.
    #[inline]
    fn admits_row(state: W, row: &[W], blocks: &[u8]) -> bool {
        let far = blocks.iter().fold(W::EMPTY, |far, &block| far | row[usize::from(block)]);
        (far & state).is_empty()
    }
}
