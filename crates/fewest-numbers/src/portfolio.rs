//! What solves a level when no algorithm is named.
//!
//! Some levels are quickly proved unsolvable. All others go to the forest, and the largest
//! to strategies, which solve what can be solved but prove nothing. Then the packing of
//! small trees proves how many moves are needed at least. Small levels go to A* for the
//! fewest moves. The plans of all others, and of those that A* has not solved, are packed
//! into more and more trees.

use super::bounds::Bound;
use super::domain::NumberShifting;
use super::found::Found;
use super::level::Level;
use super::moves::Shift;
use super::packing::{self, ALONE_SHARE, MAX_NUMBERS, Packing};
use super::solver::{SEED, Solver, WalkObserver, with_partial};
use super::space::Numbers;
use crate::puzzle::solve::by_engine;
use crate::puzzle::{Adapter, Incumbent, Method, Request, RequestError, Solved, Watch};
use fewest::search::{Algorithm, Budget, Status, Stop};
use fewest::space::{DEAD_END, Heuristic};

/// The maximum numbers of a level for A*, and its first limit of nodes: a few seconds
/// at most.
const SMALL: usize = 24;
const FIRST_NODES: u64 = 300_000;

/// Up to this number of numbers A* is the fastest. Beyond it the plan is packed first, with
/// this number of steps.
const FEW: usize = 16;
const FEW_STEPS: u64 = 300_000;

/// The steps of the forest before that, a fraction of a second, and after it.
const FIRST_STEPS: u64 = 1 << 17;
const MORE_STEPS: u64 = 1 << 23;

/// From this number of numbers on, strategies are faster than the forest.
const LARGE: usize = 800;

/// The nodes of the exact search by trees, before other threads look for better plans.
const PROOF_NODES: u64 = 20_000;

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Solved<Shift>, RequestError> {
    let (space, start) = Numbers::<Box<[u32]>>::of(level);
    let is_small = level.numbers() <= SMALL;
    // Only strategies can be shared with others.
    let is_large = level.numbers() >= LARGE || watch.is_connected();
    let solver = if is_large { Solver::Strategies } else { Solver::Forest };
    let best = Incumbent::new(solver.name(), 0, request);
    best.raise(Bound::Trees.evaluate(&space, &start), solver.name());
    if best.bound() == DEAD_END {
        // By the heuristic that proves it.
        let request = Request { heuristic: None, ..request.clone() };
        return a_star(level, &request, best.left(&request.budget), watch);
    }
    let (found, packing) = (Found::nothing(level), None);
    let mut run = Portfolio { level, request, solver, best, watch, found, packing };
    // Where nodes are limited, half of them are for the proof.
    let half = request.budget.nodes.map_or(FIRST_STEPS, |nodes| FIRST_STEPS.min(nodes / 2));
    let mut stop = run.walk(if is_small { half } else { u64::MAX });
    if is_small {
        // Some are proved by packing at once.
        if level.numbers() > FEW && stop == Stop::Done {
            run.pack(FEW_STEPS);
            if run.best.is_optimal() || run.best.is_enough() {
                return Ok(run.conclude(Stop::Cancelled));
            }
        }
        let proof = run.prove(FIRST_NODES)?;
        stop = proof.outcome.stop;
        if proof.outcome.status != Status::Unknown {
            return Ok(proof);
        }
        if !run.best.has_plan() && run.may_continue(stop) {
            stop = run.walk(MORE_STEPS);
        }
        if !run.best.has_plan() && run.may_continue(stop) {
            stop = run.prove(u64::MAX)?.outcome.stop;
        }
    }
    if run.best.has_plan() && (stop == Stop::Done || run.may_continue(stop)) {
        stop = run.pack(u64::MAX);
    }
    Ok(run.conclude(stop))
}

struct Portfolio<'a> {
    level: &'a Level,
    request: &'a Request,
    solver: Solver,
    best: Incumbent<Shift>,
    watch: &'a mut dyn Watch,
    /// The moves that leave the fewest numbers, if not all are cleared.
    found: Found,
    /// The small trees, once they are listed.
    packing: Option<Packing<'a>>,
}

impl Portfolio<'_> {
    /// The answer.
    fn conclude(self, stop: Stop) -> Solved<Shift> {
        let (space, start) = Numbers::<Box<[u32]>>::of(self.level);
        let solved = self.best.conclude(&space, &start, stop, &self.request.budget);
        with_partial(self.level, solved, self.found.moves)
    }

    /// Whether a part that stopped leaves something for others: its own nodes were spent,
    /// or its memory, where others need less.
    fn may_continue(&self, stop: Stop) -> bool {
        self.best.is_capped(stop, &self.request.budget) || stop == Stop::Memory
    }

    /// Local search for a plan, of at most some steps.
    fn walk(&mut self, steps: u64) -> Stop {
        let best = &self.best;
        let limits = best.left(&self.request.budget).at_most(steps);
        let (bound, spent) = (best.bound(), best.counts());
        let (level, watch) = (self.level, &mut *self.watch);
        let taker = Some((best, self.solver.name()));
        let observer = &mut WalkObserver { watch, level, bound, spent, best: taker };
        let found = self.solver.run(self.level, self.request.seed, &limits, observer);
        best.spend(&found.counts);
        let stop = found.stop;
        if found.remaining == 0 {
            let (space, start) = Numbers::<Box<[u32]>>::of(self.level);
            best.offer(&space, &start, found.moves.clone(), self.solver.name());
        }
        if found.remaining <= self.found.remaining {
            self.found = found;
        }
        stop
    }

    /// A* for the fewest moves, for at most some nodes.
    fn prove(&mut self, nodes: u64) -> Result<Solved<Shift>, RequestError> {
        let limits = self.best.left(&self.request.budget).at_most(nodes);
        let mut proof = a_star(self.level, self.request, limits, self.watch)?;
        self.best.take(proof.outcome.clone(), Algorithm::AStar.name());
        proof.outcome.counts = self.best.counts();
        Ok(proof)
    }

    /// Lists small trees for a bound, and packs the plan into more of them, in at most some
    /// steps.
    fn pack(&mut self, steps: u64) -> Stop {
        let Portfolio { level, request, best, watch, packing, .. } = self;
        let budget = &request.budget.at_most(best.counts().expanded.saturating_add(steps));
        if best.is_optimal() || !best.has_plan() {
            return Stop::Done;
        }
        if best.is_enough() {
            return Stop::Cancelled;
        }
        // Where threads can't prove much together, one lists beside the others.
        let is_beside = budget.threads > 1 && level.numbers() > MAX_NUMBERS;
        if !is_beside {
            let packing =
                packing.get_or_insert_with(|| Packing::within(level, best, budget, ALONE_SHARE));
            // Most levels of a few dozen numbers are proved at once, and always the same.
            packing.prove(best, &best.left(budget).at_most(PROOF_NODES));
        }
        if best.is_optimal() {
            return Stop::Done;
        }
        let adapter = &mut Adapter::<NumberShifting, Numbers<Box<[u32]>>>::new(level, *watch);
        adapter.best = Some(best.upper());
        let mut stop = Stop::Done;
        packing::improve(
            level,
            packing.as_ref(),
            best,
            budget,
            |work| stop = best.improve_on_threads(budget, adapter, work),
            request.seed.unwrap_or(SEED),
        );
        stop
    }
}

fn a_star(
    level: &Level,
    request: &Request,
    budget: Budget,
    watch: &mut dyn Watch,
) -> Result<Solved<Shift>, RequestError> {
    let method = Method::Algorithm(Algorithm::AStar);
    by_engine::<NumberShifting>(level, &Request { method, budget, ..request.clone() }, watch)
}
