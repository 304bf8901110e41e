//! The nodes of a search, collected from its trace.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use crate::plot::kind::PlotError;
use fewest::search::event::Side;
use fewest_trace::{Event, Row};

/// The maximum number of nodes: a few hundred megabytes.
const MAX: usize = 2_000_000;

/// A node as the trace has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) number: i64,
    pub(super) parent: Option<i64>,
    pub(super) depth: i64,
    pub(super) priority: Option<f64>,
    /// In an algorithm with iterations, the bound of its iteration.
    pub(super) bound: Option<i64>,
    pub(super) is_backward: bool,
}

/// The nodes of a tree, in the order in which they were expanded.
#[derive(Clone, Debug, Default)]
pub(in crate::plot) struct Nodes {
    nodes: Vec<Node>,
    pub(super) path: Vec<i64>,
}

impl Nodes {
    pub(in crate::plot) fn add(&mut self, row: &Row, trace: &str) -> Result<(), PlotError> {
        let Some(number) = row.node else { return Ok(()) };
        if row.event == Event::Path {
            self.path.push(number);
            return Ok(());
        }
        if self.nodes.len() == MAX {
            return Err(PlotError::TooManyNodes { trace: trace.to_string(), most: MAX });
        }
        let (depth, is_backward) =
            (row.moves.unwrap_or(0).max(0), row.side == Some(Side::Backward));
        let (parent, priority, bound) = (row.parent, row.priority, row.bound);
        self.nodes.push(Node { number, parent, depth, priority, bound, is_backward });
        Ok(())
    }

    /// The nodes to draw: of an algorithm with iterations those of the last one, which found the
    /// solution, and those above them, which an earlier one may have expanded.
    pub(super) fn last_tree(&self, is_iterative: bool) -> Cow<'_, [Node]> {
        let Some(last) = self.nodes.last().filter(|_| is_iterative) else {
            return Cow::Borrowed(&self.nodes);
        };
        let mut parents = FxHashSet::default();
        let mut tree: Vec<Node> = Vec::new();
        // A parent is expanded before its children.
        for node in self.nodes.iter().rev() {
            if node.bound == last.bound || parents.contains(&node.number) {
                parents.extend(node.parent);
                tree.push(*node);
            }
        }
        tree.reverse();
        Cow::Owned(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_tree_has_the_nodes_above_the_last_iteration() {
        // By number: the parent, and the bound of the iteration.
        let nodes = [(None, 3), (Some(0), 3), (Some(0), 3), (Some(1), 5), (Some(3), 5)];
        let node = |(number, &(parent, bound)): (usize, &(Option<i64>, i64))| Node {
            number: number as i64,
            parent,
            depth: 0,
            priority: None,
            bound: Some(bound),
            is_backward: false,
        };
        let nodes = Nodes { nodes: nodes.iter().enumerate().map(node).collect(), path: Vec::new() };
        let numbers = |is_iterative| -> Vec<i64> {
            nodes.last_tree(is_iterative).iter().map(|node| node.number).collect()
        };
        assert_eq!(numbers(true), [0, 1, 3, 4]);
        assert_eq!(numbers(false), [0, 1, 2, 3, 4]);
    }
}
