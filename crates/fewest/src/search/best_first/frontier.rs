//! The nodes that a best-first search has reached, and those that are still open.

use super::{Made, NO_PARENT, Path, STALE};
use crate::search::algorithm::Ties;
use crate::search::budget::Meter;
use crate::search::open::Open;
use crate::search::outcome::Stop;
use crate::search::priority::Priority;
use crate::search::store::{Child, Entries, NodeId, Store};
use std::hash::Hash;

const STORED_PER_TAKEN: usize = 128;
const MIN_BATCH: usize = 16;
const MAX_BATCH: usize = 64;

pub(in crate::search) struct Frontier<T> {
    pub(in crate::search) store: Store<T, Path>,
    pub(in crate::search) open: Open,
    /// There are no more numbers for nodes.
    max_nodes: NodeId,
    /// Of the children that were opened last.
    entries: Entries,
}

impl<T: Clone + Eq + Hash> Frontier<T> {
    /// An empty frontier for priorities that are multiples of `step`, one of `parts` whose
    /// nodes are numbered together.
    pub(in crate::search) fn new(heap_bytes: usize, ties: Ties, step: i64, parts: usize) -> Self {
        let max_nodes = NO_PARENT / parts as NodeId;
        let (store, open) = (Store::new(heap_bytes), Open::new(ties, step));
        Frontier { store, open, max_nodes, entries: Entries::default() }
    }

    /// How many nodes to take out together: the more have been stored, the less does it matter
    /// that some of them turn out not to be needed.
    #[inline]
    pub(in crate::search) fn batch(&self) -> usize {
        (self.store.len() / STORED_PER_TAKEN).clamp(MIN_BATCH, MAX_BATCH)
    }

    /// Opens children unless a path to their state is known that is as good. Tells of those
    /// whose path costs the same as a known one: their parent, and the node of their state.
    #[inline]
    pub(in crate::search) fn reach(
        &mut self,
        children: &[Child<T, Made>],
        priority: &impl Priority,
        meter: &mut Meter,
        mut equal: impl FnMut(NodeId, NodeId, &mut Meter) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        self.check_room(children.len())?;
        let path = |&Made { parent, g, .. }: &Made| Path { parent, g };
        self.store.find_or_insert_all(children, path, &mut self.entries, meter)?;
        for (at, node) in self.entries.inserted() {
            let Made { g, h, .. } = children[at].data;
            self.open.push(node, priority.priority(g, h), h, meter)?;
        }
        for (at, found) in self.entries.found() {
            let Made { parent, g, h } = children[at].data;
            // One of the same batch may have replaced it.
            let is_stale = self.store.get(found).data.parent & STALE != 0;
            let known = if is_stale { self.store.find(&children[at].state) } else { None };
            let known = known.unwrap_or(found);
            let path = &mut self.store.get_mut(known).data;
            if g == path.g && parent != NO_PARENT {
                equal(parent, known, meter)?;
            } else if g < path.g && priority.reopens() {
                path.parent |= STALE;
                let node = self.store.supersede(known, Path { parent, g }, meter)?;
                self.open.push(node, priority.priority(g, h), h, meter)?;
            }
        }
        Ok(())
    }

    /// Opens a child, whatever is known of its state.
    pub(in crate::search) fn append(
        &mut self,
        child: &Child<T, Made>,
        priority: i64,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let Made { parent, g, h } = child.data;
        self.check_room(1)?;
        let node = self.store.append(&child.state, Path { parent, g }, meter)?;
        self.open.push(node, priority, h, meter)
    }

    /// Whether a node has been replaced by a cheaper one.
    #[inline]
    pub(in crate::search) fn is_stale(&self, id: NodeId) -> bool {
        self.store.get(id).data.parent & STALE != 0
    }

    /// Each of the children may be stored, and replaced.
    #[inline]
    fn check_room(&self, children: usize) -> Result<(), Stop> {
        let most = self.store.len() + 2 * children;
        if most >= self.max_nodes as usize { Err(Stop::Memory) } else { Ok(()) }
    }
}
