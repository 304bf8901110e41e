//! Beams over the whole of a small board, by what its tiles are in each other's way.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use fewest::search::Stop;

use super::super::solve::TilesAdapter;
use super::attempt::directions;
use super::beam::{Beam, Same};
use super::map::{Map, Sliding};
use super::patterns::Patterns;
use super::{LONGEST_BEAM, Large, is_over};

/// The scores of a tile that is `d` cells away from its place in one dimension, `a d + b d²`,
/// as pairs of `a` and `b`. The squares make the beam move tiles that are far away first.
/// Which one is better depends on the board.
const DISTANCES: [(i64, i64); 2] = [(10, 8), (10, 5)];

/// The width of the first beams. Each next one is four times as wide, up to the widest.
const WIDTHS: [usize; 2] = [500, 1 << 19];

/// The number of widths that are tried before the larger tables are built.
const FIRST: usize = 1;

/// If there is no time for a beam this many times as wide as the next one, the next one is the
/// last and takes all the time that is left.
const LAST: usize = 5;

/// What a wider beam takes longer for each board, since it leaves the cache: 1.4 times from
/// 8,000 to 105,000 boards of 6 × 6.
const SLOWER: f64 = 1.45;

/// Layers without a better score before a beam is given up.
const PATIENCE: usize = 60;

/// The part of a time limit for the beams; the rest is for the stretches.
const SHARE: f64 = 0.75;

impl Large<'_> {
    /// Wider and wider beams, one on each thread. The first ones know pairs of tiles alone,
    /// so that there is a good plan while the other tables are built.
    pub(super) fn whole_beams(&self, adapter: &mut TilesAdapter<'_>) -> Stop {
        for (has_blocks, sizes) in [(false, FIRST), (true, usize::MAX)] {
            let left = self.best.left_to_improve(self.budget);
            let patterns = match Patterns::build(self.level.geometry(), has_blocks, &left) {
                Ok(patterns) => patterns,
                Err(stop) if stop != Stop::Memory => return stop,
                // What follows needs less memory.
                Err(_) => return Stop::Done,
            };
            let stop = self.beams_by(&patterns, sizes, adapter);
            if stop != Stop::Done {
                return stop;
            }
        }
        Stop::Done
    }

    /// Beams of up to `sizes` widths.
    fn beams_by(&self, patterns: &Patterns, sizes: usize, adapter: &mut TilesAdapter<'_>) -> Stop {
        let geometry = self.level.geometry();
        let map = &Map::new(geometry);
        let cells = 0..geometry.cells();
        let home = &cells.map(|tile| geometry.goal_cell(tile) as u16).collect::<Vec<_>>();
        let side = geometry.width().max(geometry.height()) as i64;
        let scores = &DISTANCES.map(|(once, squared)| -> Vec<i64> {
            (0..side).map(|distance| once * distance + squared * distance * distance).collect()
        });
        let start = &Sliding::new(self.level.tiles());
        let round = &AtomicUsize::new(0);
        let max_width = WIDTHS[1].min(self.max_width());
        self.best.improve_on_threads(self.budget, adapter, |_, worker| {
            // The width of this thread's last beam, and its time.
            let mut last: Option<(usize, Duration)> = None;
            loop {
                let number = round.fetch_add(1, Relaxed);
                let (size, way) = (number / DISTANCES.len(), number % DISTANCES.len());
                let before = self.best.elapsed();
                let wanted = (WIDTHS[0] << (2 * size).min(16)).min(max_width);
                let allowed = last.map_or(wanted, |last| self.allowed_width(last)).min(max_width);
                if size >= sizes || last.is_some_and(|(width, _)| allowed < width * 3 / 2) {
                    break;
                }
                // The last one takes all of the time, instead of leaving too little for another.
                let is_last =
                    last.is_some() && self.budget.time.is_some() && allowed < LAST * wanted;
                let width = if is_last { allowed } else { wanted.min(allowed) };
                self.note_bytes(Beam::BYTES * width as u64, worker);
                let beam = Beam {
                    map,
                    home,
                    distance_score: &scores[way],
                    patterns: Some(patterns),
                    lines: None,
                    width,
                    same: Same::Board,
                    enough: 0,
                    patience: PATIENCE,
                    max_moves: None,
                };
                let found = beam.search(start, &mut |expanded| is_over(worker, expanded));
                if found.is_enough {
                    let moves = directions(found.moves);
                    self.best.offer(self.space, self.start, moves, "beams over the whole board");
                }
                last = Some((width, self.best.elapsed().saturating_sub(before)));
                if width == max_width || is_last || allowed < wanted || worker.is_over() {
                    break;
                }
            }
        })
    }

    /// The widest beam for which there is time, after one that is known.
    fn allowed_width(&self, (width, time): (usize, Duration)) -> usize {
        let left = match self.budget.time {
            Some(time) => time.mul_f64(SHARE).saturating_sub(self.best.elapsed()),
            None => LONGEST_BEAM,
        };
        let factor = left.as_secs_f64() / (SLOWER * time.as_secs_f64()).max(1e-6);
        (width as f64 * factor) as usize
    }
}
