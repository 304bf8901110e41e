//! The next layer of a side, in rounds: some states are expanded, and what they generate is
//! inserted.

use crate::search::{Event, Stop};
use crate::space::DEAD_END;

use super::super::frontier::{self, Frontier};
use super::super::label::Label;
use super::super::packed::{LayerStart, PackedState};
use super::super::round::{Round, Sources};
use super::super::visited::SHARDS;
use super::{Bidirectional, Report};

/// The number of states in a sample of a layer.
const SAMPLE: usize = 1 << 10;

/// A layer of more than one state in this number of all is not listed, but read from the
/// set again: more often where memory is scarce.
const LISTED_PART: [u64; 2] = [4, 16];

/// A round generates one word for this number of stored states; fewer where memory is
/// scarce.
const ROUND_PART: [usize; 2] = [2, 8];

/// Below this number of states in the set, every layer is listed.
const MIN_UNLISTED: usize = 1 << 16;

/// An unfinished layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun {
    pub(super) is_forward: bool,
    /// The number of its states.
    states: u64,
    /// The shards that were read, if the layer is not listed.
    shards: usize,
}

impl<W: PackedState> Bidirectional<'_, W> {
    fn sample(&self, is_forward: bool) -> Vec<W> {
        self.last_layer(is_forward).take(SAMPLE).collect()
    }

    /// Expands a layer, or the rest of one, until both sides meet or `most` states are
    /// stored.
    pub(in super::super) fn layer(
        &mut self,
        is_forward: bool,
        most: u64,
        report: Report<'_>,
    ) -> Result<Option<W>, Stop> {
        let states = self.last_layer_len(is_forward);
        let mut begun = self.begun.unwrap_or(Begun { is_forward, states, shards: 0 });
        self.begun = Some(begun);
        let depth = self.sides[usize::from(is_forward)].depth + 1;
        let sample = self.sample(is_forward);
        let left = (self.upper != DEAD_END).then(|| (self.upper - 1).saturating_sub(depth));
        let space = self.space;
        let states = begun.states;
        let filter = space.filter(&LayerStart { is_forward, depth, left, states, sample: &sample });
        let branching = self.generated_by(&sample, is_forward).max(1);
        while !self.is_expanded(&begun) {
            let target = self.round_words();
            let round = Round {
                space,
                is_forward,
                label: Label::new(is_forward, depth),
                share: target.div_ceil(self.workers.len()),
                filter: filter.as_deref(),
                looks_for_goal: self.is_solving && !self.has_backward,
                meter: &self.meter,
            };
            let side = &mut self.sides[usize::from(is_forward)];
            let wanted = (target as u64 / branching).max(1);
            if side.frontier.is_listed() {
                let pieces = side.frontier.take(wanted);
                let states = pieces.iter().map(Vec::len).sum();
                round.generate(&Sources::Pieces(&pieces), states, &mut self.workers)?;
                for piece in &pieces {
                    frontier::free(piece, &self.meter);
                }
            } else {
                // The shards that hold about the wanted number of states of the layer.
                let each = side.frontier.len() / SHARDS as u64 + 1;
                let number = (wanted / each).max(1) as usize;
                let to = (begun.shards + number).min(SHARDS);
                let label = Label::new(is_forward, depth - 1);
                let shards = Sources::Shards(&self.visited.shards[begun.shards..to], label);
                round.generate(&shards, wanted as usize, &mut self.workers)?;
                begun.shards = to;
                self.begun = Some(begun);
            }
            let before = self.visited.len();
            let is_listed = side.next.is_listed();
            let states = wanted as usize;
            let found = round.insert(&mut self.visited, states, is_listed, &mut self.workers)?;
            self.meter.stored((self.visited.len() - before) as u64);
            side.next.append(found.fresh, &self.meter);
            // Labels tell layers apart until they wrap around.
            let part = LISTED_PART[usize::from(self.meter.is_scarce())];
            if side.next.len() * part > self.visited.len() as u64
                && self.visited.len() > MIN_UNLISTED
                && depth < Label::DEPTHS
            {
                side.next.forget(&self.meter);
            }
            if found.meeting.is_some() {
                return Ok(found.meeting);
            }
            self.report(report);
            if self.stored() >= most && !self.is_expanded(&begun) {
                return Ok(None);
            }
        }
        report(Event::Layer { depth: self.depth(), states: begun.states });
        let side = &mut self.sides[usize::from(is_forward)];
        side.frontier = std::mem::replace(&mut side.next, Frontier::new());
        side.depth = depth;
        self.begun = None;
        Ok(None)
    }

    fn is_expanded(&self, begun: &Begun) -> bool {
        let frontier = &self.sides[usize::from(begun.is_forward)].frontier;
        frontier.len() == 0 || !frontier.is_listed() && begun.shards == SHARDS
    }

    /// The words to generate before they are inserted: many for each shard, so that its
    /// cache misses don't matter, but few beside what the set takes.
    fn round_words(&self) -> usize {
        let stored = self.visited.len();
        let part = ROUND_PART[usize::from(self.meter.is_scarce())];
        let few = (stored / part).clamp(1 << 12, 1 << 23);
        let many = (stored / 16).min(1 << 24);
        let free = self.meter.free_bytes() as usize / (8 * size_of::<W>());
        let words = few.max(many).min(free).max(1 << 12);
        // Steps of a fifth or so, since buffers are allocated anew when they grow.
        words >> (words.ilog2() - 2) << (words.ilog2() - 2)
    }

    /// The expected number of states that the next layer of a side generates.
    pub(super) fn work(&self, is_forward: bool) -> u64 {
        let sample = self.sample(is_forward);
        let states = self.sides[usize::from(is_forward)].frontier.len();
        self.generated_by(&sample, is_forward).saturating_mul(states)
    }

    /// The mean number of neighbours: a few states tell.
    fn generated_by(&self, sample: &[W], is_forward: bool) -> u64 {
        let sum = if is_forward {
            let mut next = Vec::new();
            let few = &sample[..sample.len().min(16)];
            self.space.successors(few, &mut next);
            (next.len() * sample.len() / few.len().max(1)) as u64
        } else {
            let counts = sample.iter().map(|&state| self.space.count_predecessors(state));
            counts.fold(0, u64::saturating_add)
        };
        sum.div_ceil(sample.len().max(1) as u64)
    }
}
