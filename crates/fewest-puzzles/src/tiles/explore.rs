//! Exploring all boards of a shape: by a table where they can be numbered and
//! the table fits, by a hash set as far as memory lasts otherwise.

use super::board::{Board, Grid, Packed16, Packed25};
use super::format::Format;
use super::heuristics::{self, Visitor};
use super::level::Level;
use super::rank::Reachable;
use super::rules::Tiles;
use super::solve::letter;
use crate::edge::Watched;
use crate::puzzle::{Exploration, Explore, From, RequestError, Watch};
use fewest::search::table::{self, Width};
use fewest::search::{Budget, Meter, Stop, breadth_first};
use fewest::space::{Cost, Heuristic, Ranking};

pub(super) fn explore(
    level: &Level,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Exploration, RequestError> {
    let cells = level.geometry().cells();
    if cells <= Packed16::CAPACITY {
        let reachable = reachable(level, request)?;
        let memory = request.budget.memory.unwrap_or(u64::MAX);
        if let Some(width) = Width::to_explore(reachable.len(), memory) {
            return by_table(level, &reachable, width, request, watch);
        }
        by_hash_set::<Packed16>(level, request, watch)
    } else if cells <= Packed25::CAPACITY {
        by_hash_set::<Packed25>(level, request, watch)
    } else {
        by_hash_set::<Grid>(level, request, watch)
    }
}

/// The goal, unless another start is asked for: how hard is the hardest board?
fn from(request: &Explore) -> From {
    request.from.unwrap_or(From::Goal)
}

fn start<B: Board>(level: &Level, request: &Explore) -> B {
    match from(request) {
        From::Start => B::from_tiles(level.tiles()),
        From::Goal => B::from_tiles(level.geometry().goal()),
    }
}

fn reachable(level: &Level, request: &Explore) -> Result<Reachable<Packed16>, RequestError> {
    let tiles = Tiles::new(level.geometry().clone());
    Reachable::new(tiles, &start(level, request)).map_err(|e| RequestError::new(e.to_string()))
}

fn by_table(
    level: &Level,
    reachable: &Reachable<Packed16>,
    width: Width,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Exploration, RequestError> {
    let options = table::Options { width: Some(width), farthest: request.farthest };
    let starts = [start::<Packed16>(level, request)];
    let mut watched = Watched::new(watch, letter);
    let found = table::explore(reachable, &starts, &options, &request.budget, &mut watched);
    let mut exploration = Exploration {
        from: from(request),
        levels: found.per_depth,
        farthest: found.farthest.iter().map(|board| print(level, board)).collect(),
        means: Vec::new(),
        fewest: None,
        complete: found.stop == Stop::Done,
        stop: found.stop,
        method: format!("a table of {width}"),
        counts: found.counts,
    };
    if request.heuristics && exploration.complete {
        let budget = request.budget.after(&exploration.counts);
        let means = means(reachable, &budget)?;
        exploration.complete = means.len() == heuristics::ALL.len();
        exploration.means = means;
    }
    Ok(exploration)
}

fn by_hash_set<B: Board>(
    level: &Level,
    request: &Explore,
    watch: &mut dyn Watch,
) -> Result<Exploration, RequestError> {
    if request.heuristics {
        let size = level.geometry();
        return Err(RequestError::new(format!(
            "the heuristics' means need every board, and those of {} × {} are too many",
            size.width(),
            size.height()
        )));
    }
    let space = Tiles::<B>::new(level.geometry().clone());
    let starts = [start::<B>(level, request)];
    let mut watched = Watched::new(watch, letter);
    let (farthest, budget) = (request.farthest, &request.budget);
    let found = breadth_first::explore(&space, &starts, farthest, budget, &mut watched);
    Ok(Exploration {
        from: from(request),
        levels: found.per_depth,
        farthest: found.farthest.iter().map(|board| print(level, board)).collect(),
        means: Vec::new(),
        fewest: None,
        complete: found.stop == Stop::Done,
        stop: found.stop,
        method: "a hash set".to_string(),
        counts: found.counts,
    })
}

fn print<B: Board>(level: &Level, board: &B) -> String {
    let tiles = board.to_tiles(level.geometry().cells());
    // A board of the search is a permutation of the same tiles.
    let board = Level::new(level.geometry().clone(), tiles);
    board.map_or_else(String::new, |board| board.print(Format::Grid))
}

/// Each heuristic's mean over all boards, as far as the budget goes.
fn means(
    reachable: &Reachable<Packed16>,
    budget: &Budget,
) -> Result<Vec<(String, f64)>, RequestError> {
    let mut means = Vec::new();
    let mut meter = Meter::start(&Budget { nodes: None, ..budget.clone() });
    for choice in heuristics::ALL {
        let visitor = Mean { reachable, meter: &mut meter };
        let geometry = reachable.space().geometry();
        match heuristics::select(choice.name, geometry, visitor) {
            Ok(Some(mean)) => means.push((choice.name.to_string(), mean)),
            Ok(None) => break,
            Err(error) => return Err(RequestError::new(error.to_string())),
        }
    }
    Ok(means)
}

struct Mean<'a> {
    reachable: &'a Reachable<Packed16>,
    meter: &'a mut Meter,
}

impl Visitor<Packed16> for Mean<'_> {
    type Output = Option<f64>;

    fn visit<H>(self, heuristic: H) -> Option<f64>
    where
        H: Heuristic<Tiles<Packed16>, Value: Send + Sync> + Send + Sync,
    {
        let space = self.reachable.space();
        let mut sum = 0;
        for rank in 0..self.reachable.len() {
            self.meter.expand().ok()?;
            let value = heuristic.evaluate(space, &self.reachable.unrank(rank));
            sum += u64::from(heuristic.estimate(value) as Cost);
        }
        Some(sum as f64 / self.reachable.len() as f64)
    }
}
