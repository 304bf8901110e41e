//! The nodes that a best-first search has reached, and those that are still open.

use super::{Made, NO_PARENT, Path, STALE};
use crate::search::algorithm::Ties;
use crate::search::budget::Meter;
use crate::search::open::Open;
use crate::search::outcome::Stop;
use crate::search::store::{Child, Entry, NodeId, Store};
use std::hash::Hash;

pub(in crate::search) struct Frontier<T> {
    pub(in crate::search) store: Store<T, Path>,
    pub(in crate::search) open: Open,
    /// There are no more numbers for nodes.
    max_nodes: NodeId,
}

/// What became of a child.
pub(in crate::search) enum Reached {
    /// It is open.
    Opened,
    /// Another path that costs the same was there first.
    Equal(NodeId),
    /// A cheaper path is known.
    Worse,
}

impl<T: Clone + Eq + Hash> Frontier<T> {
    /// An empty frontier for priorities that are multiples of `step`, one of `parts` whose
    /// nodes are numbered together.
    pub(in crate::search) fn new(heap_bytes: usize, ties: Ties, step: i64, parts: usize) -> Self {
        let max_nodes = NO_PARENT / parts as NodeId;
        Frontier { store: Store::new(heap_bytes), open: Open::new(ties, step), max_nodes }
    }

    /// Opens a child unless a path to its state is known that is as good.
    #[inline]
    pub(in crate::search) fn reach(
        &mut self,
        child: &Child<T, Made>,
        priority: i64,
        reopens: bool,
        meter: &mut Meter,
    ) -> Result<Reached, Stop> {
        let Made { parent, g, h } = child.data;
        let path = || Path::new(parent, g);
        self.check_room()?;
        let node = match self.store.find_or_insert_child(child, path, meter)? {
            Entry::Inserted(node) => node,
            Entry::Found(found) => {
                let old = self.current(found, child);
                let known = &mut self.store.get_mut(old).data;
                if g == known.g {
                    return Ok(Reached::Equal(old));
                }
                if g > known.g || !reopens {
                    return Ok(Reached::Worse);
                }
                known.parent |= STALE;
                self.store.supersede(old, path(), meter)?
            }
        };
        self.open.push(node, priority, h, meter)?;
        Ok(Reached::Opened)
    }

    /// Opens a child, whatever is known of its state.
    pub(in crate::search) fn append(
        &mut self,
        child: &Child<T, Made>,
        priority: i64,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let Made { parent, g, h } = child.data;
        self.check_room()?;
        let node = self.store.append(&child.state, Path::new(parent, g), meter)?;
        self.open.push(node, priority, h, meter)
    }

    /// Whether a node has been replaced by a cheaper one.
    #[inline]
    pub(in crate::search) fn is_stale(&self, id: NodeId) -> bool {
        self.store.get(id).data.parent & STALE != 0
    }

    #[inline]
    fn check_room(&self) -> Result<(), Stop> {
        if self.store.len() >= self.max_nodes as usize { Err(Stop::Memory) } else { Ok(()) }
    }

    /// The node of a child's state, found before others of its batch were stored: one of
    /// those may have replaced it.
    #[inline]
    fn current(&self, found: NodeId, child: &Child<T, Made>) -> NodeId {
        if self.is_stale(found) { self.store.find(&child.state).unwrap_or(found) } else { found }
    }
}
