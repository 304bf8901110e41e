//! Any space whose states are words, searched by layers.

use crate::search::breadth_first::Reached;
use crate::search::event::Event;
use crate::search::{Budget, Outcome, move_between};
use crate::space::{Packing, Space};

use super::found::{is_resumable, search};
use super::packed::{PackedSpace, PackedState};
use super::reach::reach;

/// Finds the fewest moves from `start` to a goal: from both ends if `is_bidirectional`, from the
/// start otherwise. The same as [`layered::search`](super::search()), and the plan is replayed.
pub fn solve<S: Space>(
    packing: &dyn Packing<S>,
    start: &S::State,
    is_bidirectional: bool,
    budget: &Budget,
    report: &mut dyn FnMut(Event<'_>),
) -> Outcome<S::Move> {
    let words = Words::new(packing, start, is_bidirectional);
    let found = search(&words, words.start, budget, report);
    if let Some(problem) = &found.problem {
        report(Event::Disk(problem));
    }
    let space = packing.space();
    let moves = found.states.map(|words| {
        let states: Vec<S::State> = words.iter().map(|&word| packing.unpack(word)).collect();
        let moves = states.windows(2).filter_map(|pair| move_between(space, &pair[0], &pair[1]));
        moves.collect()
    });
    Outcome::conclude(space, start, moves, found.bound, found.stop, found.counts)
}

/// Whether the budget's directory has layers of this search, or what is wrong with it.
pub fn has_layers<S: Space>(
    packing: &dyn Packing<S>,
    start: &S::State,
    is_bidirectional: bool,
    budget: &Budget,
) -> Result<bool, String> {
    let words = Words::new(packing, start, is_bidirectional);
    is_resumable(&words, words.start, budget)
}

/// Visits every state that can be reached from `starts` or, backward, from which these can be
/// reached, and returns up to `farthest` of the farthest ones.
pub fn explore<S: Space>(
    packing: &dyn Packing<S>,
    starts: &[S::State],
    is_forward: bool,
    farthest: usize,
    budget: &Budget,
    report: &mut dyn FnMut(Event<'_>),
) -> Reached<S::State> {
    let words = Words { packing, start: 0, is_bidirectional: false };
    let starts: Vec<u64> = starts.iter().map(|start| packing.pack(start)).collect();
    let found = reach(&words, &starts, is_forward, farthest, budget, report);
    Reached {
        farthest: found.farthest.into_iter().map(|word| packing.unpack(word)).collect(),
        per_depth: found.per_depth,
        fewest: found.fewest,
        stop: found.stop,
        counts: found.counts,
    }
}

/// A space by its words, for searches over words and for [`Layers`](super::Layers).
pub struct Words<'a, S: Space> {
    packing: &'a dyn Packing<S>,
    start: u64,
    is_bidirectional: bool,
}

impl<'a, S: Space> Words<'a, S> {
    /// With the start of a search, which may also go back from the goals.
    pub fn new(packing: &'a dyn Packing<S>, start: &S::State, is_bidirectional: bool) -> Self {
        Words { packing, start: packing.pack(start), is_bidirectional }
    }
}

impl<S: Space> PackedSpace<u64> for Words<'_, S> {
    fn is_goal(&self, word: u64) -> bool {
        self.packing.space().is_goal(&self.packing.unpack(word))
    }
    fn successors(&self, words: &[u64], out: &mut Vec<u64>) {
        self.packing.successors(words, out);
    }
    fn goals(&self, out: &mut Vec<u64>) -> bool {
        let reverse = self.packing.space().reverse().filter(|_| self.is_bidirectional);
        let Some(reverse) = reverse else { return false };
        let mut goals = Vec::new();
        reverse.goals(&mut goals);
        out.extend(goals.iter().map(|goal| self.packing.pack(goal)));
        true
    }
    fn count_predecessors(&self, word: u64) -> u64 {
        self.packing.most_predecessors(word)
    }
    fn predecessors(&self, words: &[u64], out: &mut Vec<u64>) {
        self.packing.predecessors(words, out);
    }
    fn fingerprint(&self) -> u64 {
        let puzzle = self.packing.fingerprint() ^ u64::from(self.is_bidirectional);
        (puzzle.mix() ^ self.start).mix()
    }
}
