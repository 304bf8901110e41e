//! The neighbours of many states: successors or predecessors, some at a time.

use crate::search::Stop;
use crate::search::shared_meter::SharedMeter;

use super::packed::{PackedSpace, PackedState};

/// A state with more predecessors than this is not expanded backward: it could have more
/// than any memory holds.
const MAX_PREDECESSORS: u64 = 1 << 22;

/// The states that are expanded at a time.
const CHUNK: usize = 256;

/// The predecessors that are listed at a time, unless one state has more.
const LISTED: u64 = 1 << 13;

/// Expands states of one side.
pub(super) struct Expansion<'a, W> {
    pub(super) space: &'a dyn PackedSpace<W>,
    pub(super) is_forward: bool,
    pub(super) meter: &'a SharedMeter,
}

/// Memory that is used again.
pub(super) struct Scratch<W> {
    words: Vec<W>,
    /// The words that it has accounted room for.
    room: usize,
}

impl<W: PackedState> Scratch<W> {
    pub(super) fn new() -> Self {
        Scratch { words: Vec::new(), room: 0 }
    }
}

impl<W: PackedState> Expansion<'_, W> {
    /// Calls `send` with the neighbours of states, some at a time.
    pub(super) fn expand(
        &self,
        states: &[W],
        scratch: &mut Scratch<W>,
        send: &mut impl FnMut(&mut Vec<W>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        for chunk in states.chunks(CHUNK) {
            let granted = self.meter.claim(chunk.len());
            let states = &chunk[..granted];
            if self.is_forward {
                scratch.words.clear();
                self.space.successors(states, &mut scratch.words);
                self.meter.generated(scratch.words.len());
                send(&mut scratch.words)?;
            } else {
                self.expand_backward(states, scratch, send)?;
            }
            if granted < chunk.len() {
                self.meter.stop()?;
                return Err(Stop::Nodes);
            }
        }
        Ok(())
    }

    /// Lists some predecessors at a time, and accounts for them before.
    fn expand_backward(
        &self,
        states: &[W],
        scratch: &mut Scratch<W>,
        send: &mut impl FnMut(&mut Vec<W>) -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        let mut list = |states: &[W], most: u64| {
            scratch.words.clear();
            if most as usize > scratch.room {
                self.meter.reserve((most as usize - scratch.room) * size_of::<W>())?;
                scratch.room = most as usize;
                scratch.words.reserve_exact(scratch.room);
            }
            self.space.predecessors(states, &mut scratch.words);
            self.meter.generated(scratch.words.len());
            send(&mut scratch.words)
        };
        let (mut first, mut sum) = (0, 0_u64);
        for (i, &state) in states.iter().enumerate() {
            let mut count = self.space.most_predecessors(state);
            if count > LISTED {
                count = self.space.count_predecessors(state);
            }
            if count > MAX_PREDECESSORS {
                return Err(Stop::Memory);
            }
            if sum + count > LISTED && i > first {
                list(&states[first..i], sum)?;
                (first, sum) = (i, 0);
            }
            sum += count;
        }
        list(&states[first..], sum)
    }
}
