//! How much the tiles of a board are in each other's way, as a score for beams over the
//! whole board.
//!
//! For small groups of neighbours, tables say how many moves more than their Manhattan
//! distance they need on an otherwise empty board. The groups overlap, so the sum is no
//! bound; but it tells good boards from bad ones better than the sum of groups that don't.

use std::sync::Arc;

use fewest::search::{Budget, Stop};

use super::super::Geometry;
use super::compact::{NO_PLACES, Places};
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

impl Weights {
    /// On a board where each block counts as four without one of their tiles, these weigh half.
    fn on(self, geometry: &Geometry) -> Self {
        let block = if has_whole_blocks(geometry) { self.block } else { self.block / 2 };
        Weights { block, ..self }
    }

    /// What the surplus of a group weighs.
    #[cfg(test)]
    pub(super) fn of(self, geometry: &Geometry, kind: Kind) -> i32 {
        if kind == Kind::Block { self.on(geometry).block } else { self.pair }
    }
}

/// The entries of each row of terms, so that a byte is a place in a row, and another one is the row:
/// one of zeros, then by symmetry and place in the table.
const TERMS_ROW: usize = 1 << 8;

/// The groups of a board, laid out so that the change of a slide takes few steps and reads
/// little memory.
#[derive(Debug)]
pub(super) struct Patterns {
    cells: usize,
    weights: Weights,
    tables: Arc<[u8]>,
    /// What each cell adds to the index in a table.
    terms: Box<[u32; TERMS_ROW * TERMS_ROW]>,
    /// The blocks of each tile, as many for each.
    blocks: Vec<Block>,
    blocks_each: usize,
    /// The other tiles of each tile's row and of its column, as many for each.
    partners: Vec<u8>,
    partners_each: usize,
    /// For each tile, its row and its column, and each of its places in that line: the surplus
    /// with each partner, by the partner's cell.
    rows: Vec<u8>,
    lines: Vec<[Line; 2]>,
    /// Column and row of each cell.
    places: Vec<[u8; 2]>,
}

/// The row or the column of a tile.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// Where its rows begin.
    start: u32,
    /// Its own place across the line.
    home: u8,
}

/// A slide of a tile, without what depends on the places of others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Slide {
    tile: u8,
    from: u8,
    to: u8,
    /// What pairs weigh: less than nothing if it leaves its line, and nothing if it does not
    /// enter it either.
    pair: i16,
    /// Where the line's partners begin, and the rows with them.
    partners: u16,
    row: u32,
}

/// A block, as one of its tiles sees it. Where a tile or a whole block is missing, its terms are zeros.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    /// Where its table begins.
    table: u32,
    /// The other tiles, and the numbers of their terms.
    others: [(u8, u8); MAX_TILES - 1],
    /// The number of the terms of the tile itself.
    own: u8,
    /// Whether it counts where each block is counted once.
    is_first: bool,
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
            places(geometry, has_blocks).into_iter().map(|(cells, _)| cells).collect();
        Tables::build(geometry, &groups, has_blocks, budget)
    }

    /// For the goal of `geometry`, which is of the tables' shape.
    pub(super) fn of(tables: &Tables, geometry: &Geometry, weights: Weights) -> Self {
        let cells = tables.cells;
        let mut patterns = Patterns {
            cells,
            weights: weights.on(geometry),
            tables: tables.all.clone(),
            terms: terms(tables),
            blocks: Vec::new(),
            blocks_each: 0,
            partners: Vec::new(),
            partners_each: geometry.width().max(geometry.height()) - 1,
            rows: Vec::new(),
            lines: Vec::new(),
            places: (0..cells).map(|cell| place(geometry, cell)).collect(),
        };
        let mut blocks = vec![Vec::new(); cells];
        // Of each tile, in its row and in its column.
        let mut pairs = vec![[Vec::new(), Vec::new()]; cells];
        for (tiles, kind) in groups(geometry, tables.has_blocks) {
            let homes: Vec<u8> =
                tiles.iter().map(|&tile| geometry.goal_cell(tile as usize) as u8).collect();
            // All of them were built.
            let Some((start, Turned { symmetry, order, .. })) = tables.find(&homes) else {
                continue;
            };
            let order: Vec<u16> = order.into_iter().map(|at| tiles[at]).collect();
            let row = |at: usize| (1 + symmetry * MAX_TILES + at) as u8;
            if let (Kind::Pair { line }, [a, b]) = (kind, &order[..]) {
                let at = |a: u8, b: u8| {
                    start as u32 + patterns.term(row(0), a) + patterns.term(row(1), b)
                };
                let surplus = |a: u8, b: u8| match tables.all[at(a, b) as usize] {
                    NEVER => 0, // both on one cell
                    surplus => surplus,
                };
                let square = |value: &dyn Fn(u8, u8) -> u8| -> Vec<u8> {
                    let all = (0..cells as u8)
                        .flat_map(|own| (0..cells as u8).map(move |other| (own, other)));
                    all.map(|(own, other)| value(own, other)).collect()
                };
                pairs[usize::from(*a)][line].push((*b as u8, square(&surplus)));
                pairs[usize::from(*b)][line].push((*a as u8, square(&|b, a| surplus(a, b))));
                continue;
            }
            for (own, &tile) in order.iter().enumerate() {
                let mut block = Block {
                    table: start as u32,
                    own: row(own),
                    is_first: own == 0,
                    ..Block::default()
                };
                let others = order.iter().enumerate().filter(|&(at, _)| at != own);
                for (other, (at, &tile)) in block.others.iter_mut().zip(others) {
                    *other = (tile as u8, row(at));
                }
                blocks[usize::from(tile)].push(block);
            }
        }
        patterns.blocks_each = blocks.iter().map(Vec::len).max().unwrap_or(0);
        for mut blocks in blocks {
            blocks.resize(patterns.blocks_each, Block::default());
            patterns.blocks.append(&mut blocks);
        }
        for (tile, pairs) in pairs.iter().enumerate() {
            let home = place(geometry, geometry.goal_cell(tile));
            let lines = [0, 1].map(|line| patterns.add_line(home[1 - line], line, &pairs[line]));
            patterns.lines.push(lines);
        }
        patterns
    }

    /// Adds the pairs of a tile in its row (0) or column (1), which is the one at `home`.
    fn add_line(&mut self, home: u8, line: usize, pairs: &[(u8, Vec<u8>)]) -> Line {
        let start = self.rows.len() as u32;
        let missing = self.partners_each - pairs.len();
        self.partners.extend(pairs.iter().map(|&(partner, _)| partner));
        self.partners.resize(self.partners.len() + missing, 0);
        for own in (0..self.cells).filter(|&cell| self.places[cell][1 - line] == home) {
            for (_, square) in pairs {
                self.rows.extend(&square[own * self.cells..][..self.cells]);
            }
            self.rows.resize(self.rows.len() + missing * self.cells, 0);
        }
        Line { start, home }
    }

    #[inline]
    fn term(&self, row: u8, cell: u8) -> u32 {
        self.terms[usize::from(row) * TERMS_ROW + usize::from(cell)]
    }

    fn blocks(&self, tile: u8) -> &[Block] {
        &self.blocks[usize::from(tile) * self.blocks_each..][..self.blocks_each]
    }

    /// The index of a block without what the tile itself adds.
    #[inline]
    fn index(&self, block: &Block, places: &Places) -> u32 {
        let [a, b, c] = block.others.map(|(tile, row)| self.term(row, places[usize::from(tile)]));
        block.table + a + b + c
    }

    /// The score of a board.
    pub(super) fn score(&self, board: &Sliding) -> i32 {
        let mut places = NO_PLACES;
        for (place, &cell) in places.iter_mut().zip(&board.cells) {
            *place = cell as u8;
        }
        let (mut blocks, mut pairs) = (0, 0);
        for tile in 0..self.cells as u8 {
            let cell = places[usize::from(tile)];
            for block in self.blocks(tile).iter().filter(|block| block.is_first) {
                let index = self.index(block, &places) + self.term(block.own, cell);
                blocks += i32::from(self.tables[index as usize]);
            }
            for line in [0, 1] {
                if self.is_in_line(tile, line, cell) {
                    let (partners, row) = self.pairs(tile, line, cell);
                    pairs += self.surplus(&places, partners, row);
                }
            }
        }
        // Each pair is met twice.
        blocks * self.weights.block + pairs / 2 * self.weights.pair
    }

    fn is_in_line(&self, tile: u8, line: usize, cell: u8) -> bool {
        self.places[usize::from(cell)][1 - line] == self.lines[usize::from(tile)][line].home
    }

    /// Where a tile's partners in a line begin, and the rows with them, if it is on a cell there.
    fn pairs(&self, tile: u8, line: usize, cell: u8) -> (usize, usize) {
        let along = usize::from(self.places[usize::from(cell)][line]);
        let partners = (2 * usize::from(tile) + line) * self.partners_each;
        let start = self.lines[usize::from(tile)][line].start as usize;
        (partners, start + along * self.partners_each * self.cells)
    }

    /// The surplus with some partners.
    #[inline]
    fn surplus(&self, places: &Places, partners: usize, mut row: usize) -> i32 {
        let mut surplus = 0;
        for &partner in &self.partners[partners..][..self.partners_each] {
            surplus += i32::from(self.rows[row + usize::from(places[usize::from(partner)])]);
            row += self.cells;
        }
        surplus
    }

    /// A slide of a tile into the blank next to it.
    pub(super) fn slide(&self, tile: u8, from: u8, to: u8) -> Slide {
        let mut slide = Slide { tile, from, to, ..Slide::default() };
        // Only tiles that both are in their line can be in each other's way there, and along
        // the line none passes another one: a slide counts if it leaves or enters the line.
        let [from_at, to_at] = [from, to].map(|cell| self.places[usize::from(cell)]);
        let line = usize::from(from_at[1] == to_at[1]);
        let pair = self.weights.pair as i16;
        for (cell, pair) in [(from, -pair), (to, pair)] {
            if self.is_in_line(tile, line, cell) {
                let (partners, row) = self.pairs(tile, line, cell);
                slide = Slide { pair, partners: partners as u16, row: row as u32, ..slide };
            }
        }
        slide
    }

    /// What a slide adds to the score, by the cell of each tile.
    #[inline]
    pub(super) fn change(&self, places: &Places, slide: &Slide) -> i32 {
        let &Slide { tile, from, to, pair, partners, row } = slide;
        let mut change = 0;
        for block in self.blocks(tile) {
            let index = self.index(block, places);
            let surplus =
                |cell| i32::from(self.tables[(index + self.term(block.own, cell)) as usize]);
            change += surplus(to) - surplus(from);
        }
        let pairs = self.surplus(places, usize::from(partners), row as usize);
        change * self.weights.block + pairs * i32::from(pair)
    }
}

/// What each cell adds to the index in a table.
fn terms(tables: &Tables) -> Box<[u32; TERMS_ROW * TERMS_ROW]> {
    let mut terms = vec![0; TERMS_ROW * TERMS_ROW].into_boxed_slice();
    let rows = terms.chunks_exact_mut(TERMS_ROW).skip(1);
    let places =
        tables.symmetries.iter().flat_map(|symmetry| (0..MAX_TILES).map(move |at| (symmetry, at)));
    for (row, (symmetry, at)) in rows.zip(places) {
        let radix = tables.cells.pow(at as u32);
        for (term, &cell) in row.iter_mut().zip(symmetry) {
            *term = (usize::from(cell) * radix) as u32;
        }
    }
    terms.try_into().expect("made with that length")
}

fn place(geometry: &Geometry, cell: usize) -> [u8; 2] {
    let (x, y) = geometry.place(cell);
    [x as u8, y as u8]
}

/// What a group of neighbours is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Block,
    /// Of one row (0) or column (1).
    Pair {
        line: usize,
    },
}

/// The tiles of each group.
pub(super) fn groups(geometry: &Geometry, has_blocks: bool) -> Vec<(Vec<u16>, Kind)> {
    let groups = places(geometry, has_blocks).into_iter().map(|(cells, kind)| {
        let tiles = cells.iter().map(|&cell| geometry.goal()[usize::from(cell)]);
        (tiles.filter(|&tile| tile != 0).collect(), kind)
    });
    groups.filter(|(tiles, _): &(Vec<u16>, _)| tiles.len() > 1).collect()
}

/// The cells of each group.
fn places(geometry: &Geometry, has_blocks: bool) -> Vec<(Vec<u8>, Kind)> {
    let (width, height) = (geometry.width(), geometry.height());
    let mut groups = Vec::new();
    let mut add = |places: &[(usize, usize)], kind: Kind| {
        groups.push((places.iter().map(|&(x, y)| (y * width + x) as u8).collect(), kind));
    };
    let places = |columns: usize, rows: usize| {
        (0..rows).flat_map(move |y| (0..columns).map(move |x| (x, y)))
    };
    for (x, y) in places(width - 1, height - 1).filter(|_| has_blocks) {
        let block = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
        if has_whole_blocks(geometry) {
            add(&block, Kind::Block);
        } else {
            for without in block {
                let rest: Vec<_> = block.into_iter().filter(|&place| place != without).collect();
                add(&rest, Kind::Block);
            }
        }
    }
    for (x, y) in places(width, height) {
        for other in x + 1..width {
            add(&[(x, y), (other, y)], Kind::Pair { line: 0 });
        }
        for other in y + 1..height {
            add(&[(x, y), (x, other)], Kind::Pair { line: 1 });
        }
    }
    groups
}

fn has_whole_blocks(geometry: &Geometry) -> bool {
    geometry.cells() <= BLOCK_CELLS
}
