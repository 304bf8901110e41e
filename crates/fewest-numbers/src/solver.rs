//! The puzzle's own solvers for large levels, by name.

use std::time::Duration;

use super::bounds::Bound;
use super::domain::NumberShifting;
use super::forest::Edges;
use super::found::Found;
use super::level::Level;
use super::moves::{Shift, Sign};
use super::solve::remaining;
use super::space::Numbers;
use super::strategies::{Strategies, Team};
use super::{forest, strategies};
use crate::puzzle::{Incumbent, Moves, Remaining, Request, Solution, Solved, Watch};
use fewest::clock::Instant;
use fewest::names::{Name, Names};
use fewest::search::local::Report;
use fewest::search::{Budget, Counts, Event, Outcome, Progress, Status, Stop};
use fewest::space::{Cost, DEAD_END, Heuristic};

/// A solver for levels too large for exact search. It proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solver {
    /// [`forest::solve`].
    Forest,
    /// [`strategies::solve`].
    Strategies,
}

/// The default seed: any value, always the same.
pub(super) const SEED: u64 = 1;

impl Solver {
    /// All solvers by name.
    pub const NAMES: Names<Solver> = Names::new(&[
        Name::new(
            "forest",
            Solver::Forest,
            "large levels as forests of balanced numbers, by annealing; no proof",
        ),
        Name::new(
            "strategies",
            Solver::Strategies,
            "large levels by lists of moves, late acceptance and a pool; no proof",
        ),
    ]);

    /// All of them.
    pub const ALL: [Solver; 2] = Solver::NAMES.values();

    /// Its name, as users type it.
    pub fn name(self) -> &'static str {
        Solver::NAMES.name_of(&self)
    }

    pub(super) fn run(
        self,
        level: &Level,
        seed: Option<u64>,
        budget: &Budget,
        observer: &mut WalkObserver<'_>,
    ) -> Found {
        let seed = seed.unwrap_or(SEED);
        match self {
            Solver::Forest => {
                let report = &mut |report: Report<'_, _>| observer.take(&report, Edges::moves);
                forest::solve(level, seed, budget, report)
            }
            Solver::Strategies => with_restarts(level, seed, budget, observer),
        }
    }

    /// Solves a level for a request that names it.
    pub(super) fn solve(
        self,
        level: &Level,
        request: &Request,
        watch: &mut dyn Watch,
    ) -> Solved<Shift> {
        let started = Instant::now();
        let (space, start) = Numbers::<Box<[u32]>>::of(level);
        let (bound, spent) = (Bound::Trees.evaluate(&space, &start), Counts::default());
        let budget = request.budget.after(&Counts { elapsed: started.elapsed(), ..spent });
        let found = if bound == DEAD_END {
            // It is proved unsolvable.
            Found { stop: Stop::Done, ..Found::nothing(level) }
        } else {
            let observer = &mut WalkObserver { watch, level, bound, spent, best: None };
            self.run(level, request.seed, &budget, observer)
        };
        let spent = found.counts;
        self.answer(level, found, bound, spent)
    }

    /// Its answer, with all that was spent and a proven bound.
    pub(super) fn answer(
        self,
        level: &Level,
        found: Found,
        bound: Cost,
        spent: Counts,
    ) -> Solved<Shift> {
        let (space, start) = Numbers::<Box<[u32]>>::of(level);
        let moves = (found.remaining == 0).then(|| found.moves.clone());
        let outcome = Outcome::conclude(&space, &start, moves, bound, found.stop, spent);
        with_partial(level, Solved::by(self.name(), outcome), found.moves)
    }
}

/// The steps after which strategies first restart; each further run takes twice as
/// many. The game's largest levels usually take half of them, but a walk may reach a
/// local minimum that it does not leave in a hundred times as many.
const ATTEMPT: u64 = 10_000_000;

/// Up to this number of numbers. Larger levels need more steps: walks have more to clear, and
/// each number has more others in its lines.
const ORDINARY: u64 = 1000;

fn first_steps(numbers: usize) -> u64 {
    let large = (numbers as u64).max(ORDINARY);
    ATTEMPT.saturating_mul(large.saturating_mul(large) / ORDINARY / ORDINARY)
}

fn with_restarts(
    level: &Level,
    seed: u64,
    budget: &Budget,
    observer: &mut WalkObserver<'_>,
) -> Found {
    let before = observer.spent;
    let mut found = Found::nothing(level);
    for attempt in 0..u64::MAX {
        let left = budget.after(&found.counts);
        let steps = first_steps(level.numbers()).saturating_mul(1 << attempt.min(20));
        let is_last = left.nodes.is_some_and(|nodes| nodes <= steps);
        let limits = Budget { nodes: Some(left.nodes.unwrap_or(u64::MAX).min(steps)), ..left };
        observer.spent = before.and(&found.counts);
        let seed = seed ^ attempt.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let next = strategies::solve_with(level, seed, &limits, observer);
        let (counts, stop) = (found.counts.and(&next.counts), next.stop);
        if next.remaining <= found.remaining {
            found = next;
        }
        (found.counts, found.stop) = (counts, stop);
        if stop != Stop::Nodes || is_last {
            break;
        }
    }
    found
}

/// Without a plan, the moves that leave the fewest numbers: those that were found, or
/// the obvious ones.
pub(super) fn with_partial(
    level: &Level,
    mut solved: Solved<Shift>,
    found: Vec<Shift>,
) -> Solved<Shift> {
    if solved.outcome.status == Status::Unknown {
        let partials = [ready_pairs(level), found].map(|moves| partial(level, moves));
        let best = partials.into_iter().flatten().min_by_key(|(_, remaining)| remaining.count);
        solved.partial = best;
    }
    solved
}

/// Moves that don't solve a level, replayed, and the number of numbers they leave;
/// `None` if they can't be played.
fn partial(level: &Level, moves: Vec<Shift>) -> Option<(Vec<Shift>, Remaining)> {
    let mut level = level.clone();
    for &shift in &moves {
        level.play(shift).ok()?;
    }
    Some((moves, remaining(&level)))
}

/// The time for the obvious moves.
const SOON: Duration = Duration::from_millis(20);

/// Moves that clear two numbers each, one after another. None of them makes a new one
/// possible, so those of the start are all of them.
///
/// A level of a million numbers would take longer than a limit may be overrun.
fn ready_pairs(level: &Level) -> Vec<Shift> {
    let mut after = level.clone();
    let clears_both = |shift: &Shift| {
        let ends = after.ends(*shift).ok().filter(|_| shift.sign == Sign::Minus);
        let clears = ends.is_some_and(|(a, b)| after.cells()[a] == after.cells()[b]);
        clears && after.play(*shift).is_ok()
    };
    let started = Instant::now();
    let in_time = |&(index, _): &(usize, Shift)| index % 4096 != 0 || started.elapsed() < SOON;
    let moves = level.moves().enumerate().take_while(in_time).map(|(_, shift)| shift);
    moves.filter(clears_both).collect()
}

impl Team for WalkObserver<'_> {
    fn report(&mut self, report: Report<'_, Strategies>) {
        self.take(&report, Strategies::moves);
    }
    fn is_connected(&self) -> bool {
        self.watch.is_connected()
    }
    fn exchange(&mut self, new: Vec<String>) -> Vec<String> {
        self.watch.exchange(new)
    }
}

/// Reports what the walks of a local search find to the edge.
pub(super) struct WalkObserver<'a> {
    pub(super) watch: &'a mut dyn Watch,
    pub(super) level: &'a Level,
    pub(super) bound: Cost,
    /// What was spent before.
    pub(super) spent: Counts,
    /// Takes every plan, by this name.
    pub(super) best: Option<(&'a Incumbent<Shift>, &'static str)>,
}

impl WalkObserver<'_> {
    /// Shows the best moves so far: who ends a search without its answer keeps them.
    fn tell_best(&mut self, moves: Vec<Shift>, remaining: Remaining) {
        let cost = moves.len() as Cost;
        if let Some((best, name)) = self.best.filter(|_| remaining.count == 0) {
            let (space, start) = Numbers::<Box<[u32]>>::of(self.level);
            best.offer(&space, &start, moves.clone(), name);
        }
        let moves = &Moves::new::<NumberShifting>(self.level, moves);
        if remaining.count == 0 {
            self.watch.improved(&Solution { index: self.spent.expanded, cost, moves });
        } else {
            self.watch.partial(remaining, moves);
        }
        self.watch.event(Event::Remaining(remaining));
    }

    /// Passes on what a walk reports; `moves` plays its attempts.
    fn take<T>(&mut self, report: &Report<'_, T>, moves: fn(&T, &Level) -> Vec<Shift>) {
        match *report {
            Report::Event(Event::Progress(progress)) => {
                let counts = self.spent.and(&progress.counts);
                self.watch.event(Event::Progress(Progress {
                    counts,
                    bound: self.bound,
                    ..progress
                }));
            }
            Report::Event(event) => self.watch.event(event),
            Report::Best { attempt, .. } => {
                let moves = moves(attempt, self.level);
                let mut after = self.level.clone();
                if moves.iter().all(|&shift| after.play(shift).is_ok()) {
                    self.tell_best(moves, remaining(&after));
                }
            }
        }
    }
}
