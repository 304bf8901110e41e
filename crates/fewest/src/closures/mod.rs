//! Graphs that are given as closures: a start, a function from a node to its successors,
//! perhaps an estimate, and a test for the goal.
//!
//! The functions have the names and the arguments of the crate `pathfinding`, so that a
//! program that was written for it changes one `use`. Those in [`within`] take a
//! [`Budget`] besides, and answer with a [`Route`]: a path, the bound that was proved, why
//! the search stopped, and what it spent. A [`Space`] of one's own
//! is faster still, and has all the other algorithms.
//!
//! ```
//! use fewest::closures::astar;
//!
//! // A knight from one square to another.
//! const GOAL: (i32, i32) = (4, 6);
//! let jumps = |&(x, y): &(i32, i32)| {
//!     [(1, 2), (1, -2), (-1, 2), (-1, -2), (2, 1), (2, -1), (-2, 1), (-2, -1)]
//!         .map(|(right, up)| ((x + right, y + up), 1))
//! };
//! let at_least = |&(x, y): &(i32, i32)| (GOAL.0.abs_diff(x) + GOAL.1.abs_diff(y)) as i32 / 3;
//! let (path, cost) = astar(&(1, 1), jumps, at_least, |&place| place == GOAL).unwrap();
//! assert_eq!((path.len(), cost), (5, 4));
//! ```

mod graph;
mod route;
pub mod within;

use std::hash::Hash;

use crate::search::Budget;
#[cfg(doc)]
use crate::space::Space;

pub use route::Route;

/// A cheapest path, by A*, if the estimate is never more than the cost that remains.
/// Returns the nodes from the start to the goal, and the cost.
///
/// # Panics
///
/// If a cost or an estimate is negative or does not fit in 32 bits.
pub fn astar<N, C, FN, IN, FH, FS>(
    start: &N,
    successors: FN,
    heuristic: FH,
    success: FS,
) -> Option<(Vec<N>, C)>
where
    N: Eq + Hash + Clone,
    C: TryInto<u32> + TryFrom<u32> + Copy,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FH: FnMut(&N) -> C,
    FS: FnMut(&N) -> bool,
{
    within::astar(&Budget::default(), start, successors, heuristic, success).with_cost()
}

/// A cheapest path, by uniform-cost search (Dijkstra's order).
/// Returns the nodes from the start to the goal, and the cost.
///
/// ```
/// use fewest::closures::dijkstra;
///
/// // Double for 3, or add one for 1.
/// let result = dijkstra(&1_u32, |&n| [(2 * n, 3), (n + 1, 1)], |&n| n == 10);
/// assert_eq!(result, Some((vec![1, 2, 3, 4, 5, 10], 7)));
/// ```
///
/// # Panics
///
/// If a cost is negative or does not fit in 32 bits.
pub fn dijkstra<N, C, FN, IN, FS>(start: &N, successors: FN, success: FS) -> Option<(Vec<N>, C)>
where
    N: Eq + Hash + Clone,
    C: TryInto<u32> + TryFrom<u32> + Copy,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FS: FnMut(&N) -> bool,
{
    within::dijkstra(&Budget::default(), start, successors, success).with_cost()
}

/// A path of the fewest steps, by breadth-first search: its nodes from the start to the
/// goal.
///
/// ```
/// use fewest::closures::bfs;
///
/// let path = bfs(&1_u32, |&n| [2 * n, n + 1], |&n| n == 10);
/// assert_eq!(path, Some(vec![1, 2, 4, 5, 10]));
/// ```
pub fn bfs<N, FN, IN, FS>(start: &N, successors: FN, success: FS) -> Option<Vec<N>>
where
    N: Eq + Hash + Clone,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = N>,
    FS: FnMut(&N) -> bool,
{
    within::bfs(&Budget::default(), start, successors, success).path
}

/// A path of the fewest steps from `start` to `end`, by breadth-first search from both
/// ends.
///
/// ```
/// use fewest::closures::bfs_bidirectional;
///
/// let next = |&n: &i32| vec![2 * n, n + 1];
/// let before = |&n: &i32| if n % 2 == 0 { vec![n / 2, n - 1] } else { vec![n - 1] };
/// let path = bfs_bidirectional(&1, &1000, next, before).unwrap();
/// assert_eq!(path.len(), 15);
/// ```
pub fn bfs_bidirectional<N, FN, FP, IN, IP>(
    start: &N,
    end: &N,
    successors: FN,
    predecessors: FP,
) -> Option<Vec<N>>
where
    N: Eq + Hash + Clone,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = N>,
    FP: FnMut(&N) -> IP,
    IP: IntoIterator<Item = N>,
{
    within::bfs_bidirectional(&Budget::default(), start, end, successors, predecessors).path
}

/// A cheapest path, by IDA*, in the memory of one path and a small table, if the estimate is
/// never more than the cost that remains. Returns the nodes from the start to the goal, and the cost.
///
/// ```
/// use fewest::closures::idastar;
///
/// // Sort by swapping neighbours.
/// let swaps = |word: &[u8; 5]| {
///     let word = *word;
///     (0..4).map(move |at| {
///         let mut after = word;
///         after.swap(at, at + 1);
///         (after, 1)
///     })
/// };
/// // A swap moves two letters, one step each.
/// let steps = |word: &[u8; 5]| {
///     word.iter().zip(b"abcde").map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>() / 2
/// };
/// let (path, cost) = idastar(b"edcba", swaps, steps, |word| word == b"abcde").unwrap();
/// assert_eq!((path.len(), cost), (11, 10));
/// ```
///
/// # Panics
///
/// If a cost or an estimate is negative or does not fit in 32 bits.
pub fn idastar<N, C, FN, IN, FH, FS>(
    start: &N,
    successors: FN,
    heuristic: FH,
    success: FS,
) -> Option<(Vec<N>, C)>
where
    N: Eq + Hash + Clone,
    C: TryInto<u32> + TryFrom<u32> + Copy,
    FN: FnMut(&N) -> IN,
    IN: IntoIterator<Item = (N, C)>,
    FH: FnMut(&N) -> C,
    FS: FnMut(&N) -> bool,
{
    within::idastar(&Budget::default(), start, successors, heuristic, success).with_cost()
}
