//! Lower bounds from subsets of the goals: the moves until k goals are covered,
//! wherever their blocks come from.
//!
//! A cell that is covered after a move was either covered before, by a block of a
//! run that reaches to the wall, or the cell behind it was. So the cells that cover
//! k goals at the end can be followed back as k different cells, each of which steps
//! back or stays. A cell can stay only where its run to the wall is no longer than
//! the number of blocks. This relaxes the move, so the distance of the nearest k
//! blocks of a state by such steps is a lower bound.

use super::Direction;
use super::space::{Blocks, Variant, subsets};
use super::word::Word;
use fewest::rank::binomial;
use fewest::search::{Meter, Stop};
use fewest::space::{Cost, DEAD_END, Heuristic};

/// The distance of blocks that can't cover the goals.
const NEVER: u8 = u8::MAX;

/// The limits are checked once in this number of sets.
const CHECK_EVERY: usize = 1 << 10;

/// For every k goals, the distance of every k cells.
#[derive(Clone, Debug)]
pub struct GoalSubsets<W> {
    chosen: u32,
    /// Each free cell's place among them.
    places: Vec<u32>,
    /// For each set of goals, the distances of all sets of cells, by rank.
    distances: Vec<Vec<u8>>,
    word: std::marker::PhantomData<W>,
}

impl<W: Word> GoalSubsets<W> {
    /// The maximum size of the subsets.
    pub const MAX_CHOSEN: u32 = 2;

    /// The bytes of the bounds of `chosen` goals.
    pub fn bytes(space: &Blocks<W>, chosen: u32) -> u64 {
        let sets = binomial(space.goal_cells().count(), chosen).unwrap_or(u64::MAX);
        let cells = binomial(space.rules().free().count(), chosen).unwrap_or(u64::MAX);
        sets.saturating_mul(cells)
    }

    /// The bounds of `chosen` goals.
    ///
    /// # Panics
    /// If these are not 1 or 2.
    pub fn new(space: &Blocks<W>, chosen: u32, meter: &mut Meter) -> Result<Self, Stop> {
        assert!((1..=Self::MAX_CHOSEN).contains(&chosen), "bounds are for 1 or 2 goals");
        meter.take(Self::bytes(space, chosen) as usize)?;
        let free = space.rules().free();
        let mut places = vec![0; space.rules().width() * space.rules().height()];
        for (place, cell) in (0..).zip(free.cells()) {
            places[cell] = place;
        }
        let mut bounds =
            GoalSubsets { chosen, places, distances: Vec::new(), word: std::marker::PhantomData };
        let mut sets = Vec::new();
        // With more goals than blocks, no goal need be covered.
        if space.variant() != Variant::EveryBlock {
            subsets(space.goal_cells(), chosen, &mut |set| sets.push(set));
        }
        let cells = binomial(free.count(), chosen).unwrap_or(0) as usize;
        for set in sets {
            let distances = bounds.follow_back(space, set, cells, meter)?;
            bounds.distances.push(distances);
        }
        Ok(bounds)
    }

    /// Breadth-first search back from one set of goals.
    fn follow_back(
        &self,
        space: &Blocks<W>,
        goals: W,
        cells: usize,
        meter: &mut Meter,
    ) -> Result<Vec<u8>, Stop> {
        let mut distances = vec![NEVER; cells];
        distances[self.rank(goals)] = 0;
        let (mut layer, mut next) = (vec![goals], Vec::new());
        let mut distance = 0;
        while !layer.is_empty() {
            // Distances beyond a byte count as the largest finite one.
            distance = (distance + 1).min(NEVER - 1);
            for (i, &set) in layer.iter().enumerate() {
                if i % CHECK_EVERY == 0 {
                    meter.check()?;
                }
                for direction in Direction::ALL {
                    let before = |cell| sources(space, cell, direction);
                    back(set, W::EMPTY, &before, &mut |source| {
                        let known = &mut distances[self.rank(source)];
                        if *known == NEVER {
                            *known = distance;
                            next.push(source);
                        }
                    });
                }
            }
            layer.clear();
            std::mem::swap(&mut layer, &mut next);
        }
        Ok(distances)
    }

    #[inline]
    fn rank(&self, set: W) -> usize {
        let mut cells = set.cells().map(|cell| self.places[cell] as usize);
        let first = cells.next().unwrap_or(0);
        cells.next().map_or(first, |second| second * (second - 1) / 2 + first)
    }

    /// The largest over all sets of goals of the distance of the nearest blocks.
    pub fn bound(&self, state: W) -> Cost {
        let mut ranks = Vec::new();
        subsets(state, self.chosen, &mut |set| ranks.push(self.rank(set)));
        let nearest = |distances: &Vec<u8>| ranks.iter().map(|&rank| distances[rank]).min();
        match self.distances.iter().filter_map(nearest).max() {
            Some(NEVER) => DEAD_END,
            most => Cost::from(most.unwrap_or(0)),
        }
    }
}

/// The cells from which a block can reach `cell` by a move.
fn sources<W: Word>(space: &Blocks<W>, cell: usize, direction: Direction) -> W {
    let rules = space.rules();
    let behind = rules.next(cell, direction.opposite()).map_or(W::EMPTY, W::cell);
    let run = rules.to_wall(cell, direction).count();
    if run <= space.blocks() { behind | W::cell(cell) } else { behind }
}

/// Shows every choice of a different source for each cell of the set.
fn back<W: Word>(rest: W, chosen: W, sources: &impl Fn(usize) -> W, show: &mut impl FnMut(W)) {
    if rest.is_empty() {
        return show(chosen);
    }
    for source in (sources(rest.first()) & !chosen).cells() {
        back(rest.without_first(), chosen | W::cell(source), sources, show);
    }
}

impl<W: Word> Heuristic<Blocks<W>> for GoalSubsets<W> {
    type Value = Cost;

    fn evaluate(&self, _: &Blocks<W>, state: &W) -> Cost {
        self.bound(*state)
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
    fn is_admissible(&self) -> bool {
        true
    }
    // The blocks that are nearest after a move were one step farther before it.
    fn is_consistent(&self) -> bool {
        true
    }
}
