//! A layer that is to be expanded: a list in pieces, or only the number of its states.
//!
//! A list takes as much memory as the words themselves. Where the layer is a large part
//! of all states, the set is read through for its label instead, which then costs
//! little.

use std::collections::VecDeque;

use crate::search::Stop;
use crate::search::shared_meter::SharedMeter;

use super::packed::PackedState;

/// The states of a piece.
const PIECE: usize = 1 << 12;

/// The states of a layer.
#[derive(Debug)]
pub(super) struct Frontier<W> {
    pieces: VecDeque<Vec<W>>,
    states: u64,
    /// Whether the pieces hold all states. If not, they hold none.
    is_listed: bool,
}

impl<W: PackedState> Frontier<W> {
    pub(super) fn new() -> Self {
        Frontier { pieces: VecDeque::new(), states: 0, is_listed: true }
    }

    pub(super) fn of(states: &[W], meter: &SharedMeter) -> Result<Self, Stop> {
        let mut frontier = Frontier::new();
        for &state in states {
            frontier.push(state, meter)?;
        }
        Ok(frontier)
    }

    pub(super) fn len(&self) -> u64 {
        self.states
    }

    pub(super) fn is_listed(&self) -> bool {
        self.is_listed
    }

    /// Appends a state.
    #[inline]
    pub(super) fn push(&mut self, state: W, meter: &SharedMeter) -> Result<(), Stop> {
        self.states += 1;
        if !self.is_listed {
            return Ok(());
        }
        match self.pieces.back_mut() {
            Some(piece) if piece.len() < piece.capacity() => piece.push(state),
            _ => self.push_piece(state, meter)?,
        }
        Ok(())
    }

    #[cold]
    fn push_piece(&mut self, state: W, meter: &SharedMeter) -> Result<(), Stop> {
        // Small layers have small pieces.
        let room = (self.states as usize).next_power_of_two().clamp(16, PIECE);
        meter.reserve(room * size_of::<W>())?;
        let mut piece = Vec::with_capacity(room);
        piece.push(state);
        self.pieces.push_back(piece);
        Ok(())
    }

    /// Appends the states of another layer.
    pub(super) fn append(&mut self, mut other: Frontier<W>, meter: &SharedMeter) {
        self.states += other.states;
        if self.is_listed && other.is_listed {
            self.pieces.append(&mut other.pieces);
        } else {
            other.forget(meter);
            self.forget(meter);
        }
    }

    /// Keeps only the number of the states.
    pub(super) fn forget(&mut self, meter: &SharedMeter) {
        self.is_listed = false;
        while let Some(piece) = self.pieces.pop_front() {
            free(&piece, meter);
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = W> {
        self.pieces.iter().flatten().copied()
    }

    /// Takes pieces of at least `least` states out, if there are so many;
    /// [`free`] accounts for their end.
    pub(super) fn take(&mut self, least: u64) -> Vec<Vec<W>> {
        let (mut taken, mut states) = (Vec::new(), 0);
        while states < least
            && let Some(piece) = self.pieces.pop_front()
        {
            states += piece.len() as u64;
            taken.push(piece);
        }
        self.states -= states;
        taken
    }
}

/// Accounts for a piece that is dropped now.
pub(super) fn free<W>(piece: &Vec<W>, meter: &SharedMeter) {
    meter.give_back((piece.capacity() * size_of::<W>()) as u64);
}
