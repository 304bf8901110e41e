//! How much the tiles of a board are in each other's way, as a score for beams over the
//! whole board.
//!
//! For small groups of neighbours, tables say how many moves more than their Manhattan
//! distance they need on an otherwise empty board. The groups overlap, so the sum is no
//! bound; but it tells good boards from bad ones better than the sum of groups that don't.
//! A table depends only on the places where its tiles belong. So groups that turns and
//! mirror images of the board take to each other have one table, and few are built.

use fewest::parallel;
use fewest::search::{Budget, Meter, Stop};

use super::super::{Geometry, few};
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

/// The groups of a board, laid out so that the change of a slide reads little memory.
#[derive(Debug)]
pub(super) struct Patterns {
    cells: usize,
    /// The tables of the blocks, one after the other.
    tables: Vec<u8>,
    /// What each cell adds to the index in a table, by symmetry and place in the table.
    terms: Vec<u32>,
    /// The blocks of each tile.
    blocks: Vec<Vec<Block>>,
    /// For each tile and each of its cells, a row for each partner in a pair: the pair's
    /// surplus by the partner's cell.
    rows: Vec<u8>,
    /// Where the rows of each tile begin, and its partners.
    partners: Vec<(usize, Vec<u16>)>,
}

/// A block, as one of its tiles sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    /// Where its table begins.
    table: u32,
    /// The other tiles, and where their terms begin. Where there are fewer, the blank takes
    /// their place and adds nothing.
    others: [(u16, u16); MAX_TILES - 1],
    /// Where the terms of the tile itself begin.
    own: u16,
    /// Whether it counts where each block is counted once.
    is_first: bool,
    weight: i32,
}

impl Block {
    /// The index without what the tile itself adds.
    #[inline]
    fn index(&self, terms: &[u32], board: &Sliding) -> u32 {
        let term = |(tile, start): (u16, u16)| {
            terms[usize::from(start) + usize::from(board.cells[usize::from(tile)])]
        };
        self.table + term(self.others[0]) + term(self.others[1]) + term(self.others[2])
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
        // The places of each table's tiles, some dozens.
        let mut all: Vec<Vec<u8>> = Vec::new();
        for (tiles, _) in &groups {
            let homes = canonical(geometry, &symmetries, tiles).0;
            if !all.contains(&homes) {
                all.push(homes);
            }
        }
        // The slow ones first.
        few::sort(&mut all, |a, b| a.len() > b.len());
        let mut meter = Meter::start(budget);
        // The bytes of a table, and of all layers of its search.
        let bytes = |homes: &Vec<u8>| 5 * cells.pow(homes.len() as u32);
        // And of the rows of pairs, which are made twice.
        let rows = 2 * (geometry.width() + geometry.height()) * cells.pow(3);
        meter.take(all.iter().map(bytes).sum::<usize>() + rows)?;
        let mut built: Vec<Vec<_>> = Vec::new();
        built.resize_with(budget.threads.max(1), Vec::new);
        parallel::drain(&mut built, (0..all.len()).collect(), |number, built| {
            let is_over = Meter::start(budget).check();
            built.push((number, is_over.map(|()| table(geometry, &all[number]))));
        });
        let mut tables = vec![Vec::new(); all.len()];
        for (number, table) in built.into_iter().flatten() {
            tables[number] = table?;
        }
        meter.check()?;
        let mut patterns = Patterns {
            cells,
            tables: Vec::new(),
            // First those of the blank where a tile is missing.
            terms: vec![0; cells],
            blocks: vec![Vec::new(); cells],
            rows: Vec::new(),
            partners: Vec::new(),
        };
        for symmetry in &symmetries {
            for at in 0..MAX_TILES {
                let radix = cells.pow(at as u32);
                let term = |&cell: &u8| (usize::from(cell) * radix) as u32;
                patterns.terms.extend(symmetry.iter().map(term));
            }
        }
        // Where each table begins, once it is needed.
        let mut starts = vec![None; all.len()];
        let mut pairs = vec![Vec::new(); cells];
        for (tiles, weight) in groups {
            let (homes, symmetry, order) = canonical(geometry, &symmetries, &tiles);
            let number = all.iter().position(|known| *known == homes).unwrap_or(0);
            let table = &tables[number];
            let terms = |at: usize| (cells * (1 + symmetry * MAX_TILES + at)) as u16;
            if let ([a, b], PAIR) = (&order[..], weight) {
                let [at_a, at_b] =
                    [0, 1].map(|at| &patterns.terms[usize::from(terms(at))..][..cells]);
                let surplus = |a: usize, b: usize| match table[(at_a[a] + at_b[b]) as usize] {
                    NEVER => 0, // both on one cell
                    surplus => surplus,
                };
                let square = |value: &dyn Fn(usize, usize) -> u8| -> Vec<u8> {
                    (0..cells * cells).map(|at| value(at / cells, at % cells)).collect()
                };
                pairs[usize::from(*a)].push((*b, square(&surplus)));
                pairs[usize::from(*b)].push((*a, square(&|b, a| surplus(a, b))));
                continue;
            }
            let start = *starts[number].get_or_insert_with(|| {
                patterns.tables.extend_from_slice(table);
                patterns.tables.len() - table.len()
            });
            for (own, &tile) in order.iter().enumerate() {
                let mut block = Block {
                    table: start as u32,
                    own: terms(own),
                    is_first: own == 0,
                    weight: weight as i32,
                    ..Block::default()
                };
                let others = order.iter().enumerate().filter(|&(at, _)| at != own);
                for (other, (at, &tile)) in block.others.iter_mut().zip(others) {
                    *other = (tile, terms(at));
                }
                patterns.blocks[usize::from(tile)].push(block);
            }
        }
        for pairs in pairs {
            let start = patterns.rows.len();
            for own in 0..cells {
                for (_, square) in &pairs {
                    patterns.rows.extend(&square[own * cells..][..cells]);
                }
            }
            let partners = pairs.into_iter().map(|(partner, _)| partner).collect();
            patterns.partners.push((start, partners));
        }
        Ok(patterns)
    }

    /// The score of a board.
    pub(super) fn score(&self, board: &Sliding) -> i64 {
        let score = |tile: usize| {
            let cell = usize::from(board.cells[tile]);
            let block = |block: &Block| {
                let own = self.terms[usize::from(block.own) + cell];
                let surplus = self.tables[(block.index(&self.terms, board) + own) as usize];
                i64::from(surplus) * i64::from(block.weight)
            };
            let blocks: i64 =
                self.blocks[tile].iter().filter(|block| block.is_first).map(block).sum();
            // Each pair is met twice.
            2 * blocks + PAIR * i64::from(self.pairs(board, tile, cell))
        };
        (0..self.cells).map(score).sum::<i64>() / 2
    }

    /// The surplus of a tile's pairs, if it were on a cell.
    #[inline]
    fn pairs(&self, board: &Sliding, tile: usize, cell: usize) -> i32 {
        let (start, partners) = &self.partners[tile];
        let mut row = start + cell * partners.len() * self.cells;
        let mut surplus = 0;
        for &other in partners {
            surplus += i32::from(self.rows[row + usize::from(board.cells[usize::from(other)])]);
            row += self.cells;
        }
        surplus
    }

    /// What a slide of a tile to the cell `to` adds to the score.
    #[inline]
    pub(super) fn change(&self, board: &Sliding, tile: u16, to: u16) -> i64 {
        let (tile, to) = (usize::from(tile), usize::from(to));
        let from = usize::from(board.cells[tile]);
        let mut change = 0;
        for block in &self.blocks[tile] {
            let (index, own) = (block.index(&self.terms, board), usize::from(block.own));
            let surplus = |cell| i32::from(self.tables[(index + self.terms[own + cell]) as usize]);
            change += (surplus(to) - surplus(from)) * block.weight;
        }
        let pairs = self.pairs(board, tile, to) - self.pairs(board, tile, from);
        i64::from(change) + PAIR * i64::from(pairs)
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
        few::sort(&mut homes, |a, b| a < b);
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
