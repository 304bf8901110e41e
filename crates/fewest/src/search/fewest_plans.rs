//! Every plan of the fewest moves.
//!
//! A* continues past the first solution until no open node could still cost as
//! little, and remembers every cheapest path to each state. What remains is a
//! graph in which each path back from a solved state to the start is a plan, so
//! that they can be counted without being listed, and listed one by one.

use std::collections::BTreeMap;

use super::algorithm::Ties;
use super::best_first::{BestFirst, Duplicates, Node};
use super::budget::Budget;
use super::observer::Observer;
use super::outcome::{Outcome, Plan, Stop};
use super::priority::{Linear, Priority};
use super::store::NodeId;
use crate::space::{Cost, Heuristic, Space};

/// The plans of the fewest moves, as a lazy iterator.
pub struct FewestPlans<'a, S: Space, H: Heuristic<S>, O> {
    search: BestFirst<'a, S, H, Linear, O>,
    solutions: Vec<Node>,
    /// The number of solutions that were followed back.
    traced: usize,
    stop: Stop,
    /// The path back from a solved state that is being followed, each step with
    /// what is still to be tried there.
    path: Vec<Backward<S::Move>>,
}

/// A node on that path: the move that leads on from it, and the edges into it.
struct Backward<M> {
    onward: Option<M>,
    edges: Vec<(NodeId, M)>,
}

/// Finds the cost of the cheapest plans and all paths of that cost. Without an
/// admissible heuristic that can't be known, and the first plan found is taken as the
/// cheapest.
pub fn search<'a, S, H, O>(
    space: &'a S,
    start: &S::State,
    heuristic: &'a H,
    ties: Ties,
    budget: &Budget,
    observer: O,
) -> FewestPlans<'a, S, H, O>
where
    S: Space,
    H: Heuristic<S>,
    O: Observer<S>,
{
    let priority = Linear::A_STAR;
    let duplicates = Duplicates::Remember;
    let mut search =
        BestFirst::with(space, start, heuristic, priority, ties, duplicates, budget, observer);
    let mut solutions: Vec<Node> = Vec::new();
    let mut stop = Stop::Done;
    loop {
        let Some(node) = search.next() else {
            stop = search.stop().unwrap_or(stop);
            break;
        };
        let fewest = solutions.first().map_or(Cost::MAX, |first| first.g);
        if priority.bound(node.priority) > fewest {
            break;
        }
        if node.is_solved && node.g <= fewest {
            if node.g < fewest {
                solutions.clear();
            }
            solutions.push(node);
        }
    }
    search.further_parents.sort_unstable();
    search.further_parents.dedup();
    FewestPlans { search, solutions, traced: 0, stop, path: Vec::new() }
}

impl<S: Space, H: Heuristic<S>, O: Observer<S>> FewestPlans<'_, S, H, O> {
    /// One plan, the bound and the counts. The search is done only when all
    /// plans were found: a limit may leave some out.
    pub fn outcome(&self) -> Outcome<S::Move> {
        let moves = self.solutions.first().map(|&node| self.search.moves(node));
        let counts = self.search.counts();
        let (space, start) = (self.search.space(), self.search.start());
        Outcome::conclude(space, start, moves, self.search.bound(), self.stop, counts)
    }

    /// The number of plans, without listing them; `None` if it does not fit in 64 bits.
    pub fn count_plans(&self) -> Option<u64> {
        let mut counted = BTreeMap::new();
        let mut total: u64 = 0;
        for node in &self.solutions {
            total = total.checked_add(self.count_to(node.id, &mut counted)?)?;
        }
        Some(total)
    }

    /// The number of plans that reach a node, by counting its ancestors first.
    fn count_to(&self, node: NodeId, counted: &mut BTreeMap<NodeId, u64>) -> Option<u64> {
        let mut path = vec![node];
        while let Some(&node) = path.last() {
            let edges = self.edges_into(node);
            let missing = edges.iter().find(|(parent, _)| !counted.contains_key(parent));
            if let Some(&(parent, _)) = missing {
                path.push(parent);
                continue;
            }
            let paths = if edges.is_empty() {
                Some(1)
            } else {
                edges.iter().try_fold(0_u64, |sum, (parent, _)| sum.checked_add(counted[parent]))
            };
            counted.insert(node, paths?);
            path.pop();
        }
        counted.get(&node).copied()
    }

    /// The parents of a node on cheapest paths, with each move that leads from
    /// there.
    fn edges_into(&self, node: NodeId) -> Vec<(NodeId, S::Move)> {
        let Some(first) = self.search.frontier.store.get(node).data.parent() else {
            return Vec::new();
        };
        let further = &self.search.further_parents;
        let from = further.partition_point(|&(child, _)| child < node);
        let further = further[from..].iter().take_while(|&&(child, _)| child == node);
        let mut parents: Vec<NodeId> = further.map(|&(_, parent)| parent).collect();
        parents.push(first);
        parents.sort_unstable();
        parents.dedup();
        let moves = |parent| self.search.moves_between(parent, node).map(move |mv| (parent, mv));
        parents.into_iter().flat_map(moves).collect()
    }

    pub(super) fn observer(&mut self) -> &mut O {
        self.search.observer()
    }
}

impl<S: Space, H: Heuristic<S>, O: Observer<S>> Iterator for FewestPlans<'_, S, H, O> {
    /// A plan, and the index of the goal that it ends with.
    type Item = (u64, Plan<S::Move>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let (node, onward) = if let Some(last) = self.path.last_mut() {
                let Some((parent, mv)) = last.edges.pop() else {
                    self.path.pop();
                    continue;
                };
                (parent, Some(mv))
            } else {
                let node = self.solutions.get(self.traced)?;
                self.traced += 1;
                (node.id, None)
            };
            let mut edges = self.edges_into(node);
            edges.reverse();
            let is_start = edges.is_empty();
            self.path.push(Backward { onward, edges });
            if is_start {
                let moves = self.path.iter().rev().filter_map(|step| step.onward).collect();
                self.path.pop();
                let index = self.solutions[self.traced - 1].index;
                // A plan that does not replay ends the list instead of being shown.
                let plan = Plan::replay(self.search.space(), self.search.start(), moves).ok()?;
                return Some((index, plan));
            }
        }
    }
}
