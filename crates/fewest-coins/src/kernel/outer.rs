//! The outer part of a half: what can happen there, by pattern.

use rustc_hash::FxHashMap;

use crate::board::{Board, cells_of};

/// The patterns of the outer part, in the order of their bits.
#[derive(Debug)]
pub(super) struct Outer {
    pub(super) patterns: Vec<Pattern>,
    numbers: Numbers,
}

/// From a pattern to its number.
#[derive(Debug)]
enum Numbers {
    Table(Vec<u32>),
    Map(FxHashMap<u64, u32>),
}

/// A pattern, and the patterns (by number) from which a move leads to it.
#[derive(Debug, Default)]
pub(super) struct Pattern {
    pub(super) cells: u64,
    pub(super) coins: usize,
    /// The coins next to the inner part, a bit a column.
    pub(super) edge: u32,
    /// With one coin more: any coin is lifted.
    pub(super) lift: Vec<u32>,
    /// With one coin less: a coin lands between two others.
    pub(super) land: Vec<u32>,
    /// The same where the second of the two is in the inner part: its column.
    pub(super) land_if: Vec<(u8, u32)>,
    /// A coin steps to a touching cell, where it touches another coin too.
    pub(super) step: Vec<u32>,
    /// The same where that other coin is in the inner part.
    pub(super) step_if: Vec<(u8, u32)>,
    /// With one coin less: a coin steps here from the inner part.
    pub(super) enter: Vec<(u8, u32)>,
    /// With one coin more: a coin steps to the inner part.
    pub(super) leave: Vec<(u8, u32)>,
}

impl Outer {
    pub(super) fn new(width: usize, rows: usize, most: usize) -> Outer {
        let cells = (width * rows) as u32;
        let all = (1u64 << cells) - 1;
        let mut sets: Vec<u64> = subsets(cells, most);
        sets.sort_unstable();
        let numbers = if cells <= 16 {
            let mut table = vec![u32::MAX; 1 << cells];
            for (&set, number) in sets.iter().zip(0..) {
                table[set as usize] = number;
            }
            Numbers::Table(table)
        } else {
            Numbers::Map(sets.iter().copied().zip(0..).collect())
        };
        let mut outer = Outer { patterns: Vec::new(), numbers };
        let board = Board::new(width, rows).ok();
        outer.patterns =
            sets.into_iter().map(|set| outer.pattern(board, width, all, set, most)).collect();
        outer
    }

    fn pattern(
        &self,
        board: Option<Board>,
        width: usize,
        all: u64,
        set: u64,
        most: usize,
    ) -> Pattern {
        let coins = set.count_ones() as usize;
        let mut pattern = Pattern {
            cells: set,
            coins,
            edge: (set & ((1 << width) - 1)) as u32,
            ..Pattern::default()
        };
        let Some(board) = board else { return pattern };
        let number = |set: u64| self.number(set) as u32;
        for cell in cells_of(all & !set) {
            if coins < most {
                let source = number(set | 1 << cell);
                pattern.lift.push(source);
                if usize::from(cell) < width {
                    pattern.leave.push((cell, source));
                }
            }
        }
        for cell in cells_of(set) {
            let at_edge = usize::from(cell) < width;
            let without = set & !(1 << cell);
            let touches = board.touched(1 << cell);
            let others = (touches & without).count_ones();
            if others >= 2 {
                pattern.land.push(number(without));
            } else if others == 1 && at_edge {
                pattern.land_if.push((cell, number(without)));
            }
            if others >= 1 && at_edge {
                pattern.enter.push((cell, number(without)));
            }
            for from in cells_of(touches & !set) {
                let source = number(without | 1 << from);
                if others >= 1 {
                    pattern.step.push(source);
                } else if at_edge {
                    pattern.step_if.push((cell, source));
                }
            }
        }
        pattern
    }

    #[inline]
    pub(super) fn number(&self, set: u64) -> usize {
        match &self.numbers {
            Numbers::Table(table) => table[set as usize] as usize,
            Numbers::Map(map) => map[&set] as usize,
        }
    }
}

/// All sets of at most `most` of the first `cells` cells.
fn subsets(cells: u32, most: usize) -> Vec<u64> {
    let mut sets = vec![0u64];
    for cell in 0..cells {
        for i in 0..sets.len() {
            if (sets[i].count_ones() as usize) < most {
                sets.push(sets[i] | 1 << cell);
            }
        }
    }
    sets
}
