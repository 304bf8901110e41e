//! The searches: one file per algorithm, all answering with an [`Outcome`].
//!
//! | module | search | needs |
//! |---|---|---|
//! | [`best_first`] | A*, weighted A*, greedy, uniform cost, depth-first, as a lazy iterator | [`Space`] |
//! | [`fewest_plans`] | every plan of the fewest moves, by A* | [`Space`] |
//! | [`plan_graph`] | the same through the layers between both ends, where the fewest moves are known | [`Space`] with unit costs |
//! | [`ida_star`] | iterative-deepening A* | [`Space`] |
//! | [`breadth_first`] | breadth-first over a hash set | [`Space`] |
//! | [`bidirectional`] | breadth-first from both ends | [`Reverse`](crate::space::Reverse) |
//! | [`local`] | annealing, late acceptance and breakout, from attempt to attempt | [`local::Local`] |
//! | [`table`] | breadth-first over a table of all states, and whole spaces | [`Ranking`](crate::space::Ranking) |

mod algorithm;
mod budget;
mod engine;
mod observer;
mod open;
mod outcome;
mod priority;
mod shared_meter;
mod stop_rule;
mod store;

pub mod beam;
pub mod best_first;
pub mod bidirectional;
pub mod branch_and_bound;
pub mod breadth_first;
pub mod event;
pub mod fewest_plans;
pub mod ida_star;
pub mod layered;
pub mod local;
pub mod neighbourhood;
pub mod parallel_best_first;
pub mod pattern;
pub mod plan_graph;
pub mod table;

pub use algorithm::{Algorithm, Ties};
pub use best_first::{BestFirst, Duplicates, Node};
pub use budget::{Budget, Cancel, Checkpoint, Meter};
pub use engine::{Engine, Incapable, Task, uninformed};
pub use event::{Event, Progress};
pub use observer::{Observer, Visit, WithoutExpansions};
pub use outcome::{Counts, Outcome, Plan, ReplayError, Status, Stop};
pub use priority::{Linear, Priority};
pub use stop_rule::{Enough, Gap, StopRule};

use crate::space::Space;
pub use store::release_memory;
use store::{NO_NODE, NodeId};

/// A move that leads from one state to another.
fn move_between<S: Space>(space: &S, from: &S::State, to: &S::State) -> Option<S::Move> {
    let mut moves = Vec::new();
    space.moves(from, &mut moves);
    moves.into_iter().find(|&mv| {
        let mut state = from.clone();
        space.apply(&mut state, mv);
        state == *to
    })
}

/// The moves that led to a node, from the chain of its parents.
fn backtrack<'a, S: Space>(
    space: &S,
    node: NodeId,
    state_and_parent: impl Fn(NodeId) -> (&'a S::State, NodeId),
) -> Vec<S::Move>
where
    S::State: 'a,
{
    let mut moves = Vec::new();
    let (mut state, mut parent) = state_and_parent(node);
    while parent != NO_NODE {
        let (before, grandparent) = state_and_parent(parent);
        moves.extend(move_between(space, before, state));
        (state, parent) = (before, grandparent);
    }
    moves.reverse();
    moves
}
