//! What solves a level when no algorithm is named.
//!
//! A* proves the fewest moves of small levels, and some levels unsolvable at first
//! sight. All others go to the forest, which solves what can be solved but proves
//! nothing; small ones that it can't solve go back to A*, for there may be no moves.

use super::bounds::Bound;
use super::forest::{self, Edges};
use super::level::Level;
use super::moves::{Shift, Sign};
use super::solve::{exact, notation, partial, remaining};
use super::space::Numbers;
use crate::puzzle::{Answer, Request, RequestError, Watch};
use crate::search::local::{LocalObserver, Sight};
use crate::search::{Algorithm, Budget, Counts, Outcome, Progress, Status, Stop};
use crate::space::{Cost, DEAD_END, Heuristic};

/// Of how many numbers A* takes a level on, and how many nodes it may spend on it at
/// first: a few seconds at most.
const SMALL: usize = 24;
const FIRST_NODES: u64 = 300_000;

/// The steps after which small levels go back to A*.
const SMALL_STEPS: u64 = 1 << 23;

/// Any seed does; the same one for the same answer.
const SEED: u64 = 1;

pub(super) fn solve(
    level: &Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    let (space, start) = Numbers::<Box<[u32]>>::of(level);
    let mut bound = Bound::Trees.evaluate(&space, &start);
    let is_small = level.numbers() <= SMALL;
    let mut spent = Counts::default();
    if is_small || bound == DEAD_END {
        let first = a_star(level, request, at_most(&request.budget, FIRST_NODES), watch)?;
        let outcome = &first.outcome;
        let limit = request.budget.nodes;
        let is_over = match outcome.stop {
            Stop::Nodes => limit.is_some_and(|limit| limit <= FIRST_NODES),
            // Too little memory for A* may be enough for the forest.
            Stop::Memory => false,
            _ => true,
        };
        if outcome.status != Status::Unknown || is_over {
            return Ok(with_partial(level, first, Vec::new()));
        }
        (bound, spent) = (bound.max(outcome.bound), outcome.counts);
    }
    let left = request.budget.after(&spent);
    let limits = if is_small { at_most(&left, SMALL_STEPS) } else { left };
    let found = forest::solve(level, SEED, &limits, &mut Onlooker { watch, level, bound, spent });
    spent = spent.and(&found.counts);
    let is_over = request.budget.nodes.is_some_and(|limit| limit <= spent.expanded);
    if is_small && found.stop == Stop::Nodes && !is_over {
        let mut last = a_star(level, request, request.budget.after(&spent), watch)?;
        last.outcome.counts = spent.and(&last.outcome.counts);
        return Ok(with_partial(level, last, found.moves));
    }
    let moves = (found.remaining == 0).then(|| found.moves.clone());
    let outcome = Outcome::conclude(&space, &start, moves, bound, found.stop, spent);
    let (outcome, algorithm) = (outcome.map(notation), "forest".to_string());
    let answer = Answer { outcome, algorithm, heuristic: None, solutions: 0, partial: None };
    Ok(with_partial(level, answer, found.moves))
}

fn a_star(
    level: &Level,
    request: &Request,
    budget: Budget,
    watch: &mut dyn Watch,
) -> Result<Answer, RequestError> {
    exact(level, Algorithm::AStar, &Request { budget, ..request.clone() }, watch)
}

fn at_most(budget: &Budget, nodes: u64) -> Budget {
    Budget { nodes: Some(budget.nodes.map_or(nodes, |limit| limit.min(nodes))), ..budget.clone() }
}

/// Without a plan, the moves that leave the fewest numbers: those that were found, or
/// the obvious ones.
fn with_partial(level: &Level, mut answer: Answer, found: Vec<Shift>) -> Answer {
    if answer.outcome.status == Status::Unknown {
        let partials = [ready_pairs(level), found].map(|moves| partial(level, &moves));
        let best = partials.into_iter().flatten().min_by_key(|partial| partial.remaining.count);
        answer.partial = best;
    }
    answer
}

/// Moves that clear two numbers each, one after another. None of them makes a new one
/// possible, so that those of the start are all there are.
fn ready_pairs(level: &Level) -> Vec<Shift> {
    let mut after = level.clone();
    let clears_both = |shift: &Shift| {
        let ends = after.ends(*shift).ok().filter(|_| shift.sign == Sign::Minus);
        let clears = ends.is_some_and(|(a, b)| after.cells()[a] == after.cells()[b]);
        clears && after.play(*shift).is_ok()
    };
    level.moves().filter(clears_both).collect()
}

/// Tells whoever watches at the edge what the walks have found.
struct Onlooker<'a> {
    watch: &'a mut dyn Watch,
    level: &'a Level,
    bound: Cost,
    /// What A* spent before.
    spent: Counts,
}

impl LocalObserver<Edges> for Onlooker<'_> {
    fn sight(&mut self, sight: &Sight) {
        self.watch.walk(sight);
    }

    fn best(&mut self, edges: &Edges, _unbalanced: u64) {
        let mut after = self.level.clone();
        let moves = edges.moves(self.level);
        if moves.into_iter().all(|shift| after.play(shift).is_ok()) {
            self.watch.remaining(remaining(&after));
        }
    }

    fn spent(&mut self, counts: &Counts) {
        let counts = self.spent.and(counts);
        let progress = Progress { counts, bound: self.bound, best: None, depth: None };
        self.watch.progress(&progress);
    }
}
