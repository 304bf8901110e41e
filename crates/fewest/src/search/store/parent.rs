//! The state that a node was reached from.
//!
//! Most moves can be taken back, so that most nodes have their parent among their
//! children. It is not worth a look-up.

use std::hash::Hash;

use super::{NodeId, Store};
use crate::space::is_plain;

pub(crate) struct Parent<T> {
    id: Option<NodeId>,
    /// Of small states: nearer than the store.
    copy: Option<T>,
}

impl<T: Clone + Eq + Hash> Parent<T> {
    #[inline]
    pub(crate) fn new<D>(id: Option<NodeId>, store: &Store<T, D>) -> Self {
        let copied = id.filter(|_| const { is_plain::<T>() });
        Parent { id, copy: copied.map(|id| store.get(id).state.clone()) }
    }

    /// The same, or the node itself where it has none: that is not worth a look-up either.
    #[inline]
    pub(crate) fn or_itself<D>(id: Option<NodeId>, node: NodeId, store: &Store<T, D>) -> Self {
        let id = id.unwrap_or(node);
        let copied = const { is_plain::<T>() };
        Parent { id: Some(id), copy: copied.then(|| store.get(id).state.clone()) }
    }

    /// Whether it has this state.
    #[inline]
    pub(crate) fn is<D>(&self, state: &T, store: &Store<T, D>) -> bool {
        if const { is_plain::<T>() } {
            self.copy.as_ref() == Some(state)
        } else {
            self.id.is_some_and(|id| store.get(id).state == *state)
        }
    }
}
