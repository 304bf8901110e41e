//! Breadth-first search from both ends, by the engine's search over packed states.

use super::Direction;
use super::packed::{self, Packed};
use super::space::Blocks;
use super::word::Word;
use fewest::search::layered::{self, Found};
use fewest::search::{Budget, Observer, Outcome};

/// Finds the fewest moves from `start` to a goal. When the set outgrows the memory,
/// sorted layers continue.
pub fn search<W: Word, O: Observer<Blocks<W>>>(
    space: &Blocks<W>,
    start: W,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<Direction> {
    find(space, start, budget, observer).0
}

/// The same, and what is wrong with the disk, if that is why it stopped.
pub(super) fn find<W: Word, O: Observer<Blocks<W>>>(
    space: &Blocks<W>,
    start: W,
    budget: &Budget,
    observer: &mut O,
) -> (Outcome<Direction>, Option<String>) {
    let packed = Packed::new(space, start);
    let mut found = layered::search(&packed, start, budget, &mut |event| observer.event(event));
    let problem = found.problem.take();
    (conclude(space, start, found), problem)
}

/// The outcome of a search of packed states.
pub(super) fn conclude<W: Word>(
    space: &Blocks<W>,
    start: W,
    found: Found<W>,
) -> Outcome<Direction> {
    let moves = found.states.map(|states| packed::moves(space, &states));
    Outcome::conclude(space, &start, moves, found.bound, found.stop, found.counts)
}
