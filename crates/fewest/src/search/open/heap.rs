//! Nodes in one heap, for keys that are nearly all different.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::{Key, Taken};
use crate::search::budget::Meter;
use crate::search::outcome::Stop;
use crate::search::store::NodeId;

#[derive(Debug)]
pub(super) struct Heap {
    first_in_first_out: bool,
    nodes: BinaryHeap<Reverse<Entry>>,
}

/// The key, and the node's number, or its complement if the last comes first: nodes come in
/// the order of their numbers.
type Entry = (i64, u32, NodeId);

impl Heap {
    pub(super) fn new(first_in_first_out: bool) -> Self {
        Heap { first_in_first_out, nodes: BinaryHeap::new() }
    }

    #[inline]
    pub(super) fn push(
        &mut self,
        (priority, tie): Key,
        id: NodeId,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        if self.nodes.len() == self.nodes.capacity() {
            let more = self.nodes.capacity().max(1024);
            meter.take(more * size_of::<Entry>())?;
            self.nodes.reserve_exact(more);
        }
        self.nodes.push(Reverse((priority, tie, self.in_order(id))));
        Ok(())
    }

    /// A node's number as it is ordered, or back again.
    #[inline]
    fn in_order(&self, id: NodeId) -> NodeId {
        if self.first_in_first_out { id } else { !id }
    }

    pub(super) fn least(&self) -> Option<i64> {
        self.nodes.peek().map(|&Reverse((priority, ..))| priority)
    }

    /// Takes out up to `most` nodes of the least priority.
    pub(super) fn pop(&mut self, most: usize, out: &mut Vec<Taken>) -> Option<i64> {
        let &Reverse((least, ..)) = self.nodes.peek()?;
        while out.len() < most
            && let Some(&Reverse((priority, tie, id))) = self.nodes.peek()
            && priority == least
        {
            self.nodes.pop();
            out.push(Taken { id: self.in_order(id), tie });
        }
        Some(least)
    }
}
