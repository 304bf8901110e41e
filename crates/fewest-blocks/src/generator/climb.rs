//! Hill climbing: a board is changed a little, and the change is kept if no position gets
//! nearer to its start.
//!
//! Random boards with many blocks have millions of positions within a few moves. Walls that
//! hold blocks up make long ways, and such walls are rare, but they are found one by one.

use std::ops::RangeInclusive;

use super::super::packed::Packed;
use super::super::{Blocks, Rules, Word};
use super::shape;
use fewest::draws::Draws;
use fewest::search::layered::Layers;
use fewest::search::{Budget, Stop};
use fewest::space::Cost;

/// The maximum number of positions of a board.
const MAX_POSITIONS: u64 = 1 << 24;

/// A goal is chosen among this number of positions.
const CANDIDATES: usize = 1 << 12;

/// Walls and blocks.
#[derive(Clone, Copy)]
pub(super) struct Board<W> {
    pub(super) walls: W,
    pub(super) start: W,
}

impl<W: Word> Board<W> {
    /// Its space. It has no goal yet.
    pub(super) fn blocks(&self, width: usize, height: usize) -> Blocks<W> {
        Blocks::new(Rules::new(width, height, self.walls), W::EMPTY, self.start.count())
    }

    /// Another board with one orbit of walls elsewhere, or with other blocks; `None` if its
    /// cells are not connected.
    pub(super) fn changed(
        &self,
        width: usize,
        height: usize,
        orbits: &[Vec<usize>],
        draws: &mut Draws,
    ) -> Option<Self> {
        let blocks = self.start.count() as usize;
        let keeps_walls = draws.below(4) == 0;
        let walls = if keeps_walls { self.walls } else { self.moved_walls(orbits, draws)? };
        let rules = Rules::new(width, height, walls);
        let grown = shape::grow(&rules, blocks, draws)?;
        let keeps_blocks = !keeps_walls && (self.start & walls).is_empty();
        Some(Board { walls, start: if keeps_blocks { self.start } else { grown } })
    }

    /// The walls with an orbit exchanged for another one of the same size.
    fn moved_walls(&self, orbits: &[Vec<usize>], draws: &mut Draws) -> Option<W> {
        let set = |orbit: &[usize]| W::from_cells(orbit.iter().copied());
        let (walled, free): (Vec<_>, Vec<_>) =
            orbits.iter().partition(|orbit| set(orbit).is_within(self.walls));
        let from = walled.get(draws.index(walled.len().max(1)))?;
        let free: Vec<_> = free.iter().filter(|orbit| orbit.len() == from.len()).collect();
        let to = free.get(draws.index(free.len().max(1)))?;
        Some((self.walls ^ set(from)) | set(to))
    }
}

/// The positions of a board.
pub(super) struct Reached<W> {
    /// The largest distance of any of them, up to what is wanted.
    pub(super) farthest: Cost,
    /// Positions at that distance, if it is wanted.
    pub(super) goals: Vec<(W, Cost)>,
    /// The number of positions.
    pub(super) positions: u64,
}

/// The positions that can be reached from a start, up to the last distance that is wanted.
pub(super) fn reach<W: Word>(
    space: &Blocks<W>,
    start: W,
    wanted: &RangeInclusive<Cost>,
    budget: &Budget,
) -> Result<Reached<W>, Stop> {
    let packed = Packed::whole(space, start);
    let mut layers = Layers::forward(&packed, &[start], budget)?;
    let mut reached = Reached { farthest: 0, goals: Vec::new(), positions: 0 };
    while let Some(layer) = layers.advance(&mut |_| ())? {
        reached.farthest = layer.depth;
        reached.positions += layer.states;
        if wanted.contains(&layer.depth) {
            let some = layers.states().take(CANDIDATES);
            reached.goals = some.map(|position| (position, layer.depth)).collect();
        }
        if layer.depth >= *wanted.end() || reached.positions > MAX_POSITIONS {
            break;
        }
    }
    Ok(reached)
}
