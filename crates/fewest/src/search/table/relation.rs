//! From the rank of a state to the ranks of its neighbours, either way.

use crate::space::{Ranked, Reverse};

/// Where a search goes from a state.
pub(super) trait Relation: Sync {
    /// Buffers that each thread keeps from state to state.
    type Buffers: Default;

    /// Appends the ranks of the neighbours of the state with this rank.
    fn expand(&self, rank: u64, buffers: &mut Self::Buffers, out: &mut Vec<u64>);
}

/// To where a move leads.
pub(super) struct Forward<'a, S>(pub(super) &'a S);

impl<S: Ranked + Sync> Relation for Forward<'_, S> {
    type Buffers = MoveBuffer<S>;

    #[inline]
    fn expand(&self, rank: u64, buffer: &mut MoveBuffer<S>, out: &mut Vec<u64>) {
        self.0.successor_ranks(rank, &mut buffer.0, out);
    }
}

/// From where a move leads here.
pub(super) struct Backward<'a, S>(pub(super) &'a S);

impl<S: Ranked + Reverse + Sync> Relation for Backward<'_, S> {
    type Buffers = PredecessorBuffer<S>;

    #[inline]
    fn expand(&self, rank: u64, buffer: &mut PredecessorBuffer<S>, out: &mut Vec<u64>) {
        self.0.predecessors(&self.0.unrank(rank), &mut buffer.0);
        out.extend(buffer.0.drain(..).map(|(state, _)| self.0.rank(&state)));
    }
}

pub(super) struct MoveBuffer<S: Ranked>(Vec<S::Move>);

impl<S: Ranked> Default for MoveBuffer<S> {
    fn default() -> Self {
        MoveBuffer(Vec::new())
    }
}

pub(super) struct PredecessorBuffer<S: Ranked>(Vec<(S::State, S::Move)>);

impl<S: Ranked> Default for PredecessorBuffer<S> {
    fn default() -> Self {
        PredecessorBuffer(Vec::new())
    }
}
