//! All states by their distance, and the number of plans on the way.

use crate::search::breadth_first::Reached;
use crate::search::{Budget, Counts, Stop};
use crate::space::Cost;

use super::bidirectional::Report;
use super::layers::Layers;
use super::packed::{PackedSpace, PackedState};

/// Visits every state that can be reached from `starts` or, backward, from which these can be
/// reached, and returns up to `farthest` of the farthest ones. Forward from one start, the
/// plans of the fewest moves are counted.
pub fn reach<W: PackedState>(
    space: &dyn PackedSpace<W>,
    starts: &[W],
    is_forward: bool,
    farthest: usize,
    budget: &Budget,
    report: Report<'_>,
) -> Reached<W> {
    W::reach(space, starts, is_forward, farthest, budget, report)
}

pub(super) fn reach_here<W: PackedState>(
    space: &dyn PackedSpace<W>,
    starts: &[W],
    is_forward: bool,
    farthest: usize,
    budget: &Budget,
    report: Report<'_>,
) -> Reached<W> {
    let layers = if is_forward {
        Layers::forward(space, starts, budget)
    } else {
        Layers::backward(space, starts, budget)
    };
    let mut found = Reached {
        per_depth: Vec::new(),
        farthest: Vec::new(),
        fewest: None,
        stop: Stop::Done,
        counts: Counts::default(),
    };
    let mut layers = match layers {
        Ok(layers) => layers,
        Err(stop) => return Reached { stop, ..found },
    };
    let start = if let ([start], true) = (starts, is_forward) { Some(*start) } else { None };
    found.stop = loop {
        match layers.advance(report) {
            Ok(Some(layer)) => found.per_depth.push(layer.states),
            Ok(None) => break Stop::Done,
            Err(stop) => break stop,
        }
        found.farthest = layers.states().take(farthest).collect();
        if let (Some(start), None) = (start, found.fewest) {
            let goals: Vec<W> = layers.states().filter(|&state| space.is_goal(state)).collect();
            if !goals.is_empty() {
                let depth = found.per_depth.len() as Cost - 1;
                match layers.paths().count_plans(start, &goals, depth) {
                    Ok(plans) => found.fewest = Some((depth, plans)),
                    Err(stop) => break stop,
                }
            }
        }
    };
    Reached { counts: layers.counts(), ..found }
}
