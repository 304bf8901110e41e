//! Attempts of the pool that are shared with searches on other machines.
//!
//! Only the best ones are told: those that leave as few numbers as any, or one more. What
//! comes from others is played again here, so it can be wrong but does no harm.

use std::collections::HashSet;

use super::attempt::Attempt;
use super::grid::Grid;
use super::state::State;
use super::{Strategies, Team};
use crate::sums::Word;
use fewest::search::local::{Pool, Remains};

/// The maximum number of attempts that are told at a time.
const MOST: usize = 4;

/// By how many more numbers than the best an attempt that is told may leave.
const WORSE: usize = 1;

/// What was told or heard already.
#[derive(Default)]
pub(super) struct Shared(HashSet<Remains>);

impl Shared {
    /// Tells others what is new in the pool, and adds what they have found.
    pub(super) fn exchange<W: Word>(
        &mut self,
        grid: &Grid,
        pool: &mut Pool<Strategies>,
        team: &mut dyn Team,
    ) {
        if !team.is_connected() {
            return;
        }
        let least = pool.best().map_or(0, |kept| kept.remains.len());
        let new = pool.iter().take_while(|kept| kept.remains.len() <= least + WORSE);
        let new = new.filter(|kept| self.0.insert(kept.remains.clone())).take(MOST);
        let new = new.filter_map(|kept| serde_json::to_string(&kept.item).ok()).collect();
        let heard = team.exchange(new);
        let mut state = heard.first().map(|_| State::new(grid));
        for text in heard {
            let (Ok(strategies), Some(state)) = (serde_json::from_str(&text), state.as_mut())
            else {
                continue;
            };
            state.set_strategies(&strategies);
            self.0.insert(Remains::of(state.remaining().iter().copied()));
            Attempt::<W>::put(pool, state);
        }
    }
}
