//! Exploring the whole space around a level, for any puzzle: by a table where its states
//! can be numbered and the table fits, by a hash set as far as memory lasts otherwise.

use std::time::Duration;

use fewest::search::breadth_first::{self, Reached};
use fewest::search::table::{self, Width};
use fewest::search::{Budget, Event, Meter, Observer, Stop, layered};
use fewest::space::{Cost, DEAD_END, Heuristic, Ranking, Reverse};

use super::difficulty::measure;
use super::{
    Adapter, Domain, Exploration, Explore, Fewest, Origin, PuzzleSpace, RequestError, SpaceVisitor,
    Watch,
};

/// Explores from the start, unless the request says otherwise.
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
        let mut adapter = Adapter::<D, S>::new(level, watch);
        let (farthest, budget) = (request.farthest, &request.budget);
        let (reached, method) = if let Some((ranking, width)) = table {
            let options = table::Options { width: Some(width), farthest };
            let found = match from {
                Origin::Start => {
                    let starts = std::slice::from_ref(start);
                    table::explore(ranking, starts, &options, budget, &mut adapter)
                }
                Origin::Goal => table::explore_from_goals(ranking, &options, budget, &mut adapter)
                    .map_err(|_| no_goals())?,
            };
            let reached = Reached {
                per_depth: found.per_depth,
                farthest: found.farthest,
                fewest: None,
                stop: found.stop,
                counts: found.counts,
            };
            (reached, format!("a table of {width}"))
        } else {
            let starts = origins::<D, S>(space, start, from)?;
            let reached = if let Some(packing) = space.packing() {
                let is_forward = from == Origin::Start;
                let report = &mut |event: Event<'_>| Observer::<S>::event(&mut adapter, event);
                layered::explore(packing, &starts, is_forward, farthest, budget, report)
            } else {
                breadth_first::explore(space, &starts, farthest, budget, &mut adapter)
            };
            (reached, HASH_SET.to_string())
        };
        let mut exploration = explored::<D, S>(space, level, from, reached, method);
        let budget = request.budget.after(&exploration.counts);
        if request.heuristics && exploration.complete {
            exploration.means = match table {
                Some((ranking, _)) if exploration.total() == ranking.len() => {
                    means_of_all::<D, S>(space, start, ranking, &budget)?
                }
                _ => means_of_reached::<D, S>(space, level, start, from, &budget)?,
            };
            exploration.complete = exploration.means.len() == D::heuristics().len();
        }
        Ok(exploration)
    }
}

/// The method of a search by layers.
pub const HASH_SET: &str = "a hash set";

/// What a search of the whole space has reached, for people.
pub fn explored<D: Domain, S: PuzzleSpace<D>>(
    space: &S,
    level: &D::Level,
    from: Origin,
    reached: Reached<S::State>,
    method: String,
) -> Exploration {
    let print = |state| print::<D, S>(space, level, state);
    Exploration {
        from,
        layers: reached.per_depth,
        farthest: reached.farthest.iter().map(print).collect(),
        means: Vec::new(),
        fewest: reached.fewest.map(|(moves, plans)| Fewest { moves, plans }),
        difficulty: None,
        complete: reached.stop == Stop::Done,
        stop: reached.stop,
        method,
        counts: reached.counts,
    }
}

/// Where a search without a table starts.
fn origins<D: Domain, S: PuzzleSpace<D>>(
    space: &S,
    start: &S::State,
    from: Origin,
) -> Result<Vec<S::State>, RequestError> {
    if from == Origin::Start {
        return Ok(vec![start.clone()]);
    }
    // Without a table or words, exploring from the goal needs reversible moves.
    let is_packed = space.packing().is_some();
    let reverse = space.reverse().filter(|reverse| is_packed || reverse.is_undirected());
    let mut goals = Vec::new();
    reverse.ok_or_else(no_goals)?.goals(&mut goals);
    Ok(goals)
}

fn no_goals() -> RequestError {
    RequestError::new("this puzzle cannot be explored from the goal: it provides no predecessors")
}

/// A state in the puzzle's default format.
fn print<D: Domain, S: PuzzleSpace<D>>(space: &S, level: &D::Level, state: &S::State) -> String {
    let format = D::formats().first().map_or("", |format| format.name);
    D::print(&space.level(level, state), format).unwrap_or_default()
}

/// The time that measuring the difficulty may take beyond what exploring took.
const MEASURING: Duration = Duration::from_secs(1);

/// Explores as the puzzle does, and measures how hard the level is.
pub(super) fn explore_and_measure<D: Domain>(
    level: &D::Level,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Exploration, RequestError> {
    let mut exploration = D::explore(level, request, watch)?;
    if exploration.from == Origin::Start {
        let left = request.budget.after(&exploration.counts);
        // Measuring takes no longer than exploring did.
        let most = exploration.counts.elapsed + MEASURING;
        let time = Some(left.time.map_or(most, |left| left.min(most)));
        if let Some((fewest, difficulty)) = measure::<D>(level, &Budget { time, ..left })? {
            exploration.fewest.get_or_insert(fewest);
            exploration.difficulty = Some(difficulty);
        }
    }
    Ok(exploration)
}

/// Each heuristic's mean over the reached states, if not every ranked state is reached.
fn means_of_reached<D: Domain, S: PuzzleSpace<D>>(
    space: &S,
    level: &D::Level,
    start: &S::State,
    from: Origin,
    budget: &Budget,
) -> Result<Vec<(String, f64)>, RequestError> {
    // It goes forward only.
    if from == Origin::Goal && !space.reverse().is_some_and(Reverse::is_undirected) {
        return Err(no_goals());
    }
    let starts = origins::<D, S>(space, start, from)?;
    let heuristics = D::heuristics().into_iter();
    let heuristics = heuristics.map(|choice| space.heuristic(choice.name, start, budget));
    let heuristics = heuristics.collect::<Result<Vec<_>, _>>()?;
    let mut sums = vec![Sum::default(); heuristics.len()];
    let each = &mut |state: &S::State| {
        for (sum, heuristic) in sums.iter_mut().zip(&heuristics) {
            sum.add(heuristic.estimate(heuristic.evaluate(space, state)));
        }
    };
    // The same states were shown already.
    let mut nobody = ();
    let observer = &mut Adapter::<D, S>::new(level, &mut nobody);
    let found = breadth_first::explore_each(space, &starts, 0, budget, observer, each);
    if found.stop != Stop::Done {
        return Ok(Vec::new());
    }
    let names = D::heuristics().into_iter().map(|choice| choice.name.to_string());
    Ok(names.zip(sums.iter().map(Sum::mean)).collect())
}

/// A sum of estimates. Dead ends have none.
#[derive(Clone, Copy, Default)]
struct Sum {
    estimates: u64,
    states: u64,
}

impl Sum {
    fn add(&mut self, estimate: Cost) {
        if estimate != DEAD_END {
            self.estimates += u64::from(estimate);
            self.states += 1;
        }
    }

    fn mean(&self) -> f64 {
        self.estimates as f64 / self.states.max(1) as f64
    }
}

/// Each heuristic's mean over all states, as far as the budget goes.
fn means_of_all<D: Domain, S: PuzzleSpace<D>>(
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
        let mut sum = Sum::default();
        for rank in 0..ranking.len() {
            if meter.expand().is_err() {
                return Ok(means);
            }
            let value = heuristic.evaluate(space, &ranking.unrank(rank));
            sum.add(heuristic.estimate(value));
        }
        means.push((choice.name.to_string(), sum.mean()));
    }
    Ok(means)
}
