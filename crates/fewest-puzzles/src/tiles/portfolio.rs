//! What solves a board when no algorithm is named: first any plan, so that there is
//! always one; then better plans while they are cheap; then the proof.

use std::time::Duration;

use fewest::search::{Budget, Counts, Outcome, Stop, beam};
use fewest::space::{Cost, Heuristic};

use super::board::Board;
use super::constructive;
use super::geometry::Direction;
use super::heuristics::AnyHeuristic;
use super::level::Level;
use super::rules::Tiles;
use super::solve::{IdaStar, TilesAdapter};
use crate::puzzle::{Incumbent, Solved};

/// The widths of the beams that search for better plans, in order.
const WIDTHS: [usize; 4] = [100, 1_000, 10_000, 100_000];

/// Up to this number of cells, IDA* is so fast that wide beams are a waste.
const SMALL_CELLS: usize = 16;

/// A beam has to pass as many layers as a plan has moves, each board of them hashed as
/// a whole: beyond this number of cells it gets nowhere in the time.
const BEAM_CELLS: usize = 256;

/// The time of the beams without a time limit.
const BEAM_TIME: Duration = Duration::from_secs(20);

pub(super) struct Portfolio<'a, B> {
    pub(super) level: &'a Level,
    pub(super) space: &'a Tiles<B>,
    pub(super) start: &'a B,
    pub(super) heuristic: &'a AnyHeuristic,
    pub(super) budget: &'a Budget,
}

impl<B: Board> Portfolio<'_, B> {
    pub(super) fn solve(&self, adapter: &mut TilesAdapter<'_, B>) -> Solved<Direction> {
        let (space, start, heuristic) = (self.space, self.start, self.heuristic);
        let mut best = self.construct();
        for &width in self.widths() {
            if best.is_optimal() || self.has_run_out(&best) {
                break;
            }
            best.tell(adapter);
            let budget = self.beam_budget(&best);
            best.take(beam::search(space, start, heuristic, width, &budget, adapter), "beam");
        }
        let mut stop = Stop::Done;
        if !best.is_optimal() {
            best.tell(adapter);
            let budget = &best.left(self.budget);
            let range = best.bound..best.upper();
            let outcome = heuristic.visit(IdaStar { space, start, range, budget, adapter });
            stop = outcome.stop;
            best.take(outcome, "idastar");
        }
        best.conclude(space, start, stop)
    }

    /// Any plan, however long.
    fn construct(&self) -> Incumbent<Direction> {
        let started = fewest::clock::Instant::now();
        let should_stop = || {
            self.budget.cancel.is_cancelled()
                || self.budget.time.is_some_and(|time| started.elapsed() >= time)
        };
        let moves = constructive::solve(self.level.geometry(), self.level.tiles(), &should_stop);
        let value = self.heuristic.evaluate(self.space, self.start);
        let h = Heuristic::<Tiles<B>>::estimate(self.heuristic, value);
        let is_admissible = Heuristic::<Tiles<B>>::is_admissible(self.heuristic);
        let bound: Cost = if is_admissible { h } else { 0 };
        let counts = Counts { elapsed: started.elapsed(), ..Counts::default() };
        let mut best = Incumbent::new("constructive", bound);
        let outcome = Outcome::conclude(self.space, self.start, moves, bound, Stop::Done, counts);
        best.take(outcome, "constructive");
        best
    }

    fn widths(&self) -> &'static [usize] {
        match self.level.geometry().cells() {
            cells if cells <= SMALL_CELLS => &WIDTHS[..2],
            cells if cells <= BEAM_CELLS => &WIDTHS,
            _ => &[],
        }
    }

    /// Half of the time for all beams together; the rest is for the proof.
    fn beam_budget(&self, best: &Incumbent<Direction>) -> Budget {
        let share = self.budget.time.map_or(BEAM_TIME, |time| time / 2);
        let time = share.saturating_sub(best.counts.elapsed);
        Budget { time: Some(time), ..best.left(self.budget) }
    }

    fn has_run_out(&self, best: &Incumbent<Direction>) -> bool {
        self.budget.cancel.is_cancelled()
            || best.left(self.budget).nodes == Some(0)
            || self.beam_budget(best).time == Some(Duration::ZERO)
    }
}
