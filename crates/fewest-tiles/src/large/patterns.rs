//! How much the tiles of a board are in each other's way, as a score for beams over the
//! whole board.
//!
//! For small groups of neighbours, tables say how many moves more than their Manhattan
//! distance they need on an otherwise empty board. The groups overlap, so the sum is no
//! bound; but it tells good boards from bad ones better than the sum of groups that don't.

use std::ops::Range;
use std::sync::Arc;

use fewest::search::{Budget, Stop};

use super::super::Geometry;
use super::WHOLE_CELLS;
use super::compact::Places;
use super::map::Sliding;
use super::tables::{MAX_TILES, NEVER, Tables, Turned};

/// Up to this number of cells, groups are blocks of two by two tiles; above it, blocks
/// without one of their tiles, whose tables are built faster.
const BLOCK_CELLS: usize = 42;

/// What a move of the surplus weighs, against ten or more for a tile that is a cell away
/// from its place: in the blocks, and in pairs of one line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    pub(super) block: i32,
    pub(super) pair: i32,
}

const NO_WEIGHTS: Weights = Weights { block: 0, pair: 0 };

/// The groups of a board, laid out so that the change of a slide reads little memory.
#[derive(Debug)]
pub(super) struct Patterns {
    cells: usize,
    pair: i32,
    tables: Arc<[u8]>,
    /// What each cell adds to the index in a table, by symmetry and place in the table.
    terms: Vec<[u32; WHOLE_CELLS]>,
    /// The blocks of each tile.
    blocks: Vec<Vec<Block>>,
    /// For each tile and each of its cells, a row for each partner in a pair: the pair's
    /// surplus by the partner's cell.
    rows: Vec<u8>,
    partners: Vec<Partners>,
    /// Column and row of each cell.
    places: Vec<[u8; 2]>,
}

/// The pairs of a tile.
#[derive(Debug)]
struct Partners {
    /// Where its rows begin.
    start: usize,
    /// Its own place.
    home: [u8; 2],
    /// Those of its row, then those of its column.
    tiles: Vec<u8>,
    in_row: usize,
}

/// A block, as one of its tiles sees it.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    /// Where its table begins.
    table: u32,
    /// The other tiles, and the numbers of their terms. Where there are fewer, the blank takes
    /// their place and adds nothing.
    others: [(u8, u8); MAX_TILES - 1],
    /// The number of the terms of the tile itself.
    own: u8,
    /// Whether it counts where each block is counted once.
    is_first: bool,
    weight: i32,
}

impl Block {
    /// The index without what the tile itself adds.
    #[inline]
    fn index(&self, terms: &[[u32; WHOLE_CELLS]], at: impl Fn(u8) -> u8) -> u32 {
        let term = |(tile, number): (u8, u8)| {
            terms[usize::from(number)][usize::from(at(tile)) % WHOLE_CELLS]
        };
        self.table + term(self.others[0]) + term(self.others[1]) + term(self.others[2])
    }
}

impl Patterns {
    /// Builds the tables for any goal on all threads of a budget: of pairs alone, which takes
    /// no time, or also of blocks.
    pub(super) fn tables(
        geometry: &Geometry,
        has_blocks: bool,
        budget: &Budget,
    ) -> Result<Tables, Stop> {
        let groups: Vec<Vec<u8>> =
            places(geometry, has_blocks, NO_WEIGHTS).into_iter().map(|(cells, _)| cells).collect();
        Tables::build(geometry, &groups, has_blocks, budget)
    }

    /// For the goal of `geometry`, which is of the tables' shape.
    pub(super) fn of(tables: &Tables, geometry: &Geometry, weights: Weights) -> Self {
        let cells = tables.cells;
        let mut patterns = Patterns {
            cells,
            pair: weights.pair,
            tables: tables.all.clone(),
            // First those of the blank where a tile is missing.
            terms: vec![[0; WHOLE_CELLS]],
            blocks: vec![Vec::new(); cells],
            rows: Vec::new(),
            partners: Vec::new(),
            places: (0..cells).map(|cell| place(geometry, cell)).collect(),
        };
        for symmetry in &tables.symmetries {
            for at in 0..MAX_TILES {
                let radix = cells.pow(at as u32);
                let term = |cell: usize| {
                    symmetry.get(cell).map_or(0, |&cell| (usize::from(cell) * radix) as u32)
                };
                patterns.terms.push(std::array::from_fn(term));
            }
        }
        // Of each tile, in its row and in its column.
        let mut pairs = vec![[Vec::new(), Vec::new()]; cells];
        for (tiles, weight) in groups(geometry, tables.has_blocks, weights) {
            let homes: Vec<u8> =
                tiles.iter().map(|&tile| geometry.goal_cell(tile as usize) as u8).collect();
            // All of them were built.
            let Some((start, Turned { symmetry, order, .. })) = tables.find(&homes) else {
                continue;
            };
            let order: Vec<u16> = order.into_iter().map(|at| tiles[at]).collect();
            let terms = |at: usize| (1 + symmetry * MAX_TILES + at) as u8;
            if let [a, b] = &order[..]
                && weight == weights.pair
            {
                let [at_a, at_b] = [0, 1].map(|at| &patterns.terms[usize::from(terms(at))]);
                let at = |a: usize, b: usize| start + (at_a[a] + at_b[b]) as usize;
                let surplus = |a: usize, b: usize| match tables.all[at(a, b)] {
                    NEVER => 0, // both on one cell
                    surplus => surplus,
                };
                let square = |value: &dyn Fn(usize, usize) -> u8| -> Vec<u8> {
                    (0..cells * cells).map(|at| value(at / cells, at % cells)).collect()
                };
                let line = usize::from(
                    patterns.places[usize::from(homes[0])][1]
                        != patterns.places[usize::from(homes[1])][1],
                );
                pairs[usize::from(*a)][line].push((*b, square(&surplus)));
                pairs[usize::from(*b)][line].push((*a, square(&|b, a| surplus(a, b))));
                continue;
            }
            for (own, &tile) in order.iter().enumerate() {
                let mut block = Block {
                    table: start as u32,
                    own: terms(own),
                    is_first: own == 0,
                    weight,
                    ..Block::default()
                };
                let others = order.iter().enumerate().filter(|&(at, _)| at != own);
                for (other, (at, &tile)) in block.others.iter_mut().zip(others) {
                    *other = (tile as u8, terms(at));
                }
                patterns.blocks[usize::from(tile)].push(block);
            }
        }
        for (tile, [in_row, in_column]) in pairs.into_iter().enumerate() {
            let (start, home) = (patterns.rows.len(), place(geometry, geometry.goal_cell(tile)));
            let all = || in_row.iter().chain(&in_column);
            for own in 0..cells {
                for (_, square) in all() {
                    patterns.rows.extend(&square[own * cells..][..cells]);
                }
            }
            let tiles = all().map(|&(partner, _)| partner as u8).collect();
            patterns.partners.push(Partners { start, home, tiles, in_row: in_row.len() });
        }
        patterns
    }

    /// The score of a board.
    pub(super) fn score(&self, board: &Sliding) -> i32 {
        let at = |tile: u8| board.cells[usize::from(tile)] as u8;
        let score = |tile: usize| {
            let cell = usize::from(board.cells[tile]);
            let block = |block: &Block| {
                let own = self.terms[usize::from(block.own)][cell];
                let surplus = self.tables[(block.index(&self.terms, at) + own) as usize];
                i32::from(surplus) * block.weight
            };
            let blocks: i32 =
                self.blocks[tile].iter().filter(|block| block.is_first).map(block).sum();
            // Each pair is met twice.
            2 * blocks + self.pair * self.pairs(at, tile, cell, 0..usize::MAX)
        };
        (0..self.cells).map(score).sum::<i32>() / 2
    }

    /// The surplus of some of a tile's pairs, if it were on a cell.
    #[inline]
    fn pairs(&self, at: impl Fn(u8) -> u8, tile: usize, cell: usize, some: Range<usize>) -> i32 {
        let Partners { start, tiles, .. } = &self.partners[tile];
        let some = some.start..some.end.min(tiles.len());
        let mut row = start + (cell * tiles.len() + some.start) * self.cells;
        let mut surplus = 0;
        for &other in &tiles[some] {
            surplus += i32::from(self.rows[row + usize::from(at(other))]);
            row += self.cells;
        }
        surplus
    }

    /// What a slide of a tile adds to the score.
    #[inline]
    pub(super) fn change(&self, places: &Places, tile: u8, from: u8, to: u8) -> i32 {
        let at = |tile: u8| places[usize::from(tile) % WHOLE_CELLS];
        let [tile, from, to] = [tile, from, to].map(usize::from);
        let mut change = 0;
        for block in &self.blocks[tile] {
            let (index, own) = (block.index(&self.terms, at), &self.terms[usize::from(block.own)]);
            let surplus =
                |cell: usize| i32::from(self.tables[(index + own[cell % WHOLE_CELLS]) as usize]);
            change += (surplus(to) - surplus(from)) * block.weight;
        }
        // Only tiles that both are in their line can be in each other's way there, and along
        // the line none passes another one: a slide counts if it leaves or enters the line.
        let Partners { home, tiles, in_row, .. } = &self.partners[tile];
        let [from_at, to_at] = [from, to].map(|cell| self.places[cell]);
        let (line, some) =
            if from_at[0] == to_at[0] { (1, 0..*in_row) } else { (0, *in_row..tiles.len()) };
        if from_at[line] == home[line] || to_at[line] == home[line] {
            let pairs = |cell| self.pairs(at, tile, cell, some.clone());
            change += self.pair * (pairs(to) - pairs(from));
        }
        change
    }
}

fn place(geometry: &Geometry, cell: usize) -> [u8; 2] {
    let (x, y) = geometry.place(cell);
    [x as u8, y as u8]
}

/// The tiles of each group, and its weight.
pub(super) fn groups(
    geometry: &Geometry,
    has_blocks: bool,
    weights: Weights,
) -> Vec<(Vec<u16>, i32)> {
    let groups = places(geometry, has_blocks, weights).into_iter().map(|(cells, weight)| {
        let tiles = cells.iter().map(|&cell| geometry.goal()[usize::from(cell)]);
        (tiles.filter(|&tile| tile != 0).collect(), weight)
    });
    groups.filter(|(tiles, _): &(Vec<u16>, i32)| tiles.len() > 1).collect()
}

/// The cells of each group, and its weight.
fn places(geometry: &Geometry, has_blocks: bool, weights: Weights) -> Vec<(Vec<u8>, i32)> {
    let (width, height) = (geometry.width(), geometry.height());
    let mut groups = Vec::new();
    let mut add = |places: &[(usize, usize)], weight: i32| {
        groups.push((places.iter().map(|&(x, y)| (y * width + x) as u8).collect(), weight));
    };
    let places = |columns: usize, rows: usize| {
        (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)))
    };
    for (x, y) in places(width - 1, height - 1).filter(|_| has_blocks) {
        let block = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        if geometry.cells() <= BLOCK_CELLS {
            add(&block, weights.block);
        } else {
            for without in block {
                let rest: Vec<_> = block.into_iter().filter(|&place| place != without).collect();
                add(&rest, weights.block / 2);
            }
        }
    }
    for (x, y) in places(width, height) {
        for other in x + 1..width {
            add(&[(x, y), (other, y)], weights.pair);
        }
        for other in y + 1..height {
            add(&[(x, y), (x, other)], weights.pair);
        }
    }
    groups
}
