//! Boards of an exact length that are too many to enumerate: a candidate whose estimate is
//! near the length, solved by IDA*.
//!
//! A board that takes more moves than wanted is not lost: after the first moves of a plan of
//! the fewest moves, what is left is a plan of the fewest moves too.

use std::sync::Arc;

use super::super::board::{Board, Grid, Packed25};
use super::super::heuristics::{AnyHeuristic, Combined, NAMES};
use super::super::ida_star::IdaStar;
use super::super::solve::TilesAdapter;
use super::super::{Geometry, Level, Tiles};
use super::{GenerateError, shuffled};
use crate::puzzle::Watch;
use fewest::clock::Instant;
use fewest::draws::Draws;
use fewest::search::{Budget, Counts, Stop};
use fewest::space::{Cost, Heuristic};

/// Beyond this number of cells, no length is possible.
pub(super) const MAX_CELLS: usize = Packed25::CAPACITY;

/// The expansions of the first candidates; each round doubles them. Counted, not timed, so
/// that the same seed gives the same board on every machine.
const FIRST_NODES: u64 = 1 << 18;

/// How far below the length the estimates of a round's candidates are, in parts of the
/// length. A small gap makes a board that is surely long enough, and that is hard to find.
const GAPS: [f64; 6] = [0.16, 0.12, 0.08, 0.04, 0.02, 0.0];

/// Boards of this number of cells that take more moves than this are solved with pattern
/// databases: those are built faster than such a board is solved without.
const HARD_CELLS: usize = 16;
const HARD: Cost = 66;
const PATTERNS: &str = "patterns-6";

/// The changes that are tried to bring a candidate's estimate near the length.
const CHANGES: usize = 3000;

/// A board that takes exactly `length` moves.
pub(super) fn of_length(
    geometry: &Arc<Geometry>,
    length: Cost,
    seed: u64,
    budget: &Budget,
    watch: &mut dyn Watch,
) -> Result<Level, GenerateError> {
    let cells = geometry.cells();
    if cells > MAX_CELLS {
        return Err(GenerateError::TooLarge { cells });
    }
    Climb::new(geometry, length, budget).find(length, seed, budget, watch)
}

struct Climb {
    solved: Level,
    space: Tiles<Grid>,
    heuristic: AnyHeuristic,
}

impl Climb {
    fn new(geometry: &Arc<Geometry>, length: Cost, budget: &Budget) -> Self {
        let is_hard = geometry.cells() == HARD_CELLS && length > HARD;
        let strongest = if is_hard { PATTERNS } else { NAMES.names().last().unwrap_or("") };
        let heuristic = AnyHeuristic::by_name(strongest, geometry, budget)
            .unwrap_or_else(|_| AnyHeuristic::Combined(Combined::new(geometry)));
        let solved = Level::solved(geometry.clone());
        Climb { solved, space: Tiles::new(geometry.clone()), heuristic }
    }

    fn find(
        &self,
        length: Cost,
        seed: u64,
        budget: &Budget,
        watch: &mut dyn Watch,
    ) -> Result<Level, GenerateError> {
        let started = Instant::now();
        let mut draws = Draws::new(seed);
        let mut counts = Counts::default();
        let rounds = (0..).flat_map(|round: u32| GAPS.map(|gap| (round, gap)));
        for (round, gap) in rounds {
            let wanted = length - (f64::from(length) * gap) as Cost;
            let mut level = self.candidate(wanted, &mut draws);
            counts.elapsed = started.elapsed();
            let left = budget.after(&counts);
            let nodes = FIRST_NODES << round.min(40);
            let is_last = left.nodes.is_some_and(|left| left <= nodes);
            let nodes = left.nodes.map_or(nodes, |left| left.min(nodes));
            let budget = &Budget { nodes: Some(nodes), ..left };
            let adapter = &mut TilesAdapter::new(&level, watch);
            adapter.spent = counts;
            let ida_star = IdaStar { level: &level, range: 0..Cost::MAX, budget, adapter };
            let outcome = ida_star.run(&self.heuristic);
            counts.expanded += outcome.counts.expanded;
            match (outcome.plan, outcome.stop) {
                (Some(plan), _) if plan.cost() >= length => {
                    let surplus = (plan.cost() - length) as usize;
                    for &direction in &plan.moves()[..surplus] {
                        level.slide(direction);
                    }
                    return Ok(level);
                }
                (Some(_), _) => {}
                (None, Stop::Nodes) if !is_last => {}
                (None, stop) => return Err(stop.into()),
            }
        }
        // The rounds never end.
        Err(GenerateError::Stopped(Stop::Nodes))
    }

    /// A random board whose estimate is near `wanted`. Three tiles change places at a time,
    /// which keeps a board solvable.
    fn candidate(&self, wanted: Cost, draws: &mut Draws) -> Level {
        let mut tiles = shuffled(self.space.geometry(), draws);
        let cells: Vec<usize> = (0..tiles.len()).filter(|&cell| tiles[cell] != 0).collect();
        let distance = |tiles: &[u16]| self.estimate(tiles).abs_diff(wanted);
        let mut nearest = distance(&tiles);
        for _ in 0..CHANGES {
            // The estimate has the parity of the blank's cell.
            if nearest < 2 {
                break;
            }
            let [a, b, c] = [(); 3].map(|()| cells[draws.index(cells.len())]);
            if a == b || b == c || a == c {
                continue;
            }
            tiles.swap(a, b);
            tiles.swap(b, c);
            let changed = distance(&tiles);
            if changed <= nearest {
                nearest = changed;
            } else {
                tiles.swap(b, c);
                tiles.swap(a, b);
            }
        }
        self.solved.with_tiles(tiles)
    }

    fn estimate(&self, tiles: &[u16]) -> Cost {
        let value = self.heuristic.evaluate(&self.space, &Grid::from_tiles(tiles));
        Heuristic::<Tiles<Grid>>::estimate(&self.heuristic, value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::board::Packed16;
    use super::super::super::heuristics::Manhattan;
    use super::*;
    use fewest::search::ida_star;

    fn geometry(width: usize, height: usize) -> Arc<Geometry> {
        Arc::new(Geometry::new(width, height, &Geometry::blank_last(width, height)))
    }

    fn made(width: usize, height: usize, length: Cost, seed: u64) -> Level {
        let budget = Budget::default();
        of_length(&geometry(width, height), length, seed, &budget, &mut ()).unwrap()
    }

    /// The fewest moves, with another heuristic.
    fn fewest<B: Board>(level: &Level) -> Cost {
        let space = Tiles::<B>::new(level.geometry().clone());
        let heuristic = Manhattan::new(level.geometry());
        let start = B::from_tiles(level.tiles());
        ida_star::search(&space, &start, &heuristic, &Budget::default(), &mut ()).cost().unwrap()
    }

    #[test]
    fn boards_have_the_length_asked_for() {
        for seed in 0..3 {
            for length in [0, 1, 2, 17, 24] {
                assert_eq!(fewest::<Packed16>(&made(3, 3, length, seed)), length);
            }
            assert_eq!(fewest::<Packed16>(&made(4, 4, 24, seed)), 24);
        }
        assert_eq!(fewest::<Packed25>(&made(5, 5, 12, 0)), 12);
    }

    #[test]
    fn the_same_seed_gives_the_same_board() {
        assert_eq!(made(4, 3, 20, 5), made(4, 3, 20, 5));
        assert_ne!(made(4, 3, 20, 5), made(4, 3, 20, 6));
    }

    #[test]
    fn limits_are_kept() {
        let stopped = |budget| of_length(&geometry(4, 4), 80, 0, &budget, &mut ());
        for (budget, stop) in [
            (Budget { nodes: Some(1000), ..Budget::default() }, Stop::Nodes),
            (Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() }, Stop::Time),
        ] {
            assert_eq!(stopped(budget), Err(GenerateError::Stopped(stop)));
        }
        let budget = Budget::default();
        budget.cancel.cancel();
        assert_eq!(stopped(budget), Err(GenerateError::Stopped(Stop::Cancelled)));
    }
}
