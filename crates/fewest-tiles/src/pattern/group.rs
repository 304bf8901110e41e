//! A group of tiles and the blank as a [`Pattern`] of the engine: its builder makes the
//! tables that know where the blank is.

use std::ops::ControlFlow;

use fewest::rank::{PartialPermutations, RankError};
use fewest::search::pattern::Pattern;

use crate::Geometry;

/// The maximum number of tiles: with the blank, their cells are the bytes of a word.
pub(super) const MAX_TILES: usize = 7;

/// The cells of the tiles of a group, then the blank's.
pub(super) type Cells = [u8; MAX_TILES + 1];

/// A group of tiles, and the blank.
#[derive(Clone, Debug)]
pub(super) struct Group {
    goal: Cells,
    tiles: usize,
    ranks: PartialPermutations,
    /// By cell.
    neighbours: Vec<Vec<u8>>,
}

impl Group {
    pub(super) fn new(geometry: &Geometry, tiles: &[u16]) -> Result<Self, RankError> {
        let elements = tiles.len() as u32;
        if tiles.len() > MAX_TILES {
            return Err(RankError::TooMany { elements, most: MAX_TILES as u32 });
        }
        let ranks = PartialPermutations::new(geometry.cells() as u32, elements + 1)?;
        let mut goal = Cells::default();
        for (cell, &tile) in goal.iter_mut().zip(tiles.iter().chain(&[0])) {
            *cell = geometry.goal_cell(tile as usize) as u8;
        }
        let neighbours = |cell| geometry.neighbours(cell).map(|cell| cell as u8).collect();
        let neighbours = (0..geometry.cells()).map(neighbours).collect();
        Ok(Group { goal, tiles: tiles.len(), ranks, neighbours })
    }

    /// The number of tiles, which is the blank's place in [`Cells`].
    pub(super) fn tiles(&self) -> usize {
        self.tiles
    }

    /// Slides a tile or, where there is none of the group, moves the blank alone.
    fn slides(&self, cells: Cells, is_tile: bool, out: &mut Vec<Cells>) {
        let blank = cells[self.tiles];
        for &from in &self.neighbours[blank as usize] {
            let tile = cells[..self.tiles].iter().position(|&cell| cell == from);
            if tile.is_some() == is_tile {
                let mut slid = cells;
                slid[self.tiles] = from;
                if let Some(tile) = tile {
                    slid[tile] = blank;
                }
                out.push(slid);
            }
        }
    }
}

impl Pattern for Group {
    type State = Cells;

    fn len(&self) -> u64 {
        self.ranks.len()
    }
    fn rank(&self, cells: Cells) -> u64 {
        self.ranks.rank(&cells[..=self.tiles])
    }
    fn goals(&self, show: &mut dyn FnMut(Cells) -> ControlFlow<()>) {
        // There is no other goal to go on to.
        let _ = show(self.goal);
    }
    fn sources(&self, cells: Cells, out: &mut Vec<Cells>) {
        self.slides(cells, true, out);
    }
    fn free_sources(&self, cells: Cells, out: &mut Vec<Cells>) {
        self.slides(cells, false, out);
    }
}
