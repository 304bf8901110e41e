//! IDA* for boards of up to 31 cells: Manhattan distance and pattern databases, looked up
//! incrementally, without the words of moves that lead where others lead.
//!
//! It finds the first of the shortest plans in the order of the moves, whatever the
//! heuristic and the number of threads. A node here costs a tenth of the engine's, because
//! a board is an array of bytes that is changed in place, look-ups only add to numbers, and
//! an iteration's bound rises by two: each slide changes the parity of the board.

mod descent;
mod iteration;
mod packed;
mod tables;
#[cfg(test)]
mod tests;
mod tree;

use std::ops::Range;

use fewest::pruning::Automaton;
use fewest::search::{Budget, Event, Outcome, Progress, Stop};
use fewest::space::Cost;

use crate::domain::space;
use crate::pattern::PatternSums;
use crate::{Direction, Geometry, Grid, Level};
use descent::Descent;
use iteration::{Ended, Search};
use packed::Packed;
use tables::Tables;
use tree::{Planted, Tree};

/// The maximum number of cells.
const MAX_CELLS: usize = 31;
/// The maximum number of columns.
const MAX_WIDTH: usize = 8;

/// Whether the kernel can search boards of a shape.
pub(crate) fn fits(geometry: &Geometry) -> bool {
    geometry.cells() <= MAX_CELLS && geometry.width() <= MAX_WIDTH
}

/// What the kernel searches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel<'a> {
    pub(crate) level: &'a Level,
    /// The databases; without any, the Manhattan distance alone.
    pub(crate) sums: &'a PatternSums,
    pub(crate) automaton: &'a Automaton,
}

impl Kernel<'_> {
    /// Finds a plan, when it is known that none takes less than `range.start` moves and that
    /// one takes `range.end`.
    pub(crate) fn search(
        &self,
        range: Range<Cost>,
        budget: &Budget,
        report: &mut dyn FnMut(Event<'_>),
    ) -> Outcome<Direction> {
        self.search_below(None, range, budget, report)
    }

    /// The same, but only for plans that begin with one of these words of directions.
    pub(crate) fn search_below(
        &self,
        prefixes: Option<&[Vec<u8>]>,
        range: Range<Cost>,
        budget: &Budget,
        report: &mut dyn FnMut(Event<'_>),
    ) -> Outcome<Direction> {
        let geometry = self.level.geometry();
        let (cells, width) = (geometry.cells(), geometry.width());
        let run = match self.sums.views() {
            0 if cells <= 16 => run::<16, 0, 0>,
            0 => run::<32, 0, 0>,
            1..=2 if packed::fits(geometry, self.sums) => run_packed::<2>,
            _ if packed::fits(geometry, self.sums) => run_packed::<4>,
            1..=4 if cells <= 16 && self.sums.is_sparse() => run::<16, 0, 4>,
            1..=5 if self.sums.is_sparse() => run::<32, 0, 5>,
            1 if width <= 5 => run::<32, 4, 1>,
            1 => run::<32, 7, 1>,
            2 if !self.sums.is_mirrored() && width <= 5 => run::<32, 4, 3>,
            2 if !self.sums.is_mirrored() => run::<32, 7, 8>,
            2 if cells <= 16 && (width == 4 || cells < 16 && width < 4) => run::<16, 3, 2>,
            2 if width <= 5 => run::<32, 4, 2>,
            2 => run::<32, 7, 2>,
            _ => run::<32, 7, 8>,
        };
        let task = Task { kernel: self, prefixes, range, budget, report };
        let (moves, bound, stop, counts) = run(task);
        let (space, start) = space::<Grid>(self.level);
        Outcome::conclude(&space, &start, moves, bound, stop, counts)
    }
}

type Run = (Option<Vec<Direction>>, Cost, Stop, fewest::search::Counts);

/// What is searched, and how far.
struct Task<'a> {
    kernel: &'a Kernel<'a>,
    prefixes: Option<&'a [Vec<u8>]>,
    range: Range<Cost>,
    budget: &'a Budget,
    report: &'a mut dyn FnMut(Event<'_>),
}

fn run<const CELLS: usize, const PASSED: usize, const VIEWS: usize>(task: Task<'_>) -> Run {
    let Kernel { level, sums, automaton } = *task.kernel;
    let tables = Tables::<CELLS, PASSED, VIEWS>::new(level.geometry(), sums);
    let root = Descent::new(&tables, automaton.table(), level.tiles());
    iterate(&mut Planted::new(root), task)
}

fn run_packed<const VIEWS: usize>(task: Task<'_>) -> Run {
    let Kernel { level, sums, .. } = *task.kernel;
    let tables = packed::Tables::<VIEWS>::new(level.geometry(), sums);
    iterate(&mut Planted::new(Packed::new(&tables, level.tiles())), task)
}

/// One iteration after another.
fn iterate(tree: &mut dyn Tree, task: Task<'_>) -> Run {
    let Task { kernel, prefixes, range, budget, report } = task;
    let mut search = Search::new(tree, kernel.level.tiles(), budget);
    let mut bound = search.first_bound(range.start);
    loop {
        if bound >= range.end {
            // With some subtrees only, no plan is known that costs the end of the range.
            let proved = if prefixes.is_some() { bound } else { bound.min(range.end) };
            return (None, proved, Stop::Done, search.counts());
        }
        let ended = search.below(bound, prefixes, &mut |counts| {
            let progress = Progress { counts, bound, best: None, depth: None };
            report(Event::Progress(progress));
        });
        match ended {
            Ended::Solved(moves) => {
                report(Event::Iteration { bound, counts: search.counts() });
                return (Some(moves), bound, Stop::Done, search.counts());
            }
            Ended::Exhausted => {
                report(Event::Iteration { bound, counts: search.counts() });
                bound += 2;
            }
            Ended::Stopped(stop) => return (None, bound, stop, search.counts()),
        }
    }
}
