//! Puts the distances of a group in the order of its placements' numbers, as a database stores
//! them.
//!
//! The tiles of a group are divided into early ones and the last four. All placements with the
//! early tiles on the same cells are together in one part of the database, so small that it
//! stays in the cache while it is filled. Where the late tiles stand in their part, and their
//! Manhattan distances, are the same in all parts: both are found once.

use fewest::parallel;
use fewest::rank::{Combinations, RankError};

use super::builder::Distances;
use super::occupied::{below, cells};
use super::store::Bytes;
use crate::Geometry;

/// The largest surplus that is stored, in pairs of moves.
const MAX_SURPLUS: u8 = 15;

/// The maximum number of tiles of a group.
const MAX_TILES: usize = 8;
/// The number of late tiles, at most.
const LATE: usize = 4;
/// The sets of late tiles whose distances are read before they are written.
const AT_ONCE: usize = 128;

/// The bytes of a database.
pub(super) fn pack(
    geometry: &Geometry,
    tiles: &[u16],
    distances: &Distances,
    (radices, is_sparse): (Vec<u32>, bool),
    bytes: usize,
    threads: usize,
) -> Result<Bytes, RankError> {
    let packing = Packing::new(geometry, tiles, distances, radices, is_sparse)?;
    Ok(Bytes::filled(bytes, |surplus| packing.fill_all(surplus, threads)))
}

struct Packing<'a> {
    distances: &'a Distances,
    /// By tile of the group and cell.
    manhattan: Vec<Vec<u8>>,
    radices: Vec<u32>,
    is_sparse: bool,
    cells: usize,
    early: usize,
    early_sets: Combinations,
    /// The orders of the early tiles. For each, the number of the first arrangement, by the
    /// positions that they have among all tiles: a bit for each.
    early_orders: Vec<Vec<u8>>,
    first: Vec<[u32; 1 << MAX_TILES]>,
    /// The sets of cells of the late tiles, and those of the cells that the early ones leave.
    late_sets: Combinations,
    left_sets: Vec<u64>,
    /// The orders of the late tiles; their Manhattan distances on each set of cells.
    late_orders: usize,
    late_manhattan: Vec<u8>,
    /// What they add to the number: on each set of cells that are left; in a sparse database,
    /// on each set of cells.
    late_numbers: Vec<u32>,
}

/// Late tiles on some cells, beside early ones.
struct Late {
    /// The set of cells of all tiles.
    set: u32,
    /// Where its late tiles have their distances and their numbers.
    manhattan: u32,
    numbers: u32,
    /// The positions of the early tiles among all.
    positions: u8,
}

impl<'a> Packing<'a> {
    fn new(
        geometry: &Geometry,
        tiles: &[u16],
        distances: &'a Distances,
        radices: Vec<u32>,
        is_sparse: bool,
    ) -> Result<Self, RankError> {
        let count = geometry.cells();
        let manhattan: Vec<Vec<u8>> = (tiles.iter())
            .map(|&tile| geometry.goal_cell(tile as usize))
            .map(|goal| (0..count).map(|cell| geometry.distance(cell, goal) as u8).collect())
            .collect();
        let early = tiles.len().saturating_sub(LATE);
        let late = tiles.len() - early;
        let (early_orders, late_orders) = (orders(early), orders(late));
        let late_sets = Combinations::new(count as u32, late as u32)?;
        let left_sets = all(&Combinations::new((count - early) as u32, late as u32)?);
        let mut first = vec![[0; 1 << MAX_TILES]; early_orders.len()];
        for positions in 0_usize..1 << tiles.len() {
            if positions.count_ones() as usize != early {
                continue;
            }
            let at: Vec<usize> = cells(positions as u64).collect();
            for (order, first) in early_orders.iter().zip(&mut first) {
                let digit = |tile: usize| at[order[tile] as usize] - lower(order, tile);
                let number =
                    (0..early).fold(0, |number, tile| number * (tiles.len() - tile) + digit(tile));
                first[positions] = (number * late_orders.len()) as u32;
            }
        }
        let mut late_manhattan = Vec::new();
        for set in all(&late_sets) {
            let on: Vec<usize> = cells(set).collect();
            late_manhattan.extend(late_orders.iter().map(|order| {
                let tiles = order.iter().zip(&manhattan[early..]);
                tiles.map(|(&place, manhattan)| manhattan[on[place as usize]]).sum::<u8>()
            }));
        }
        let mut late_numbers = Vec::new();
        for set in if is_sparse { all(&late_sets) } else { left_sets.clone() } {
            let on: Vec<usize> = cells(set).collect();
            late_numbers.extend(late_orders.iter().map(|order| {
                let term = |tile: usize| {
                    let lower = if is_sparse { 0 } else { lower(order, tile) };
                    (on[order[tile] as usize] - lower) as u32 * radices[early + tile]
                };
                (0..late).map(term).sum::<u32>()
            }));
        }
        Ok(Packing {
            distances,
            manhattan,
            radices,
            is_sparse,
            cells: count,
            early,
            early_sets: Combinations::new(count as u32, early as u32)?,
            early_orders,
            first,
            late_sets,
            left_sets,
            late_orders: late_orders.len(),
            late_manhattan,
            late_numbers,
        })
    }

    fn fill_all(&self, surplus: &mut [u8], threads: usize) {
        // Without early tiles, all is one part.
        let part =
            self.early.checked_sub(1).map_or(2 * surplus.len(), |last| self.radices[last] as usize);
        let sets = all(&self.early_sets).into_iter();
        if part.is_multiple_of(2) {
            let mut parts: Vec<_> = surplus.chunks_mut(part / 2).map(Some).collect();
            let jobs = sets.map(|set| {
                let orders = self.early_orders.iter();
                let numbers = orders.map(|order| self.number(set, order) / part);
                (set, numbers.map(|number| parts[number].take().unwrap_or_default()).collect())
            });
            let jobs: Vec<(u64, Vec<&mut [u8]>)> = jobs.collect();
            let mut workers: Vec<Vec<Late>> = (0..threads).map(|_| Vec::new()).collect();
            parallel::drain(&mut workers, jobs, |(set, parts), beside| {
                self.find_late(set, beside);
                for (order, part) in parts.into_iter().enumerate() {
                    self.fill(set, order, beside, part, 0);
                }
            });
        } else {
            let mut beside = Vec::new();
            for set in sets {
                self.find_late(set, &mut beside);
                for (number, order) in self.early_orders.iter().enumerate() {
                    self.fill(set, number, &beside, surplus, self.number(set, order));
                }
            }
        }
    }

    /// What the early tiles add to the number of a placement.
    fn number(&self, set: u64, order: &[u8]) -> usize {
        let on: Vec<usize> = cells(set).collect();
        let term = |tile: usize| {
            let lower = if self.is_sparse { 0 } else { lower(order, tile) };
            (on[order[tile] as usize] - lower) * self.radices[tile] as usize
        };
        (0..self.early).map(term).sum()
    }

    /// All cells of late tiles beside a set of early ones.
    fn find_late(&self, early: u64, beside: &mut Vec<Late>) {
        let free: Vec<usize> = cells(!early).take(self.cells - self.early).collect();
        beside.clear();
        beside.extend((0..).zip(&self.left_sets).map(|(number, &left)| {
            let late = cells(left).fold(0, |set, left| set | 1 << free[left]);
            let set = early | late;
            let orders = self.late_orders as u32;
            let manhattan = self.late_sets.rank(late) as u32 * orders;
            let positions =
                cells(early).fold(0, |positions, cell| positions | 1 << below(set, cell));
            Late {
                set: self.distances.sets.rank(set) as u32,
                manhattan,
                numbers: if self.is_sparse { manhattan } else { number * orders },
                positions,
            }
        }));
    }

    /// Fills the part of the early tiles on these cells, in this order. It begins at `first`.
    fn fill(&self, set: u64, order: usize, beside: &[Late], part: &mut [u8], first: usize) {
        let tiles = self.early_orders[order].iter().zip(&self.manhattan);
        let on: Vec<usize> = cells(set).collect();
        let distance = tiles.map(|(&place, manhattan)| manhattan[on[place as usize]]).sum();
        let fill = match self.late_orders {
            1 => Self::fill_with::<1>,
            2 => Self::fill_with::<2>,
            6 => Self::fill_with::<6>,
            _ => Self::fill_with::<24>,
        };
        fill(self, distance, order, beside, part, first);
    }

    fn fill_with<const ORDERS: usize>(
        &self,
        distance: u8,
        order: usize,
        beside: &[Late],
        part: &mut [u8],
        first: usize,
    ) {
        let starts = &self.first[order];
        let mut halves = [[0; ORDERS]; AT_ONCE];
        for beside in beside.chunks(AT_ONCE) {
            // The distances are far apart: nothing else is done here, so that the processor
            // waits for many of them at once.
            for (late, halves) in beside.iter().zip(&mut halves) {
                let from = starts[late.positions as usize] as usize;
                let moves = &self.distances.of(late.set as usize)[from..][..ORDERS];
                let manhattan = &self.late_manhattan[late.manhattan as usize..][..ORDERS];
                for ((half, moves), more) in halves.iter_mut().zip(moves).zip(manhattan) {
                    // What was never reached is never looked up, since no board has it.
                    *half = (moves.wrapping_sub(distance + more) / 2).min(MAX_SURPLUS);
                }
            }
            for (late, halves) in beside.iter().zip(&halves) {
                let numbers = &self.late_numbers[late.numbers as usize..][..ORDERS];
                for (half, more) in halves.iter().zip(numbers) {
                    let index = first + *more as usize;
                    part[index / 2] |= half << (index % 2 * 4);
                }
            }
        }
    }
}

/// All sets, in the order of their numbers.
fn all(sets: &Combinations) -> Vec<u64> {
    (0..sets.len()).map(|number| sets.unrank(number)).collect()
}

/// All orders of some tiles: their places among themselves, in lexicographic order.
fn orders(tiles: usize) -> Vec<Vec<u8>> {
    (0..tiles).fold(vec![Vec::new()], |orders, _| {
        let longer = orders.iter().flat_map(|order| {
            let others = (0..tiles as u8).filter(|place| !order.contains(place));
            others.map(|place| [&order[..], &[place]].concat())
        });
        longer.collect()
    })
}

/// The tiles before one that have lower places.
fn lower(order: &[u8], tile: usize) -> usize {
    order[..tile].iter().filter(|&&other| other < order[tile]).count()
}
