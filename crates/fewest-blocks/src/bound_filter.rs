//! Whether a state can still be solved in the moves that are left, by all subsets of its
//! blocks.
//!
//! A search by layers checks one thing for every state of a layer: does its lower bound
//! exceed the moves that are left? This does not need the bound itself. For each set of
//! k − 1 cells, a mask holds the cells that complete it to a k-subset too far from the
//! goal. A state fails if any such mask of its blocks intersects its blocks. Pairs need
//! one lookup per block, triples one per pair, quadruples one per triple. Small layers ask
//! the database itself: masks would take longer to make than they save.

use std::convert::Infallible;
use std::sync::Arc;

use super::pattern_database::PatternDatabase;
use super::word::Word;
use fewest::rank::binomial;

/// The states of a sample that are asked: whether a test pays needs no more.
const ASKED: usize = 1 << 6;

/// To put a subset into a mask takes as long as to look this number of them up.
const MASK_COST: u64 = 4;

/// The bytes of masks that are looked up in a nanosecond, and the nanoseconds of a single subset.
const MASK_BYTES: u64 = 12;
const SUBSET: u64 = 2;

/// The tests for a given number of moves left, from small subsets to large ones.
#[derive(Clone, Debug)]
pub(super) struct BoundFilter<W> {
    left: u32,
    blocks: u32,
    tests: Vec<Test<W>>,
}

#[derive(Clone, Debug)]
struct Test<W> {
    table: Arc<PatternDatabase<W>>,
    /// Empty where the database itself is asked.
    masks: Vec<W>,
}

impl<W: Word> BoundFilter<W> {
    /// Admits the states of `blocks` blocks that no pattern database puts more than `left` moves
    /// from the goal.
    pub(super) fn new(tables: &[Arc<PatternDatabase<W>>], left: u32, blocks: u32) -> Self {
        let mut tables: Vec<_> = tables.iter().filter(|table| table.most() > left).collect();
        tables.sort_by_key(|table| table.chosen());
        let test =
            |table: &Arc<PatternDatabase<W>>| Test { table: table.clone(), masks: Vec::new() };
        BoundFilter { left, blocks, tests: tables.into_iter().map(test).collect() }
    }

    /// Whether it admits every state.
    pub(super) fn is_open(&self) -> bool {
        self.tests.is_empty()
    }

    /// Drops the subsets that take longer to look up in about `states` states than what they
    /// reject would take, if one that is rejected saves this number of nanoseconds. The sample is
    /// not asked about subsets that can't pay. Returns what it took to ask it.
    pub(super) fn fit(&mut self, sample: &[W], states: u64, saved: u64) -> u64 {
        let step = sample.len().div_ceil(ASKED).max(1);
        let (left, blocks) = (self.left, self.blocks);
        let mut sample: Vec<W> = sample.iter().copied().step_by(step).collect();
        let mut taken = 0;
        self.tests.retain(|test| {
            if test.table.chosen() <= 2 {
                return true;
            }
            let cost = test.cost(blocks, test.pays(blocks, states));
            if cost >= saved {
                return false;
            }
            let before = sample.len() as u64;
            taken += before * test.cost(blocks, false);
            sample.retain(|&state| test.admits(state, left));
            let rejected = before - sample.len() as u64;
            rejected * saved >= cost * before
        });
        taken
    }

    /// Makes masks where they pay, if about `states` states will be looked up.
    pub(super) fn prepare(&mut self, states: u64) {
        let Ok(()) = self.try_prepare(states, &mut |_| Ok::<(), Infallible>(()));
    }

    /// Likewise, with the memory that `reserve` grants.
    pub(super) fn try_prepare<E>(
        &mut self,
        states: u64,
        reserve: &mut dyn FnMut(&PatternDatabase<W>) -> Result<(), E>,
    ) -> Result<(), E> {
        for test in &mut self.tests {
            if test.pays(self.blocks, states) {
                reserve(&test.table)?;
                test.masks = test.table.far(self.left);
            }
        }
        Ok(())
    }

    /// What it takes to admit a state, in nanoseconds.
    pub(super) fn cost(&self) -> u64 {
        let each = |test: &Test<W>| test.cost(self.blocks, !test.masks.is_empty());
        self.tests.iter().map(each).fold(0, u64::saturating_add)
    }

    /// Whether the state may still be solved in time.
    #[inline]
    pub(super) fn admits(&self, state: W) -> bool {
        self.tests.iter().all(|test| test.admits(state, self.left))
    }
}

impl<W: Word> Test<W> {
    /// Whether masks pay, if about `states` states will be looked up.
    fn pays(&self, blocks: u32, states: u64) -> bool {
        let subsets = binomial(blocks, self.table.chosen()).unwrap_or(u64::MAX);
        let takes = MASK_COST * self.table.len() as u64;
        subsets.saturating_mul(states) >= takes && self.table.chosen() > 1
    }

    /// What it takes to admit a state, in nanoseconds.
    fn cost(&self, blocks: u32, has_masks: bool) -> u64 {
        let subsets = |chosen| binomial(blocks, chosen).unwrap_or(u64::MAX);
        match self.table.chosen() {
            chosen if !has_masks => subsets(chosen).saturating_mul(SUBSET),
            chosen => subsets(chosen - 1).saturating_mul(size_of::<W>() as u64) / MASK_BYTES,
        }
    }

    #[inline]
    fn admits(&self, state: W, left: u32) -> bool {
        if self.masks.is_empty() {
            !self.table.exceeds(state, left)
        } else {
            !self.table.is_far(state, &self.masks)
        }
    }
}
