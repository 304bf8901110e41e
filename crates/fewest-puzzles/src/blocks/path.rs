//! Path reconstruction in a set that stores depths but no parents.

use super::Direction;
use super::space::Blocks;
use super::visited::{Label, Visited};
use super::word::Word;
use fewest::search::{Meter, Stop};

/// The limits are checked once in this number of neighbours.
pub(super) const CHECK_EVERY: usize = 1 << 12;

pub(super) struct Reconstruction<'a, W> {
    pub(super) space: &'a Blocks<W>,
    pub(super) visited: &'a Visited<W>,
}

impl<W: Word> Reconstruction<'_, W> {
    /// The moves from the start to a state that the forward side reaches at `depth`.
    pub(super) fn moves_to(
        &self,
        start: W,
        state: W,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<Vec<Direction>, Stop> {
        let mut moves = follow(
            state,
            depth,
            true,
            |&state| state == start,
            |state, label, out| self.stored_predecessors(state, label, out),
            meter,
        )?;
        moves.reverse();
        Ok(moves)
    }

    /// The moves from a state that the backward side reaches at `depth` to a goal.
    pub(super) fn moves_on(
        &self,
        state: W,
        depth: u32,
        meter: &mut Meter,
    ) -> Result<Vec<Direction>, Stop> {
        let rules = self.space.rules();
        // The backward side holds nothing but goals at depth 0.
        follow(
            state,
            depth,
            false,
            |_| true,
            |state, label, out| {
                let next =
                    Direction::ALL.map(|direction| (rules.step(state, direction), direction));
                let known = |&(state, _): &(W, Direction)| self.visited.find(state) == Some(label);
                out.extend(next.into_iter().filter(known));
            },
            meter,
        )
    }

    /// Appends the predecessors of a state that are stored with a label. It looks
    /// through the predecessors or through the whole set, whichever has fewer states.
    pub(super) fn stored_predecessors(
        &self,
        state: W,
        label: Label,
        out: &mut Vec<(W, Direction)>,
    ) {
        let rules = self.space.rules();
        if rules.count_predecessors(state) <= self.visited.len() as u64 {
            let mut before = Vec::new();
            for direction in Direction::ALL {
                rules.predecessors(state, direction, &mut before);
                before.retain(|&word| self.visited.find(word) == Some(label));
                out.extend(before.drain(..).map(|word| (word, direction)));
            }
            return;
        }
        for word in self.visited.labelled(label) {
            let leads_here = |&direction: &Direction| rules.step(word, direction) == state;
            out.extend(Direction::ALL.into_iter().filter(leads_here).map(|by| (word, by)));
        }
    }
}

/// Steps from layer to layer. A neighbour is at most one layer nearer to the end, so
/// a label that says so is right. Labels wrap around at [`Label::DEPTHS`]; beyond
/// that, all candidates are kept until the end decides.
fn follow<W: Word>(
    state: W,
    depth: u32,
    is_forward: bool,
    is_end: impl Fn(&W) -> bool,
    neighbours: impl Fn(W, Label, &mut Vec<(W, Direction)>),
    meter: &mut Meter,
) -> Result<Vec<Direction>, Stop> {
    let is_sure = depth < Label::DEPTHS;
    // For each layer its states, each with the state of the layer before and the
    // move that leads to it.
    let mut layers = vec![vec![(state, 0, Direction::U)]];
    let mut taken = 0;
    let mut out = Vec::new();
    let mut seen = 0;
    for depth in (0..depth).rev() {
        let label = Label::new(is_forward, depth);
        let mut layer: Vec<(W, usize, Direction)> = Vec::new();
        for (i, &(state, ..)) in layers[layers.len() - 1].iter().enumerate() {
            out.clear();
            neighbours(state, label, &mut out);
            layer.extend(out.iter().map(|&(state, mv)| (state, i, mv)));
            if is_sure && !layer.is_empty() {
                layer.truncate(1);
                break;
            }
            seen += 1;
            if seen % CHECK_EVERY == 0 {
                meter.check()?;
            }
        }
        layer.sort_unstable();
        layer.dedup_by_key(|&mut (state, ..)| state);
        if !is_sure {
            layer.shrink_to_fit();
            let bytes = layer.capacity() * size_of::<(W, usize, Direction)>();
            meter.take(bytes)?;
            taken += bytes;
        }
        layers.push(layer);
    }
    meter.give_back(taken);
    let last = layers[layers.len() - 1].iter().position(|(state, ..)| is_end(state));
    let mut at = last.unwrap_or(0);
    let mut moves = Vec::new();
    for layer in layers[1..].iter().rev() {
        let Some(&(_, from, mv)) = layer.get(at) else {
            break;
        };
        moves.push(mv);
        at = from;
    }
    moves.reverse();
    Ok(moves)
}
