//! Path reconstruction: from a goal back to the start, by the depths in a table.

use super::cells::Marks;
use crate::space::{Cost, Ranking, Reverse, Space};

/// The moves of a shortest path to `goal`, which was reached at `depth`.
///
/// If the predecessors contradict the moves, there may be no such path. Then the moves
/// are those of the part that was found, and don't replay.
pub(super) fn reconstruct<S: Space>(
    ranking: &dyn Ranking<S>,
    reverse: &dyn Reverse<S>,
    marks: &dyn Marks,
    goal: &S::State,
    depth: Cost,
) -> Vec<S::Move> {
    let mut moves = Vec::new();
    let mut state = goal.clone();
    let mut before = Vec::new();
    for depth in (0..depth).rev() {
        reverse.predecessors(&state, &mut before);
        let nearer = before
            .drain(..)
            .find(|(state, _)| ranking.contains(state) && marks.is_at(ranking.rank(state), depth));
        let Some((nearer, mv)) = nearer else { break };
        moves.push(mv);
        state = nearer;
    }
    moves.reverse();
    moves
}
