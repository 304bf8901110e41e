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

/// By the cells of the tiles that belong on `homes`, two or more, the moves that they need beyond
/// their Manhattan distance: breadth-first search on a board without other tiles. The first tile's
/// cell has the lowest place value; all its cells at once are the bits of a word.
fn table(geometry: &Geometry, homes: &[u8]) -> Vec<u8> {
    let (cells, width) = (geometry.cells(), geometry.width());
    let (first, others) = (usize::from(homes[0]), &homes[1..]);
    // Of the others, by the number of the word: their cells, and their distance.
    let words: Vec<Word> = (0..cells.pow(others.len() as u32))
        .map(|number| Word::new(number, cells, others.len()))
        .collect();
    let far = |home: usize| (0..cells).map(move |cell| geometry.distance(home, cell) as u32);
    let first_far: Vec<u32> = far(first).collect();
    let far: Vec<Vec<u32>> = others.iter().map(|&home| far(home.into()).collect()).collect();
    let neighbours: Vec<Vec<u8>> =
        (0..cells).map(|cell| geometry.neighbours(cell).map(|next| next as u8).collect()).collect();
    let board = u64::MAX >> (64 - cells);
    let column = |x: usize| (x..cells).step_by(width).fold(0, |bits, cell| bits | 1_u64 << cell);
    let (not_left, not_right) = (!column(0), !column(width - 1));
    let start: usize =
        others.iter().rev().fold(0, |number, &home| number * cells + usize::from(home));
    let mut moves = vec![NEVER; cells * words.len()];
    let (mut seen, mut layer) = (vec![0; words.len()], vec![0; words.len()]);
    let mut next = vec![0_u64; words.len()];
    next[start] = 1 << first;
    for depth in 0_u32.. {
        let mut is_over = true;
        for (number, word) in words.iter().enumerate() {
            let mut new = next[number] & !seen[number];
            (layer[number], next[number]) = (new, 0);
            seen[number] |= new;
            is_over &= new == 0;
            if new == 0 {
                continue;
            }
            let placed = word.cells.iter().zip(&far);
            let distance: u32 = placed.map(|(&cell, far)| far[usize::from(cell)]).sum();
            while new != 0 {
                let cell = new.trailing_zeros() as usize;
                moves[number * cells + cell] = (depth - distance - first_far[cell]) as u8;
                new &= new - 1;
            }
        }
        if is_over {
            break;
        }
        for (number, word) in words.iter().enumerate() {
            let at = layer[number];
            if at == 0 {
                continue;
            }
            let to = (at & not_right) << 1 | (at & not_left) >> 1 | at << width | at >> width;
            next[number] |= to & board & !word.occupied;
            let mut radix = 1;
            for &cell in &word.cells[..others.len()] {
                for &to in &neighbours[usize::from(cell)] {
                    if word.occupied >> to & 1 == 0 {
                        let number = number + usize::from(to) * radix - usize::from(cell) * radix;
                        next[number] |= at & !(1 << to);
                    }
                }
                radix *= cells;
            }
        }
    }
    moves
}

/// The cells of all tiles of a group but the first.
struct Word {
    cells: [u8; MAX_TILES - 1],
    occupied: u64,
}

impl Word {
    fn new(mut number: usize, radix: usize, tiles: usize) -> Self {
        let mut word = Word { cells: [0; MAX_TILES - 1], occupied: 0 };
        for cell in &mut word.cells[..tiles] {
            *cell = (number % radix) as u8;
            word.occupied |= 1 << *cell;
            number /= radix;
        }
        word
    }
}
