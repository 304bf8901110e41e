//! A part of an iteration of IDA* on databases, for several machines that share it.
//!
//! As in the portfolio, larger databases are built when searches of such boards have taken
//! as long as building them will. A process that searches one part after another counts
//! all of them, and what one process has built and stored, the next one reads.

use fewest::clock::Instant;
use fewest::search::{Algorithm, Budget, Counts, Outcome, Stop};

use super::board::Grid;
use super::domain::{SlidingTiles, space};
use super::geometry::Direction;
use super::heuristics::AnyHeuristic;
use super::kernel::{self, Kernel};
use super::level::Level;
use super::pattern::{BuildError, PatternSums, library};
use super::{pruning, stages};
use crate::puzzle::solve::by_engine;
use crate::puzzle::{Method, Request, RequestError, Solved, Subtrees, Watch};

/// Searches the subtrees that a request asks for: by the kernel where it can, by the
/// engine otherwise.
pub(super) fn search(
    level: &Level,
    request: &Request,
    wanted: &Subtrees,
    watch: &mut dyn Watch,
) -> Result<Solved<Direction>, RequestError> {
    let (geometry, budget) = (level.geometry(), &request.budget);
    let prefixes = wanted.read::<SlidingTiles>(level)?.into_iter();
    let prefixes = prefixes.map(|prefix| prefix.into_iter().map(|mv| mv as u8).collect());
    let prefixes: Vec<Vec<u8>> = prefixes.collect();
    let part = Part { level, prefixes: &prefixes, bound: wanted.bound };
    if let Some(name) = request.heuristic.as_deref().filter(|_| kernel::fits(geometry)) {
        let started = Instant::now();
        let made = AnyHeuristic::by_name(name, geometry, budget)?;
        if let AnyHeuristic::Patterns(sums) = &made {
            let spent = Counts { elapsed: started.elapsed(), ..Counts::default() };
            let outcome = part.search(sums, &budget.after(&spent));
            return Ok(Solved::by(Algorithm::IdaStar.name(), outcome).with_heuristic(name));
        }
    }
    let is_open = request.method == Method::Automatic && request.heuristic.is_none();
    let stages = if is_open && kernel::fits(geometry) {
        stages::of(geometry, budget.memory)
    } else {
        Vec::new()
    };
    if let Some(solved) = part.in_stages(stages, budget) {
        return Ok(solved);
    }
    let method = Method::Algorithm(Algorithm::IdaStar);
    by_engine::<SlidingTiles>(level, &Request { method, ..request.clone() }, watch)
}

struct Part<'a> {
    level: &'a Level,
    prefixes: &'a [Vec<u8>],
    bound: fewest::space::Cost,
}

impl Part<'_> {
    fn search(&self, sums: &PatternSums, budget: &Budget) -> Outcome<Direction> {
        let kernel = Kernel { level: self.level, sums, automaton: pruning::automaton() };
        let range = self.bound..self.bound.saturating_add(1);
        kernel.search_below(Some(self.prefixes), range, budget, &mut |_| {})
    }

    /// With the largest databases that are worth building now; `None` if there are none.
    fn in_stages(&self, stages: Vec<stages::Stage>, budget: &Budget) -> Option<Solved<Direction>> {
        let geometry = self.level.geometry();
        let mut stages = stages.into_iter().peekable();
        let mut stage = stages.next()?;
        let mut spent = Counts::default();
        loop {
            while let Some(next) = stages.next_if(|next| {
                next.is_at_hand(geometry) || next.expansions(false) <= library::spent(geometry)
            }) {
                stage = next;
            }
            let started = Instant::now();
            let built = stage.build(geometry, &budget.after(&spent));
            let elapsed = started.elapsed();
            spent = spent.and(&Counts { elapsed, ..Counts::default() });
            let (sums, _) = match built {
                Ok(built) => built,
                Err(BuildError::Stopped(stop)) if stop != Stop::Memory => {
                    let (space, start) = space::<Grid>(self.level);
                    let outcome = Outcome::conclude(&space, &start, None, 0, stop, spent);
                    return Some(Solved::by(Algorithm::IdaStar.name(), outcome));
                }
                Err(_) => return None,
            };
            let left = budget.after(&spent);
            let cap = stages
                .peek()
                .map(|next| next.expansions(false).saturating_sub(library::spent(geometry)));
            let nodes = [left.nodes, cap].into_iter().flatten().min();
            let is_capped = cap.is_some() && left.nodes != nodes;
            let mut outcome = self.search(&sums, &Budget { nodes, ..left });
            library::spend(geometry, outcome.counts.expanded);
            spent = spent.and(&outcome.counts);
            if outcome.stop == Stop::Nodes && is_capped {
                continue;
            }
            outcome.counts = spent;
            return Some(
                Solved::by(Algorithm::IdaStar.name(), outcome).with_heuristic(&stage.name()),
            );
        }
    }
}
