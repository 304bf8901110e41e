//! The nodes of a search, collected from its trace.

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
        let (parent, priority) = (row.parent, row.priority);
        self.nodes.push(Node { number, parent, depth, priority, is_backward });
        Ok(())
    }

    /// The nodes to draw. An algorithm with iterations has a tree for each; the last
    /// one found the solution.
    pub(super) fn last_tree(&self, is_iterative: bool) -> &[Node] {
        if !is_iterative {
            return &self.nodes;
        }
        let root = self.nodes.iter().rposition(|node| node.parent.is_none());
        &self.nodes[root.unwrap_or(0)..]
    }
}
