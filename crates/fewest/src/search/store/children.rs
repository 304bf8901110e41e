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

/// So many hashes are made at a time.
const HASHED: usize = 16;

/// A store of fewer states is in a cache so near that looking twice costs more.
pub(super) const IN_CACHE: usize = 1 << 18;

/// States with their hashes, each with what a search knows of it. The memory of
/// states is used again.
#[derive(Debug)]
pub(crate) struct Children<T, D> {
    list: Vec<Child<T, D>>,
    len: usize,
    /// How many of them have their hash.
    hashed: usize,
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
        Children { list: Vec::new(), len: 0, hashed: 0 }
    }
}

impl<T: Clone + Eq + Hash, D> Children<T, D> {
    pub(crate) fn clear(&mut self) {
        (self.len, self.hashed) = (0, 0);
    }

    #[inline]
    pub(crate) fn push<X>(&mut self, state: &T, data: D, store: &Store<T, X>) {
        self.push_hashed(state, hash(state), data, store);
    }

    /// The same for a state whose hash is known.
    #[inline]
    pub(crate) fn push_hashed<X>(&mut self, state: &T, hash: u32, data: D, store: &Store<T, X>) {
        store.prefetch_bucket(hash);
        self.write(state, hash, data);
        self.len += 1;
    }

    /// Adds a state if it is `kept`, without a guess whether it is where states are plain. Its
    /// hash is made later, in a short loop, and not in vain.
    #[inline]
    pub(crate) fn push_if(&mut self, kept: bool, state: &T, data: D) {
        if const { is_plain::<T>() } || kept {
            self.write(state, 0, data);
            self.len += usize::from(kept);
        }
    }

    /// Makes the hashes of all states.
    #[inline]
    pub(crate) fn hash_all<X>(&mut self, store: &Store<T, X>) {
        for child in &mut self.list[self.hashed..self.len] {
            child.hash = hash(&child.state);
            store.prefetch_bucket(child.hash);
        }
        self.hashed = self.len;
    }

    /// The same when there are enough: the sooner memory is asked for, the less it is waited for.
    #[inline]
    pub(crate) fn hash_some<X>(&mut self, store: &Store<T, X>) {
        if self.len >= self.hashed + HASHED {
            self.hash_all(store);
        }
    }

    /// Writes a state behind the last one.
    #[inline]
    fn write(&mut self, state: &T, hash: u32, data: D) {
        if let Some(child) = self.list.get_mut(self.len) {
            child.state.clone_from(state);
            (child.hash, child.data) = (hash, data);
        } else {
            self.list.push(Child { state: state.clone(), hash, data });
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
