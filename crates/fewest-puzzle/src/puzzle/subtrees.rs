//! A part of an iteration of IDA*, searched by the engine, for any puzzle.

use fewest::clock::Instant;
use fewest::search::{Algorithm, Counts, Outcome, Plan, Stop, ida_star};
use fewest::space::{Cost, DEAD_END, Heuristic};

use super::solve::heuristic_name;
use super::{
    Adapter, Domain, Found, PuzzleSpace, Request, RequestError, Solved, SpaceVisitor, Subtrees,
    Watch,
};

impl Subtrees {
    /// The first moves of each subtree, if they can be played.
    pub fn read<D: Domain>(&self, level: &D::Level) -> Result<Vec<Vec<D::Move>>, RequestError> {
        let read = |prefix: &Vec<String>| {
            let mut after = level.clone();
            let mut moves = Vec::with_capacity(prefix.len());
            for text in prefix {
                let mv = D::parse_move(&after, text)?;
                D::play(&mut after, mv)?;
                moves.push(mv);
            }
            Ok(moves)
        };
        self.prefixes.iter().map(read).collect()
    }
}

/// Searches subtrees one after another.
pub(super) struct Below<'a, D: Domain> {
    pub(super) level: &'a D::Level,
    pub(super) request: &'a Request,
    pub(super) wanted: &'a Subtrees,
    pub(super) watch: &'a mut dyn Watch,
}

impl<D: Domain> SpaceVisitor<D> for Below<'_, D> {
    type Output = Result<Solved<D::Move>, RequestError>;

    fn visit<S: PuzzleSpace<D>>(self, space: &S, start: &S::State) -> Self::Output {
        let Below { level, request, wanted, watch } = self;
        let started = Instant::now();
        let name = heuristic_name::<D>(request);
        let heuristic = space.heuristic(name, start, &request.budget)?;
        if !heuristic.is_admissible() {
            let message = format!("{name} proves no bounds, which subtrees of IDA* need");
            return Err(RequestError::new(message));
        }
        let mut adapter = Adapter::<D, S>::new(level, watch);
        let mut spent = Counts { elapsed: started.elapsed(), ..Counts::default() };
        let (mut next, mut plan, mut stop) = (DEAD_END, None, Stop::Done);
        for prefix in wanted.read::<D>(level)? {
            let (mut state, mut cost): (S::State, Cost) = (start.clone(), 0);
            for &mv in &prefix {
                cost = cost.saturating_add(space.cost(&state, mv));
                space.apply(&mut state, mv);
            }
            let Some(left) = wanted.bound.checked_sub(cost) else {
                next = next.min(cost);
                continue;
            };
            let (range, budget) = (left..left.saturating_add(1), request.budget.after(&spent));
            let outcome =
                ida_star::search_within(space, &state, &heuristic, range, &budget, &mut adapter);
            spent = spent.and(&outcome.counts);
            if let Some(found) = outcome.plan {
                plan = Some([prefix, Plan::into_moves(found)].concat());
                break;
            }
            next = next.min(outcome.bound.saturating_add(cost));
            if outcome.stop != Stop::Done {
                stop = outcome.stop;
                break;
            }
        }
        let bound = if plan.is_some() { wanted.bound } else { next };
        let outcome = Outcome::conclude(space, start, plan, bound, stop, spent);
        Ok(Solved::by(Algorithm::IdaStar.name(), outcome).with_heuristic(name))
    }
}

/// What others found, replayed.
pub(super) fn conclude<D: Domain>(
    level: &D::Level,
    found: Found,
) -> Result<Solved<D::Move>, RequestError> {
    let Found { moves, bound, stop, counts, algorithm, heuristic } = found;
    let foreign = || RequestError::new(format!("these are not moves of {}", D::NAME));
    let moves = moves.map(|moves| moves.typed::<D>().map(<[_]>::to_vec).ok_or_else(foreign));
    let moves = moves.transpose()?;
    let mut after = level.clone();
    for &mv in moves.iter().flatten() {
        D::play(&mut after, mv)?;
    }
    let (plan, rest) = if D::is_solved(&after) { (moves, None) } else { (None, moves) };
    let (space, start) = D::space(level);
    let outcome = Outcome::conclude(&space, &start, plan, bound, stop, counts);
    let partial = rest.zip(D::remaining(&after));
    Ok(Solved { heuristic, partial, ..Solved::by(algorithm, outcome) })
}
