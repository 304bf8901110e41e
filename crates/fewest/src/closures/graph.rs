//! Closures as a space.

use std::cell::RefCell;
use std::fmt::{self, Debug};
use std::hash::Hash;
use std::marker::PhantomData;

use crate::space::{Cost, Heuristic, Reverse, Space, Successor};

/// A node, which need not be printable.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Opaque<N>(pub(super) N);

impl<N> Debug for Opaque<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("node")
    }
}

/// Successors with their costs, and goals. A move is the number of a successor.
pub(super) struct Graph<N, FN, FS> {
    successors: RefCell<FN>,
    success: RefCell<FS>,
    has_unit_costs: bool,
    nodes: PhantomData<N>,
}

impl<N, FN, IN, FS> Graph<N, FN, FS>
where
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, Cost)>,
    FS: FnMut(&N) -> bool,
{
    pub(super) fn new(successors: FN, success: FS, has_unit_costs: bool) -> Self {
        let (successors, success) = (RefCell::new(successors), RefCell::new(success));
        Graph { successors, success, has_unit_costs, nodes: PhantomData }
    }

    fn successors_of(&self, node: &N) -> IN::IntoIter {
        (self.successors.borrow_mut())(node).into_iter()
    }
}

impl<N, FN, IN, FS> Space for Graph<N, FN, FS>
where
    N: Eq + Hash + Clone,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, Cost)>,
    FS: FnMut(&N) -> bool,
{
    type State = Opaque<N>;
    type Move = u32;
    /// The node before; none where a successor was made without a move.
    type Undo = Option<Opaque<N>>;

    fn is_goal(&self, node: &Opaque<N>) -> bool {
        (self.success.borrow_mut())(&node.0)
    }
    fn moves(&self, node: &Opaque<N>, out: &mut Vec<u32>) {
        out.extend((0..).zip(self.successors_of(&node.0)).map(|(number, _)| number));
    }
    fn is_legal(&self, node: &Opaque<N>, number: u32) -> bool {
        self.successors_of(&node.0).nth(number as usize).is_some()
    }
    fn apply(&self, node: &mut Opaque<N>, number: u32) -> Self::Undo {
        let (next, _) = self.successors_of(&node.0).nth(number as usize)?;
        Some(std::mem::replace(node, Opaque(next)))
    }
    fn undo(&self, node: &mut Opaque<N>, _: u32, before: Self::Undo) {
        if let Some(before) = before {
            *node = before;
        }
    }
    fn cost(&self, node: &Opaque<N>, number: u32) -> Cost {
        self.successors_of(&node.0).nth(number as usize).map_or(0, |(_, cost)| cost)
    }
    fn has_unit_costs(&self) -> bool {
        self.has_unit_costs
    }
    /// One call of the closure, and no list.
    #[inline]
    fn successors<E>(
        &self,
        node: &mut Opaque<N>,
        _: &mut Vec<u32>,
        mut each: impl FnMut(Successor<'_, Self>) -> Result<(), E>,
    ) -> Result<(), E> {
        for (mv, (next, cost)) in (0..).zip(self.successors_of(&node.0)) {
            each(Successor { mv, cost, undo: &None, state: &Opaque(next) })?;
        }
        Ok(())
    }
}

/// The goal and the predecessors of a graph.
pub(super) struct Backward<N, FP> {
    pub(super) end: N,
    pub(super) predecessors: RefCell<FP>,
}

impl<N, FN, IN, FS, FP, IP> Reverse<Graph<N, FN, FS>> for Backward<N, FP>
where
    N: Eq + Hash + Clone,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, Cost)>,
    FS: FnMut(&N) -> bool,
    FP: FnMut(&N) -> IP,
    IP: IntoIterator<Item = N>,
{
    fn goals(&self, out: &mut Vec<Opaque<N>>) {
        out.push(Opaque(self.end.clone()));
    }
    /// Without the true moves: bidirectional search asks for the moves of its plan only,
    /// and finds them by their states.
    fn predecessors(&self, node: &Opaque<N>, out: &mut Vec<(Opaque<N>, u32)>) {
        let predecessors = (self.predecessors.borrow_mut())(&node.0);
        out.extend(predecessors.into_iter().map(|node| (Opaque(node), 0)));
    }
}

/// A closure as an estimate. That it never exceeds the cost that remains is the caller's
/// promise, as it is in the crate that this module stands in for.
pub(super) struct Estimate<FH>(pub(super) RefCell<FH>);

impl<N, FN, IN, FS, FH> Heuristic<Graph<N, FN, FS>> for Estimate<FH>
where
    N: Eq + Hash + Clone,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, Cost)>,
    FS: FnMut(&N) -> bool,
    FH: FnMut(&N) -> Cost,
{
    type Value = Cost;

    const IS_FROM_SCRATCH: bool = true;

    fn evaluate(&self, _: &Graph<N, FN, FS>, node: &Opaque<N>) -> Cost {
        (self.0.borrow_mut())(&node.0)
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
    fn revalue(&self, _: &Graph<N, FN, FS>, _: &Opaque<N>, estimate: Cost) -> Cost {
        estimate
    }
    fn is_admissible(&self) -> bool {
        true
    }
    fn is_consistent(&self) -> bool {
        false
    }
}
