//! States on their way into a store, several at a time.
//!
//! A look-up in a large table waits for memory. Look-ups that don't depend on each other
//! wait together: so the buckets of all states are prefetched, then the nodes that those
//! point to, and only then is one state after another stored.

use std::hash::Hash;

use super::{Store, hash};
use crate::space::is_plain;

/// No processor waits for more reads at a time, and states may be large.
pub(crate) const FULL: usize = 64;

/// A store of fewer states is in a cache so near that looking twice costs more.
pub(super) const IN_CACHE: usize = 1 << 18;

/// States with their hashes, each with what a search knows of it. The memory of
/// states is used again.
#[derive(Debug)]
pub(crate) struct Children<T, D> {
    list: Vec<Child<T, D>>,
    len: usize,
}

/// One of them.
#[derive(Debug)]
pub(crate) struct Child<T, D> {
    pub(crate) state: T,
    pub(crate) hash: u32,
    pub(crate) data: D,
}

impl<T, D> Default for Children<T, D> {
    fn default() -> Self {
        Children { list: Vec::new(), len: 0 }
    }
}

impl<T: Clone + Eq + Hash, D> Children<T, D> {
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    #[inline]
    pub(crate) fn push<X>(&mut self, state: &T, data: D, store: &Store<T, X>) {
        self.push_hashed(state, hash(state), data, store);
    }

    /// The same for a state whose hash is known.
    #[inline]
    pub(crate) fn push_hashed<X>(&mut self, state: &T, hash: u32, data: D, store: &Store<T, X>) {
        store.prefetch_bucket(hash);
        if let Some(child) = self.list.get_mut(self.len) {
            child.state.clone_from(state);
            (child.hash, child.data) = (hash, data);
        } else {
            self.list.push(Child { state: state.clone(), hash, data });
        }
        self.len += 1;
    }

    /// The same if it is `kept`, without a guess whether it is where states are plain.
    #[inline]
    pub(crate) fn push_if<X>(&mut self, kept: bool, state: &T, data: D, store: &Store<T, X>) {
        if const { is_plain::<T>() } || kept {
            self.push(state, data, store);
            self.len -= usize::from(!kept);
        }
    }

    /// Whether those that are there should be looked up before more come.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.len >= FULL
    }

    pub(crate) fn as_slice(&self) -> &[Child<T, D>] {
        &self.list[..self.len]
    }
}
