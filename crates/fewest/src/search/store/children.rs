//! States on their way into a store, several at a time.
//!
//! A look-up in a large table waits for memory. Look-ups that don't depend on each other
//! wait together: so first the slots of all states are read, then the nodes that those
//! point to, and only then is one state after another looked up.

use std::hash::Hash;

use super::{Store, hash};

/// No processor waits for more reads at a time, and states may be large.
const FULL: usize = 64;

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
    pub(crate) hash: u64,
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
    pub(crate) fn push(&mut self, state: &T, data: D) {
        let hash = hash(state);
        if let Some(child) = self.list.get_mut(self.len) {
            child.state.clone_from(state);
            (child.hash, child.data) = (hash, data);
        } else {
            self.list.push(Child { state: state.clone(), hash, data });
        }
        self.len += 1;
    }

    /// Whether those that are there should be looked up before more come.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.len >= FULL
    }

    pub(crate) fn as_slice(&self) -> &[Child<T, D>] {
        &self.list[..self.len]
    }

    /// Reads all that looking them up will read, as a rule.
    #[inline]
    pub(crate) fn touch<X>(&self, store: &Store<T, X>) {
        let mut known = 0;
        for child in self.as_slice() {
            known += u32::from(store.touch(child.hash).is_some());
        }
        std::hint::black_box(known);
        let mut same = 0;
        for child in self.as_slice() {
            if let Some(id) = store.touch(child.hash) {
                same += u32::from(store.get(id).state == child.state);
            }
        }
        std::hint::black_box(same);
    }
}
