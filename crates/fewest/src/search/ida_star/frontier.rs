//! The nodes that iterations begin from. A long search keeps the top of its tree in memory, and
//! an iteration searches below its leaves, one after another. It saves work in two ways:
//!
//! - The leaves are searched in an order that may lead to a plan soon: first those below which
//!   the iteration before came nearest to a goal (Powley and Korf 1991). An iteration without a
//!   plan must search all of them; the last one, often the longest, is cut short.
//! - The top of the tree has each state once, and is not expanded again.
//!
//! The more there was below a leaf, the sooner its children take its place.
//!
//! Why the next bound still holds: what the nodes of the top lead to is searched in every
//! iteration, as if they had been expanded in it. A state that is left out of the top is in it
//! at no higher cost.

use std::cmp::Reverse;
use std::iter;
use std::vec::Drain;

use super::Problem;
use super::siblings::Node;
use crate::search::budget::Meter;
use crate::search::outcome::Stop;
use crate::search::store::{Entry, NO_NODE, Node as Stored, NodeId, Store};
use crate::space::{Cost, DEAD_END, Heuristic, Space};

/// A leaf with fewer expansions below it stays one: less is saved than its children would cost.
const MIN_SIZE: u64 = 32;

/// The most bytes of the top, and the part of the free memory that it may take.
const MAX_BYTES: usize = 2 << 20;
const FREE: u64 = 8;

/// The most nodes that one iteration adds, as a part of all that there is room for.
const STEP: u64 = 4;

pub(super) struct Frontier<S: Space, H: Heuristic<S>> {
    nodes: Store<S::State, Kept<S, H>>,
    /// The leaves that this iteration is still to search, the next one last.
    waiting: Vec<NodeId>,
    /// How many expansions there must be below the start before its children take its place, and
    /// below another leaf.
    from: u64,
    most: u64,
}

/// What is kept of a node beside its state.
struct Kept<S: Space, H: Heuristic<S>> {
    value: H::Value,
    g: Cost,
    depth: u32,
    parent: NodeId,
    is_leaf: bool,
    /// The move that led to it. The start has none.
    mv: Option<S::Move>,
    /// The least estimate below it in the last iteration.
    nearest: Cost,
    /// The expansions below it in the last iteration, or a guess.
    size: u64,
    /// The number of its expansion.
    number: u64,
}

impl<S: Space, H: Heuristic<S>> Kept<S, H> {
    fn leaf(node: &Node<S, H>, parent: NodeId, nearest: Cost, size: u64) -> Self {
        let &Node { value, g, depth, mv, .. } = node;
        Kept { value, g, depth, parent, is_leaf: true, mv, nearest, size, number: 0 }
    }
}

impl<S: Space, H: Heuristic<S>> Frontier<S, H> {
    /// How many nodes it may have.
    const ROOM: usize = MAX_BYTES / size_of::<Stored<S::State, Kept<S, H>>>();

    /// The start alone, until an iteration has more nodes than this.
    pub(super) fn new(space: &S, from: u64) -> Self {
        let nodes = Store::new(space.heap_bytes());
        Frontier { nodes, waiting: Vec::new(), from, most: from }
    }

    /// Begins an iteration. Returns the least f of a leaf beyond the bound.
    pub(super) fn begin(
        &mut self,
        Problem { start, heuristic, .. }: Problem<'_, S, H>,
        value: H::Value,
        bound: Cost,
        meter: &mut Meter,
    ) -> Result<Cost, Stop> {
        if self.nodes.len() == 0 {
            let node = Node { state: start.clone(), value, g: 0, depth: 0, mv: None };
            let kept = || Kept::leaf(&node, NO_NODE, heuristic.estimate(value), 0);
            self.nodes.find_or_insert(start, kept, meter)?;
        }
        let step = STEP * meter.counts.expanded / Self::ROOM as u64;
        self.most = MIN_SIZE.min(self.from).max(step);
        self.waiting.clear();
        let mut next = DEAD_END;
        for id in 0..self.nodes.len() as NodeId {
            let kept = &self.nodes.get(id).data;
            let f = kept.g.saturating_add(heuristic.estimate(kept.value));
            if kept.is_leaf && f <= bound {
                self.waiting.push(id);
            } else if kept.is_leaf {
                next = next.min(f);
            }
        }
        let nodes = &self.nodes;
        self.waiting.sort_by_key(|&id| Reverse((nodes.get(id).data.nearest, id)));
        Ok(next)
    }

    /// The next leaf to search.
    pub(super) fn pop(&mut self) -> Option<(NodeId, Node<S, H>)> {
        while let Some(id) = self.waiting.pop() {
            let Stored { state, data: kept } = self.nodes.get(id);
            if kept.is_leaf {
                let Kept { value, g, depth, mv, .. } = *kept;
                return Some((id, Node { state: state.clone(), value, g, depth, mv }));
            }
        }
        None
    }

    /// The nodes on the way to a node, itself not among them, the start last.
    pub(super) fn ancestors(
        &self,
        id: NodeId,
    ) -> impl Iterator<Item = (&S::State, Option<S::Move>, u64)> {
        let parent = |id: NodeId| {
            let parent = self.nodes.get(id).data.parent;
            (parent != NO_NODE).then_some(parent)
        };
        iter::successors(parent(id), move |&id| parent(id)).map(|id| {
            let Stored { state, data } = self.nodes.get(id);
            (state, data.mv, data.number)
        })
    }

    /// Whether a leaf's children take its place.
    pub(super) fn splits(&self, id: NodeId, meter: &Meter) -> bool {
        let from = if self.nodes.len() == 1 { self.from } else { self.most };
        self.nodes.get(id).data.size > from
            && self.nodes.len() < Self::ROOM
            && meter.free_bytes() >= FREE * MAX_BYTES as u64
    }

    /// What was seen below a leaf.
    pub(super) fn note(&mut self, id: NodeId, size: u64, nearest: Cost) {
        let kept = &mut self.nodes.get_mut(id).data;
        (kept.size, kept.nearest) = (size, nearest);
    }

    /// Puts the children of a leaf in its place, whose expansion had this number. Returns the
    /// least f beyond the bound.
    pub(super) fn replace(
        &mut self,
        parent: NodeId,
        number: u64,
        children: Drain<'_, Node<S, H>>,
        heuristic: &H,
        bound: Cost,
        meter: &mut Meter,
    ) -> Result<Cost, Stop> {
        let kept = &mut self.nodes.get_mut(parent).data;
        (kept.is_leaf, kept.number) = (false, number);
        let size = kept.size / children.len().max(1) as u64;
        let mut next = DEAD_END;
        for node in children {
            let nearest = heuristic.estimate(node.value);
            let kept = || Kept::leaf(&node, parent, nearest, size);
            let id = match self.nodes.find_or_insert(&node.state, kept, meter)? {
                Entry::Inserted(id) => id,
                Entry::Found(old) if self.nodes.get(old).data.g <= node.g => continue,
                Entry::Found(old) => {
                    self.nodes.get_mut(old).data.is_leaf = false;
                    self.nodes.supersede(old, kept(), meter)?
                }
            };
            let f = node.g.saturating_add(nearest);
            if f <= bound {
                self.waiting.push(id);
            } else {
                next = next.min(f);
            }
        }
        Ok(next)
    }
}
