//! The searches that store states, against the obviously right answer, with states of every
//! kind: small, large, with memory of their own; moves that cost nothing; several goals; dead
//! ends. And the closures, against the crate whose functions they stand in for.

#![allow(
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    clippy::needless_range_loop,
    reason = "tests may panic, and share a module"
)]

mod common;

use std::fmt::Debug;
use std::hash::Hash;

use common::Graph;
use fewest::closures::{self, within};
use fewest::search::{BestFirst, Stop};
use fewest::search::{
    Budget, Duplicates, Linear, Outcome, Status, Ties, best_first, bidirectional, breadth_first,
    ida_star, parallel_best_first,
};
use fewest::space::{Cost, DEAD_END, Heuristic, Reverse, Space};
use pathfinding::prelude as peer;
use proptest::prelude::*;

/// What a state must be for all searches here.
trait State: Clone + Eq + Hash + Debug + Send + Sync {}
impl<T: Clone + Eq + Hash + Debug + Send + Sync> State for T {}

/// A graph whose vertices have names.
struct Named<T> {
    graph: Graph,
    names: Vec<T>,
}

impl<T: State> Named<T> {
    fn new(graph: &Graph, name: impl Fn(usize) -> T) -> Self {
        Named { names: (0..graph.edges.len()).map(name).collect(), graph: graph.clone() }
    }

    fn vertex(&self, name: &T) -> usize {
        self.names.iter().position(|other| other == name).unwrap()
    }

    fn next(&self, name: &T) -> Vec<(T, Cost)> {
        let edges = &self.graph.edges[self.vertex(name)];
        edges.iter().map(|&(to, cost)| (self.names[to].clone(), cost)).collect()
    }
}

impl<T: State> Space for Named<T> {
    type State = T;
    type Move = usize;
    type Undo = T;

    fn is_goal(&self, name: &T) -> bool {
        self.graph.is_goal(&self.vertex(name))
    }
    fn moves(&self, name: &T, out: &mut Vec<usize>) {
        self.graph.moves(&self.vertex(name), out);
    }
    fn apply(&self, name: &mut T, edge: usize) -> T {
        let to = self.graph.edges[self.vertex(name)][edge].0;
        std::mem::replace(name, self.names[to].clone())
    }
    fn undo(&self, name: &mut T, _: usize, before: T) {
        *name = before;
    }
    fn cost(&self, name: &T, edge: usize) -> Cost {
        self.graph.cost(&self.vertex(name), edge)
    }
    fn has_unit_costs(&self) -> bool {
        self.graph.unit_costs
    }
}

impl<T: State> Reverse<Named<T>> for Named<T> {
    fn goals(&self, out: &mut Vec<T>) {
        out.extend(self.graph.goals.iter().map(|&goal| self.names[goal].clone()));
    }
    fn predecessors(&self, name: &T, out: &mut Vec<(T, usize)>) {
        let mut before = Vec::new();
        self.graph.predecessors(&self.vertex(name), &mut before);
        out.extend(before.into_iter().map(|(from, edge)| (self.names[from].clone(), edge)));
    }
}

/// An admissible estimate of each vertex. One type, because each compiles all searches.
struct Estimates {
    values: Vec<Cost>,
    is_consistent: bool,
}

impl<T: State> Heuristic<Named<T>> for Estimates {
    type Value = Cost;

    fn evaluate(&self, named: &Named<T>, name: &T) -> Cost {
        self.values[named.vertex(name)]
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
    fn is_admissible(&self) -> bool {
        true
    }
    fn is_consistent(&self) -> bool {
        self.is_consistent
    }
}

fn problem(costs: std::ops::RangeInclusive<Cost>) -> impl Strategy<Value = (Graph, Vec<Cost>)> {
    let unit_costs = costs == (1..=1);
    (2..12_usize)
        .prop_flat_map(move |vertices| {
            let edge = (0..vertices, costs.clone(), any::<bool>());
            let edges = prop::collection::vec(prop::collection::vec(edge, 0..3), vertices);
            let goals = prop::collection::btree_set(0..vertices, 0..3);
            (edges, goals, prop::collection::vec(0..=100_u32, vertices))
        })
        .prop_map(move |(lists, goals, percent)| {
            // Some moves can be taken back, some can't.
            let mut edges: Vec<Vec<(usize, Cost)>> = vec![Vec::new(); lists.len()];
            for (from, list) in lists.into_iter().enumerate() {
                for (to, cost, both) in list {
                    edges[from].push((to, cost));
                    if both {
                        edges[to].push((from, cost));
                    }
                }
            }
            let goals = goals.into_iter().collect();
            let graph = Graph { edges, goals, unit_costs, is_reversible: true, is_numbered: true };
            let estimates = graph.costs_to_go().into_iter().zip(percent);
            let estimates = estimates.map(|(cost, percent)| match cost {
                DEAD_END => percent % 7,
                cost => (u64::from(cost) * u64::from(percent) / 100) as Cost,
            });
            let estimates = estimates.collect();
            (graph, estimates)
        })
}

/// Any search that ends tells the truth, and all but IDA* end.
fn is_right(cost: Cost, outcome: &Outcome<usize>) -> Result<(), TestCaseError> {
    if outcome.stop == Stop::Done {
        let expected = if cost == DEAD_END { Status::Unsolvable } else { Status::Optimal };
        prop_assert_eq!(outcome.status, expected);
        prop_assert_eq!(outcome.cost().unwrap_or(DEAD_END), cost);
    } else {
        prop_assert_eq!(outcome.stop, Stop::Nodes);
        prop_assert!(outcome.bound <= cost);
    }
    Ok(())
}

/// The name is no closure, which would compile all searches for each one.
fn check<T: State>(
    graph: &Graph,
    estimates: &[Cost],
    name: fn(usize) -> T,
) -> Result<(), TestCaseError> {
    let (named, costs) = (Named::new(graph, name), graph.costs_to_go());
    let h = Estimates { values: estimates.to_vec(), is_consistent: false };
    let blind = Estimates { values: vec![0; estimates.len()], is_consistent: true };
    let limited = Budget { nodes: Some(5000), threads: 2, ..Budget::default() };
    let budget = Budget { threads: 2, ..Budget::default() };
    for (start, &cost) in named.names.iter().zip(&costs) {
        for ties in [Ties::LowH, Ties::Lifo, Ties::Fifo] {
            let a_star = Linear::A_STAR;
            let outcome = best_first::search(&named, start, &h, a_star, ties, &budget, &mut ());
            prop_assert_eq!(outcome.stop, Stop::Done);
            is_right(cost, &outcome)?;
        }
        let uniform = Linear::UNIFORM_COST;
        let outcome =
            best_first::search(&named, start, &blind, uniform, Ties::LowH, &budget, &mut ());
        is_right(cost, &outcome)?;
        let outcome =
            parallel_best_first::search(&named, start, &h, Linear::A_STAR, &budget, &mut ());
        is_right(cost, &outcome)?;
        is_right(cost, &ida_star::search(&named, start, &h, &limited, &mut ()))?;
        if graph.unit_costs {
            is_right(cost, &breadth_first::search(&named, start, &budget, &mut ()))?;
            is_right(cost, &bidirectional::search(&named, &named, start, &budget, &mut ()))?;
        }
        // The lazy iterator expands no state twice at the same cost.
        let nodes = BestFirst::with(
            &named,
            start,
            &blind,
            uniform,
            Ties::LowH,
            Duplicates::Drop,
            &budget,
            (),
        );
        let nodes: Vec<_> = nodes.collect();
        prop_assert!(nodes.is_sorted_by_key(|node| node.g));
        prop_assert!(nodes.len() <= costs.len());
    }
    Ok(())
}

/// The closures find what the other crate finds.
fn check_closures<T: State>(
    graph: &Graph,
    estimates: &[Cost],
    name: impl Fn(usize) -> T,
) -> Result<(), TestCaseError> {
    let (named, costs) = (Named::new(graph, name), graph.costs_to_go());
    let next = |node: &T| named.next(node);
    let steps = |node: &T| named.next(node).into_iter().map(|(to, _)| to).collect::<Vec<_>>();
    let estimate = |node: &T| estimates[named.vertex(node)];
    let is_goal = |node: &T| named.is_goal(node);
    let cost_of = |path: Option<(Vec<T>, Cost)>| path.map(|(_, cost)| cost);
    for (start, &cost) in named.names.iter().zip(&costs) {
        let expected = cost_of(peer::dijkstra(start, next, is_goal));
        prop_assert_eq!(expected.unwrap_or(DEAD_END), cost);
        prop_assert_eq!(cost_of(closures::dijkstra(start, next, is_goal)), expected);
        prop_assert_eq!(cost_of(closures::astar(start, next, estimate, is_goal)), expected);
        let budget = Budget { nodes: Some(5000), ..Budget::default() };
        let route = within::idastar(&budget, start, next, estimate, is_goal);
        prop_assert!(route.stop != Stop::Done || route.cost == expected);
        let path = closures::bfs(start, steps, is_goal);
        let other = peer::bfs(start, steps, is_goal);
        prop_assert_eq!(path.as_ref().map(Vec::len), other.map(|path| path.len()));
        if let Some(path) = path {
            prop_assert!(path.windows(2).all(|pair| steps(&pair[0]).contains(&pair[1])));
        }
        for end in &named.names {
            let before = |node: &T| {
                let mut before = Vec::new();
                named.predecessors(node, &mut before);
                before.into_iter().map(|(node, _)| node).collect::<Vec<_>>()
            };
            let path = closures::bfs_bidirectional(start, end, steps, before);
            let other = peer::bfs(start, steps, |node| node == end);
            prop_assert_eq!(path.map(|path| path.len()), other.map(|path| path.len()));
        }
    }
    Ok(())
}

fn small(vertex: usize) -> (u8, bool) {
    (vertex as u8, true)
}

fn word(vertex: usize) -> String {
    format!("vertex {vertex}")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_states((graph, estimates) in prop_oneof![problem(1..=1), problem(0..=5)]) {
        check(&graph, &estimates, small)?;
        check_closures(&graph, &estimates, |vertex| vertex as u16)?;
    }

    #[test]
    fn large_states((graph, estimates) in prop_oneof![problem(1..=1), problem(0..=5)]) {
        check(&graph, &estimates, |vertex| [vertex as u64; 7])?;
        check_closures(&graph, &estimates, |vertex| [vertex as u8; 40])?;
    }

    #[test]
    fn states_with_memory((graph, estimates) in prop_oneof![problem(1..=1), problem(0..=5)]) {
        check(&graph, &estimates, word)?;
        check_closures(&graph, &estimates, |vertex| vec![vertex; 3].into_boxed_slice())?;
    }

    /// Priorities that are far apart, so that the open list is one heap.
    #[test]
    fn large_costs((graph, estimates) in problem(0..=40_000_000)) {
        check(&graph, &estimates, small)?;
    }
}

/// Cells that cost from 1 to 9 to enter: rows of the open list that are heaps,
/// cheaper paths to states that are open, and an index that has grown.
#[test]
fn a_weighted_grid() {
    const SIDE: u32 = 300;
    let cost = |(x, y): (u32, u32)| (x * 7919 + y * 104_729 + x * y) % 9 + 1;
    let next = |&(x, y): &(u32, u32)| {
        let around = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        let inside = around.into_iter().filter(|&(x, y)| x < SIDE && y < SIDE);
        inside.map(|to| (to, cost(to))).collect::<Vec<_>>()
    };
    for goal in [(SIDE - 1, SIDE - 1), (0, SIDE - 1), (150, 17)] {
        let is_goal = |place: &(u32, u32)| *place == goal;
        let (_, expected) = peer::dijkstra(&(0, 0), next, is_goal).unwrap();
        assert_eq!(closures::dijkstra(&(0, 0), next, is_goal).unwrap().1, expected);
        let estimate = |&(x, y): &(u32, u32)| x.abs_diff(goal.0) + y.abs_diff(goal.1);
        assert_eq!(closures::astar(&(0, 0), next, estimate, is_goal).unwrap().1, expected);
    }
}
