//! IDA* on a board: by the kernel where its heuristic fits, compiled for the heuristic otherwise.

use fewest::search::{Budget, Event, Observer, Outcome, WithoutExpansions, ida_star};
use fewest::space::{Cost, Heuristic};

use super::board::Board;
use super::geometry::Direction;
use super::heuristics::{AnyHeuristic, Visitor};
use super::kernel::{self, Kernel};
use super::level::Level;
use super::pattern::PatternSums;
use super::pruning;
use super::rules::Tiles;
use super::solve::TilesAdapter;

/// IDA*, compiled for each heuristic.
pub(super) struct IdaStar<'a, 'w, B: Board> {
    pub(super) space: &'a Tiles<B>,
    pub(super) start: &'a B,
    pub(super) range: std::ops::Range<Cost>,
    pub(super) budget: &'a Budget,
    pub(super) adapter: &'a mut TilesAdapter<'w, B>,
}

impl<B: Board> IdaStar<'_, '_, B> {
    /// By the kernel where it can, by the engine otherwise.
    pub(super) fn run(self, level: &Level, heuristic: &AnyHeuristic) -> Outcome<Direction> {
        let geometry = level.geometry();
        let manhattan;
        let sums = match heuristic {
            AnyHeuristic::Patterns(sums) => sums,
            AnyHeuristic::Manhattan(_) if kernel::fits(geometry) => {
                manhattan = PatternSums::new(geometry, &[]);
                &manhattan
            }
            _ => return heuristic.visit(self),
        };
        let IdaStar { space, start, range, budget, adapter } = self;
        let kernel = Kernel { geometry, sums, automaton: pruning::automaton() };
        let report = &mut |event: Event<'_>| Observer::<Tiles<B>>::event(adapter, event);
        kernel.search(space, start, level.tiles(), range, budget, report)
    }
}

impl<B: Board> Visitor<B> for IdaStar<'_, '_, B> {
    type Output = Outcome<Direction>;

    fn visit<H: Heuristic<Tiles<B>>>(self, heuristic: H) -> Outcome<Direction> {
        let IdaStar { space, start, range, budget, adapter } = self;
        let observer = &mut WithoutExpansions(adapter);
        ida_star::search_within(space, start, &heuristic, range, budget, observer)
    }
}
