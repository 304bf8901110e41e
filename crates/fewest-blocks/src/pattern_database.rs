//! A pattern database: the moves that each set of k blocks needs to the goals, alone
//! on the board.
//!
//! The move is monotone: if T is a subset of S, then T moved is a subset of S
//! moved. So a plan that brings S onto the goals brings each k of its blocks,
//! alone on the board, onto k of the goals, and the farthest k-subset of a state
//! is a lower bound of the whole. One breadth-first search backward from the goals
//! finds the distances of all k-subsets. See docs/blocks.md for the proof.

use std::ops::ControlFlow;

use super::Direction;
use super::space::{Blocks, subsets, try_subsets};
use super::subset_rank::{MAX_CHOSEN, SubsetRank};
use super::word::Word;
use fewest::search::pattern::{self, NEVER, Pattern};
use fewest::search::{Meter, Stop};
use fewest::space::{Cost, DEAD_END, Heuristic};

/// The distance of every k-subset of free cells to the goals.
#[derive(Clone, Debug)]
pub struct PatternDatabase<W> {
    chosen: u32,
    cells: usize,
    free: W,
    ranks: SubsetRank,
    distances: Vec<u8>,
}

impl<W: Word> PatternDatabase<W> {
    /// The maximum size of the subsets.
    pub const MAX_CHOSEN: usize = MAX_CHOSEN;

    /// The bytes of the database for subsets of `chosen` blocks.
    pub fn bytes(space: &Blocks<W>, chosen: u32) -> u64 {
        SubsetRank::len(space.rules().free(), chosen)
    }

    /// The database for subsets of `chosen` blocks.
    ///
    /// # Panics
    /// If these are not 1 to 4.
    pub fn new(space: &Blocks<W>, chosen: u32, meter: &mut Meter) -> Result<Self, Stop> {
        let (rules, free) = (space.rules(), space.rules().free());
        let cells = rules.width() * rules.height();
        let bytes = Self::bytes(space, chosen);
        if bytes > u64::from(u32::MAX) {
            return Err(Stop::Memory);
        }
        let ranks = SubsetRank::new(cells, free, chosen);
        let distances = pattern::distances(&Subsets { space, chosen, ranks: &ranks }, meter)?;
        Ok(PatternDatabase { chosen, cells, free, ranks, distances })
    }

    /// The size of the subsets.
    pub fn chosen(&self) -> u32 {
        self.chosen
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// The distance of one subset; [`DEAD_END`] if it can't reach the goals.
    #[inline]
    pub fn distance(&self, set: W) -> Cost {
        widen(self.distances[self.ranks.rank(set)])
    }

    /// Calls `show` with every subset and its distance.
    pub(super) fn for_each(&self, mut show: impl FnMut(W, Cost)) {
        subsets(self.free, self.chosen, &mut |set| {
            show(set, self.distance(set));
        });
    }

    /// The largest distance of a state's subsets: a lower bound.
    #[inline]
    pub fn bound(&self, state: W) -> Cost {
        let mut most = 0;
        self.fold(state, |distance| most = most.max(distance));
        widen(most)
    }

    /// The sum of the distances of a state's subsets. It is not a bound, but
    /// distinguishes states better. [`DEAD_END`] if any subset can't reach the goals.
    pub fn sum(&self, state: W) -> Cost {
        let (mut sum, mut most) = (0, 0);
        self.fold(state, |distance| {
            sum += u32::from(distance);
            most = most.max(distance);
        });
        if most == NEVER { DEAD_END } else { sum }
    }

    #[inline]
    fn fold(&self, state: W, mut show: impl FnMut(u8)) {
        self.ranks.for_each(state, |rank| show(self.distances[rank]));
    }
}

/// The subsets of one size, each alone on the board.
struct Subsets<'a, W> {
    space: &'a Blocks<W>,
    chosen: u32,
    ranks: &'a SubsetRank,
}

impl<W: Word> Pattern for Subsets<'_, W> {
    type State = W;

    fn len(&self) -> u64 {
        PatternDatabase::bytes(self.space, self.chosen)
    }
    fn rank(&self, set: W) -> u64 {
        self.ranks.rank(set) as u64
    }
    /// The subsets that may remain at the end: at most as many blocks outside the goals as
    /// the level has more blocks than goals.
    fn goals(&self, show: &mut dyn FnMut(W) -> ControlFlow<()>) {
        let goals = self.space.goal_cells();
        let outside = self.space.rules().free() & !goals;
        for beside in 0..=self.space.spare_blocks().min(self.chosen) {
            let shown = try_subsets(outside, beside, &mut |outside| {
                try_subsets(goals, self.chosen - beside, &mut |inside| match show(outside | inside)
                {
                    ControlFlow::Continue(()) => Ok(()),
                    ControlFlow::Break(()) => Err(()),
                })
            });
            if shown.is_err() {
                break;
            }
        }
    }
    fn sources(&self, set: W, out: &mut Vec<W>) {
        for direction in Direction::ALL {
            self.space.rules().predecessors(set, direction, out);
        }
    }
}

fn widen(distance: u8) -> Cost {
    if distance == NEVER { DEAD_END } else { Cost::from(distance) }
}

impl<W: Word> Heuristic<Blocks<W>> for PatternDatabase<W> {
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
    // A subset moved is a subset of the state moved, one move nearer at best.
    fn is_consistent(&self) -> bool {
        true
    }
}
