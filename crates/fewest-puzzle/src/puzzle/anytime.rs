//! What solves a level when no algorithm is named, in puzzles without a solver of their own.
//!
//! Easy levels are solved by A* at once. For others a greedier search finds some plan first,
//! so that there is one whatever happens. Then A* looks for the best. If it runs out of
//! memory, or of its share of the time, the plan is made shorter stretch by stretch.

use fewest::search::{Algorithm, Budget, Status, Stop, neighbourhood};

use super::solve::{by_engine, heuristic_name};
use super::{
    Adapter, Domain, Incumbent, Method, PuzzleSpace, Request, RequestError, Solved, SpaceVisitor,
    Wanted, Watch,
};

/// The expansions of A* on an easy level, and of the search for a first plan.
const EASY: u64 = 50_000;
const FIRST: u64 = 200_000;

/// The weight of the search for a first plan, in thousandths.
const WEIGHT: u32 = 3000;

/// Solves a level by the algorithm that a request names, or by several.
pub(super) fn anytime<D: Domain>(
    level: &D::Level,
    request: &Request,
    watch: &mut dyn Watch,
) -> Result<Solved<D::Move>, RequestError> {
    let is_open = request.method == Method::Automatic && request.wanted == Wanted::One;
    if !is_open || request.expansions {
        return by_engine::<D>(level, request, watch);
    }
    let budget = &request.budget;
    let best = Incumbent::new(Algorithm::AStar.name(), 0, request);
    let mut search = |algorithm: Algorithm, budget: Budget| {
        let method = Method::Algorithm(algorithm);
        let weight = (algorithm == Algorithm::WeightedAStar).then_some(WEIGHT);
        let request = Request { method, weight, budget, ..request.clone() };
        let mut solved = by_engine::<D>(level, &request, watch)?;
        best.take(solved.outcome.clone(), algorithm.name());
        solved.outcome.counts = best.counts();
        Ok::<_, RequestError>(solved)
    };
    let easy = search(Algorithm::AStar, at_most(&best.left(budget), EASY))?;
    let is_capped = matches!(easy.outcome.stop, Stop::Nodes | Stop::Memory);
    if !is_capped || best.left(budget).nodes == Some(0) {
        return Ok(easy);
    }
    search(Algorithm::WeightedAStar, at_most(&best.left(budget), FIRST))?;
    let mut stop = Stop::Done;
    if !best.is_optimal() && !best.is_enough() {
        let left = best.left(budget);
        let share = left.time.filter(|_| best.has_plan()).map(|time| time * 2 / 3);
        let proof = search(Algorithm::AStar, Budget { time: share.or(left.time), ..left })?;
        if matches!(proof.outcome.status, Status::Optimal | Status::Unsolvable) {
            return Ok(proof);
        }
        stop = proof.outcome.stop;
    }
    let has_more = stop == Stop::Memory || stop == Stop::Time && share_is_left(&best, budget);
    if best.has_plan() && has_more && !best.is_optimal() {
        stop = D::with_space(level, Shorten::<D> { level, best: &best, budget, watch });
    }
    let solved = D::with_space(level, Conclude::<D> { best, stop, budget });
    Ok(solved.with_heuristic(heuristic_name::<D>(request)))
}

fn at_most(budget: &Budget, nodes: u64) -> Budget {
    Budget { nodes: Some(budget.nodes.map_or(nodes, |limit| limit.min(nodes))), ..budget.clone() }
}

/// Whether only a share of the time is over.
fn share_is_left<M: Copy + Eq>(best: &Incumbent<M>, budget: &Budget) -> bool {
    best.left(budget).time.is_none_or(|time| !time.is_zero())
}

struct Shorten<'a, D: Domain> {
    level: &'a D::Level,
    best: &'a Incumbent<D::Move>,
    budget: &'a Budget,
    watch: &'a mut dyn Watch,
}

impl<D: Domain> SpaceVisitor<D> for Shorten<'_, D> {
    type Output = Stop;

    fn visit<S: PuzzleSpace<D>>(self, space: &S, start: &S::State) -> Stop {
        let Shorten { level, best, budget, watch } = self;
        let Some(plan) = best.plan() else { return Stop::Done };
        let mut adapter = Adapter::<D, S>::new(level, watch);
        best.tell(&mut adapter);
        let left = best.left_to_improve(budget);
        let end = neighbourhood::improve(space, start, plan, &left, &mut |plan| {
            best.improve(plan.clone(), "neighbourhood");
            best.tell(&mut adapter);
        });
        best.spend(&end.counts);
        end.stop
    }
}

struct Conclude<'a, D: Domain> {
    best: Incumbent<D::Move>,
    stop: Stop,
    budget: &'a Budget,
}

impl<D: Domain> SpaceVisitor<D> for Conclude<'_, D> {
    type Output = Solved<D::Move>;

    fn visit<S: PuzzleSpace<D>>(self, space: &S, start: &S::State) -> Solved<D::Move> {
        self.best.conclude(space, start, self.stop, self.budget)
    }
}
