//! Expands a layer of either side on all threads: successors or predecessors go to
//! shard buffers, then into the shards.

use std::sync::Mutex;

use super::Direction;
use super::bound_filter::BoundFilter;
use super::space::Blocks;
use super::visited::{Label, Met, SHARDS, Shard, Visited};
use super::word::Word;
use fewest::search::{Meter, Stop};
use fewest::space::Space;

/// A state with more predecessors than this is not expanded backward: a board of
/// 16 × 16 can have a state with more than any memory holds.
pub(super) const MAX_PREDECESSORS: u64 = 1 << 22;

/// The constants of a layer.
pub(super) struct Layer<'a, W> {
    pub(super) space: &'a Blocks<W>,
    pub(super) start: W,
    pub(super) is_forward: bool,
    /// The label of the states that are new in it.
    pub(super) label: Label,
    /// Admits the states that may be on a short enough plan.
    pub(super) filter: &'a BoundFilter<W>,
    /// Whether there is no backward side, only goals.
    pub(super) looks_for_goal: bool,
    /// Whether to keep states without predecessors.
    pub(super) keeps_all: bool,
}

/// The states that a thread has generated, by shard.
pub(super) struct ShardBuffer<W> {
    pub(super) shards: Vec<Vec<W>>,
    pub(super) generated: usize,
    scratch: Vec<W>,
}

impl<W: Word> ShardBuffer<W> {
    pub(super) fn new() -> Self {
        ShardBuffer { shards: vec![Vec::new(); SHARDS], generated: 0, scratch: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.generated = 0;
        for shard in &mut self.shards {
            shard.clear();
        }
    }

    pub(super) fn len(&self) -> usize {
        self.shards.iter().map(Vec::len).sum()
    }

    pub(super) fn bytes(&self) -> usize {
        let words: usize = self.shards.iter().map(Vec::capacity).sum();
        (words + self.scratch.capacity()) * size_of::<W>()
    }

    #[inline]
    fn push(&mut self, word: W) {
        self.shards[Visited::<W>::shard_of(word.mix())].push(word);
    }
}

/// The result of inserting states into shards.
#[derive(Default)]
pub(super) struct Inserted<W> {
    pub(super) fresh: Vec<W>,
    /// The least state that both sides reached.
    pub(super) meeting: Option<W>,
}

impl<W: Word> Inserted<W> {
    /// The results of two threads together.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.fresh.extend(other.fresh);
        let meeting = [self.meeting, other.meeting].into_iter().flatten().min();
        Inserted { fresh: self.fresh, meeting }
    }
}

impl<W: Word> Layer<'_, W> {
    /// Expands states from the front of a slice until `most` are generated. Returns the
    /// number of expanded states.
    pub(super) fn generate(
        &self,
        states: &[W],
        most: usize,
        out: &mut ShardBuffer<W>,
    ) -> Result<usize, Stop> {
        let mut done = 0;
        for &state in states {
            if out.generated >= most {
                break;
            }
            if self.is_forward {
                self.successors(state, out);
            } else {
                self.predecessors(state, out)?;
            }
            done += 1;
        }
        Ok(done)
    }

    #[inline]
    fn successors(&self, state: W, out: &mut ShardBuffer<W>) {
        for next in self.space.rules().steps(state) {
            if next != state {
                out.push(next);
            }
        }
        out.generated += 4;
    }

    /// A state without predecessors matters only if it is the start.
    fn predecessors(&self, state: W, out: &mut ShardBuffer<W>) -> Result<(), Stop> {
        let rules = self.space.rules();
        if rules.count_predecessors(state) > MAX_PREDECESSORS {
            return Err(Stop::Memory);
        }
        let mut before = std::mem::take(&mut out.scratch);
        before.clear();
        for direction in Direction::ALL {
            rules.predecessors(state, direction, &mut before);
        }
        for &word in &before {
            if word != state
                && (self.keeps_all || rules.has_predecessors(word) || word == self.start)
            {
                out.push(word);
            }
        }
        out.generated += before.len();
        out.scratch = before;
        Ok(())
    }

    /// Puts what all threads generated for these shards into them.
    pub(super) fn insert<'b>(
        &self,
        shards: impl Iterator<Item = (usize, &'b mut Shard<W>)>,
        buffers: &[ShardBuffer<W>],
        meter: &Mutex<&mut Meter>,
    ) -> Result<Inserted<W>, Stop> {
        let (mut fresh, mut meeting) = (Vec::new(), None::<W>);
        for (i, shard) in shards {
            for buffer in buffers {
                shard.insert_all(&buffer.shards[i], self.label, meter, |word, met| {
                    let is_meeting = match met {
                        Met::New => {
                            // A state that fails is kept to be known again, but not
                            // expanded.
                            if self.filter.admits(word) {
                                fresh.push(word);
                            }
                            self.looks_for_goal && self.space.is_goal(&word)
                        }
                        Met::Known(label) => label.is_forward() != self.is_forward,
                    };
                    if is_meeting {
                        meeting = Some(meeting.map_or(word, |least| least.min(word)));
                    }
                })?;
            }
        }
        Ok(Inserted { fresh, meeting })
    }
}
