//! Path reconstruction in a set that stores depths but no parents.

use rustc_hash::FxHashMap;

use crate::search::Stop;
use crate::search::shared_meter::SharedMeter;

use super::label::Label;
use super::packed::{PackedSpace, PackedState};
use super::visited::Visited;

/// The limits are checked once in this number of neighbours.
const CHECK_EVERY: usize = 1 << 12;

/// The states that are expanded at a time to find predecessors in the set.
const CHUNK: usize = 256;

/// A set, and the space that its states are of.
#[derive(Clone, Copy)]
pub struct Reconstruction<'a, W: PackedState> {
    space: &'a dyn PackedSpace<W>,
    visited: &'a Visited<W>,
    meter: &'a SharedMeter,
}

impl<'a, W: PackedState> Reconstruction<'a, W> {
    pub(super) fn new(
        space: &'a dyn PackedSpace<W>,
        visited: &'a Visited<W>,
        meter: &'a SharedMeter,
    ) -> Self {
        Reconstruction { space, visited, meter }
    }

    /// The states from the start, which is the only one of depth 0, to one that the
    /// forward side reaches at `depth`.
    pub fn from_start(&self, state: W, depth: u32) -> Result<Vec<W>, Stop> {
        W::from_start(self, state, depth)
    }

    pub(super) fn path_from_start(&self, state: W, depth: u32) -> Result<Vec<W>, Stop> {
        let before = |state, label, out: &mut Vec<W>| self.stored_predecessors(state, label, out);
        let start = |state: W| self.visited.find(state) == Some(Label::new(true, 0));
        let mut states = self.follow(state, depth, true, start, before)?;
        states.reverse();
        Ok(states)
    }

    /// The states from one that the backward side reaches at `depth` to a goal.
    pub fn to_goal(&self, state: W, depth: u32) -> Result<Vec<W>, Stop> {
        W::to_goal(self, state, depth)
    }

    pub(super) fn path_to_goal(&self, state: W, depth: u32) -> Result<Vec<W>, Stop> {
        let next = |state, label, out: &mut Vec<W>| {
            self.space.successors(&[state], out);
            out.retain(|&state| self.visited.find(state) == Some(label));
        };
        self.follow(state, depth, false, |state| self.space.is_goal(state), next)
    }

    /// The number of plans of `depth` moves from the start to any of these states, layer by
    /// layer: a state has as many as its successors in the next layer have together.
    pub fn count_plans(&self, start: W, ends: &[W], depth: u32) -> Result<u64, Stop> {
        let mut plans: FxHashMap<W, u64> = ends.iter().map(|&end| (end, 1)).collect();
        let (mut before, mut next) = (Vec::new(), Vec::new());
        for depth in (0..depth).rev() {
            let label = Label::new(true, depth);
            let mut earlier: FxHashMap<W, u64> = FxHashMap::default();
            for (i, (&state, &count)) in plans.iter().enumerate() {
                if i % CHECK_EVERY == 0 {
                    self.meter.check_stop()?;
                }
                self.stored_predecessors(state, label, &mut before);
                for &source in &before {
                    // Two moves can lead from one state to the other.
                    next.clear();
                    self.space.successors(&[source], &mut next);
                    let moves = next.iter().filter(|&&next| next == state).count() as u64;
                    let sum = earlier.entry(source).or_default();
                    *sum = sum.saturating_add(count.saturating_mul(moves));
                }
            }
            plans = earlier;
        }
        Ok(plans.get(&start).copied().unwrap_or(0))
    }

    /// Replaces `out` by the predecessors of a state that are stored with a label. It
    /// looks through the predecessors or through the whole set, whichever is less.
    pub fn stored_predecessors(&self, state: W, label: Label, out: &mut Vec<W>) {
        out.clear();
        if self.space.count_predecessors(state) <= self.visited.len() as u64 {
            self.space.predecessors(&[state], out);
            out.retain(|&state| self.visited.find(state) == Some(label));
            out.sort_unstable();
            out.dedup();
            return;
        }
        let mut next = Vec::with_capacity(CHUNK);
        for word in self.visited.labelled(label) {
            next.clear();
            self.space.successors(&[word], &mut next);
            if next.contains(&state) {
                out.push(word);
            }
        }
    }

    /// Steps from layer to layer. A neighbour is at most one layer nearer to the end, so
    /// a label that says so is right. Labels wrap around at [`Label::DEPTHS`]; beyond
    /// that, all candidates are kept until the end decides.
    fn follow(
        &self,
        state: W,
        depth: u32,
        is_forward: bool,
        is_end: impl Fn(W) -> bool,
        neighbours: impl Fn(W, Label, &mut Vec<W>),
    ) -> Result<Vec<W>, Stop> {
        let is_sure = depth < Label::DEPTHS;
        // For each layer its states, each with the place of the one before it.
        let mut layers: Vec<Vec<(W, usize)>> = vec![vec![(state, 0)]];
        let (mut taken, mut seen, mut out) = (0, 0, Vec::new());
        for depth in (0..depth).rev() {
            let label = Label::new(is_forward, depth);
            let mut layer: Vec<(W, usize)> = Vec::new();
            for (i, &(state, _)) in layers[layers.len() - 1].iter().enumerate() {
                out.clear();
                neighbours(state, label, &mut out);
                layer.extend(out.iter().map(|&state| (state, i)));
                if is_sure && !layer.is_empty() {
                    layer.truncate(1);
                    break;
                }
                seen += 1;
                if seen % CHECK_EVERY == 0 {
                    self.meter.check_stop()?;
                }
            }
            layer.sort_unstable();
            layer.dedup_by_key(|&mut (state, _)| state);
            if !is_sure {
                layer.shrink_to_fit();
                let bytes = layer.capacity() * size_of::<(W, usize)>();
                self.meter.reserve(bytes)?;
                taken += bytes as u64;
            }
            layers.push(layer);
        }
        self.meter.give_back(taken);
        let last = layers[layers.len() - 1].iter().position(|&(state, _)| is_end(state));
        let mut at = last.unwrap_or(0);
        let mut states = Vec::new();
        for layer in layers.iter().rev() {
            let Some(&(state, from)) = layer.get(at) else { break };
            states.push(state);
            at = from;
        }
        states.reverse();
        Ok(states)
    }
}

impl<W: PackedState> std::fmt::Debug for Reconstruction<'_, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reconstruction").finish_non_exhaustive()
    }
}
