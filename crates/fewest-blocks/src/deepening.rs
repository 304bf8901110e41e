//! Iterative deepening by layers, towards the backward side of the search from both ends:
//! breadth-first heuristic search (Zhou and Hansen 2006).
//!
//! An iteration asks whether there is a plan of U moves, where fewer are known not to be
//! enough. Its layers begin at the start, and the bound filter keeps only states that may be
//! solved in time. If b layers back from the goal are finished, a plan of U moves exists just
//! where the layer at depth U − b has a state of the last of them. So an iteration ends
//! b layers before the goal. Where the pattern databases tell much, it is as quick as A*
//! with few nodes, at many times the speed for each.

use super::packed::Packed;
use super::word::Word;
use fewest::search::layered::{Bidirectional, Label, Layers, PackedSpace};
use fewest::search::{Budget, Counts, Stop};
use fewest::space::Cost;

/// The states that are looked up at a time.
const BATCH: usize = 1 << 10;

/// What an iteration has shown.
pub(super) enum Iteration<W> {
    /// The states of a plan.
    Plan(Vec<W>),
    /// There is no such plan.
    None,
    /// It was stopped.
    Stopped,
}

/// Looks for a plan of `moves` moves. The backward side of `kernel` must be less deep, and no
/// plan may have fewer moves. Returns also what it spent.
pub(super) fn iterate<W: Word>(
    packed: &Packed<'_, W>,
    start: W,
    kernel: &Bidirectional<'_, W>,
    moves: Cost,
    budget: &Budget,
) -> (Iteration<W>, Counts) {
    match Layers::forward(packed, &[start], budget) {
        Ok(mut layers) => {
            let found = find(packed, &mut layers, kernel, moves);
            (found.unwrap_or(Iteration::Stopped), layers.counts())
        }
        Err(_) => (Iteration::Stopped, Counts::default()),
    }
}

fn find<W: Word>(
    packed: &Packed<'_, W>,
    layers: &mut Layers<'_, W>,
    kernel: &Bidirectional<'_, W>,
    moves: Cost,
) -> Result<Iteration<W>, Stop> {
    let (visited, backward) = kernel.visited();
    layers.restrict(moves + 1);
    let depth = moves.saturating_sub(backward);
    loop {
        let Some(layer) = layers.advance(&mut |_| ())? else { return Ok(Iteration::None) };
        if layer.depth == depth {
            break;
        }
    }
    let goal_side = Label::new(false, backward);
    let mut states = layers.states();
    let mut batch: Vec<W> = Vec::with_capacity(BATCH);
    let mut meeting: Option<W> = None;
    while meeting.is_none() {
        layers.check()?;
        batch.clear();
        batch.extend(states.by_ref().take(BATCH));
        if batch.is_empty() {
            return Ok(Iteration::None);
        }
        let mut take = |state: W| meeting = meeting.into_iter().chain([state]).min();
        if backward == 0 {
            // There may be too many goals to be stored.
            batch.iter().filter(|&&state| packed.is_goal(state)).for_each(|&state| take(state));
        } else {
            visited.find_all(&batch, |i, label| {
                if label == goal_side {
                    take(batch[i]);
                }
            });
        }
    }
    let Some(meeting) = meeting else { return Ok(Iteration::None) };
    let mut path = layers.paths().from_start(meeting, depth)?;
    path.extend(kernel.paths().to_goal(meeting, backward)?.into_iter().skip(1));
    Ok(Iteration::Plan(path))
}
