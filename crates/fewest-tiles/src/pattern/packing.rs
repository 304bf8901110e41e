//! Puts the distances of a group in the order of its placements' numbers, as a database stores
//! them.
//!
//! The tiles of a group are divided into early ones and the last four. On a set of cells, the
//! number of a placement is the sum of what the early tiles add and of what the last ones add.
//! So both are found once for each set, and one addition gives each number.

use fewest::parallel;

use super::builder::Distances;
use super::occupied;
use super::store::Bytes;
use crate::Geometry;

/// The largest surplus that is stored, in pairs of moves.
const MAX_SURPLUS: u8 = 15;

/// Parts of more bytes than this are filled for one cell of the second tile after another, so
/// that what is filled fits the cache. Tests have both on small boards.
const MAX_PART: u32 = if cfg!(test) { 1 << 6 } else { 1 << 20 };

/// The maximum number of tiles of a group.
const MAX_TILES: usize = 8;
/// The number of late tiles, at most, and of their orders.
const LATE: usize = 4;
const LATE_ORDERS: usize = 24;

/// What the cells of tiles add up to: below, the number of the placement, and above, the
/// Manhattan distance.
type Sum = u64;

/// The bytes of a database.
///
/// All placements with the first tile on one cell are together in one part of it. Each thread
/// fills such parts.
pub(super) fn pack(
    geometry: &Geometry,
    tiles: &[u16],
    distances: &Distances,
    (radices, is_sparse): (Vec<u32>, bool),
    bytes: usize,
    threads: usize,
) -> Bytes {
    let cells = geometry.cells();
    let manhattan = tiles.iter().map(|&tile| {
        let goal = geometry.goal_cell(tile as usize);
        (0..cells).map(|cell| geometry.distance(cell, goal) as u8).collect()
    });
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

struct Packing<'a> {
    distances: &'a Distances,
    sets: Vec<u64>,
    /// By tile of the group and cell.
    manhattan: Vec<Vec<u8>>,
    radices: Vec<u32>,
    is_sparse: bool,
    /// The first tiles that every part has on the same cells, and those before the late ones.
    fixed: usize,
    early: usize,
    /// By the positions of the fixed tiles.
    orders: Vec<Orders>,
    /// The orders of the late tiles on their positions, and what their numbers lose for late
    /// tiles before others on lower cells.
    late: Vec<([u8; LATE], u32)>,
}

/// The orders of the early tiles with the fixed ones on certain positions, in lexicographic
/// order, and the sets of positions that they leave for the late ones.
struct Orders {
    early: Vec<Early>,
    left: Vec<u8>,
}

struct Early {
    positions: [u8; MAX_TILES],
    /// What the number loses for tiles before others on lower cells.
    loss: u32,
    /// The number of the set of positions that is left.
    left: u8,
}

/// What the late tiles add, by their order.
struct Row<const ORDERS: usize> {
    numbers: [u32; ORDERS],
    manhattan: [u8; ORDERS],
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
        let early = tiles.saturating_sub(LATE).max(fixed);
        let loss = |order: &[u8], radices: &[u32]| {
            let one = |(tile, &position): (usize, &u8)| {
                let lower = order[..tile].iter().filter(|&&other| other < position);
                lower.count() as u32 * radices[tile]
            };
            if is_sparse { 0 } else { order.iter().enumerate().map(one).sum::<u32>() }
        };
        let all = u8::MAX >> (MAX_TILES - tiles);
        let mut orders = Vec::new();
        for order in longer(tiles, fixed, vec![Vec::new()]) {
            let mut left = Vec::new();
            let mut found = Vec::new();
            for order in longer(tiles, early, vec![order]) {
                let rest = order.iter().fold(all, |rest, position| rest & !(1 << position));
                let number = left.iter().position(|&known| known == rest).unwrap_or(left.len());
                if number == left.len() {
                    left.push(rest);
                }
                let mut positions = [0; MAX_TILES];
                positions[..early].copy_from_slice(&order);
                let loss = loss(&order, &radices[..early]);
                found.push(Early { positions, loss, left: number as u8 });
            }
            orders.push(Orders { early: found, left });
        }
        let late =
            longer(tiles - early, tiles - early, vec![Vec::new()]).into_iter().map(|order| {
                let mut positions = [0; LATE];
                positions[..order.len()].copy_from_slice(&order);
                (positions, loss(&order, &radices[early..]))
            });
        let late = late.collect();
        let sets = (0..distances.sets.len()).map(|number| distances.sets.unrank(number)).collect();
        Packing { distances, sets, manhattan, radices, is_sparse, fixed, early, orders, late }
    }

    /// Fills the part for the first tile on a cell, which begins at `first`.
    fn fill(&self, cell: usize, part: &mut [u8], first: u32) {
        let fill = match self.late.len() {
            1 => Self::fill_with::<1>,
            2 => Self::fill_with::<2>,
            6 => Self::fill_with::<6>,
            _ => Self::fill_with::<LATE_ORDERS>,
        };
        if self.fixed == 1 {
            fill(self, &[cell], part, first);
        } else {
            let others = (0..self.manhattan[0].len()).filter(|&other| other != cell);
            others.for_each(|other| fill(self, &[cell, other], part, first));
        }
    }

    /// The same for the fixed tiles on these cells.
    fn fill_with<const ORDERS: usize>(&self, fixed: &[usize], part: &mut [u8], first: u32) {
        let tiles = self.radices.len();
        let wanted = fixed.iter().fold(0, |set, cell| set | 1 << cell);
        let mut sums = [[0; MAX_TILES]; MAX_TILES];
        let mut rows: Vec<Row<ORDERS>> = Vec::new();
        for (number, &set) in self.sets.iter().enumerate() {
            if set & wanted != wanted {
                continue;
            }
            for (position, cell) in occupied::cells(set).enumerate() {
                for (tile, sums) in sums.iter_mut().enumerate().take(tiles) {
                    // The first tile's cell is that of the part.
                    let radix = if tile == 0 { 0 } else { u64::from(self.radices[tile]) };
                    let distance = Sum::from(self.manhattan[tile][cell]);
                    sums[position] = (cell as u64 * radix) | (distance << 32);
                }
            }
            let position = |cell: usize| (set & ((1 << cell) - 1)).count_ones() as usize;
            let order = match *fixed {
                [first, second] => {
                    let (first, second) = (position(first), position(second));
                    first * (tiles - 1) + second - usize::from(second > first)
                }
                _ => position(fixed[0]),
            };
            let Orders { early, left } = &self.orders[order];
            rows.clear();
            rows.extend(left.iter().map(|&left| self.row(left, &sums)));
            let here = &self.distances.of(number)[order * early.len() * ORDERS..];
            for (early, moves) in early.iter().zip(here.as_chunks::<ORDERS>().0) {
                let positions = early.positions.iter().zip(&sums).take(self.early);
                let sum: Sum = positions.map(|(&position, sums)| sums[position as usize & 7]).sum();
                let number = first + sum as u32 - early.loss;
                let distance = (sum >> 32) as u8;
                let row = &rows[early.left as usize];
                let mut halves = *moves;
                for (half, more) in halves.iter_mut().zip(&row.manhattan) {
                    // What was never reached is never looked up, since no board has it.
                    *half = (half.wrapping_sub(distance + more) / 2).min(MAX_SURPLUS);
                }
                for (half, more) in halves.iter().zip(&row.numbers) {
                    let index = (number + more) as usize;
                    part[index / 2] |= half << (index % 2 * 4);
                }
            }
        }
    }

    /// What the late tiles add on a set of positions, when each adds these sums on them.
    fn row<const ORDERS: usize>(
        &self,
        left: u8,
        sums: &[[Sum; MAX_TILES]; MAX_TILES],
    ) -> Row<ORDERS> {
        let mut late = [[0; LATE]; LATE];
        for (place, position) in occupied::cells(left.into()).enumerate() {
            for (tile, late) in (self.early..self.radices.len()).zip(&mut late) {
                // All early tiles on lower positions are before it.
                let lower = if self.is_sparse { 0 } else { position - place };
                late[place] = sums[tile][position] - lower as u64 * u64::from(self.radices[tile]);
            }
        }
        let mut row = Row { numbers: [0; ORDERS], manhattan: [0; ORDERS] };
        let both = row.numbers.iter_mut().zip(&mut row.manhattan);
        for ((number, distance), (order, loss)) in both.zip(&self.late) {
            let sum: Sum =
                late.iter().zip(order).map(|(late, &place)| late[place as usize & 3]).sum();
            (*number, *distance) = (sum as u32 - loss, (sum >> 32) as u8);
        }
        row
    }
}

/// All orders of `length` of the positions that begin with these, in lexicographic order.
fn longer(positions: usize, length: usize, orders: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    let is_long = orders.first().is_none_or(|order| order.len() >= length);
    if is_long {
        return orders;
    }
    let next = orders.iter().flat_map(|order| {
        let others = (0..positions as u8).filter(|position| !order.contains(position));
        others.map(|position| [&order[..], &[position]].concat())
    });
    longer(positions, length, next.collect())
}
