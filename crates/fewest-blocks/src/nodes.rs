//! The states that best-first search has met, each with its depth and the node that led to it.
//!
//! An index of hashes tells which states are known. Many states are looked up together, so
//! that the processor waits for several parts of the memory at once.

use super::word::Word;
use fewest::search::Stop;
use fewest::space::Cost;

/// A node's number.
pub(super) type NodeId = u32;

/// A place in the index without a node.
const FREE: u64 = u64::MAX;

/// The bits of a place that hold the node's number. The others are the first ones of a hash.
const ID_BITS: u32 = 32;

/// The first index has this number of places, and the first nodes have half as many.
const FIRST_BITS: u32 = 12;

/// A state, and how it was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<W> {
    pub(super) state: W,
    /// The start is its own parent.
    pub(super) parent: NodeId,
    pub(super) depth: Cost,
}

/// The nodes.
#[derive(Debug)]
pub(super) struct Nodes<W> {
    all: Vec<Node<W>>,
    /// Open addressing: the first bits of a hash say where to look first, and 32 of them are
    /// kept beside the node's number.
    index: Vec<u64>,
    /// The number of places is two to the power of this.
    bits: u32,
    /// For each state of a batch, its hash, and the node of its first place, if that is its.
    looked_up: Vec<(u64, Option<NodeId>)>,
}

impl<W: Word> Nodes<W> {
    pub(super) fn new() -> Self {
        Nodes { all: Vec::new(), index: Vec::new(), bits: 0, looked_up: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn get(&self, id: NodeId) -> &Node<W> {
        &self.all[id as usize]
    }

    /// The states on the path to a node.
    pub(super) fn path(&self, id: NodeId) -> Vec<W> {
        let before = |&id: &NodeId| Some(self.get(id).parent).filter(|&parent| parent != id);
        let ids = std::iter::successors(Some(id), before);
        let mut states: Vec<W> = ids.map(|id| self.get(id).state).collect();
        states.reverse();
        states
    }

    /// Makes room for more nodes. `reserve` grants the bytes, also those of `each` node that
    /// somebody else needs.
    pub(super) fn make_room(
        &mut self,
        more: usize,
        each: usize,
        reserve: &mut dyn FnMut(usize) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let wanted = self.all.len() + more;
        if wanted > self.all.capacity() {
            let capacity = wanted.max(self.all.capacity() / 2 * 3).max(1 << (FIRST_BITS - 1));
            let added = capacity - self.all.capacity();
            reserve(added * (size_of::<Node<W>>() + each))?;
            self.all.reserve_exact(capacity - self.all.len());
        }
        while wanted * 8 > self.index.len() * 5 {
            let bits = (self.bits + 1).max(FIRST_BITS);
            reserve(((1 << bits) - self.index.len()) * size_of::<u64>())?;
            let before = std::mem::replace(&mut self.index, vec![FREE; 1 << bits]);
            self.bits = bits;
            for place in before.into_iter().filter(|&place| place != FREE) {
                let free = self.first_free(place >> ID_BITS << ID_BITS);
                self.index[free] = place;
            }
        }
        Ok(())
    }

    fn home(&self, hash: u64) -> usize {
        (hash >> (64 - self.bits)) as usize
    }

    fn after(&self, at: usize) -> usize {
        (at + 1) & (self.index.len() - 1)
    }

    fn first_free(&self, hash: u64) -> usize {
        let mut at = self.home(hash);
        while self.index[at] != FREE {
            at = self.after(at);
        }
        at
    }

    /// Whether a place is that of a state.
    #[inline]
    fn holds(&self, place: u64, hash: u64, state: W) -> Option<NodeId> {
        let id = place as NodeId;
        let is_it =
            place != FREE && (place ^ hash) >> ID_BITS == 0 && self.all[id as usize].state == state;
        is_it.then_some(id)
    }

    /// Stores states with their parents at a depth. Calls `show` with the nodes that are new, or
    /// that were deeper. There must be room.
    pub(super) fn insert_all(
        &mut self,
        children: &[(W, NodeId)],
        depth: Cost,
        mut show: impl FnMut(NodeId),
    ) {
        let mut looked_up = std::mem::take(&mut self.looked_up);
        looked_up.clear();
        // The loads of each loop do not wait for each other.
        looked_up.extend(children.iter().map(|&(state, _)| {
            let hash = state.mix();
            (hash, Some(self.index[self.home(hash)] as NodeId))
        }));
        for ((hash, known), &(state, _)) in looked_up.iter_mut().zip(children) {
            *known = self.holds(self.index[self.home(*hash)], *hash, state);
        }
        for (&(hash, known), &(state, parent)) in looked_up.iter().zip(children) {
            match known.map_or_else(|| self.find_from_home(hash, state), Ok) {
                Ok(id) => {
                    let node = &mut self.all[id as usize];
                    if depth < node.depth {
                        (node.parent, node.depth) = (parent, depth);
                        show(id);
                    }
                }
                Err(free) => {
                    let id = self.all.len() as NodeId;
                    self.index[free] = hash >> ID_BITS << ID_BITS | u64::from(id);
                    self.all.push(Node { state, parent, depth });
                    show(id);
                }
            }
        }
        self.looked_up = looked_up;
    }

    /// The node of a state, or the place where it is missing.
    fn find_from_home(&self, hash: u64, state: W) -> Result<NodeId, usize> {
        let mut at = self.home(hash);
        loop {
            let place = self.index[at];
            if place == FREE {
                return Err(at);
            }
            if let Some(id) = self.holds(place, hash, state) {
                return Ok(id);
            }
            at = self.after(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use fewest::draws::Draws;

    #[test]
    fn nodes_are_those_of_a_map_of_the_standard_library() {
        let (mut nodes, mut map) = (Nodes::<u64>::new(), HashMap::new());
        let mut draws = Draws::new(7);
        let mut bytes = 0;
        for _ in 0..400 {
            let depth = draws.below(50) as Cost;
            let children: Vec<(u64, NodeId)> =
                (0..100).map(|_| (draws.below(20_000) + 1, draws.below(9) as NodeId)).collect();
            nodes
                .make_room(100, 0, &mut |more| {
                    bytes += more;
                    Ok(())
                })
                .unwrap();
            let mut shown = Vec::new();
            nodes.insert_all(&children, depth, |id| shown.push(id));
            let mut expected = Vec::new();
            for (state, parent) in children {
                let known = map.get(&state).map_or(Cost::MAX, |&(known, _)| known);
                if depth < known {
                    map.insert(state, (depth, parent));
                    expected.push(state);
                }
            }
            let shown: Vec<u64> = shown.into_iter().map(|id| nodes.get(id).state).collect();
            assert_eq!(shown, expected);
        }
        assert_eq!(nodes.len(), map.len());
        assert!(bytes >= nodes.len() * (16 + 8));
        for id in 0..nodes.len() as NodeId {
            let Node { state, parent, depth } = *nodes.get(id);
            assert_eq!(map[&state], (depth, parent));
        }
    }

    #[test]
    fn it_ends_where_no_memory_is_granted() {
        let mut nodes = Nodes::<u64>::new();
        assert_eq!(nodes.make_room(1, 0, &mut |_| Err(Stop::Memory)), Err(Stop::Memory));
        assert_eq!(nodes.len(), 0);
    }
}
