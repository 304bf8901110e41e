//! How hard a level is for a person, beyond its number of moves.

use fewest::search::{Budget, Linear, Meter, Observer, Status, Ties, best_first, plan_graph};
use fewest::space::{DEAD_END, Heuristic, Reverse, Space};
use serde::Serialize;

use super::solve::heuristic_name;
use super::{Adapter, Domain, Fewest, PuzzleSpace, Request, RequestError, SpaceVisitor};

/// What makes a level hard besides the number of its moves. All numbers are measured
/// along one plan of the fewest moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difficulty {
    /// The mean number of legal moves at a position.
    pub branching: f64,
    /// The mean number of those that are on no plan of the fewest moves.
    pub wrong_moves: f64,
    /// Moves that increase the estimated distance to the goal.
    pub away_moves: u64,
    /// The heuristic used for that: the weakest that is not zero at the start.
    pub away_by: Option<String>,
    /// Positions one move off the plan that are dead ends (proved).
    pub dead_ends: u64,
    /// Positions one move off the plan for which that is unknown.
    pub undecided: u64,
}

/// A position off the plan is given up after this number of expansions.
const MAX_BESIDE: u64 = 2000;

/// The fewest moves, the number of plans that have them, and how hard they are to find,
/// as far as the budget goes.
pub(super) fn measure<D: Domain>(
    level: &D::Level,
    budget: &Budget,
) -> Result<Option<(Fewest, Difficulty)>, RequestError> {
    let request = Request { budget: budget.clone(), ..Request::default() };
    let solved = match D::solve(level, &request, &mut ()) {
        Ok(solved) => solved,
        Err(error) if error.stop().is_some() => return Ok(None),
        Err(error) => return Err(error),
    };
    let budget = budget.after(&solved.outcome.counts);
    let is_measured = solved.outcome.status == Status::Optimal && D::has_one_space(level);
    match solved.outcome.plan {
        Some(plan) if is_measured => {
            D::with_space(level, Measure::<D> { level, plan: plan.into_moves(), budget })
        }
        _ => Ok(None),
    }
}

struct Measure<'a, D: Domain> {
    level: &'a D::Level,
    plan: Vec<D::Move>,
    budget: Budget,
}

impl<D: Domain> SpaceVisitor<D> for Measure<'_, D> {
    type Output = Result<Option<(Fewest, Difficulty)>, RequestError>;

    fn visit<S: PuzzleSpace<D>>(self, space: &S, start: &S::State) -> Self::Output {
        let Measure { level, plan, budget } = self;
        // Nobody looks on, but the searches are compiled for this observer already.
        let mut nobody = ();
        let mut observer = Adapter::<D, S>::new(level, &mut nobody);
        let moves = plan.len() as u32;
        let heuristic = |name: &str| space.heuristic(name, start, &budget);
        let strong = match heuristic(heuristic_name::<D>(&Request::default())) {
            Ok(strong) => strong,
            Err(error) if error.stop().is_some() => return Ok(None),
            Err(error) => return Err(error),
        };
        let graph = plan_graph::search(space, start, moves, &strong, &budget, &mut observer);
        let Ok(graph) = graph else { return Ok(None) };
        let weak = D::heuristics().into_iter().find_map(|choice| {
            let weak = heuristic(choice.name).ok()?;
            let says = weak.estimate(weak.evaluate(space, start)) > 0;
            says.then_some((choice.name, weak))
        });
        let is_undirected = space.reverse().is_some_and(Reverse::is_undirected);
        let mut meter = Meter::start(&Budget { nodes: None, ..budget.after(&graph.counts()) });
        let (mut branching, mut wrong) = (0, 0);
        let (mut away_moves, mut dead_ends, mut undecided) = (0, 0, 0);
        let mut state = start.clone();
        let mut legal = Vec::new();
        for (&mv, depth) in plan.iter().zip(1..) {
            legal.clear();
            space.moves(&state, &mut legal);
            branching += legal.len();
            for &other in &legal {
                let mut beside = state.clone();
                space.apply(&mut beside, other);
                if graph.is_on_plan(&beside, depth) {
                    continue;
                }
                wrong += 1;
                // Where every move can be taken back, none leads to a dead end.
                if is_undirected {
                    continue;
                }
                let (time, nodes) = (meter.time_left(), Some(MAX_BESIDE));
                let limits = Budget { time, nodes, ..budget.clone() };
                let is_known = meter.check().is_ok();
                let leads_on = || leads_on(space, &beside, &strong, &limits, &mut observer);
                match is_known.then(leads_on).flatten() {
                    Some(true) => {}
                    Some(false) => dead_ends += 1,
                    None => undecided += 1,
                }
            }
            let looks = |state: &S::State| {
                weak.as_ref().map(|(_, weak)| weak.estimate(weak.evaluate(space, state)))
            };
            let before = looks(&state);
            space.apply(&mut state, mv);
            away_moves += u64::from(looks(&state) > before);
        }
        let positions = plan.len().max(1) as f64;
        let fewest = Fewest { moves, plans: graph.count().unwrap_or(u64::MAX) };
        let difficulty = Difficulty {
            branching: branching as f64 / positions,
            wrong_moves: wrong as f64 / positions,
            away_moves,
            away_by: weak.map(|(name, _)| name.to_string()),
            dead_ends,
            undecided,
        };
        Ok(Some((fewest, difficulty)))
    }
}

/// Whether a state can be solved, if that is quickly found.
fn leads_on<S: Space, H: Heuristic<S>>(
    space: &S,
    state: &S::State,
    heuristic: &H,
    budget: &Budget,
    observer: &mut impl Observer<S>,
) -> Option<bool> {
    let h = heuristic.estimate(heuristic.evaluate(space, state));
    if heuristic.is_admissible() && h == DEAD_END {
        return Some(false);
    }
    let (priority, ties) = (Linear::A_STAR, Ties::default());
    let outcome = best_first::search(space, state, heuristic, priority, ties, budget, observer);
    match outcome.status {
        Status::Unsolvable => Some(false),
        Status::Optimal | Status::Solved => Some(true),
        Status::Unknown => None,
    }
}
