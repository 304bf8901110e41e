//! Exploring the whole space around a level, for any puzzle: by a table where its states
//! can be numbered and the table fits, by a hash set as far as memory lasts otherwise.

use std::time::Duration;

use fewest::search::table::{self, Width};
use fewest::search::{Budget, Counts, Meter, Status, Stop, Ties, breadth_first, fewest_plans};
use fewest::space::{Heuristic, Ranking};

use super::solve::heuristic_name;
use super::{
    Adapter, Domain, Exploration, Explore, Fewest, Origin, PuzzleSpace, Request, RequestError,
    SpaceVisitor, Watch,
};

/// Explores from the start, unless a request says otherwise.
pub fn explore<D: Domain>(
    level: &D::Level,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Exploration, RequestError> {
    D::with_space(level, Run::<D> { level, request, watch })
}

struct Run<'a, D: Domain> {
    level: &'a D::Level,
    request: &'a Explore,
    watch: &'a mut dyn Watch,
}

/// What either search found.
struct Found<State> {
    layers: Vec<u64>,
    farthest: Vec<State>,
    stop: Stop,
    method: String,
    counts: Counts,
}

impl<D: Domain> SpaceVisitor<D> for Run<'_, D> {
    type Output = Result<Exploration, RequestError>;

    fn visit<S: PuzzleSpace<D>>(self, space: &S, start: &S::State) -> Self::Output {
        let Run { level, request, watch } = self;
        let from = request.from.unwrap_or(Origin::Start);
        let ranking = space.ranking(start).ok();
        let memory = request.budget.memory.unwrap_or(u64::MAX);
        let table = ranking.as_deref().and_then(|ranking| {
            let width = Width::to_explore(ranking.len(), memory)?;
            Some((ranking, width))
        });
        if request.heuristics && table.is_none() {
            return Err(RequestError::new(
                "the heuristics' means need a table of all positions, and this puzzle has too many",
            ));
        }
        let mut adapter = Adapter::<D, S>::new(level, watch);
        let (farthest, budget) = (request.farthest, &request.budget);
        let found = if let Some((ranking, width)) = table {
            let options = table::Options { width: Some(width), farthest };
            let found = match from {
                Origin::Start => {
                    let starts = std::slice::from_ref(start);
                    table::explore(ranking, starts, &options, budget, &mut adapter)
                }
                Origin::Goal => table::explore_from_goals(ranking, &options, budget, &mut adapter)
                    .map_err(|_| no_goals())?,
            };
            Found {
                layers: found.per_depth,
                farthest: found.farthest,
                stop: found.stop,
                method: format!("a table of {width}"),
                counts: found.counts,
            }
        } else {
            let mut starts = vec![start.clone()];
            if from == Origin::Goal {
                // Without a table, only moves that can be taken back lead away from the goal.
                let reverse = space.reverse().filter(|reverse| reverse.is_undirected());
                let reverse = reverse.ok_or_else(no_goals)?;
                starts.clear();
                reverse.goals(&mut starts);
            }
            let found = breadth_first::explore(space, &starts, farthest, budget, &mut adapter);
            Found {
                layers: found.per_depth,
                farthest: found.farthest,
                stop: found.stop,
                method: "a hash set".to_string(),
                counts: found.counts,
            }
        };
        let mut exploration = Exploration {
            from,
            layers: found.layers,
            farthest: found
                .farthest
                .iter()
                .map(|state| print::<D, S>(space, level, state))
                .collect(),
            means: Vec::new(),
            fewest: None,
            complete: found.stop == Stop::Done,
            stop: found.stop,
            method: found.method,
            counts: found.counts,
        };
        let budget = request.budget.after(&exploration.counts);
        if from == Origin::Start {
            // Counting takes no longer than exploring did.
            let most = exploration.counts.elapsed + COUNTING;
            let time = Some(budget.time.map_or(most, |left| left.min(most)));
            exploration.fewest = fewest::<D, S>(space, start, &Budget { time, ..budget.clone() })?;
        }
        if let Some((ranking, _)) = table.filter(|_| request.heuristics && exploration.complete) {
            if exploration.total() < ranking.len() {
                return Err(RequestError::new(format!(
                    "the heuristics' means are over all positions, and only {} of {} can be reached",
                    exploration.total(),
                    ranking.len()
                )));
            }
            exploration.means = means::<D, S>(space, start, ranking, &budget)?;
            exploration.complete = exploration.means.len() == D::heuristics().len();
        }
        Ok(exploration)
    }
}

fn no_goals() -> RequestError {
    RequestError::new(
        "this puzzle can't be explored from the goal: it doesn't know which positions lead there",
    )
}

/// A state in the puzzle's default format.
pub(crate) fn print<D: Domain, S: PuzzleSpace<D>>(
    space: &S,
    level: &D::Level,
    state: &S::State,
) -> String {
    let format = D::formats().first().map_or("", |format| format.name);
    D::print(&space.level(level, state), format).unwrap_or_default()
}

/// The time that counting plans may take beyond what exploring took.
const COUNTING: Duration = Duration::from_secs(1);

/// A* expands no more states than this to count the plans of the fewest moves.
const MAX_TO_COUNT: u64 = 1 << 20;

/// How many plans have the fewest moves, if that is quickly found.
fn fewest<D: Domain, S: PuzzleSpace<D>>(
    space: &S,
    start: &S::State,
    budget: &Budget,
) -> Result<Option<Fewest>, RequestError> {
    let nodes = budget.nodes.unwrap_or(u64::MAX).min(MAX_TO_COUNT);
    let budget = Budget { nodes: Some(nodes), ..budget.clone() };
    let heuristic = match space.heuristic(heuristic_name::<D>(&Request::default()), start, &budget)
    {
        Err(error) if error.stop().is_some() => return Ok(None),
        heuristic => heuristic?,
    };
    let plans = fewest_plans::search(space, start, &heuristic, Ties::default(), &budget, ());
    let outcome = plans.outcome();
    if outcome.status != Status::Optimal || outcome.stop != Stop::Done {
        return Ok(None);
    }
    let plans = plans.count_plans().unwrap_or(u64::MAX);
    Ok(outcome.cost().map(|moves| Fewest { moves, plans }))
}

/// Each heuristic's mean over all states, as far as the budget goes.
fn means<D: Domain, S: PuzzleSpace<D>>(
    space: &S,
    start: &S::State,
    ranking: &dyn Ranking<S>,
    budget: &Budget,
) -> Result<Vec<(String, f64)>, RequestError> {
    let mut means = Vec::new();
    let mut meter = Meter::start(&Budget { nodes: None, ..budget.clone() });
    for choice in D::heuristics() {
        let heuristic = match space.heuristic(choice.name, start, budget) {
            Err(error) if error.stop().is_some() => return Ok(means),
            heuristic => heuristic?,
        };
        let mut sum = 0;
        for rank in 0..ranking.len() {
            if meter.expand().is_err() {
                return Ok(means);
            }
            let value = heuristic.evaluate(space, &ranking.unrank(rank));
            sum += u64::from(heuristic.estimate(value));
        }
        means.push((choice.name.to_string(), sum as f64 / ranking.len().max(1) as f64));
    }
    Ok(means)
}
