//! Checks what must hold for every puzzle: for the tests of a puzzle's author.
//!
//! ```
//! use fewest_puzzle::conformance;
//! use fewest_tiles::SlidingTiles;
//!
//! conformance::check::<SlidingTiles>()?;
//! # Ok::<(), conformance::Contradiction>(())
//! ```

use fewest::draws::Draws;
use fewest::search::{Algorithm, Budget, Engine, Plan, Status, Task, uninformed};
use fewest::space::Heuristic;

use crate::puzzle::{Adapter, Domain, PuzzleSpace, SpaceVisitor};

/// The length and the number of the random walks.
const STEPS: usize = 20;
const WALKS: u64 = 4;

/// The budget of a search on the example, which is small.
const NODES: u64 = 200_000;

/// A puzzle contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Contradiction(String);

/// Checks a puzzle on its example.
pub fn check<D: Domain>() -> Result<(), Contradiction> {
    let example = D::parse(D::EXAMPLE);
    check_level::<D>(&example.map_err(|error| Contradiction(format!("the example: {error}")))?)
}

/// Checks a puzzle on a small level: that texts are read back as they were written, that
/// playing, drawing and searching agree on what a move does, that the space's
/// capabilities are consistent, and that no algorithm contradicts another.
pub fn check_level<D: Domain>(level: &D::Level) -> Result<(), Contradiction> {
    for seed in 0..WALKS {
        let mut draws = Draws::new(seed);
        let mut level = level.clone();
        for _ in 0..STEPS {
            formats::<D>(&level)?;
            D::with_space(&level, Local)?;
            let moves = D::moves(&level);
            if moves.is_empty() {
                break;
            }
            let mv = moves[draws.below(moves.len() as u64) as usize];
            level = step::<D>(&level, mv)?;
        }
    }
    D::with_space(level, Algorithms::<D> { level })
}

/// Fails if something does not hold.
fn require(holds: bool, what: impl FnOnce() -> String) -> Result<(), Contradiction> {
    if holds { Ok(()) } else { Err(Contradiction(what())) }
}

/// Each format is read back.
fn formats<D: Domain>(level: &D::Level) -> Result<(), Contradiction> {
    require(!D::formats().is_empty(), || "no format to write levels in".into())?;
    for format in D::formats() {
        let name = format.name;
        let wrong = |what: String| Contradiction(format!("format {name}: {what}"));
        let written = D::print(level, name).map_err(|error| wrong(error.to_string()))?;
        let read = D::parse(&written).map_err(|error| wrong(format!("{error} in {written:?}")))?;
        let again = D::print(&read, name).map_err(|error| wrong(error.to_string()))?;
        require(written == again, || format!("{name}: {written:?} is read as {again:?}"))?;
    }
    Ok(())
}

/// A move is read as it was written, and does the same wherever it is played.
fn step<D: Domain>(level: &D::Level, mv: D::Move) -> Result<D::Level, Contradiction> {
    let name = D::print_move(level, mv);
    let refused = |error| Contradiction(format!("move {name}: {error}"));
    let parsed = D::parse_move(level, &name).map_err(refused)?;
    require(parsed == mv, || format!("move {name} is read as another one"))?;
    let mut after = level.clone();
    D::play(&mut after, mv).map_err(refused)?;
    let mut scene = D::scene(level);
    scene.play(&D::motion(level, mv).map_err(refused)?);
    require(scene == D::scene(&after), || format!("move {name} is drawn as another one"))?;
    for format in D::plan_formats() {
        let plan = D::write_plan(level, &[mv], format.name).map_err(refused)?;
        let read = D::read_plan(level, &plan).map_err(|error| Contradiction(error.to_string()))?;
        let is_same = read.moves == [mv];
        require(is_same, || format!("plan format {}: {plan:?} is not read back", format.name))?;
    }
    Ok(after)
}

/// The space at one state and its neighbours.
struct Local;

impl<D: Domain> SpaceVisitor<D> for Local {
    type Output = Result<(), Contradiction>;

    fn visit<S: PuzzleSpace<D>>(self, space: &S, start: &S::State) -> Self::Output {
        let mut moves = Vec::new();
        space.moves(start, &mut moves);
        let ranking = space.ranking(start).ok();
        let mut ranks = Vec::new();
        let mut state = start.clone();
        for &mv in &moves {
            require(space.is_legal(start, mv), || format!("{mv:?} is listed but not legal"))?;
            let undo = space.apply(&mut state, mv);
            let after = state.clone();
            space.undo(&mut state, mv, undo);
            require(state == *start, || format!("{mv:?} is not undone"))?;
            if let Some(inverse) = space.inverse(mv) {
                let mut back = after.clone();
                space.apply(&mut back, inverse);
                require(back == *start, || format!("{inverse:?} does not take {mv:?} back"))?;
            }
            if let Some(reverse) = space.reverse() {
                let mut before = Vec::new();
                reverse.predecessors(&after, &mut before);
                let has = before.contains(&(start.clone(), mv));
                require(has, || format!("{start:?} is missing before {after:?}"))?;
            }
            if let Some(ranking) = &ranking {
                let rank = ranking.rank(&after);
                require(rank < ranking.len(), || format!("{after:?} has the rank {rank}"))?;
                let same = ranking.unrank(rank) == after;
                require(same, || format!("rank {rank} of {after:?} is another state's"))?;
                ranks.push(rank);
            }
        }
        if let Some(ranking) = &ranking {
            let mut successors = Vec::new();
            ranking.successors(&[ranking.rank(start)], &mut successors);
            successors.sort_unstable();
            ranks.sort_unstable();
            require(successors == ranks, || format!("the successors of {start:?} differ"))?;
        }
        let mut goals = Vec::new();
        if let Some(reverse) = space.reverse() {
            reverse.goals(&mut goals);
        }
        let strange = goals.iter().find(|goal| !space.is_goal(goal));
        require(strange.is_none(), || format!("{strange:?} is listed as a goal"))
    }
}

/// All algorithms and heuristics on one level.
struct Algorithms<'a, D: Domain> {
    level: &'a D::Level,
}

impl<D: Domain> SpaceVisitor<D> for Algorithms<'_, D> {
    type Output = Result<(), Contradiction>;

    fn visit<S: PuzzleSpace<D>>(self, space: &S, start: &S::State) -> Self::Output {
        let budget = Budget { nodes: Some(NODES), memory: Some(1 << 28), ..Budget::default() };
        // Nobody looks on, but the searches are compiled for this observer already.
        let mut nobody = ();
        let mut observer = Adapter::<D, S>::new(self.level, &mut nobody);
        let task = |algorithm| Task { budget: budget.clone(), ..Task::new(algorithm) };
        let fewest = uninformed(space, start, &task(Algorithm::UniformCost), &mut observer);
        let fewest = fewest.map_err(|error| Contradiction(error.to_string()))?;
        let plan = fewest.plan.as_ref().filter(|_| fewest.status == Status::Optimal);
        for choice in D::heuristics() {
            let name = choice.name;
            let heuristic = space.heuristic(name, start, &budget);
            let heuristic =
                heuristic.map_err(|error| Contradiction(format!("heuristic {name}: {error}")))?;
            let (mut state, mut value) = (start.clone(), heuristic.evaluate(space, start));
            let mut left = plan.map_or(0, Plan::cost);
            for &mv in plan.map_or(&[][..], Plan::moves) {
                let estimate = heuristic.estimate(value);
                let fits = !heuristic.is_admissible() || estimate <= left;
                require(fits, || format!("{name} says {estimate} where {left} are enough"))?;
                left -= space.cost(&state, mv);
                let undo = space.apply(&mut state, mv);
                value = heuristic.update(space, value, mv, &undo, &state);
                let afresh = heuristic.estimate(heuristic.evaluate(space, &state));
                let same = heuristic.estimate(value) == afresh;
                require(same, || format!("{name} follows {mv:?} wrongly"))?;
            }
            let engine = Engine::new(space, start, &heuristic);
            for algorithm in engine.algorithms() {
                let Ok(outcome) = engine.run(&task(algorithm), &mut observer) else { continue };
                let (cost, bound) = (outcome.cost(), outcome.bound);
                let fits = plan.is_none_or(|plan| {
                    let fewest = plan.cost();
                    bound <= fewest
                        && cost.is_none_or(|cost| cost >= fewest)
                        && (outcome.status != Status::Optimal || cost == Some(fewest))
                        && outcome.status != Status::Unsolvable
                });
                require(fits, || {
                    let algorithm = algorithm.name();
                    format!("{algorithm} with {name}: {cost:?} moves, at least {bound}")
                })?;
            }
        }
        let fits = (plan.is_some_and(|plan| plan.moves().is_empty())) == space.is_goal(start);
        require(fits || plan.is_none(), || "a solved level needs moves".into())
    }
}
