//! IDA* on a board: by the kernel where its heuristic fits, by the engine otherwise.

use fewest::search::{Budget, Event, Observer, Outcome, ida_star};
use fewest::space::{Cost, Heuristic, Space};

use super::board::{Board, Grid, Packed25, with_board};
use super::domain::{SlidingTiles, space};
use super::geometry::Direction;
use super::heuristics::AnyHeuristic;
use super::kernel::{self, Kernel};
use super::level::Level;
use super::pattern::PatternSums;
use super::pruning;
use super::rules::Tiles;
use super::solve::{Onward, TilesAdapter};
use crate::puzzle::Adapter;

/// IDA* from a level.
pub(super) struct IdaStar<'a, 'w> {
    pub(super) level: &'a Level,
    pub(super) range: std::ops::Range<Cost>,
    pub(super) budget: &'a Budget,
    pub(super) adapter: &'a mut TilesAdapter<'w>,
}

impl IdaStar<'_, '_> {
    /// By the kernel where it can, by the engine otherwise.
    pub(super) fn run(self, heuristic: &AnyHeuristic) -> Outcome<Direction> {
        let IdaStar { level, range, budget, adapter } = self;
        let geometry = level.geometry();
        let report = &mut |event: Event<'_>| Observer::<Tiles<Grid>>::event(adapter, event);
        let manhattan;
        let sums = match heuristic {
            AnyHeuristic::Patterns(sums) => sums,
            AnyHeuristic::Manhattan(_) if kernel::fits(geometry) => {
                manhattan = PatternSums::new(geometry, &[]);
                &manhattan
            }
            _ => {
                return with_board!(level, B => {
                    let (space, start) = &space::<B>(level);
                    ByEngine { level, space, start, range, budget, report }.run(heuristic)
                });
            }
        };
        let kernel = Kernel { level, sums, automaton: pruning::automaton() };
        kernel.search(range, budget, report)
    }
}

/// The engine's IDA*.
struct ByEngine<'a, B: Board> {
    level: &'a Level,
    space: &'a Tiles<B>,
    start: &'a B,
    range: std::ops::Range<Cost>,
    budget: &'a Budget,
    report: &'a mut dyn FnMut(Event<'_>),
}

impl<B: Board> ByEngine<'_, B> {
    /// Compiled for the heuristics that are worth it, on boards that can be proved with them.
    fn run(self, heuristic: &AnyHeuristic) -> Outcome<Direction> {
        if const { B::CAPACITY > Packed25::CAPACITY } {
            return self.with_any(heuristic);
        }
        match heuristic {
            AnyHeuristic::WalkingDistance(heuristic) => self.with(heuristic),
            AnyHeuristic::LinearConflict(heuristic) => self.with(heuristic),
            AnyHeuristic::Combined(heuristic) => self.with(heuristic),
            AnyHeuristic::ZeroAware(heuristic) => self.with(heuristic),
            AnyHeuristic::Strongest(heuristic) => self.with(heuristic),
            heuristic => self.with_any(heuristic),
        }
    }

    fn with<H: Heuristic<Tiles<B>>>(self, heuristic: &H) -> Outcome<Direction> {
        let ByEngine { space, start, range, budget, report, .. } = self;
        ida_star::search_within(space, start, heuristic, range, budget, &mut Events(report))
    }

    /// The same as the engine runs by name, with the same type of observer, so that it is not
    /// compiled again.
    fn with_any(self, heuristic: &AnyHeuristic) -> Outcome<Direction> {
        let ByEngine { level, space, start, range, budget, report } = self;
        let onward = &mut Onward(report);
        let observer = &mut Adapter::<SlidingTiles, Tiles<B>>::new(level, onward);
        ida_star::search_within(space, start, heuristic, range, budget, observer)
    }
}

/// An observer of events alone: code that could show each expansion would slow IDA* down.
struct Events<'a>(&'a mut dyn FnMut(Event<'_>));

impl<S: Space> Observer<S> for Events<'_> {
    const EXPANSIONS: bool = false;

    fn event(&mut self, event: Event<'_>) {
        (self.0)(event);
    }
}
