//! The open list of best-first search.
//!
//! Priorities in puzzles take few values that lie close together, so nodes of equal
//! priority stand in a row, and the rows in a table: four bytes a node, and no sifting.
//! Where tie-breaks take many values, a row is a small heap. Where priorities do, all nodes
//! go into one.

mod heap;
mod rows;

use super::algorithm::Ties;
use super::budget::Meter;
use super::outcome::Stop;
use super::store::NodeId;
use crate::space::Cost;

use heap::Heap;
use rows::{Rows, TooMany};

/// What nodes are ordered by: the priority, and the tie-break.
type Key = (i64, u32);

#[derive(Debug)]
pub(crate) struct Open {
    ties: Ties,
    order: Order,
}

#[derive(Debug)]
enum Order {
    Rows(Rows),
    Heap(Heap),
}

/// A node that was taken out, and its tie-break.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taken {
    pub(crate) id: NodeId,
    tie: u32,
}

/// How many nodes to take out together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Most {
    pub(crate) nodes: usize,
    /// Whether a row gives those of its least tie-break only: what they lead to may come
    /// before the next.
    pub(crate) of_one_tie: bool,
}

impl Open {
    /// An empty list for priorities that are multiples of `step`.
    pub(crate) fn new(ties: Ties, step: i64) -> Self {
        Open { ties, order: Order::Rows(Rows::new(ties, step)) }
    }

    /// The estimate of a node, if nodes are ordered by it.
    #[inline]
    pub(crate) fn estimate(&self, taken: Taken) -> Option<Cost> {
        (self.ties == Ties::LowH).then_some(taken.tie)
    }

    #[inline]
    pub(crate) fn push(
        &mut self,
        id: NodeId,
        priority: i64,
        h: Cost,
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        let key = (priority, if self.ties == Ties::LowH { h } else { 0 });
        if let Order::Rows(rows) = &mut self.order
            && rows.push_to_stack(key, id)
        {
            return Ok(());
        }
        self.push_slowly(key, id, meter)
    }

    /// Where more memory is needed, or there are no stacks.
    #[inline(never)]
    fn push_slowly(&mut self, key: Key, id: NodeId, meter: &mut Meter) -> Result<(), Stop> {
        if let Order::Rows(rows) = &mut self.order {
            match rows.push(key, id, meter)? {
                Ok(()) => return Ok(()),
                Err(TooMany) => self.use_heap(meter)?,
            }
        }
        match &mut self.order {
            Order::Rows(_) => Ok(()),
            Order::Heap(heap) => heap.push(key, id, meter),
        }
    }

    #[cold]
    fn use_heap(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        let mut heap = Heap::new(self.ties == Ties::Fifo);
        if let Order::Rows(rows) = &mut self.order {
            rows.drain(meter, |key, id, meter| heap.push(key, id, meter))?;
        }
        self.order = Order::Heap(heap);
        Ok(())
    }

    /// Takes out nodes of the least priority, the first to be expanded first. Those of a heap
    /// may differ in their tie-breaks.
    pub(crate) fn pop(
        &mut self,
        most: Most,
        out: &mut Vec<Taken>,
        meter: &mut Meter,
    ) -> Option<i64> {
        match &mut self.order {
            Order::Rows(rows) => rows.pop(most, out, meter),
            Order::Heap(heap) => heap.pop(most.nodes, out),
        }
    }

    /// The least priority of all nodes.
    pub(crate) fn least(&self) -> Option<i64> {
        match &self.order {
            Order::Rows(rows) => rows.least(),
            Order::Heap(heap) => heap.least(),
        }
    }

    /// Puts nodes back that were taken out together, in their order.
    pub(crate) fn put_back(
        &mut self,
        priority: i64,
        nodes: &[Taken],
        meter: &mut Meter,
    ) -> Result<(), Stop> {
        match &mut self.order {
            Order::Rows(rows) => rows.put_back(priority, nodes, meter),
            Order::Heap(heap) => nodes
                .iter()
                .rev()
                .try_for_each(|node| heap.push((priority, node.tie), node.id, meter)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Budget;
    use proptest::prelude::*;

    /// The order is that of a list that is sorted before each look at it.
    fn check(ties: Ties, priorities: i64, step: i64, pushes: &[(i64, u32, bool)]) {
        let mut meter = Meter::start(&Budget::default());
        let (mut open, mut plain) = (Open::new(ties, step), Vec::new());
        for (id, &(priority, h, pops)) in (0..).zip(pushes) {
            // Some below those that came first.
            let priority = (priority % priorities - priorities / 2) * step;
            open.push(id, priority, h, &mut meter).unwrap();
            plain.push((priority, h, id));
            if pops {
                let mut out = Vec::new();
                let found =
                    open.pop(Most { nodes: 1, of_one_tie: true }, &mut out, &mut meter).unwrap();
                let expected = plain.iter().copied().min_by_key(|&(priority, h, id)| match ties {
                    Ties::Fifo => (priority, 0, i64::from(id)),
                    Ties::Lifo => (priority, 0, -i64::from(id)),
                    Ties::LowH => (priority, h, -i64::from(id)),
                });
                let expected = expected.unwrap();
                plain.retain(|node| *node != expected);
                assert_eq!((found, out[0].id), (expected.0, expected.2));
                if id % 3 == 0 {
                    open.put_back(found, &out, &mut meter).unwrap();
                    plain.push(expected);
                }
                let least = plain.iter().map(|&(priority, ..)| priority).min();
                assert_eq!(open.least(), least);
            }
        }
    }

    proptest! {
        #[test]
        fn rows_agree_with_a_sorted_list(
            pushes in proptest::collection::vec((0..100_000_i64, 0..5_u32, any::<bool>()), 1..300),
            step in 1..4_i64,
        ) {
            for ties in [Ties::LowH, Ties::Lifo, Ties::Fifo] {
                check(ties, 7, step, &pushes);
            }
        }

        /// Some rows are stacks, some heaps.
        #[test]
        fn many_ties_agree_with_a_sorted_list(
            pushes in proptest::collection::vec((0..100_000_i64, 240..270_u32, any::<bool>()), 1..300),
        ) {
            check(Ties::LowH, 7, 1, &pushes);
        }
    }

    /// So many priorities that the rows give way to a heap.
    #[test]
    fn a_heap_agrees_with_a_sorted_list() {
        let priorities = 10_000_000_019;
        let push = |i: i64| {
            // In rows at first.
            let priority = if i < 100 { i % 7 } else { i * 7_919_777_777 };
            (priority, i as u32 % 5, i % 4 == 3)
        };
        let pushes: Vec<_> = (0..4000_i64).map(push).collect();
        for ties in [Ties::LowH, Ties::Lifo, Ties::Fifo] {
            check(ties, priorities, 1, &pushes);
        }
        let mut meter = Meter::start(&Budget::default());
        let mut open = Open::new(Ties::LowH, 1);
        for (id, &(priority, h, _)) in (0..).zip(&pushes) {
            open.push(id, priority, h, &mut meter).unwrap();
        }
        assert!(matches!(open.order, Order::Heap(_)));
    }

    /// What rows and stacks have taken is given back when they are left behind.
    #[test]
    fn memory_that_is_left_behind_is_given_back() {
        let mut meter = Meter::start(&Budget::default());
        let mut open = Open::new(Ties::LowH, 1);
        for priority in 0..100 {
            for id in 0..1000 {
                open.push(id, priority, id % 300, &mut meter).unwrap();
            }
            let mut out = Vec::new();
            while open.least().is_some() {
                open.pop(Most { nodes: 16, of_one_tie: false }, &mut out, &mut meter);
            }
            assert_eq!(out.len(), 1000);
        }
        assert!(meter.counts.peak_bytes < 100_000, "{}", meter.counts.peak_bytes);
    }
}
