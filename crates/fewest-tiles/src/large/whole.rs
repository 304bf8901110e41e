//! Beams over the whole of a small board, by what its tiles are in each other's way.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use fewest::search::Stop;

use super::super::geometry::{Direction, Geometry};
use super::super::solve::TilesAdapter;
use super::attempt::directions;
use super::compact::CompactBeam;
use super::map::{Map, Sliding, opposite};
use super::patterns::{Patterns, Weights};
use super::tables::Tables;
use super::windows::{EARLY, EFFORTS, Shared};
use super::{LONGEST_BEAM, Large, is_over};
use crate::puzzle::Worker;

/// The score of a tile that is `d` cells away from its place in one dimension is
/// `10 d + 8 d²`. The squares make the beam move tiles that are far away first.
const DISTANCE: (i32, i32) = (10, 8);

/// One way of searching: what patterns weigh, and whether it begins at the goal.
struct Way {
    weights: Weights,
    is_backward: bool,
}

/// Two ways that are about as good. Which one is better depends on the board, and the better one of
/// both directions is much better than the better one of two ways to weigh patterns.
const WAYS: [Way; 2] = [
    Way { weights: Weights { block: 12, pair: 20 }, is_backward: false },
    Way { weights: Weights { block: 16, pair: 12 }, is_backward: true },
];

/// The width of the first beams. Each next one is four times as wide, up to the widest.
const WIDTHS: [usize; 2] = [500, 1 << 19];

/// The number of widths that are tried before the larger tables are built.
const FIRST: usize = 1;

/// The number of widths that are tried before the first windows of the plan are shortened.
const SOON: usize = 3;

/// If there is no time for a beam this many times as wide as the next one, the next one is the
/// last and takes all the time that is left.
const LAST: usize = 5;

/// What a wider beam takes longer for each board, since it leaves the cache: 1.4 times from
/// 8,000 to 105,000 boards of 6 × 6.
const SLOWER: f64 = 1.45;

/// Layers without a better score before a beam is given up.
const PATIENCE: usize = 60;

/// The part of a time limit for the beams; the rest is for windows of the plan.
const SHARE: f64 = 0.75;

impl Large<'_> {
    /// Wider and wider beams, and shorter windows of the plan. The first beams know pairs of
    /// tiles alone, so that there is a good plan while the other tables are built.
    pub(super) fn improve_whole(&self, adapter: &mut TilesAdapter<'_>) -> Stop {
        for has_blocks in [false, true] {
            let left = self.best.left_to_improve(self.budget);
            let tables = match Patterns::tables(self.level.geometry(), has_blocks, &left) {
                Ok(tables) => tables,
                Err(stop) if stop != Stop::Memory => return stop,
                // Stretches need less.
                Err(_) => return self.all_stretches(adapter),
            };
            let whole = Whole::new(self, &tables);
            let stop = self.best.improve_on_threads(self.budget, adapter, |_, worker| {
                let mut last = None;
                if !has_blocks {
                    return whole.beams(FIRST, &mut last, worker);
                }
                // A thread that is through with its beams waits for no other one.
                whole.beams(SOON, &mut last, worker);
                whole.windows(EARLY, worker);
                whole.beams(usize::MAX, &mut last, worker);
                whole.windows(EFFORTS.len(), worker);
            });
            if stop != Stop::Done {
                return stop;
            }
        }
        Stop::Done
    }
}

/// What a beam looks for: the moves from a board to another one, this number at most.
#[derive(Clone, Copy)]
pub(super) struct Between<'a> {
    pub(super) from: &'a Sliding,
    pub(super) to: &'a Sliding,
    pub(super) max_moves: usize,
}

/// A board that beams solve as a whole, and what they share.
pub(super) struct Whole<'a> {
    pub(super) large: &'a Large<'a>,
    pub(super) map: Map,
    tables: &'a Tables,
    /// The score of each distance.
    scores: Vec<i32>,
    /// The windows of the plan.
    pub(super) shared: Mutex<Shared>,
    start: Sliding,
    goal: Sliding,
    /// The number of beams that were begun.
    round: AtomicUsize,
}

impl<'a> Whole<'a> {
    fn new(large: &'a Large<'a>, tables: &'a Tables) -> Self {
        let geometry = large.level.geometry();
        let side = geometry.width().max(geometry.height()) as i32;
        let (once, squared) = DISTANCE;
        let score = |distance| once * distance + squared * distance * distance;
        let start = Sliding::new(large.level.tiles());
        Whole {
            large,
            map: Map::new(geometry),
            tables,
            scores: (0..side).map(score).collect(),
            shared: Mutex::new(Shared::new(start.clone())),
            start,
            goal: Sliding::new(geometry.goal()),
            round: AtomicUsize::new(0),
        }
    }

    /// The next beam's size and way, if there are that many sizes.
    fn next(&self, sizes: usize) -> Option<(usize, usize)> {
        let is_next = |number: usize| (number / WAYS.len() < sizes).then_some(number + 1);
        let number = self.round.fetch_update(Relaxed, Relaxed, is_next).ok()?;
        Some((number / WAYS.len(), number % WAYS.len()))
    }

    /// Wider and wider beams, as long as there is time. `last` is the width of this thread's
    /// last one, and its time.
    fn beams(
        &self,
        sizes: usize,
        last: &mut Option<(usize, Duration)>,
        worker: &mut Worker<'_, '_, Direction>,
    ) {
        let Large { space, start, budget, best, .. } = *self.large;
        while !worker.is_over()
            && let Some((size, way)) = self.next(sizes)
        {
            let before = best.elapsed();
            // A longer plan would be of no use.
            let max_moves = best.upper().saturating_sub(1) as usize;
            let max_width = WIDTHS[1].min(self.large.max_width(CompactBeam::bytes(1, max_moves)));
            let wanted = (WIDTHS[0] << (2 * size).min(16)).min(max_width);
            let allowed = last.map_or(wanted, |last| self.allowed_width(last)).min(max_width);
            if last.is_some_and(|(width, _)| allowed < width * 3 / 2) {
                break;
            }
            // The last one takes all of the time, instead of leaving too little for another.
            let is_last = last.is_some() && budget.time.is_some() && allowed < LAST * wanted;
            let width = if is_last { allowed } else { wanted.min(allowed) };
            let between = Between { from: &self.start, to: &self.goal, max_moves };
            let found = self.search(between, way, width, PATIENCE, worker);
            if let Some(moves) = found {
                best.offer(space, start, directions(moves), "beams over the whole board");
            }
            *last = Some((width, best.elapsed().saturating_sub(before)));
            if width == max_width || is_last || allowed < wanted {
                break;
            }
        }
    }

    /// The moves between two boards, as one of the ways finds them.
    pub(super) fn search(
        &self,
        Between { from, to, max_moves }: Between<'_>,
        way: usize,
        width: usize,
        patience: usize,
        worker: &mut Worker<'_, '_, Direction>,
    ) -> Option<Vec<u8>> {
        self.large.note_bytes(CompactBeam::bytes(width, max_moves), worker);
        let Way { weights, is_backward } = WAYS[way % WAYS.len()];
        let (start, goal) = if is_backward { (to, from) } else { (from, to) };
        let shape = self.large.level.geometry();
        let geometry = Geometry::new(shape.width(), shape.height(), &goal.tiles);
        let beam = CompactBeam {
            map: &self.map,
            home: &goal.cells,
            distance_score: &self.scores,
            patterns: &Patterns::of(self.tables, &geometry, weights),
            width,
            patience,
            max_moves,
        };
        let moves = beam.search(start, &mut |expanded| is_over(worker, expanded))?;
        Some(if is_backward { undone(moves) } else { moves })
    }

    /// The widest beam for which there is time, after one that is known.
    fn allowed_width(&self, (width, time): (usize, Duration)) -> usize {
        let left = match self.large.budget.time {
            Some(time) => time.mul_f64(SHARE).saturating_sub(self.large.best.elapsed()),
            None => LONGEST_BEAM,
        };
        let factor = left.as_secs_f64() / (SLOWER * time.as_secs_f64()).max(1e-6);
        (width as f64 * factor) as usize
    }
}

/// The moves that undo some moves.
pub(super) fn undone(mut moves: Vec<u8>) -> Vec<u8> {
    moves.reverse();
    for step in &mut moves {
        *step = opposite(*step);
    }
    moves
}
