//! Path reconstruction in a set that stores depths but no parents.

use super::Direction;
use super::space::Blocks;
use super::visited::{Label, Visited};
use super::word::Word;

pub(super) struct Reconstruction<'a, W> {
    pub(super) space: &'a Blocks<W>,
    pub(super) visited: &'a Visited<W>,
}

impl<W: Word> Reconstruction<'_, W> {
    /// The moves from the start to a state that the forward side reaches at `depth`.
    pub(super) fn moves_to(&self, start: W, state: W, depth: u32) -> Vec<Direction> {
        let mut moves = self.follow(
            state,
            depth,
            true,
            |&state| state == start,
            |state, out| {
                let mut before = Vec::new();
                for direction in Direction::ALL {
                    self.space.rules().predecessors(state, direction, &mut before);
                    out.extend(before.drain(..).map(|state| (state, direction)));
                }
            },
        );
        moves.reverse();
        moves
    }

    /// The moves from a state that the backward side reaches at `depth` to a goal.
    pub(super) fn moves_on(&self, state: W, depth: u32) -> Vec<Direction> {
        let rules = self.space.rules();
        // The backward side holds nothing but goals at depth 0.
        self.follow(
            state,
            depth,
            false,
            |_| true,
            |state, out| {
                out.extend(
                    Direction::ALL.map(|direction| (rules.step(state, direction), direction)),
                );
            },
        )
    }

    /// Steps from layer to layer. A neighbour is at most one layer nearer to the end, so
    /// a label that says so is right. Labels wrap around at [`Label::DEPTHS`]; beyond
    /// that, all candidates are kept until the end decides.
    fn follow(
        &self,
        state: W,
        depth: u32,
        is_forward: bool,
        is_end: impl Fn(&W) -> bool,
        neighbours: impl Fn(W, &mut Vec<(W, Direction)>),
    ) -> Vec<Direction> {
        let is_sure = depth < Label::DEPTHS;
        // For each layer its states, each with the state of the layer before and the
        // move that leads to it.
        let mut layers = vec![vec![(state, 0, Direction::U)]];
        let mut out = Vec::new();
        for depth in (0..depth).rev() {
            let label = Label::new(is_forward, depth);
            let mut layer: Vec<(W, usize, Direction)> = Vec::new();
            for (i, &(state, ..)) in layers[layers.len() - 1].iter().enumerate() {
                out.clear();
                neighbours(state, &mut out);
                let known =
                    |&&(state, _): &&(W, Direction)| self.visited.find(state) == Some(label);
                layer.extend(out.iter().filter(known).map(|&(state, mv)| (state, i, mv)));
                if is_sure && !layer.is_empty() {
                    layer.truncate(1);
                    break;
                }
            }
            layer.sort_unstable();
            layer.dedup_by_key(|&mut (state, ..)| state);
            layers.push(layer);
        }
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
        moves
    }
}
