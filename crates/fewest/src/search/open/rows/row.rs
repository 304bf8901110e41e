//! The nodes of one priority, in the order of their tie-breaks.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::{Most, Taken};
use crate::search::algorithm::Ties;
use crate::search::budget::Meter;
use crate::search::outcome::Stop;
use crate::search::store::NodeId;

/// With tie-breaks from here on, most stacks would be empty.
const MAX_STACKS: usize = 256;

const FIRST_NODES: usize = 16;

#[derive(Debug)]
pub(super) enum Row {
    /// First in, first out.
    Queue(VecDeque<NodeId>),
    /// A stack for each tie-break.
    Stacks(Stacks),
    /// The tie-break and the complement of the number of each node, in one word: of equal
    /// ones the last comes first.
    Heap(BinaryHeap<Reverse<u64>>),
}

#[derive(Debug, Default)]
pub(super) struct Stacks {
    by_tie: Vec<Vec<NodeId>>,
    /// No stack before this one has nodes.
    least: usize,
    nodes: usize,
}

impl Row {
    pub(super) fn new(ties: Ties) -> Self {
        match ties {
            Ties::Fifo => Row::Queue(VecDeque::new()),
            Ties::Lifo | Ties::LowH => Row::Stacks(Stacks::default()),
        }
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Row::Queue(queue) => queue.len(),
            Row::Stacks(stacks) => stacks.nodes,
            Row::Heap(heap) => heap.len(),
        }
    }

    /// What it holds outside itself.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Row::Queue(queue) => queue.capacity() * size_of::<NodeId>(),
            Row::Stacks(Stacks { by_tie: stacks, .. }) => {
                let nodes: usize = stacks.iter().map(Vec::capacity).sum();
                nodes * size_of::<NodeId>() + stacks.capacity() * size_of::<Vec<NodeId>>()
            }
            Row::Heap(heap) => heap.capacity() * size_of::<Reverse<u64>>(),
        }
    }

    /// Adds a node if there is a stack for it, with room.
    #[inline]
    pub(super) fn push_to_stack(&mut self, tie: u32, id: NodeId) -> bool {
        if let Row::Stacks(stacks) = self
            && let Some(stack) = stacks.by_tie.get_mut(tie as usize)
            && stack.len() < stack.capacity()
        {
            stack.push(id);
            stacks.least = stacks.least.min(tie as usize);
            stacks.nodes += 1;
            return true;
        }
        false
    }

    pub(super) fn push(&mut self, tie: u32, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        if self.push_to_stack(tie, id) { Ok(()) } else { self.push_slowly(tie, id, meter) }
    }

    #[inline(never)]
    fn push_slowly(&mut self, tie: u32, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        match self {
            Row::Queue(queue) => {
                if queue.len() == queue.capacity() {
                    let more = queue.capacity().max(FIRST_NODES);
                    meter.take(more * size_of::<NodeId>())?;
                    queue.reserve_exact(more);
                }
                queue.push_back(id);
                Ok(())
            }
            Row::Stacks(stacks) if (tie as usize) < MAX_STACKS => {
                stacks.make_room(tie as usize, meter)?;
                self.push(tie, id, meter)
            }
            Row::Stacks(_) => {
                let bytes = self.bytes();
                let stacks = std::mem::replace(self, Row::Heap(BinaryHeap::new()));
                stacks.drain(|tie, id| self.push_slowly(tie, id, meter))?;
                meter.give_back(bytes);
                self.push_slowly(tie, id, meter)
            }
            Row::Heap(heap) => {
                if heap.len() == heap.capacity() {
                    let more = heap.capacity().max(FIRST_NODES);
                    meter.take(more * size_of::<Reverse<u64>>())?;
                    heap.reserve_exact(more);
                }
                heap.push(Reverse(u64::from(tie) << 32 | u64::from(!id)));
                Ok(())
            }
        }
    }

    /// Takes out up to `most` nodes of the least tie-breaks, and returns how many.
    pub(super) fn pop(&mut self, most: Most, out: &mut Vec<Taken>) -> usize {
        let Most { nodes: most, of_one_tie } = most;
        match self {
            Row::Queue(queue) => {
                let most = most.min(queue.len());
                out.extend(queue.drain(..most).map(|id| Taken { id, tie: 0 }));
                most
            }
            Row::Stacks(stacks) => stacks.pop(most, of_one_tie, out),
            Row::Heap(heap) => {
                let most = most.min(heap.len());
                let nodes = std::iter::from_fn(|| heap.pop()).take(most);
                out.extend(
                    nodes.map(|Reverse(word)| tie_and_id(word)).map(|(tie, id)| Taken { id, tie }),
                );
                most
            }
        }
    }

    pub(super) fn put_back(&mut self, nodes: &[Taken], meter: &mut Meter) -> Result<(), Stop> {
        for node in nodes.iter().rev() {
            self.push(node.tie, node.id, meter)?;
            if let Row::Queue(queue) = self {
                queue.rotate_right(1);
            }
        }
        Ok(())
    }

    /// Hands all nodes over, those of a tie-break in the order in which they came.
    pub(super) fn drain(
        self,
        mut each: impl FnMut(u32, NodeId) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        match self {
            Row::Queue(queue) => queue.into_iter().try_for_each(|id| each(0, id)),
            Row::Stacks(Stacks { by_tie: stacks, .. }) => {
                let mut stacks = (0..).zip(stacks);
                stacks.try_for_each(|(tie, ids)| ids.into_iter().try_for_each(|id| each(tie, id)))
            }
            Row::Heap(heap) => {
                let words = heap.into_vec().into_iter();
                let mut nodes: Vec<_> = words.map(|Reverse(word)| tie_and_id(word)).collect();
                nodes.sort_unstable();
                nodes.into_iter().try_for_each(|(tie, id)| each(tie, id))
            }
        }
    }
}

fn tie_and_id(word: u64) -> (u32, NodeId) {
    ((word >> 32) as u32, !(word as NodeId))
}

impl Stacks {
    /// Makes room for one more node in a stack.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, tie: usize, meter: &mut Meter) -> Result<(), Stop> {
        if tie >= self.by_tie.len() {
            let more = tie + 1 - self.by_tie.len();
            meter.take(more * size_of::<Vec<NodeId>>())?;
            self.by_tie.reserve_exact(more);
            self.by_tie.resize_with(tie + 1, Vec::new);
        }
        let stack = &mut self.by_tie[tie];
        if stack.len() == stack.capacity() {
            let more = stack.capacity().max(FIRST_NODES);
            meter.take(more * size_of::<NodeId>())?;
            stack.reserve_exact(more);
        }
        Ok(())
    }

    /// Takes out up to `most` nodes of the least tie-breaks, or of the least one only.
    #[inline]
    fn pop(&mut self, most: usize, of_one_tie: bool, out: &mut Vec<Taken>) -> usize {
        let mut taken = 0;
        while taken < most
            && (taken == 0 || !of_one_tie)
            && let Some(stack) = self.by_tie.get_mut(self.least)
        {
            let (more, tie) = (stack.len().min(most - taken), self.least as u32);
            out.extend(stack.drain(stack.len() - more..).rev().map(|id| Taken { id, tie }));
            taken += more;
            if stack.is_empty() {
                self.least += 1;
            }
        }
        self.nodes -= taken;
        taken
    }
}
