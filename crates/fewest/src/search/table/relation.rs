//! From the ranks of states to the ranks of their neighbours, either way.
//!
//! Hundreds of ranks at a time: what is behind the trait is compiled for each
//! puzzle, what is before it only once.

use crate::space::{Ranking, Space};

/// Where a search goes from a state.
pub(super) trait Relation: Sync {
    /// Appends the ranks of the neighbours of the states with these ranks.
    fn expand(&self, ranks: &[u64], out: &mut Vec<u64>);
}

/// To where a move leads.
pub(super) struct Forward<'a, S>(pub(super) &'a dyn Ranking<S>);

impl<S: Space> Relation for Forward<'_, S> {
    fn expand(&self, ranks: &[u64], out: &mut Vec<u64>) {
        self.0.successors(ranks, out);
    }
}

/// From where a move leads here, in a space that knows.
pub(super) struct Backward<'a, S>(pub(super) &'a dyn Ranking<S>);

impl<S: Space> Relation for Backward<'_, S> {
    fn expand(&self, ranks: &[u64], out: &mut Vec<u64>) {
        self.0.predecessors(ranks, out);
    }
}
