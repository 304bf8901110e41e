//! What solves a board when no algorithm is named: first any plan, so that there is
//! always one; then better plans while they are cheap; then the proof.
//!
//! Boards of up to 31 cells are proved in stages. The first one needs no tables and
//! solves easy boards at once. Each later one builds larger pattern databases, but only
//! when the searches of such boards have taken as long as building them will: so no board
//! takes much longer than with the databases that suit it best. Databases at hand are
//! used from the start.
//! Stages are counted in expansions, not in seconds, so that the answer is always the
//! same.
//!
//! Larger boards get short plans instead; see `large`.

use std::time::Duration;

use fewest::search::{Budget, Event, Observer, Stop, beam};
use fewest::space::{Cost, Heuristic};

use super::board::Board;
use super::constructive;
use super::geometry::Direction;
use super::heuristics::AnyHeuristic;
use super::large::Large;
use super::level::Level;
use super::pattern::{BuildError, library};
use super::rules::Tiles;
use super::solve::{IdaStar, TilesAdapter};
use super::stages::{self, Stage};
use crate::puzzle::{Incumbent, Request, Solved};

/// The widths of the beams that search for better plans, in order.
const WIDTHS: [usize; 4] = [100, 1_000, 10_000, 100_000];

/// The beams before databases are built: the wider ones take longer than most proofs.
const FIRST_WIDTHS: usize = 2;

/// Up to this number of cells, IDA* is so fast that beams are needed only for boards on
/// which it takes long.
const SMALL_CELLS: usize = 16;

/// Up to this number of cells, a proof is tried for as long as it takes.
const PROVED_CELLS: usize = 31;

/// The time of the beams without a time limit.
const BEAM_TIME: Duration = Duration::from_secs(20);

/// The expansions with named databases before the beams of a small board: about a second.
const FIRST_BEAMS: u64 = 1 << 24;

/// The expansions that solve a large board, if it is almost solved: a fraction of a second.
const EASY: u64 = 1 << 18;

/// With a higher bound it is not, unless a plan is near.
const EASY_BOUND: Cost = 100;

/// The expansions of the last stage before the wide beams: about a minute.
const LAST_BEAMS: u64 = 1 << 30;

pub(super) struct Portfolio<'a, B> {
    pub(super) level: &'a Level,
    pub(super) space: &'a Tiles<B>,
    pub(super) start: &'a B,
    pub(super) heuristic: &'a AnyHeuristic,
    pub(super) budget: &'a Budget,
    pub(super) request: &'a Request,
}

impl<B: Board> Portfolio<'_, B> {
    /// With one heuristic only.
    pub(super) fn solve(&self, adapter: &mut TilesAdapter<'_, B>) -> Solved<Direction> {
        let best = self.construct();
        if self.level.geometry().cells() > PROVED_CELLS {
            return self.solve_large(best, adapter);
        }
        // With databases, most small boards are proved before a beam is through.
        if self.is_small() && matches!(self.heuristic, AnyHeuristic::Patterns(_)) {
            best.tell(adapter);
            let range = best.bound()..best.upper().saturating_add(1);
            let stop = self.ida_star(&best, range, Some(FIRST_BEAMS), self.heuristic, adapter);
            if !self.is_capped(stop, &best) {
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

    /// A board that is too large for a proof, unless it is almost solved.
    fn solve_large(
        &self,
        best: Incumbent<Direction>,
        adapter: &mut TilesAdapter<'_, B>,
    ) -> Solved<Direction> {
        best.tell(adapter);
        let Portfolio { level, space, start, budget, .. } = *self;
        let large = Large { level, space, start, budget, best: &best };
        let mut stop = large.begin(adapter);
        if stop != Stop::Done || best.is_optimal() {
            return best.conclude(self.space, self.start, stop, self.budget);
        }
        for cap in [Some(EASY), None] {
            if cap.is_none() || is_perhaps_easy(&best) {
                let range = best.bound()..best.upper();
                stop = self.ida_star(&best, range, cap, self.heuristic, adapter);
                if cap.is_none() || !self.is_capped(stop, &best) {
                    break;
                }
            }
            stop = large.improve(adapter);
            best.tell(adapter);
            // Without a time limit, nobody waits for a proof that won't come.
            if stop != Stop::Done || self.budget.time.is_none() {
                break;
            }
        }
        best.conclude(self.space, self.start, stop, self.budget)
    }

    /// In stages, from the given heuristic to larger and larger pattern databases.
    /// Returns also what the last one used.
    pub(super) fn solve_in_stages(
        &self,
        adapter: &mut TilesAdapter<'_, B>,
    ) -> (Solved<Direction>, Option<String>) {
        let geometry = self.level.geometry();
        let is_small = self.is_small();
        let best = self.construct();
        let (mut widths, later) = self.widths().split_at(FIRST_WIDTHS);
        if !is_small {
            self.beams(&best, widths, adapter);
            widths = later;
        }
        let mut stages = stages::of(geometry, self.budget.memory).into_iter().peekable();
        // What is at hand needs no building.
        let mut stage = None;
        let at_hand = stages.clone().rfind(|stage| stage.is_at_hand(geometry));
        if let Some(at_hand) = at_hand {
            while let Some(next) = stages.next_if(|next| next.bytes <= at_hand.bytes) {
                stage = Some(next);
            }
        }
        let mut heuristic = None;
        let stop = loop {
            if let Some(stage) = stage.take() {
                match self.build(&stage, &best, adapter) {
                    Ok((sums, None)) => heuristic = Some((sums, stage.name())),
                    Ok((sums, Some(fault))) => {
                        let name = format!("{}, not stored: {fault}", stage.name());
                        heuristic = Some((sums, name));
                    }
                    Err(BuildError::Stopped(stop)) if stop != Stop::Memory => break stop,
                    // The next board has no more memory. Not even a quick attempt is worth
                    // its time for each of thousands.
                    Err(_) => library::forget_spent(geometry),
                }
            }
            // A small board's plan is always the first in the order of the moves: that
            // of IDA*, even if a beam has found one as short.
            let end = best.upper().saturating_add(is_small.into());
            let range = best.bound()..end;
            let next = stages.next_if(|next| self.is_worth_building(next, &best));
            let cap = match &next {
                Some(next) => {
                    let all = next.expansions(heuristic.is_none());
                    Some(all.saturating_sub(library::spent(geometry)))
                }
                None => (!widths.is_empty()).then_some(LAST_BEAMS),
            };
            best.tell(adapter);
            let strongest = heuristic.as_ref().map_or(self.heuristic, |(sums, _)| sums);
            let before = best.counts().expanded;
            let stop = self.ida_star(&best, range, cap, strongest, adapter);
            library::spend(geometry, best.counts().expanded - before);
            if !self.is_capped(stop, &best) {
                break stop;
            }
            if next.is_none() || is_small && heuristic.is_some() {
                self.beams(&best, std::mem::take(&mut widths), adapter);
            }
            if best.is_optimal() && !is_small {
                break Stop::Done;
            }
            stage = next;
        };
        let solved = best.conclude(self.space, self.start, stop, self.budget);
        (solved, heuristic.map(|(_, name)| name))
    }

    fn is_small(&self) -> bool {
        self.level.geometry().cells() <= SMALL_CELLS
    }

    /// Whether a search stopped at its own cap, and not at a limit of the request.
    fn is_capped(&self, stop: Stop, best: &Incumbent<Direction>) -> bool {
        stop == Stop::Nodes && best.left(self.budget).nodes != Some(0)
    }

    /// Makes the databases of a stage, or says why not.
    fn build(
        &self,
        stage: &Stage,
        best: &Incumbent<Direction>,
        adapter: &mut TilesAdapter<'_, B>,
    ) -> Result<(AnyHeuristic, Option<std::io::Error>), BuildError> {
        let name = format!("building pattern databases {}", stage.sizes());
        let method = Event::Method { name: &name, memory: stage.bytes };
        Observer::<Tiles<B>>::event(adapter, method);
        let sums = stage.build(self.level.geometry(), &best.left(self.budget));
        if sums.is_ok() {
            let name = format!("IDA* with pattern databases {}", stage.sizes());
            let method = Event::Method { name: &name, memory: stage.bytes };
            Observer::<Tiles<B>>::event(adapter, method);
        }
        sums.map(|(sums, fault)| (AnyHeuristic::Patterns(sums), fault))
    }

    /// Whether building would leave at least as much time for the search.
    fn is_worth_building(&self, stage: &Stage, best: &Incumbent<Direction>) -> bool {
        let left = best.left(self.budget);
        let seconds = stage.seconds() / left.threads.max(1) as f64;
        left.time.is_none_or(|time| time.as_secs_f64() > 3.0 * seconds)
    }

    /// IDA* within a range, for at most some expansions.
    fn ida_star(
        &self,
        best: &Incumbent<Direction>,
        range: std::ops::Range<Cost>,
        cap: Option<u64>,
        heuristic: &AnyHeuristic,
        adapter: &mut TilesAdapter<'_, B>,
    ) -> Stop {
        let left = best.left(self.budget);
        let nodes = [left.nodes, cap].into_iter().flatten().min();
        let budget = &Budget { nodes, ..left };
        let (space, start) = (self.space, self.start);
        let ida_star = IdaStar { space, start, range, budget, adapter };
        let outcome = ida_star.run(self.level, heuristic);
        let stop = outcome.stop;
        best.take(outcome, "idastar");
        stop
    }

    fn beams(
        &self,
        best: &Incumbent<Direction>,
        widths: &[usize],
        adapter: &mut TilesAdapter<'_, B>,
    ) {
        for &width in widths {
            if best.is_optimal() || self.has_run_out(best) {
                break;
            }
            best.tell(adapter);
            let budget = self.beam_budget(best);
            let (space, start) = (self.space, self.start);
            let outcome = beam::search(space, start, self.heuristic, width, &budget, adapter);
            best.take(outcome, "beam");
        }
    }

    /// Any plan, however long.
    fn construct(&self) -> Incumbent<Direction> {
        let value = self.heuristic.evaluate(self.space, self.start);
        let h = Heuristic::<Tiles<B>>::estimate(self.heuristic, value);
        let is_admissible = Heuristic::<Tiles<B>>::is_admissible(self.heuristic);
        let bound: Cost = if is_admissible { h } else { 0 };
        let best = Incumbent::new("constructive", bound, self.request);
        let should_stop = || best.is_too_late(self.budget);
        let moves = constructive::solve(self.level.geometry(), self.level.tiles(), &should_stop);
        if let Some(moves) = moves {
            best.offer(self.space, self.start, moves, "constructive");
        }
        best
    }

    fn widths(&self) -> &'static [usize] {
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

/// Whether a large board may be almost solved.
fn is_perhaps_easy(best: &Incumbent<Direction>) -> bool {
    best.bound() <= EASY_BOUND || best.upper() - best.bound() <= best.bound() / 10
}
