//! Tables of what small groups of tiles are in each other's way.
//!
//! A table depends only on the cells where its tiles belong. So groups that turns and mirror
//! images of the board take to each other have one table, and few are built; and they serve
//! any board of this shape as a goal.

use std::sync::Arc;

use fewest::parallel;
use fewest::search::{Budget, Meter, Stop};

use super::super::{Geometry, few};

/// The largest group.
pub(super) const MAX_TILES: usize = 4;

/// What was never reached.
pub(super) const NEVER: u8 = u8::MAX;

/// The tables of all groups of cells that may be asked for.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) cells: usize,
    pub(super) has_blocks: bool,
    /// One after the other.
    pub(super) all: Arc<[u8]>,
    /// The cells of each table's tiles, and where it begins.
    starts: Vec<(Vec<u8>, usize)>,
    pub(super) symmetries: Vec<Vec<u8>>,
}

impl Tables {
    /// Builds the tables of some groups of cells, and of these groups without one of their
    /// cells, on all threads of a budget.
    pub(super) fn build(
        geometry: &Geometry,
        groups: &[Vec<u8>],
        has_blocks: bool,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let cells = geometry.cells();
        let symmetries = symmetries(geometry);
        // The cells of each table's tiles, some dozens.
        let mut homes: Vec<Vec<u8>> = Vec::new();
        for group in groups {
            let less = (0..group.len()).map(|without| {
                let rest = group.iter().enumerate().filter(|&(at, _)| at != without);
                rest.map(|(_, &cell)| cell).collect()
            });
            for group in less.chain([group.clone()]).filter(|group: &Vec<u8>| group.len() > 1) {
                let group = canonical(&symmetries, &group).homes;
                if !homes.contains(&group) {
                    homes.push(group);
                }
            }
        }
        // The slow ones first.
        few::sort(&mut homes, |a, b| a.len() > b.len());
        let mut meter = Meter::start(budget);
        // The bytes of a table, and of all layers of its search.
        let bytes = |homes: &Vec<u8>| 5 * cells.pow(homes.len() as u32);
        // And of the rows of pairs: of two ways to weigh them, and of a window on each thread.
        // They are made twice.
        let copies = 2 * (2 + budget.threads.max(1));
        let rows = copies * (geometry.width() + geometry.height()) * cells.pow(3);
        meter.take(homes.iter().map(bytes).sum::<usize>() + rows)?;
        let mut built: Vec<Vec<_>> = Vec::new();
        built.resize_with(budget.threads.max(1), Vec::new);
        parallel::drain(&mut built, (0..homes.len()).collect(), |number, built| {
            let is_over = Meter::start(budget).check();
            built.push((number, is_over.map(|()| table(geometry, &homes[number]))));
        });
        let (mut all, mut starts) = (Vec::new(), Vec::new());
        for (number, table) in built.into_iter().flatten() {
            starts.push((homes[number].clone(), all.len()));
            all.extend(table?);
        }
        meter.check()?;
        Ok(Tables { cells, has_blocks, all: all.into(), starts, symmetries })
    }

    /// The table of a group that was built, and how the group is turned for it.
    pub(super) fn find(&self, group: &[u8]) -> Option<(usize, Turned)> {
        let turned = canonical(&self.symmetries, group);
        let (_, start) = self.starts.iter().find(|(homes, _)| *homes == turned.homes)?;
        Some((*start, turned))
    }
}

/// Where each turn and mirror image of the board takes its cells.
fn symmetries(geometry: &Geometry) -> Vec<Vec<u8>> {
    let (width, height) = (geometry.width(), geometry.height());
    let image = |number: usize| {
        let to = |cell: usize| {
            let (x, y) = geometry.place(cell);
            let x = if number & 1 == 0 { x } else { width - 1 - x };
            let y = if number & 2 == 0 { y } else { height - 1 - y };
            let (x, y) = if number & 4 == 0 { (x, y) } else { (y, x) };
            (y * width + x) as u8
        };
        (0..geometry.cells()).map(to).collect()
    };
    (0..if width == height { 8 } else { 4 }).map(image).collect()
}

/// A group as it is in its table.
pub(super) struct Turned {
    homes: Vec<u8>,
    /// The number of the symmetry.
    pub(super) symmetry: usize,
    /// Which of the group's cells each of them was.
    pub(super) order: Vec<usize>,
}

/// Of all images of a group, the one whose cells come first.
fn canonical(symmetries: &[Vec<u8>], group: &[u8]) -> Turned {
    let image = |(number, symmetry): (usize, &Vec<u8>)| {
        let home = |(at, &cell): (usize, &u8)| (symmetry[usize::from(cell)], at);
        let mut homes: Vec<(u8, usize)> = group.iter().enumerate().map(home).collect();
        few::sort(&mut homes, |a, b| a < b);
        let (homes, order) = homes.into_iter().unzip();
        (homes, number, order)
    };
    // There is always the board itself.
    let (homes, symmetry, order) =
        symmetries.iter().enumerate().map(image).min().unwrap_or_default();
    Turned { homes, symmetry, order }
}

/// By the cells of the tiles that belong on `homes`, the moves that they need beyond their
/// Manhattan distance: breadth-first search on a board without other tiles. The first tile's
/// cell has the lowest place value.
fn table(geometry: &Geometry, homes: &[u8]) -> Vec<u8> {
    let cells = geometry.cells();
    let radices: [usize; MAX_TILES] = std::array::from_fn(|at| cells.pow(at as u32));
    let index = |placed: &[u8]| -> usize {
        placed.iter().zip(radices).map(|(&cell, radix)| usize::from(cell) * radix).sum()
    };
    let neighbours: Vec<Vec<u8>> =
        (0..cells).map(|cell| geometry.neighbours(cell).map(|next| next as u8).collect()).collect();
    let tiles = homes.len();
    let mut goal = [NEVER; MAX_TILES];
    goal[..tiles].copy_from_slice(homes);
    let mut moves = vec![NEVER; cells.pow(tiles as u32)];
    moves[index(homes)] = 0;
    let (mut layer, mut next) = (vec![goal], Vec::new());
    let far = |tile: usize, cell: u8| geometry.distance(usize::from(homes[tile]), cell.into());
    let far: Vec<Vec<u32>> = (0..tiles)
        .map(|tile| (0..cells as u8).map(|cell| far(tile, cell) as u32).collect())
        .collect();
    for depth in 1_u32.. {
        for placed in &layer {
            let from = index(&placed[..tiles]);
            let distance: u32 = (0..tiles).map(|tile| far[tile][usize::from(placed[tile])]).sum();
            for tile in 0..tiles {
                let cell = placed[tile];
                for &to in &neighbours[usize::from(cell)] {
                    let at =
                        from + usize::from(to) * radices[tile] - usize::from(cell) * radices[tile];
                    if moves[at] == NEVER && !placed.contains(&to) {
                        let distance =
                            distance + far[tile][usize::from(to)] - far[tile][usize::from(cell)];
                        moves[at] = (depth - distance) as u8;
                        let mut placed = *placed;
                        placed[tile] = to;
                        next.push(placed);
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        std::mem::swap(&mut layer, &mut next);
        next.clear();
    }
    moves
}
