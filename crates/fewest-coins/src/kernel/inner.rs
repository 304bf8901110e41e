//! The inner part of a half: the rows next to the middle row, and what can
//! happen there, as lists of line numbers.
//!
//! A coin lands where it touches two coins. Row 0 touches the middle row, the last
//! row the outer part. If one of the two coins may be there, in column `j`, the list
//! is kept per column.

use crate::board::{Board, cells_of};

/// The maximum number of cells of the inner part, unless two rows have more: blocks are
/// long then, and still fit the second-level cache.
const MAX_CELLS: usize = 15;

/// The inner part.
#[derive(Debug)]
pub(super) struct Inner {
    ranks: Vec<u16>,
    /// By number of coins.
    pub(super) counts: Vec<Count>,
}

/// Lines that are added to others: target and source.
pub(super) type Pairs = Vec<(u16, u16)>;

/// For each line, its source lines. Lines with the same number of sources are adjacent,
/// so that the inner loop has a fixed length and no branch is mispredicted.
#[derive(Debug, Default)]
pub(super) struct Gather(Vec<Sources>);

/// The lines that have a given number of sources.
#[derive(Debug, Default)]
struct Sources {
    targets: Vec<u16>,
    /// The sources of the first target, of the second, …
    sources: Vec<u16>,
}

impl Gather {
    fn push(&mut self, target: u16, sources: &[u16]) {
        if sources.len() >= self.0.len() {
            self.0.resize_with(sources.len() + 1, Sources::default);
        }
        let group = &mut self.0[sources.len()];
        group.targets.push(target);
        group.sources.extend_from_slice(sources);
    }

    /// Calls `line` with each line that has sources, and these.
    #[inline(always)]
    pub(super) fn for_each(&self, mut line: impl FnMut(usize, &[u16])) {
        for (length, group) in self.0.iter().enumerate().skip(1) {
            for (&target, sources) in group.targets.iter().zip(group.sources.chunks_exact(length)) {
                line(usize::from(target), sources);
            }
        }
    }
}

/// The patterns with a given number of coins, and what leads to them.
#[derive(Debug, Default)]
pub(super) struct Count {
    /// The number of patterns, and the patterns.
    pub(super) lines: usize,
    pub(super) patterns: Vec<u16>,
    /// The coins of row 0 for each pattern, a bit a column.
    pub(super) edge: Vec<u8>,
    /// By column: the patterns that have a coin in the last row.
    pub(super) with_outer_edge: Vec<Vec<u16>>,
    /// From patterns with one coin more: any coin is lifted.
    pub(super) lift: Gather,
    /// From patterns with one coin less: a coin lands between two others.
    pub(super) land: Gather,
    /// From patterns with as many coins: a coin steps to a touching cell, where
    /// it touches another coin too.
    pub(super) step: Gather,
    /// What depends on the middle row, and on the outer part.
    pub(super) middle: Side,
    pub(super) outer: Side,
}

/// What happens at one side of the inner part, by column.
#[derive(Debug, Default)]
pub(super) struct Side {
    /// A coin lands between one inner coin and one beyond.
    pub(super) land_if: Vec<Pairs>,
    /// A coin steps to where it touches one coin, beyond.
    pub(super) step_if: Vec<Pairs>,
    /// From patterns with one coin less: a coin steps in from beyond.
    pub(super) enter: Vec<Pairs>,
    /// From patterns with one coin more: a coin steps out.
    pub(super) leave: Vec<Pairs>,
}

impl Side {
    fn new(width: usize) -> Side {
        let columns = || vec![Pairs::new(); width];
        Side { land_if: columns(), step_if: columns(), enter: columns(), leave: columns() }
    }
}

impl Inner {
    pub(super) fn new(width: usize, rows: usize) -> Inner {
        let cells = width * rows;
        let mut lines = vec![0u16; cells + 1];
        let rank = |pattern: u32| {
            let line = &mut lines[pattern.count_ones() as usize];
            *line += 1;
            *line - 1
        };
        let ranks: Vec<u16> = (0..1u32 << cells).map(rank).collect();
        let mut inner = Inner { ranks, counts: Vec::new() };
        let board = Board::new(width, rows).ok();
        inner.counts =
            (0..=cells as u32).map(|coins| inner.count(board, width, cells, coins)).collect();
        inner
    }

    /// The number of inner rows of a half.
    pub(super) fn rows(width: usize, rows: usize) -> usize {
        rows.min((MAX_CELLS / width).max(2))
    }

    #[inline]
    pub(super) fn rank(&self, pattern: u64) -> usize {
        usize::from(self.ranks[pattern as usize])
    }

    fn count(&self, board: Option<Board>, width: usize, cells: usize, coins: u32) -> Count {
        let mut count = Count { with_outer_edge: vec![Vec::new(); width], ..Count::default() };
        // The third side collects the rows between the two, and is dropped.
        let mut sides = [Side::new(width), Side::new(width), Side::new(width)];
        let all = (1u64 << cells) - 1;
        let line_of = |pattern: u64| self.ranks[pattern as usize];
        let last_row = (cells / width).saturating_sub(1);
        let side = |row: usize| match row {
            0 => 0,
            _ if row == last_row => 1,
            _ => 2,
        };
        let patterns = (0..=all).filter(|pattern| pattern.count_ones() == coins);
        for (pattern, line) in patterns.zip(0..) {
            let (mut lift, mut land, mut step) = (Vec::new(), Vec::new(), Vec::new());
            for cell in cells_of(all & !pattern) {
                let source = line_of(pattern | 1 << cell);
                lift.push(source);
                let (row, column) = (usize::from(cell) / width, usize::from(cell) % width);
                sides[side(row)].leave[column].push((line, source));
            }
            for cell in cells_of(pattern) {
                let (row, column) = (usize::from(cell) / width, usize::from(cell) % width);
                let without = pattern & !(1 << cell);
                let touches = board.map_or(0, |board| board.touched(1 << cell));
                let others = (touches & without).count_ones();
                let source = line_of(without);
                match others {
                    0 => {}
                    1 => sides[side(row)].land_if[column].push((line, source)),
                    _ => land.push(source),
                }
                if others >= 1 {
                    sides[side(row)].enter[column].push((line, source));
                }
                for from in cells_of(touches & !pattern) {
                    let source = line_of(without | 1 << from);
                    if others >= 1 {
                        step.push(source);
                    } else {
                        sides[side(row)].step_if[column].push((line, source));
                    }
                }
                if row > 0 && row == last_row {
                    count.with_outer_edge[column].push(line);
                }
            }
            count.lift.push(line, &lift);
            count.land.push(line, &land);
            count.step.push(line, &step);
            count.patterns.push(pattern as u16);
            count.edge.push((pattern & ((1 << width) - 1)) as u8);
        }
        [count.middle, count.outer, _] = sides;
        count.lines = count.patterns.len();
        count
    }
}
