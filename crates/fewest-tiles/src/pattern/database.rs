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

use fewest::parallel;
use fewest::rank::{PartialPermutations, falling_factorial};
use fewest::search::{Budget, Meter};

use super::builder::{self, BuildError, Distances};
use super::store::Bytes;
use crate::Geometry;

/// The largest surplus that is stored, in pairs of moves.
const MAX_SURPLUS: u8 = 15;

/// The largest database with a place for every tile on every cell. Tests have both kinds on
/// small boards.
const MAX_SPARSE_BYTES: u64 = if cfg!(test) { 1 << 11 } else { 8 << 20 };

/// The database of one group of tiles.
#[derive(Clone)]
pub struct PatternDatabase {
    tiles: Vec<u16>,
    /// What one cell adds to the number of a placement, by tile of the group.
    radices: Vec<u32>,
    is_sparse: bool,
    /// Half of the surplus of each placement, two in a byte, the first one in its low bits.
    surplus: Arc<Bytes>,
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
        let surplus = pack(geometry, tiles, &distances, bytes, budget.threads.max(1));
        Ok(Self::from_bytes(geometry.cells(), tiles, surplus))
    }

    /// A database with its stored bytes.
    pub(super) fn from_bytes(cells: usize, tiles: &[u16], surplus: Bytes) -> Self {
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
    pub(crate) fn surplus(&self) -> &Arc<Bytes> {
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

/// Puts the distances in the order of the placements' numbers.
///
/// All placements with the first tile on one cell are together in one part of the database.
/// Each thread fills such parts.
fn pack(
    geometry: &Geometry,
    tiles: &[u16],
    distances: &Distances,
    bytes: usize,
    threads: usize,
) -> Bytes {
    let cells = geometry.cells();
    let manhattan = tiles.iter().map(|&tile| {
        let goal = geometry.goal_cell(tile as usize);
        (0..cells).map(|cell| geometry.distance(cell, goal) as u8).collect()
    });
    let is_sparse = sparse_bytes(cells, tiles.len()).is_some();
    let radices = radices(cells, tiles.len());
    let packing = Packing::new(distances, manhattan.collect(), radices, is_sparse);
    let part = packing.radices[0] as usize;
    Bytes::filled(bytes, |surplus| {
        if part.is_multiple_of(2) {
            let parts: Vec<_> = surplus.chunks_mut(part / 2).enumerate().collect();
            let mut workers = vec![(); threads];
            parallel::drain(&mut workers, parts, |(cell, part), ()| packing.fill(cell, part, 0));
        } else {
            for cell in 0..cells {
                packing.fill(cell, surplus, (cell * part) as u32);
            }
        }
    })
}

/// Parts of more bytes than this are filled for one cell of the second tile after another, so
/// that what is filled fits the cache. Tests have both on small boards.
const MAX_PART: u32 = if cfg!(test) { 1 << 6 } else { 1 << 20 };

/// Every order of the tiles after the first one or two, as a tree: a level for each tile,
/// whose nodes are its possible positions after those of the tiles before it.
struct Packing<'a> {
    distances: &'a Distances,
    sets: Vec<u64>,
    /// By tile of the group and cell.
    manhattan: Vec<Vec<u8>>,
    radices: Vec<u32>,
    /// The first tiles that every part has on the same cells.
    fixed: usize,
    /// The positions of each later tile in the nodes of its level, by the positions of the
    /// fixed ones.
    positions: Vec<Vec<Vec<u8>>>,
    /// What a lexicographic number loses for tiles before others on lower cells, by
    /// arrangement.
    losses: Vec<u32>,
}

impl<'a> Packing<'a> {
    fn new(
        distances: &'a Distances,
        manhattan: Vec<Vec<u8>>,
        radices: Vec<u32>,
        is_sparse: bool,
    ) -> Self {
        let tiles = radices.len();
        let fixed = if radices[0] / 2 > MAX_PART && tiles > 2 { 2 } else { 1 };
        let longer = |orders: &[Vec<u8>]| -> Vec<Vec<u8>> {
            let next = |order: &Vec<u8>| {
                let order = order.clone();
                (0..tiles as u8)
                    .filter(|position| !order.contains(position))
                    .map(|position| [&order[..], &[position]].concat())
                    .collect::<Vec<_>>()
            };
            orders.iter().flat_map(next).collect()
        };
        let mut positions = Vec::new();
        let mut losses = Vec::new();
        let fixed_orders = (0..fixed).fold(vec![Vec::new()], |orders, _| longer(&orders));
        for order in fixed_orders {
            let mut orders = vec![order];
            let mut levels = Vec::new();
            for _ in fixed..tiles {
                orders = longer(&orders);
                levels.push(orders.iter().filter_map(|order| order.last().copied()).collect());
            }
            losses.extend(orders.iter().map(|order| {
                let loss = |(tile, position): (usize, &u8)| {
                    let before = order[..tile].iter().filter(|&other| other < position);
                    before.count() as u32 * radices[tile]
                };
                if is_sparse { 0 } else { order.iter().enumerate().map(loss).sum::<u32>() }
            }));
            positions.push(levels);
        }
        let sets = (0..distances.sets.len()).map(|number| distances.sets.unrank(number)).collect();
        Packing { distances, sets, manhattan, radices, fixed, positions, losses }
    }

    /// Fills the part for the first tile on a cell, which begins at `first`.
    fn fill(&self, cell: usize, part: &mut [u8], first: u32) {
        if self.fixed == 1 {
            self.fill_with(&[cell], part, first);
        } else {
            let others = (0..self.manhattan[0].len()).filter(|&other| other != cell);
            others.for_each(|other| self.fill_with(&[cell, other], part, first));
        }
    }

    /// The same for the fixed tiles on these cells.
    fn fill_with(&self, fixed: &[usize], part: &mut [u8], first: u32) {
        let tiles = self.radices.len();
        let rest = self.distances.arrangements / self.positions.len();
        let mut cells = Vec::with_capacity(tiles);
        let (mut sums, mut next) = (Vec::with_capacity(rest), Vec::with_capacity(rest));
        let term = |tile: usize, cell: usize| {
            // The number of the placement so far, and above it its Manhattan distance.
            let number = cell as u64 * u64::from(self.radices[tile]);
            number | u64::from(self.manhattan[tile][cell]) << 32
        };
        // The first tile's cell is that of the part.
        let begin = u64::from(self.manhattan[0][fixed[0]]) << 32;
        let begin = (1..fixed.len()).fold(begin, |sum, tile| sum + term(tile, fixed[tile]));
        let wanted = fixed.iter().fold(0, |set, cell| set | 1 << cell);
        let none = Vec::new();
        for (number, &set) in self.sets.iter().enumerate() {
            if set & wanted != wanted {
                continue;
            }
            cells.clear();
            cells.extend(super::occupied::cells(set));
            let position = |cell: usize| (set & ((1 << cell) - 1)).count_ones() as usize;
            let order = match *fixed {
                [first, second] => {
                    let (first, second) = (position(first), position(second));
                    first * (tiles - 1) + second - usize::from(second > first)
                }
                _ => position(fixed[0]),
            };
            sums.clear();
            sums.push(begin);
            let terms = |tile: usize| {
                let mut terms = [0; 8];
                for (sum, &cell) in terms.iter_mut().zip(&cells) {
                    *sum = term(tile, cell);
                }
                terms
            };
            let (last, levels) = self.positions[order].split_last().unwrap_or((&none, &[]));
            for (tile, positions) in (fixed.len()..).zip(levels) {
                let (terms, choices) = (terms(tile), tiles - tile);
                next.clear();
                for (&sum, positions) in sums.iter().zip(positions.chunks_exact(choices)) {
                    next.extend(
                        positions.iter().map(|&position| sum + terms[position as usize & 7]),
                    );
                }
                std::mem::swap(&mut sums, &mut next);
            }
            // Only one position is left for the last tile; a single tile is fixed.
            let terms = if last.is_empty() { [0; 8] } else { terms(tiles - 1) };
            let last = last.iter().chain(&[0]);
            let here = order * rest..(order + 1) * rest;
            let moves = &self.distances.of(number)[here.clone()];
            let sums = sums.iter().zip(last).map(|(sum, &last)| sum + terms[last as usize & 7]);
            for ((sum, &moves), &loss) in sums.zip(moves).zip(&self.losses[here]) {
                let index = (first + sum as u32 - loss) as usize;
                // What was never reached is never looked up, since no board has it.
                let half = (moves - (sum >> 32) as u8) / 2;
                part[index / 2] |= half.min(MAX_SURPLUS) << (index % 2 * 4);
            }
        }
    }
}
