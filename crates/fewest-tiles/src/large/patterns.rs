//! How much the tiles of a board are in each other's way, as a score for beams over the
//! whole board.
//!
//! For small groups of neighbours, tables say how many moves more than their Manhattan
//! distance they need on an otherwise empty board. The groups overlap, so the sum is no
//! bound; but it tells good boards from bad ones better than the sum of groups that don't.
//! A table depends only on the places where its tiles belong. So groups that turns and
//! mirror images of the board take to each other have one table, and few are built.

use std::collections::HashMap;
use std::sync::Arc;

use fewest::parallel;
use fewest::search::{Budget, Meter, Stop};

use super::super::Geometry;
use super::map::Sliding;

/// Up to this number of cells, groups are blocks of two by two tiles; above it, blocks
/// without one of their tiles, whose tables are built faster.
const BLOCK_CELLS: usize = 42;

/// What a move of the surplus weighs, against ten or more for a tile that is a cell away
/// from its place: in the blocks, and in pairs of one line.
const BLOCK: i64 = 12;
const PAIR: i64 = 20;

/// The largest group.
const MAX_TILES: usize = 4;

/// What was never reached.
const NEVER: u8 = u8::MAX;

/// The groups of a board.
#[derive(Debug)]
pub(super) struct Patterns {
    /// Those of each tile.
    of_tile: Vec<Vec<Member>>,
}

/// A tile of a group.
#[derive(Clone, Debug)]
struct Member {
    table: Arc<Vec<u8>>,
    /// The tiles of the group, and what a cell adds to the index for each. Where there are
    /// fewer, the blank takes their place and adds nothing.
    tiles: [u16; MAX_TILES],
    terms: [Arc<Vec<u32>>; MAX_TILES],
    /// Which of them the tile is.
    own: usize,
    weight: i64,
}

impl Member {
    #[inline]
    fn index(&self, board: &Sliding) -> u32 {
        let term = |at: usize| self.terms[at][board.cells[self.tiles[at] as usize] as usize];
        term(0) + term(1) + term(2) + term(3)
    }

    #[inline]
    fn score(&self, index: u32) -> i64 {
        i64::from(self.table[index as usize]) * self.weight
    }
}

impl Patterns {
    /// Builds the tables on all threads of a budget: of pairs alone, which takes no time, or
    /// also of blocks.
    pub(super) fn build(
        geometry: &Geometry,
        has_blocks: bool,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let cells = geometry.cells();
        let symmetries = symmetries(geometry);
        let groups = groups(geometry, has_blocks);
        // The places of each table's tiles.
        let mut homes: Vec<Vec<u8>> =
            groups.iter().map(|(tiles, _)| canonical(geometry, &symmetries, tiles).0).collect();
        homes.sort_unstable();
        homes.dedup();
        // The slow ones first.
        homes.sort_by_key(|homes| std::cmp::Reverse(homes.len()));
        let mut meter = Meter::start(budget);
        // The bytes of a table, and of all layers of its search.
        let bytes = |homes: &Vec<u8>| 5 * cells.pow(homes.len() as u32);
        meter.take(homes.iter().map(bytes).sum())?;
        let mut built: Vec<Vec<_>> = Vec::new();
        built.resize_with(budget.threads.max(1), Vec::new);
        parallel::drain(&mut built, homes, |homes, built| {
            let is_over = Meter::start(budget).check();
            let table = is_over.map(|()| Arc::new(table(geometry, &homes)));
            built.push(table.map(|table| (homes, table)));
        });
        let tables: HashMap<_, _> = built.into_iter().flatten().collect::<Result<_, Stop>>()?;
        meter.check()?;
        let term = |symmetry: &[u8], radix: usize| {
            Arc::new(symmetry.iter().map(|&cell| (usize::from(cell) * radix) as u32).collect())
        };
        let radices: [usize; MAX_TILES] = std::array::from_fn(|at| cells.pow(at as u32));
        let terms: Vec<[Arc<Vec<u32>>; MAX_TILES]> =
            symmetries.iter().map(|symmetry| radices.map(|radix| term(symmetry, radix))).collect();
        let nothing = Arc::new(vec![0; cells]);
        let mut of_tile = vec![Vec::new(); cells];
        for (tiles, weight) in groups {
            let (homes, symmetry, order) = canonical(geometry, &symmetries, &tiles);
            let table = &tables[&homes];
            let member = |own| Member {
                table: table.clone(),
                tiles: std::array::from_fn(|at| order.get(at).copied().unwrap_or(0)),
                terms: std::array::from_fn(|at| match order.get(at) {
                    Some(_) => terms[symmetry][at].clone(),
                    None => nothing.clone(),
                }),
                own,
                weight,
            };
            for (own, &tile) in order.iter().enumerate() {
                of_tile[tile as usize].push(member(own));
            }
        }
        Ok(Patterns { of_tile })
    }

    /// The score of a board.
    pub(super) fn score(&self, board: &Sliding) -> i64 {
        // Each group once.
        let members = self.of_tile.iter().flatten().filter(|member| member.own == 0);
        members.map(|member| member.score(member.index(board))).sum()
    }

    /// What a slide of a tile to the cell `to` adds to the score.
    #[inline]
    pub(super) fn change(&self, board: &Sliding, tile: u16, to: u16) -> i64 {
        let from = board.cells[tile as usize];
        let change = |member: &Member| {
            let old = member.index(board);
            let terms = &member.terms[member.own];
            let new = old + terms[to as usize] - terms[from as usize];
            member.score(new) - member.score(old)
        };
        self.of_tile[tile as usize].iter().map(change).sum()
    }
}

/// The tiles of each group, and its weight.
pub(super) fn groups(geometry: &Geometry, has_blocks: bool) -> Vec<(Vec<u16>, i64)> {
    let (width, height) = (geometry.width(), geometry.height());
    let tile = |(x, y): (usize, usize)| geometry.goal()[y * width + x];
    let mut groups = Vec::new();
    let mut add = |places: &[(usize, usize)], weight: i64| {
        let tiles = places.iter().map(|&place| tile(place)).filter(|&tile| tile != 0);
        let tiles: Vec<u16> = tiles.collect();
        if tiles.len() > 1 {
            groups.push((tiles, weight));
        }
    };
    let places = |columns: usize, rows: usize| {
        (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)))
    };
    for (x, y) in places(width - 1, height - 1).filter(|_| has_blocks) {
        let block = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        if geometry.cells() <= BLOCK_CELLS {
            add(&block, BLOCK);
        } else {
            for without in block {
                let rest: Vec<_> = block.into_iter().filter(|&place| place != without).collect();
                add(&rest, BLOCK / 2);
            }
        }
    }
    for (x, y) in places(width, height) {
        for other in x + 1..width {
            add(&[(x, y), (other, y)], PAIR);
        }
        for other in y + 1..height {
            add(&[(x, y), (x, other)], PAIR);
        }
    }
    groups
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

/// Of all images of a group, the one whose places come first: those places in order, the
/// number of the symmetry, and the tiles in the same order.
fn canonical(
    geometry: &Geometry,
    symmetries: &[Vec<u8>],
    tiles: &[u16],
) -> (Vec<u8>, usize, Vec<u16>) {
    let image = |(number, symmetry): (usize, &Vec<u8>)| {
        let home = |&tile: &u16| (symmetry[geometry.goal_cell(tile as usize)], tile);
        let mut homes: Vec<(u8, u16)> = tiles.iter().map(home).collect();
        homes.sort_unstable();
        let (homes, tiles) = homes.into_iter().unzip();
        (homes, number, tiles)
    };
    // There is always the board itself.
    symmetries.iter().enumerate().map(image).min().unwrap_or_default()
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
