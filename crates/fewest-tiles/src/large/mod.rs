//! Short plans for boards that are too large for a proof.
//!
//! 1. Windows are swept over the board, and all tiles come near to their places.
//! 2. A beam solves the lines one after the other; the tiles of later lines come nearer on
//!    the way. On small boards it does so from the start.
//! 3. Stretches of the plan are replaced by shorter ones.
//!
//! The first two are repeated with larger windows and wider beams while there is time. Boards of
//! up to 64 cells have beams over the whole board instead, and windows of the plan that the same
//! beams shorten.

mod attempt;
mod beam;
mod compact;
mod lines;
mod map;
mod patterns;
mod slots;
mod stretches;
mod sweeps;
mod tables;
mod turns;
mod whole;
mod windows;

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use fewest::search::{Budget, Counts, Stop};

use self::attempt::{Attempt, directions};
use self::beam::Beam;
use self::lines::Lines;
use self::map::{Map, Sliding};
use self::stretches::Effort;
use self::sweeps::Sweep;
use super::board::Grid;
use super::geometry::Direction;
use super::level::Level;
use super::rules::Tiles;
use super::solve::TilesAdapter;
use crate::puzzle::{Incumbent, Worker};

/// The width of a beam, and the side and the horizon of the windows before it.
struct Size {
    width: usize,
    side: usize,
    horizon: usize,
}

/// What is tried, in order. The first ones are quick.
const SIZES: [Size; 8] = [
    Size { width: 16, side: 8, horizon: 16 },
    Size { width: 64, side: 12, horizon: 28 },
    Size { width: 250, side: 16, horizon: 40 },
    Size { width: 1_000, side: 24, horizon: 80 },
    Size { width: 4_000, side: 32, horizon: 120 },
    Size { width: 16_000, side: 32, horizon: 120 },
    Size { width: 64_000, side: 32, horizon: 120 },
    Size { width: 256_000, side: 32, horizon: 120 },
];

/// The number of sizes that are tried before anything else, always after a sweep.
const QUICK: usize = 3;

/// Up to this number of cells, wide beams are also tried without a sweep. Narrow ones are
/// better after one on all boards.
const SMALL_CELLS: usize = 400;

/// Up to this number of cells, beams over the whole board are better than those along lines.
const WHOLE_CELLS: usize = 64;

/// What a move must gain while the tiles come near. Of 1, 2, 4 and 8, this gave the
/// shortest plans in all on boards from 14 × 14 to 50 × 50.
const GAIN: i32 = 2;

/// Without a time limit, beams that take longer are not tried.
const LONGEST_BEAM: Duration = Duration::from_secs(20);

/// The part of a time limit for the beams; the rest is for the stretches.
const BEAM_SHARE: f64 = 0.6;

/// The time for each cell of each row or column, whichever is longer, in which an attempt that
/// is stopped still gets its constructive end.
const ENDING: Duration = Duration::from_nanos(700);

/// Plans of some hundred thousand moves are put together only now and then.
const TELL_EVERY: Duration = Duration::from_millis(300);

/// What is tried on the stretches, in order.
const EFFORTS: [Effort; 8] = [
    Effort { moves: 40, width: 200 },
    Effort { moves: 60, width: 1_000 },
    Effort { moves: 100, width: 5_000 },
    Effort { moves: 80, width: 20_000 },
    Effort { moves: 160, width: 25_000 },
    Effort { moves: 120, width: 100_000 },
    Effort { moves: 240, width: 100_000 },
    Effort { moves: 180, width: 400_000 },
];

pub(super) struct Large<'a> {
    pub(super) level: &'a Level,
    pub(super) space: &'a Tiles<Grid>,
    pub(super) start: &'a Grid,
    pub(super) budget: &'a Budget,
    pub(super) best: &'a Incumbent<Direction>,
}

impl Large<'_> {
    /// A plan that is much better than the constructive one, soon.
    pub(super) fn begin(&self, adapter: &mut TilesAdapter<'_>) -> Stop {
        let sizes = if self.is_whole() { &SIZES[..1] } else { &SIZES[..QUICK] };
        self.beams(sizes, 2, adapter)
    }

    /// Improves the plan as long as there is time and anything to gain.
    pub(super) fn improve(&self, adapter: &mut TilesAdapter<'_>) -> Stop {
        if self.is_whole() {
            return self.improve_whole(adapter);
        }
        let is_small = self.level.geometry().cells() <= SMALL_CELLS;
        let stop = self.beams(&SIZES[QUICK..], if is_small { 4 } else { 2 }, adapter);
        if stop != Stop::Done {
            return stop;
        }
        self.all_stretches(adapter)
    }

    /// Shortens stretches of the plan, with more and more effort.
    fn all_stretches(&self, adapter: &mut TilesAdapter<'_>) -> Stop {
        for effort in EFFORTS {
            let width = effort.width.min(self.max_width(Beam::BYTES));
            let effort = Effort { width, ..effort };
            loop {
                let before = self.best.upper();
                let stop = self.stretches(effort, adapter);
                if stop != Stop::Done {
                    return stop;
                }
                // A second pass has other stretches only where the first one gained much.
                if before - self.best.upper() < before / 100 {
                    break;
                }
            }
        }
        Stop::Done
    }

    /// Whether beams go over the whole board.
    fn is_whole(&self) -> bool {
        self.level.geometry().cells() <= WHOLE_CELLS
    }

    /// Wider and wider beams, one on each thread. Each size is tried in up to four ways: with
    /// the lines either way round, without a sweep and after one.
    fn beams(&self, sizes: &[Size], ways: usize, adapter: &mut TilesAdapter<'_>) -> Stop {
        let geometry = self.level.geometry();
        let map = &Map::new(geometry);
        let lines = &[false, true].map(|is_flipped| Lines::new(geometry, is_flipped));
        let round = &AtomicUsize::new(0);
        let longer_side = geometry.width().max(geometry.height());
        let ending = ENDING * (geometry.cells() * longer_side) as u32;
        let deadline = self.budget.time.map(|time| time.saturating_sub(ending.min(time / 4)));
        self.best.improve_on_threads(self.budget, adapter, |_, worker| {
            while !worker.is_over() {
                // Each size in every way, then the next one.
                let number = round.fetch_add(1, Relaxed);
                let way = number % ways;
                let Some(&Size { width, side, horizon }) = sizes.get(number / ways) else { break };
                if width > self.max_width(Beam::BYTES) {
                    break;
                }
                let started = self.best.elapsed();
                let sweep = Some(Sweep { side, horizon, gain: GAIN });
                let sweep = sweep.filter(|sweep| way + 2 >= ways && sweep.bytes() <= self.memory());
                let bytes = Beam::BYTES * width as u64 + sweep.map_or(0, |sweep| sweep.bytes());
                self.note_bytes(bytes, worker);
                let (lines, max_width) = (&lines[way % 2], self.max_width(Beam::BYTES));
                let attempt = Attempt { map, geometry, lines, width, max_width, sweep };
                let is_over = &mut |expanded| {
                    is_over(worker, expanded)
                        || deadline.is_some_and(|deadline| self.best.elapsed() >= deadline)
                };
                let is_too_late = &|| self.best.is_too_late(self.budget);
                let moves = attempt.solve(self.level.tiles(), is_over, is_too_late);
                if let Some(moves) = moves {
                    self.best.offer(self.space, self.start, moves, "staged beams");
                }
                // The next one may be four times as wide.
                let next = 4 * self.best.elapsed().saturating_sub(started);
                let share = |time: Duration| time.mul_f64(BEAM_SHARE);
                let is_late = match self.budget.time {
                    Some(time) => self.best.elapsed() + next > share(time),
                    None => next > LONGEST_BEAM,
                };
                if is_late {
                    break;
                }
            }
        })
    }

    /// Shortens the plan, each thread a part of it.
    fn stretches(&self, effort: Effort, adapter: &mut TilesAdapter<'_>) -> Stop {
        let Some(plan) = self.best.plan() else { return Stop::Done };
        let map = &Map::new(self.level.geometry());
        let moves: Vec<u8> = plan.moves().iter().map(|&direction| direction as u8).collect();
        let threads = self.budget.threads.max(1);
        let parts: Vec<Vec<u8>> =
            moves.chunks(moves.len().div_ceil(threads).max(1)).map(<[u8]>::to_vec).collect();
        let mut board = Sliding::new(self.level.tiles());
        let mut starts = Vec::new();
        for part in &parts {
            starts.push(board.clone());
            for &step in part {
                board.play(map, step);
            }
        }
        let parts = &Mutex::new((parts, self.best.elapsed()));
        let lock = || parts.lock().unwrap_or_else(PoisonError::into_inner);
        let offer = |parts: &[Vec<u8>]| {
            let moves = directions(parts.concat());
            self.best.offer(self.space, self.start, moves, "staged beams and shorter stretches");
        };
        let stop = self.best.improve_on_threads(self.budget, adapter, |number, worker| {
            let Some(start) = starts.get(number) else { return };
            let part = lock().0[number].clone();
            let tell = &mut |part: &[u8]| {
                let mut all = lock();
                all.0[number] = part.to_vec();
                let elapsed = self.best.elapsed();
                if elapsed >= all.1 + TELL_EVERY {
                    all.1 = elapsed;
                    offer(&all.0);
                }
            };
            self.note_bytes(Beam::BYTES * effort.width as u64, worker);
            let is_over = &mut |expanded| is_over(worker, expanded);
            stretches::shorten(map, start, part, effort, tell, is_over);
        });
        offer(&lock().0);
        stop
    }

    /// The bytes that each thread may use.
    fn memory(&self) -> u64 {
        self.budget.memory.unwrap_or(u64::MAX) / self.budget.threads.max(1) as u64
    }

    /// The widest beam that the memory allows on each thread, if every entry takes some bytes.
    fn max_width(&self, bytes: u64) -> usize {
        ((self.memory() / bytes) as usize).max(16)
    }

    /// Notes what a thread uses, as if all of them used as much.
    fn note_bytes(&self, bytes: u64, worker: &mut Worker<'_, '_, Direction>) {
        let peak_bytes = bytes * self.budget.threads.max(1) as u64;
        worker.spend(&Counts { peak_bytes, ..Counts::default() });
    }
}

fn is_over(worker: &mut Worker<'_, '_, Direction>, expanded: u64) -> bool {
    worker.spend(&Counts { expanded, ..Counts::default() });
    worker.is_over()
}
