//! A large board while a beam walks over it: the shape, the tiles, and where each belongs.

use super::super::{Direction, Geometry};

/// No cell.
pub(super) const OFF: u16 = u16::MAX;

/// The shape of a board, as tables.
#[derive(Debug)]
pub(super) struct Map {
    /// Where a tile comes from when it slides into this blank, by direction.
    pub(super) sources: Vec<[u16; 4]>,
    /// Column and row of each cell.
    pub(super) places: Vec<(i16, i16)>,
}

impl Map {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let source = |cell, direction| geometry.source(cell, direction).map_or(OFF, |at| at as u16);
        let place = |cell| {
            let (x, y) = geometry.place(cell);
            (x as i16, y as i16)
        };
        let cells = 0..geometry.cells();
        let sources = cells.clone().map(|cell| Direction::ALL.map(|to| source(cell, to))).collect();
        Map { sources, places: cells.map(place).collect() }
    }
}

/// The tiles, and where each of them is.
#[derive(Clone, Debug)]
pub(super) struct Sliding {
    pub(super) tiles: Vec<u16>,
    /// The cell of each tile, and of the blank for 0.
    pub(super) cells: Vec<u16>,
}

impl Sliding {
    pub(super) fn new(tiles: &[u16]) -> Self {
        let mut cells = vec![0; tiles.len()];
        for (cell, &tile) in tiles.iter().enumerate() {
            cells[tile as usize] = cell as u16;
        }
        Sliding { tiles: tiles.to_vec(), cells }
    }

    #[inline]
    pub(super) fn blank(&self) -> u16 {
        self.cells[0]
    }

    /// Slides the tile on `from`, a cell next to the blank, into the blank.
    #[inline]
    pub(super) fn slide(&mut self, from: u16) {
        let blank = self.cells[0];
        let tile = self.tiles[from as usize];
        self.tiles[blank as usize] = tile;
        self.tiles[from as usize] = 0;
        self.cells[tile as usize] = blank;
        self.cells[0] = from;
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, map: &Map, direction: u8) {
        self.slide(map.sources[self.blank() as usize][direction as usize]);
    }
}

/// The direction that undoes one: U and D, L and R are neighbours in their order.
pub(super) const fn opposite(direction: u8) -> u8 {
    direction ^ 1
}
