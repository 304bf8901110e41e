//! IDA* on a graph that only has successors: the nodes of a path and their siblings are
//! kept, since no move can be taken back.

use std::hash::Hash;

use super::graph::Opaque;
use crate::search::{Budget, Meter, Outcome, Stop, hash_of};
use crate::space::{Cost, DEAD_END, Space, Successor};

/// Finds a cheapest path, if `estimate` never exceeds the cost that remains.
pub(super) fn search<N: Eq + Hash + Clone, S: Space<State = Opaque<N>, Move = u32>>(
    space: &S,
    start: &S::State,
    estimate: impl FnMut(&N) -> Cost,
    budget: &Budget,
) -> Outcome<u32> {
    let mut search = Search {
        space,
        estimate,
        meter: Meter::start(budget),
        siblings: Vec::new(),
        path: Vec::new(),
        hashes: Vec::new(),
        peak: 0,
    };
    let h = (search.estimate)(&start.0);
    let mut bound = h;
    let (moves, stop) = loop {
        if bound == DEAD_END {
            break (None, Stop::Done);
        }
        search.siblings.clear();
        search.siblings.push(Sibling { node: start.clone(), number: 0, g: 0, f: h });
        match search.below(bound) {
            Ok(Ended::Solved(moves)) => break (Some(moves), Stop::Done),
            Ok(Ended::Exhausted(next)) => bound = next,
            Err(stop) => break (None, stop),
        }
    };
    Outcome::conclude(space, start, moves, bound, stop, search.meter.finish())
}

enum Ended {
    Solved(Vec<u32>),
    /// No path costs less than this.
    Exhausted(Cost),
}

/// A node that was generated and is still to be looked at, or is on the path.
struct Sibling<N> {
    node: Opaque<N>,
    /// Which successor of its parent it is.
    number: u32,
    g: Cost,
    f: Cost,
}

struct Search<'a, N, S, E> {
    space: &'a S,
    estimate: E,
    meter: Meter,
    /// What is left to look at of each node on the path, one after another, the next last.
    siblings: Vec<Sibling<N>>,
    /// Where the node of each depth stands among the siblings.
    path: Vec<usize>,
    /// A part of the hash of each node on the path.
    hashes: Vec<u32>,
    /// The siblings that memory was accounted for.
    peak: usize,
}

impl<N, S, E> Search<'_, N, S, E>
where
    N: Eq + Hash + Clone,
    S: Space<State = Opaque<N>, Move = u32>,
    E: FnMut(&N) -> Cost,
{
    /// Looks at all paths of cost `bound` or less.
    fn below(&mut self, bound: Cost) -> Result<Ended, Stop> {
        let mut next = DEAD_END;
        self.path.clear();
        self.hashes.clear();
        let mut moves = Vec::new();
        while let Some(last) = self.siblings.len().checked_sub(1) {
            if self.path.last() == Some(&last) {
                // All that came after it has been looked at.
                self.path.pop();
                self.hashes.pop();
                self.siblings.pop();
                continue;
            }
            if self.space.is_goal(&self.siblings[last].node) {
                self.path.push(last);
                return Ok(Ended::Solved(
                    self.path[1..].iter().map(|&at| self.siblings[at].number).collect(),
                ));
            }
            self.path.push(last);
            self.hashes.push(hash_of(&self.siblings[last].node) as u32);
            next = next.min(self.expand(last, bound, &mut moves)?);
        }
        Ok(Ended::Exhausted(next))
    }

    /// Adds the successors within the bound, the most promising last. Returns the least
    /// cost beyond it.
    fn expand(&mut self, at: usize, bound: Cost, moves: &mut Vec<u32>) -> Result<Cost, Stop> {
        self.meter.expand()?;
        let (mut node, from) = (self.siblings[at].node.clone(), self.siblings[at].g);
        let first = self.siblings.len();
        let mut next = DEAD_END;
        let space = self.space;
        space.successors(&mut node, moves, |child: Successor<'_, S>| {
            self.meter.generate()?;
            let g = from.saturating_add(child.cost);
            let f = g.saturating_add((self.estimate)(&child.state.0));
            if f > bound {
                next = next.min(f);
            } else if !self.is_on_path(child.state) {
                if self.siblings.len() == self.peak {
                    let more = self.peak.max(64);
                    self.meter.take(more * size_of::<Sibling<N>>())?;
                    self.peak += more;
                }
                self.siblings.push(Sibling { node: child.state.clone(), number: child.mv, g, f });
            }
            Ok(())
        })?;
        // Those that are equal in the order in which they came.
        self.siblings[first..].reverse();
        self.siblings[first..].sort_by_key(|sibling| std::cmp::Reverse(sibling.f));
        self.meter.counts.stored = self.meter.counts.stored.max(self.siblings.len() as u64);
        Ok(next)
    }

    /// Whether a node is its own ancestor. No cheapest path goes in a circle.
    fn is_on_path(&self, node: &Opaque<N>) -> bool {
        let hash = hash_of(node) as u32;
        // All of them at once, in vectors; they are seldom equal.
        let same: u32 = self.hashes.iter().map(|&known| u32::from(known == hash)).sum();
        same > 0 && self.path.iter().any(|&at| self.siblings[at].node == *node)
    }
}
