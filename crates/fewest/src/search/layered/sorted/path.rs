//! Path reconstruction through sorted layers.

use crate::search::Stop;

use super::super::packed::PackedState;
use super::SortedLayers;
use super::run::{Reader, Run};

/// Predecessors up to this number are listed and looked up; if there are more, the
/// layer is read through.
const MAX_LISTED: u64 = 1 << 20;

impl<W: PackedState> SortedLayers<'_, W> {
    /// The states of a plan through a state where both sides met, which is in the last
    /// layer of each.
    pub(super) fn path(&self, meeting: W) -> Result<Vec<W>, Stop> {
        if self.space.is_goal(self.start) {
            return Ok(vec![self.start]);
        }
        let mut states = vec![meeting];
        for layer in self.sides[1].iter().rev().skip(1) {
            self.meter.check_stop()?;
            let before = self.predecessor(states[states.len() - 1], layer)?;
            states.extend(before);
        }
        states.reverse();
        if self.has_backward {
            for layer in self.sides[0].iter().rev().skip(1) {
                self.meter.check_stop()?;
                let mut next = Vec::new();
                self.space.successors(&states[states.len() - 1..], &mut next);
                states.extend(self.one_of(next, layer)?);
            }
        }
        Ok(states)
    }

    /// A state of a layer that leads to this one.
    fn predecessor(&self, state: W, layer: &Run<W>) -> Result<Option<W>, Stop> {
        if self.space.count_predecessors(state) <= MAX_LISTED {
            let mut before = Vec::new();
            self.space.predecessors(&[state], &mut before);
            return self.one_of(before, layer);
        }
        let mut reader = Reader::new(layer, self.directory.as_ref(), W::EMPTY, None)?;
        let mut next = Vec::new();
        while let Some(before) = reader.head() {
            next.clear();
            self.space.successors(&[before], &mut next);
            if next.contains(&state) {
                return Ok(Some(before));
            }
            reader.advance()?;
        }
        Ok(None)
    }

    /// The least of some states that a layer holds.
    fn one_of(&self, mut states: Vec<W>, layer: &Run<W>) -> Result<Option<W>, Stop> {
        states.sort_unstable();
        for state in states {
            let reader = Reader::new(layer, self.directory.as_ref(), state, None)?;
            if reader.head() == Some(state) {
                return Ok(Some(state));
            }
        }
        Ok(None)
    }
}
