//! The same searches within limits, with answers that say what is proved.
//!
//! ```
//! use fewest::closures::within;
//! use fewest::search::{Budget, Status};
//! use std::time::Duration;
//!
//! let budget = Budget { time: Some(Duration::from_secs(1)), ..Budget::default() };
//! let route = within::dijkstra(&budget, &1_u32, |&n| [(2 * n, 3), (n + 1, 1)], |&n| n == 10);
//! assert_eq!((route.cost, route.status), (Some(7), Status::Optimal));
//! println!("{} nodes expanded in {:?}", route.counts.expanded, route.counts.elapsed);
//! ```

use std::cell::RefCell;
use std::hash::Hash;

use super::graph::{Backward, Estimate, Graph, Opaque};
use super::route::Route;
use crate::search::{Budget, Linear, Ties, best_first, bidirectional, breadth_first, ida_star};
use crate::space::{Blind, Cost};

/// [`super::astar`] within limits.
///
/// # Panics
///
/// If a cost or an estimate is negative or does not fit in 32 bits.
pub fn astar<N, C, FN, IN, FH, FS>(
    budget: &Budget,
    start: &N,
    mut successors: FN,
    mut heuristic: FH,
    success: FS,
) -> Route<N>
where
    N: Eq + Hash + Clone,
    C: TryInto<u32>,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FH: FnMut(&N) -> C,
    FS: FnMut(&N) -> bool,
{
    let costs = |node: &N| successors(node).into_iter().map(|(next, cost)| (next, to_cost(cost)));
    let graph = Graph::new(costs, success, false);
    let start = Opaque(start.clone());
    let estimate = Estimate(RefCell::new(|node: &N| to_cost(heuristic(node))));
    let priority = Linear::A_STAR;
    let outcome =
        best_first::search(&graph, &start, &estimate, priority, Ties::LowH, budget, &mut ());
    Route::new(&graph, &start, &outcome)
}

/// [`super::dijkstra`] within limits.
///
/// # Panics
///
/// If a cost is negative or does not fit in 32 bits.
pub fn dijkstra<N, C, FN, IN, FS>(
    budget: &Budget,
    start: &N,
    mut successors: FN,
    success: FS,
) -> Route<N>
where
    N: Eq + Hash + Clone,
    C: TryInto<u32>,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FS: FnMut(&N) -> bool,
{
    let costs = |node: &N| successors(node).into_iter().map(|(next, cost)| (next, to_cost(cost)));
    let graph = Graph::new(costs, success, false);
    let start = Opaque(start.clone());
    let priority = Linear::UNIFORM_COST;
    let outcome = best_first::search(&graph, &start, &Blind, priority, Ties::LowH, budget, &mut ());
    Route::new(&graph, &start, &outcome)
}

/// [`super::bfs`] within limits.
pub fn bfs<N, FN, IN, FS>(budget: &Budget, start: &N, mut successors: FN, success: FS) -> Route<N>
where
    N: Eq + Hash + Clone,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = N>,
    FS: FnMut(&N) -> bool,
{
    let steps = |node: &N| successors(node).into_iter().map(|next| (next, 1));
    let graph = Graph::new(steps, success, true);
    let start = Opaque(start.clone());
    let outcome = breadth_first::search(&graph, &start, budget, &mut ());
    Route::new(&graph, &start, &outcome)
}

/// [`super::bfs_bidirectional`] within limits.
pub fn bfs_bidirectional<N, FN, FP, IN, IP>(
    budget: &Budget,
    start: &N,
    end: &N,
    mut successors: FN,
    predecessors: FP,
) -> Route<N>
where
    N: Eq + Hash + Clone,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = N>,
    FP: FnMut(&N) -> IP,
    IP: IntoIterator<Item = N>,
{
    let steps = |node: &N| successors(node).into_iter().map(|next| (next, 1));
    let graph = Graph::new(steps, |node: &N| node == end, true);
    let backward = Backward { end: end.clone(), predecessors: RefCell::new(predecessors) };
    let start = Opaque(start.clone());
    let outcome = bidirectional::search(&graph, &backward, &start, budget, &mut ());
    Route::new(&graph, &start, &outcome)
}

/// [`super::idastar`] within limits.
///
/// # Panics
///
/// If a cost or an estimate is negative or does not fit in 32 bits.
pub fn idastar<N, C, FN, IN, FH, FS>(
    budget: &Budget,
    start: &N,
    mut successors: FN,
    mut heuristic: FH,
    success: FS,
) -> Route<N>
where
    N: Eq + Hash + Clone,
    C: TryInto<u32>,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FH: FnMut(&N) -> C,
    FS: FnMut(&N) -> bool,
{
    let costs = |node: &N| successors(node).into_iter().map(|(next, cost)| (next, to_cost(cost)));
    let graph = Graph::new(costs, success, false);
    let start = Opaque(start.clone());
    let estimate = Estimate(RefCell::new(|node: &N| to_cost(heuristic(node))));
    let outcome = ida_star::search_by_copies(&graph, &start, &estimate, budget);
    Route::new(&graph, &start, &outcome)
}

fn to_cost<C: TryInto<u32>>(cost: C) -> Cost {
    let Ok(cost) = cost.try_into() else { panic!("a cost is negative or exceeds 32 bits") };
    cost
}
