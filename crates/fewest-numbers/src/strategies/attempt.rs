//! The strategies as a problem for local search, with a pool of nearly solved attempts.

use std::marker::PhantomData;

use super::Strategies;
use super::grid::Grid;
use super::state::State;
use crate::sums::Word;
use fewest::search::local::{Draws, Local, Pool, Remains, Score};

/// The attempt of a walk.
pub(super) struct Attempt<'a, W> {
    pub(super) state: State<'a>,
    /// The numbers to place, as far as they remain.
    pub(super) loose: Vec<u32>,
    /// The walk's copy of the shared pool.
    pub(super) pool: Pool<Strategies>,
    /// The hashes of sets of remaining numbers that were offered to the pool, as a
    /// direct-mapped cache: most steps meet a set that was there before.
    offered: Vec<u64>,
    word: PhantomData<W>,
}

const OFFERED: usize = 1 << 12;

/// Independent words for numbers, so that the hash of a set is their sum in any order (the
/// finaliser of Steele, Lea and Flood's `SplitMix`, 2014).
fn spread(number: u32) -> u64 {
    let word = (u64::from(number) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word ^ word >> 27
}

impl<'a, W: Word> Attempt<'a, W> {
    /// No moves.
    pub(super) fn new(grid: &'a Grid, pool: Pool<Strategies>) -> Self {
        let (state, loose) = (State::new(grid), Vec::new());
        Attempt { state, loose, pool, offered: vec![0; OFFERED], word: PhantomData }
    }

    /// The bytes of an attempt on this number of numbers, without the pool.
    pub(super) fn bytes(numbers: usize) -> usize {
        State::bytes(numbers) + 8 * OFFERED
    }

    /// Offers the current attempt to the pool.
    #[inline]
    fn offer(&mut self) {
        if self.state.remaining().len() > self.pool.most() {
            return;
        }
        let remaining = self.state.remaining().iter();
        let hash = remaining.fold(0, |hash: u64, &number| hash.wrapping_add(spread(number)));
        let place = hash as usize % OFFERED;
        if std::mem::replace(&mut self.offered[place], hash) != hash {
            Self::put(&mut self.pool, &self.state);
        }
    }

    /// Offers an attempt to a pool.
    pub(super) fn put(pool: &mut Pool<Strategies>, state: &State<'_>) {
        let remains = Remains::of(state.remaining().iter().copied());
        if pool.wants(&remains, state.score()) {
            pool.insert(remains, state.score(), state.strategies());
        }
    }
}

/// A proposal is applied at once and undone if it is not accepted: the cost of a step is in
/// computing the score.
impl<W: Word> Local for Attempt<'_, W> {
    type Move = ();
    type Snapshot = Strategies;

    fn score(&self) -> Score {
        self.state.score()
    }

    fn remaining(&self) -> u64 {
        self.state.remaining().len() as u64
    }

    fn size(&self) -> u64 {
        self.state.grid.len() as u64
    }

    fn propose(&mut self, limit: Score, draws: &mut Draws) -> Option<((), Score)> {
        self.state.roll_back();
        let before = self.state.score();
        if self.mutate(draws) {
            self.offer();
            let change = self.state.score() - before;
            if change <= limit {
                return Some(((), change));
            }
        }
        self.state.roll_back();
        None
    }

    fn accept(&mut self, (): ()) {
        self.state.commit();
    }

    fn snapshot(&self) -> Strategies {
        self.state.strategies()
    }

    fn restore(&mut self, strategies: &Strategies) {
        self.state.set_strategies(strategies);
    }
}
