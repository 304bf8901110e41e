//! What solves a board when no algorithm is named: first any plan, so that there is
//! always one; then better plans while they are cheap; then the proof.
//!
//! Boards of up to 31 cells are proved in stages; see `staged_proof`. Larger boards get
//! short plans instead; see `large`.

use std::time::Duration;

use fewest::search::{Budget, Event, Observer, Stop, beam};
use fewest::space::{Cost, Heuristic};

use super::board::{Grid, with_board};
use super::constructive;
use super::domain::space;
use super::geometry::Direction;
use super::heuristics::AnyHeuristic;
use super::ida_star::IdaStar;
use super::level::Level;
use super::rules::Tiles;
use super::solve::{Onward, TilesAdapter};
use crate::puzzle::{Adapter, Incumbent, Request, Solved};

/// The widths of the beams that search for better plans, in order.
const WIDTHS: [usize; 4] = [100, 1_000, 10_000, 100_000];

/// The beams before databases are built: the wider ones take longer than most proofs.
pub(super) const FIRST_WIDTHS: usize = 2;

/// Up to this number of cells, IDA* is so fast that beams are needed only for boards on
/// which it takes long.
const SMALL_CELLS: usize = 16;

/// Up to this number of cells, a proof is tried for as long as it takes.
const PROVED_CELLS: usize = 31;

/// The time of the beams without a time limit.
const BEAM_TIME: Duration = Duration::from_secs(20);

/// The expansions with named databases before the beams of a small board: about a second.
const FIRST_BEAMS: u64 = 1 << 24;

pub(super) struct Portfolio<'a> {
    pub(super) level: &'a Level,
    pub(super) space: &'a Tiles<Grid>,
    pub(super) start: &'a Grid,
    pub(super) heuristic: &'a AnyHeuristic,
    pub(super) budget: &'a Budget,
    pub(super) request: &'a Request,
}

impl Portfolio<'_> {
    /// With one heuristic only.
    pub(super) fn solve(&self, adapter: &mut TilesAdapter<'_>) -> Solved<Direction> {
        let best = self.construct();
        if self.level.geometry().cells() > PROVED_CELLS {
            return self.solve_large(best, adapter);
        }
        // With databases, most small boards are proved before a beam is through.
        if self.is_small() && matches!(self.heuristic, AnyHeuristic::Patterns(_)) {
            best.tell(adapter);
            let range = best.bound()..best.upper().saturating_add(1);
            let stop = self.ida_star(&best, range, Some(FIRST_BEAMS), self.heuristic, adapter);
            if !best.is_capped(stop, self.budget) {
                return best.conclude(self.space, self.start, stop, self.budget);
            }
        }
        self.beams(&best, self.widths(), adapter);
        let mut stop = Stop::Done;
        if !best.is_optimal() {
            best.tell(adapter);
            let range = best.bound()..best.upper();
            stop = self.ida_star(&best, range, None, self.heuristic, adapter);
        }
        best.conclude(self.space, self.start, stop, self.budget)
    }

    pub(super) fn is_small(&self) -> bool {
        self.level.geometry().cells() <= SMALL_CELLS
    }

    /// IDA* within a range, for at most some expansions.
    pub(super) fn ida_star(
        &self,
        best: &Incumbent<Direction>,
        range: std::ops::Range<Cost>,
        cap: Option<u64>,
        heuristic: &AnyHeuristic,
        adapter: &mut TilesAdapter<'_>,
    ) -> Stop {
        let left = best.left(self.budget);
        let budget = &cap.map_or(left.clone(), |cap| left.at_most(cap));
        let ida_star = IdaStar { level: self.level, range, budget, adapter };
        let outcome = ida_star.run(heuristic);
        let stop = outcome.stop;
        best.take(outcome, "idastar");
        stop
    }

    pub(super) fn beams(
        &self,
        best: &Incumbent<Direction>,
        widths: &[usize],
        adapter: &mut TilesAdapter<'_>,
    ) {
        for &width in widths {
            if best.is_optimal() || self.has_run_out(best) {
                break;
            }
            best.tell(adapter);
            let budget = self.beam_budget(best);
            let report = &mut |event: Event<'_>| Observer::<Tiles<Grid>>::event(adapter, event);
            let outcome = with_board!(self.level, B => {
                let (space, start) = &space::<B>(self.level);
                let onward = &mut Onward(report);
                let observer = &mut Adapter::new(self.level, onward);
                beam::search(space, start, self.heuristic, width, &budget, observer)
            });
            best.take(outcome, "beam");
        }
    }

    /// Any plan, however long.
    pub(super) fn construct(&self) -> Incumbent<Direction> {
        let value = self.heuristic.evaluate(self.space, self.start);
        let h = Heuristic::<Tiles<Grid>>::estimate(self.heuristic, value);
        let is_admissible = Heuristic::<Tiles<Grid>>::is_admissible(self.heuristic);
        let bound: Cost = if is_admissible { h } else { 0 };
        let best = Incumbent::new("constructive", bound, self.request);
        let should_stop = || best.is_too_late(self.budget);
        let moves = constructive::solve(self.level.geometry(), self.level.tiles(), &should_stop);
        if let Some(moves) = moves {
            best.offer(self.space, self.start, moves, "constructive");
        }
        best
    }

    pub(super) fn widths(&self) -> &'static [usize] {
        match self.level.geometry().cells() {
            cells if cells <= SMALL_CELLS => &WIDTHS[..FIRST_WIDTHS],
            _ => &WIDTHS,
        }
    }

    /// Half of the time for all beams together; the rest is for the proof.
    fn beam_budget(&self, best: &Incumbent<Direction>) -> Budget {
        let share = self.budget.time.map_or(BEAM_TIME, |time| time / 2);
        let time = share.saturating_sub(best.elapsed());
        Budget { time: Some(time), ..best.left(self.budget) }
    }

    fn has_run_out(&self, best: &Incumbent<Direction>) -> bool {
        self.budget.cancel.is_cancelled()
            || best.left(self.budget).nodes == Some(0)
            || self.beam_budget(best).time == Some(Duration::ZERO)
    }
}
