//! A level as a space of packed states, for the engine's search by layers.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use super::bound_filter::BoundFilter;
use super::pattern_database::PatternDatabase;
use super::space::Blocks;
use super::word::{PackedState, Word};
use super::{Direction, costs};
use fewest::search::layered::{Filter, LayerStart, PackedSpace};
use fewest::space::{Reverse, Space};

/// A level with more goal states than this is searched from the start only.
const MAX_GOAL_STATES: u64 = 1 << 20;

/// The expansions that a rejected state saves.
const REJECTED_SAVES: u64 = 4;

/// A level and its start.
pub(super) struct Packed<'a, W> {
    space: &'a Blocks<W>,
    start: W,
    /// Whether to keep states without predecessors on the backward side, though no plan
    /// leads through them.
    keeps_all: bool,
    /// The predecessors that were dropped.
    dropped: AtomicU64,
    /// What the filters of forward layers are made from.
    tables: RwLock<Vec<Arc<PatternDatabase<W>>>>,
}

impl<'a, W: Word> Packed<'a, W> {
    /// For a search of plans.
    pub(super) fn new(space: &'a Blocks<W>, start: W) -> Self {
        let (dropped, tables) = (AtomicU64::new(0), RwLock::default());
        Packed { space, start, keeps_all: false, dropped, tables }
    }

    /// For a search of everything.
    pub(super) fn whole(space: &'a Blocks<W>, start: W) -> Self {
        Packed { keeps_all: true, ..Packed::new(space, start) }
    }

    /// Changes the databases that the filters of later layers are made from.
    pub(super) fn change_tables<R>(
        &self,
        change: impl FnOnce(&mut Vec<Arc<PatternDatabase<W>>>) -> R,
    ) -> R {
        change(&mut self.tables.write().unwrap_or_else(PoisonError::into_inner))
    }

    /// The predecessors that were looked at, but that no search was told of.
    pub(super) fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    /// The number of goal states from which a search begins: none if they are too many.
    pub(super) fn searched_goals(&self) -> u64 {
        self.space.goal_states().filter(|&states| states <= MAX_GOAL_STATES).unwrap_or(0)
    }

    /// The goal states, unless they are too many.
    pub(super) fn goal_states(&self) -> Option<Vec<W>> {
        if self.searched_goals() == 0 {
            return None;
        }
        let mut goals = Vec::new();
        self.space.goals(&mut goals);
        Some(goals)
    }
}

/// The moves that lead from state to state.
pub(super) fn moves<W: Word>(space: &Blocks<W>, states: &[W]) -> Vec<Direction> {
    let between = |pair: &[W]| {
        let leads_on = |&by: &Direction| space.rules().step(pair[0], by) == pair[1];
        Direction::ALL.into_iter().find(leads_on)
    };
    states.windows(2).filter_map(between).collect()
}

/// The states that moves lead through, from a start on.
pub(super) fn states<W: Word>(space: &Blocks<W>, start: W, moves: &[Direction]) -> Vec<W> {
    let mut states = vec![start];
    states.extend(moves.iter().scan(start, |state, &by| {
        *state = space.rules().step(*state, by);
        Some(*state)
    }));
    states
}

impl<W: Word> PackedSpace<W> for Packed<'_, W> {
    fn is_goal(&self, state: W) -> bool {
        self.space.is_goal(&state)
    }

    fn successors(&self, states: &[W], out: &mut Vec<W>) {
        let rules = self.space.rules();
        out.reserve(4 * states.len());
        for &state in states {
            out.extend(rules.steps(state).into_iter().filter(|&next| next != state));
        }
    }

    fn goals(&self, out: &mut Vec<W>) -> bool {
        let Some(goals) = self.goal_states() else { return false };
        let rules = self.space.rules();
        out.extend(goals.into_iter().filter(|&goal| rules.has_predecessors(goal)));
        true
    }

    fn count_predecessors(&self, state: W) -> u64 {
        self.space.rules().count_predecessors(state)
    }

    fn most_predecessors(&self, state: W) -> u64 {
        self.space.rules().most_predecessors(state)
    }

    /// A state without predecessors matters only if it is the start.
    fn predecessors(&self, states: &[W], out: &mut Vec<W>) {
        let rules = self.space.rules();
        let mut dropped = 0;
        for &state in states {
            let first = out.len();
            for direction in Direction::ALL {
                rules.predecessors(state, direction, out);
            }
            let mut kept = first;
            for i in first..out.len() {
                let word = out[i];
                if word != state
                    && (self.keeps_all || rules.has_predecessors(word) || word == self.start)
                {
                    out[kept] = word;
                    kept += 1;
                }
            }
            dropped += out.len() - kept;
            out.truncate(kept);
        }
        self.dropped.fetch_add(dropped as u64, Ordering::Relaxed);
    }

    fn fingerprint(&self) -> u64 {
        let rules = self.space.rules();
        let (cells, width) = (rules.free(), rules.width() as u64);
        let words = [cells, self.space.goal_cells(), self.start];
        words.into_iter().fold(width, |sum, word| (sum ^ word.mix()).mix())
    }

    /// The databases count the moves to the goal, so they say nothing of the backward
    /// side.
    fn filter<'a>(&'a self, layer: &LayerStart<'_, W>) -> Option<Box<dyn Filter<W> + 'a>> {
        let left = layer.left.filter(|_| layer.is_forward)?;
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        let mut filter = BoundFilter::new(&tables, left, self.space.blocks());
        let saved = REJECTED_SAVES * costs::expansion_cost::<W>();
        filter.fit(layer.sample, layer.states, saved);
        filter.prepare(layer.states);
        (!filter.is_open()).then(|| Box::new(filter) as Box<dyn Filter<W>>)
    }
}

impl<W: Word> Filter<W> for BoundFilter<W> {
    #[inline]
    fn admits(&self, state: W) -> bool {
        BoundFilter::admits(self, state)
    }
}
