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
    let easy = search(Algorithm::AStar, best.left(budget).at_most(EASY))?;
    let is_capped = matches!(easy.outcome.stop, Stop::Nodes | Stop::Memory);
    if !is_capped || best.left(budget).nodes == Some(0) {
        return Ok(easy);
    }
    search(Algorithm::WeightedAStar, best.left(budget).at_most(FIRST))?;
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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use fewest::search::StopRule;
    use fewest::space::{Consistent, Cost, Space};

    use super::*;
    use crate::puzzle::Choice;
    use crate::scene::Scene;
    use crate::text::ParseError;

    /// Numbers to be sorted by swaps of neighbours. The fewest swaps are the inversions.
    struct Sorting;
    struct Row;

    impl Space for Row {
        type State = [u8; 9];
        type Move = usize;
        type Undo = ();

        fn is_goal(&self, row: &[u8; 9]) -> bool {
            row.is_sorted()
        }
        fn moves(&self, _: &[u8; 9], out: &mut Vec<usize>) {
            out.extend(0..8);
        }
        fn apply(&self, row: &mut [u8; 9], at: usize) {
            row.swap(at, at + 1);
        }
        fn undo(&self, row: &mut [u8; 9], at: usize, (): ()) {
            row.swap(at, at + 1);
        }
    }

    impl PuzzleSpace<Sorting> for Row {
        type Heuristic = Consistent<fn(&Row, &[u8; 9]) -> Cost>;

        /// Far too low, so that A* is slow.
        fn heuristic(
            &self,
            _: &str,
            _: &[u8; 9],
            _: &Budget,
        ) -> Result<Self::Heuristic, RequestError> {
            Ok(Consistent(|_, row| {
                let is_wrong = |&(place, &number): &(usize, &u8)| place != usize::from(number);
                row.iter().enumerate().filter(is_wrong).count().div_ceil(2) as Cost
            }))
        }
        fn level(&self, _: &[u8; 9], row: &[u8; 9]) -> [u8; 9] {
            *row
        }
    }

    impl Domain for Sorting {
        const NAME: &'static str = "sorting";
        const SUMMARY: &'static str = "numbers to be sorted";
        const EXAMPLE: &'static str = "210345678";
        type Level = [u8; 9];
        type Move = usize;
        type Space = Row;

        fn parse(text: &str) -> Result<[u8; 9], ParseError> {
            let digits = text.trim().bytes().map(|digit| digit - b'0').collect::<Vec<u8>>();
            Ok(digits.try_into().unwrap())
        }
        fn formats() -> Vec<Choice> {
            vec![Choice { name: "digits", summary: "the numbers" }]
        }
        fn print(row: &[u8; 9], _: &str) -> Result<String, RequestError> {
            Ok(format!("{row:?}"))
        }
        fn describe(row: &[u8; 9]) -> String {
            format!("{row:?}")
        }
        fn space(row: &[u8; 9]) -> (Row, [u8; 9]) {
            (Row, *row)
        }
        fn print_move(_: &[u8; 9], at: usize) -> String {
            at.to_string()
        }
        fn scene(_: &[u8; 9]) -> Scene {
            Scene::new(0, [])
        }
        fn heuristics() -> Vec<Choice> {
            vec![Choice { name: "wrong", summary: "half of the numbers in wrong places" }]
        }
    }

    fn inversions(row: &[u8; 9]) -> Cost {
        let later = |at: usize| row[at..].iter().filter(|&&number| number < row[at]).count();
        (0..9).map(later).sum::<usize>() as Cost
    }

    fn solve(row: &str, request: &Request) -> Solved<usize> {
        anytime::<Sorting>(&Sorting::parse(row).unwrap(), request, &mut ()).unwrap()
    }

    const ROW: &str = "582164073";

    #[test]
    fn whatever_stops_it_the_plan_and_the_bound_hold() {
        let nodes = |nodes| Budget { nodes: Some(nodes), ..Budget::default() };
        let budgets = [
            nodes(0),
            nodes(100),
            nodes(60_000),
            Budget { memory: Some(4 << 20), ..nodes(200_000) },
            Budget { time: Some(Duration::ZERO), ..Budget::default() },
        ];
        let fewest = inversions(&Sorting::parse(ROW).unwrap());
        for budget in budgets {
            let limit = budget.nodes;
            let outcome = solve(ROW, &Request { budget, ..Request::default() }).outcome;
            assert!(outcome.bound <= fewest);
            assert!(outcome.cost().is_none_or(|cost| cost >= fewest));
            let is_optimal = outcome.cost() == Some(outcome.bound);
            assert_eq!(outcome.status == Status::Optimal, is_optimal);
            assert!(limit.is_none_or(|limit| outcome.counts.expanded <= limit), "{limit:?}");
        }
    }

    #[test]
    fn the_first_plan_is_enough_if_it_is_asked_for() {
        let stop_rule = StopRule { first: true, ..StopRule::default() };
        let request = Request { stop_rule, ..Request::default() };
        let first = solve(ROW, &request).outcome;
        assert!(matches!(first.status, Status::Solved | Status::Optimal));
        let all = solve(ROW, &Request::default()).outcome;
        let fewest = inversions(&Sorting::parse(ROW).unwrap());
        assert_eq!((all.cost(), all.bound), (Some(fewest), fewest));
        assert!(first.counts.expanded < all.counts.expanded);
    }
}
