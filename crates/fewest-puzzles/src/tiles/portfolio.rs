//! What solves a board when no algorithm is named: first some plan, so that
//! there is always one to show; then better ones while they come cheaply; then
//! the proof.

use std::time::Duration;

use super::board::Board;
use super::constructive;
use super::geometry::Direction;
use super::heuristics::AnyHeuristic;
use super::level::Level;
use super::rules::Tiles;
use super::solve::{IdaStar, letter};
use crate::edge::Watched;
use crate::puzzle::{Answer, Watch};
use fewest::search::{Budget, Counts, Outcome, Plan, Stop, beam};
use fewest::space::{Cost, Heuristic, Space};

/// Widths of the beams that look for better plans, one after another.
const WIDTHS: [usize; 4] = [100, 1_000, 10_000, 100_000];

/// IDA* settles boards of so few cells so soon that wide beams are a waste.
const SMALL_CELLS: usize = 16;

/// A beam has to walk through as many layers as a plan has moves, each board of
/// them hashed as a whole: beyond this it comes nowhere in the time there is.
const BEAM_CELLS: usize = 256;

/// The beams' time where none is given.
const BEAM_TIME: Duration = Duration::from_secs(20);

pub(super) struct Portfolio<'a, B> {
    pub(super) level: &'a Level,
    pub(super) space: &'a Tiles<B>,
    pub(super) start: &'a B,
    pub(super) heuristic: &'a AnyHeuristic,
    pub(super) name: &'a str,
    pub(super) budget: &'a Budget,
}

/// The best plan so far and where it came from.
struct Incumbent {
    plan: Option<Plan<Direction>>,
    algorithm: &'static str,
    /// What raised the bound after that.
    proved_by: Option<&'static str>,
    bound: Cost,
    counts: Counts,
}

impl Incumbent {
    fn take(&mut self, outcome: Outcome<Direction>, algorithm: &'static str) {
        self.bound = self.bound.max(outcome.bound);
        self.counts = self.counts.and(&outcome.counts);
        if let Some(plan) = outcome.plan
            && self.plan.as_ref().is_none_or(|best| plan.cost() < best.cost())
        {
            self.plan = Some(plan);
            self.algorithm = algorithm;
        }
    }

    fn tell<S: Space>(&self, watched: &mut Watched<'_, S>) {
        watched.best = self.plan.as_ref().map(Plan::cost);
        watched.bound = self.bound;
        watched.spent = self.counts;
    }

    fn is_optimal(&self) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.cost() <= self.bound)
    }
}

impl<B: Board> Portfolio<'_, B> {
    pub(super) fn solve(&self, watch: &mut dyn Watch) -> Answer {
        let mut watched = Watched::new(watch, letter);
        let mut best = self.construct();
        for &width in self.widths() {
            if best.is_optimal() || self.has_run_out(&best) {
                break;
            }
            best.tell(&mut watched);
            let budget = self.beam_budget(&best);
            let (space, start, h) = (self.space, self.start, self.heuristic);
            best.take(beam::search(space, start, h, width, &budget, &mut watched), "beam");
        }
        let mut stop = Stop::Done;
        if !best.is_optimal() {
            best.tell(&mut watched);
            let budget = self.budget.after(&best.counts);
            let range = best.bound..best.plan.as_ref().map_or(Cost::MAX, Plan::cost);
            let (space, start, budget) = (self.space, self.start, &budget);
            let ida_star = IdaStar { space, start, range, budget, watched: &mut watched };
            let outcome = self.heuristic.visit(ida_star);
            stop = outcome.stop;
            best.take(outcome, "idastar");
            best.proved_by = Some("idastar");
        }
        let moves = best.plan.map(|plan| plan.moves().to_vec());
        let (bound, counts) = (best.bound, best.counts);
        let outcome = Outcome::conclude(self.space, self.start, moves, bound, stop, counts);
        Answer {
            outcome: outcome.map(letter),
            algorithm: match best.proved_by {
                Some(proof) if proof != best.algorithm => {
                    format!("{}, bounded by {proof}", best.algorithm)
                }
                _ => best.algorithm.to_string(),
            },
            heuristic: Some(self.name.to_string()),
            solutions: 0,
            partial: None,
        }
    }

    /// Some plan, however long.
    fn construct(&self) -> Incumbent {
        let started = fewest::clock::Instant::now();
        let should_stop = || {
            self.budget.cancel.is_cancelled()
                || self.budget.time.is_some_and(|time| started.elapsed() >= time)
        };
        let moves = constructive::solve(self.level.geometry(), self.level.tiles(), &should_stop);
        let value = self.heuristic.evaluate(self.space, self.start);
        let h = Heuristic::<Tiles<B>>::estimate(self.heuristic, value);
        let is_admissible = Heuristic::<Tiles<B>>::is_admissible(self.heuristic);
        let bound = if is_admissible { h } else { 0 };
        let counts = Counts { elapsed: started.elapsed(), ..Counts::default() };
        let outcome = Outcome::conclude(self.space, self.start, moves, bound, Stop::Done, counts);
        let mut best = Incumbent {
            plan: None,
            algorithm: "constructive",
            proved_by: None,
            bound,
            counts: Counts::default(),
        };
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
    fn beam_budget(&self, best: &Incumbent) -> Budget {
        let share = self.budget.time.map_or(BEAM_TIME, |time| time / 2);
        let time = share.saturating_sub(best.counts.elapsed);
        Budget { time: Some(time), ..self.budget.after(&best.counts) }
    }

    fn has_run_out(&self, best: &Incumbent) -> bool {
        let left = self.budget.after(&best.counts);
        self.budget.cancel.is_cancelled()
            || left.nodes == Some(0)
            || self.beam_budget(best).time == Some(Duration::ZERO)
    }
}
