//! A pattern database: for every placement of a group of tiles, how many of their own
//! moves bring them to their places, whatever the other tiles do.
//!
//! What is stored is the surplus over the Manhattan distance. Each slide changes that
//! distance by one, so the surplus is even, and half of it takes four bits; a larger one
//! counts as the largest, which is still a lower bound.
//!
//! A small database has a place for every tile on every cell, `Σ cell × radix`, so that a
//! slide only adds to the number. A larger one has places for placements alone, by their
//! lexicographic number ([`PartialPermutations`]): `Σ (cell − tiles before it on lower
//! cells) × radix`. There a slide along a row adds or subtracts one radix, and a slide
//! along a column changes the terms of the slid tile and of those it passes, and no others.

use std::fmt;
use std::sync::Arc;

use fewest::rank::{PartialPermutations, falling_factorial};
use fewest::search::{Budget, Meter};

use super::builder::{self, BuildError};
use super::packing::pack;
use super::surplus::Surplus;
use crate::Geometry;

/// The largest database with a place for every tile on every cell: 6 tiles on 20 cells. Tests
/// have both kinds on small boards.
const MAX_SPARSE_BYTES: u64 = if cfg!(test) { 1 << 12 } else { 32 << 20 };

/// The database of one group of tiles.
#[derive(Clone)]
pub struct PatternDatabase {
    tiles: Vec<u16>,
    /// What one cell adds to the number of a placement, by tile of the group.
    radices: Vec<u32>,
    is_sparse: bool,
    /// Half of the surplus of each placement, two in a byte, the first one in its low bits.
    surplus: Arc<Surplus>,
}

impl PatternDatabase {
    /// The bytes of a database for this many tiles on this many cells, if its placements
    /// have 32-bit numbers.
    pub fn bytes(cells: usize, tiles: usize) -> Option<u64> {
        if let Some(bytes) = sparse_bytes(cells, tiles) {
            return Some(bytes);
        }
        let placements = falling_factorial(cells as u32, tiles as u32)?;
        u32::try_from(placements).is_ok().then(|| placements.div_ceil(2))
    }

    /// Builds the database of a group of tiles, within a budget. `progress` is called now
    /// and then with the states reached and all states.
    pub fn build(
        geometry: &Geometry,
        tiles: &[u16],
        budget: &Budget,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<Self, BuildError> {
        let mut meter = Meter::start(budget);
        let elements = geometry.cells() as u32;
        let dense = PartialPermutations::new(elements, tiles.len() as u32)?.len().div_ceil(2);
        let bytes = sparse_bytes(geometry.cells(), tiles.len()).unwrap_or(dense) as usize;
        // Before all else, so that too little memory is known at once and not at the end.
        meter.take(bytes)?;
        let distances = builder::build(geometry, tiles, budget, &mut meter, progress)?;
        let (cells, count) = (geometry.cells(), tiles.len());
        let numbers = (radices(cells, count), Self::is_small(cells, count));
        let threads = budget.threads.max(1);
        let surplus = pack(geometry, tiles, &distances, numbers, bytes, threads)?;
        Ok(Self::from_bytes(geometry.cells(), tiles, Surplus::Memory(surplus)))
    }

    /// A database with its stored bytes.
    pub(super) fn from_bytes(cells: usize, tiles: &[u16], surplus: Surplus) -> Self {
        let radices = radices(cells, tiles.len());
        let is_sparse = Self::is_small(cells, tiles.len());
        PatternDatabase { tiles: tiles.to_vec(), radices, is_sparse, surplus: Arc::new(surplus) }
    }

    /// The same database for other tiles with the same places.
    pub(super) fn with_tiles(&self, tiles: &[u16]) -> Self {
        PatternDatabase { tiles: tiles.to_vec(), ..self.clone() }
    }

    /// Its tiles.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// What one cell adds to the number of a placement, by tile of the group.
    pub(super) fn radices(&self) -> &[u32] {
        &self.radices
    }

    /// Whether a database of this many tiles on this many cells is so small that it has a
    /// place for every tile on every cell.
    pub(super) fn is_small(cells: usize, tiles: usize) -> bool {
        sparse_bytes(cells, tiles).is_some()
    }

    /// Whether it has a place for every tile on every cell.
    pub(crate) fn is_sparse(&self) -> bool {
        self.is_sparse
    }

    /// The stored bytes.
    pub(crate) fn surplus(&self) -> &Arc<Surplus> {
        &self.surplus
    }

    /// The number of the placement of the group's tiles on these cells.
    pub fn index(&self, cells: &[u8]) -> u32 {
        let placed = |(tile, &cell): (usize, &u8)| {
            let before = cells[..tile].iter().filter(|&&other| other < cell).count() as u32;
            let before = if self.is_sparse { 0 } else { before };
            (u32::from(cell) - before) * self.radices[tile]
        };
        cells.iter().enumerate().map(placed).sum()
    }

    /// Half of the surplus of a placement.
    #[inline]
    pub fn half_surplus(&self, index: u32) -> u8 {
        half_surplus(&self.surplus, index)
    }
}

impl fmt::Debug for PatternDatabase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternDatabase").field("tiles", &self.tiles).finish_non_exhaustive()
    }
}

/// The half of the surplus at an index.
#[inline]
pub(super) fn half_surplus(surplus: &[u8], index: u32) -> u8 {
    (surplus[index as usize / 2] >> (index % 2 * 4)) & 15
}

/// The bytes of a database with a place for every tile on every cell, if it is small.
fn sparse_bytes(cells: usize, tiles: usize) -> Option<u64> {
    let places = (cells as u64).checked_pow(tiles as u32)?;
    Some(places.div_ceil(2)).filter(|&bytes| bytes <= MAX_SPARSE_BYTES)
}

/// What one cell adds to the number of a placement, by tile.
fn radices(cells: usize, tiles: usize) -> Vec<u32> {
    let is_sparse = sparse_bytes(cells, tiles).is_some();
    let radix = |tile: usize| {
        if is_sparse {
            (cells as u32).pow((tiles - 1 - tile) as u32)
        } else {
            (cells - tiles + 1..cells - tile).map(|factor| factor as u32).product()
        }
    };
    (0..tiles).map(radix).collect()
}
