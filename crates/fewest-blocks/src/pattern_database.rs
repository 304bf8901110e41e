//! A pattern database: the moves that each set of k blocks needs to the goals, alone
//! on the board.
//!
//! The move is monotone: if T is a subset of S, then T moved is a subset of S
//! moved. So a plan that brings S onto the goals brings each k of its blocks,
//! alone on the board, onto k of the goals, and the farthest k-subset of a state
//! is a lower bound of the whole. One breadth-first search backward from the goals
//! finds the distances of all k-subsets. See docs/blocks.md for the proof.

use super::space::Blocks;
use super::subset_distances;
use super::subset_rank::{MAX_CHOSEN, SubsetRank};
use super::word::Word;
use fewest::search::pattern::NEVER;
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
    /// The largest of them.
    most: u8,
}

impl<W: Word> PatternDatabase<W> {
    /// The maximum size of the subsets.
    pub const MAX_CHOSEN: usize = MAX_CHOSEN;

    /// The bytes that building it takes in addition.
    pub(super) fn scratch_bytes(space: &Blocks<W>, chosen: u32) -> u64 {
        subset_distances::scratch_bytes(space.rules().free(), chosen)
    }

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
        let distances = subset_distances::distances(space, &ranks, chosen, meter)?;
        let most = distances.iter().copied().max().unwrap_or(0);
        Ok(PatternDatabase { chosen, cells, free, ranks, distances, most })
    }

    /// The size of the subsets.
    pub fn chosen(&self) -> u32 {
        self.chosen
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    /// The number of subsets.
    pub(super) fn len(&self) -> usize {
        self.distances.len()
    }

    /// The largest distance of any subset.
    pub(super) fn most(&self) -> Cost {
        widen(self.most)
    }

    /// Whether a state's bound is more than this.
    pub(super) fn exceeds(&self, state: W, moves: Cost) -> bool {
        let moves = moves.min(Cost::from(NEVER - 1)) as u8;
        self.ranks.any(state, |rank| self.distances[rank] > moves)
    }

    /// The distance of one subset; [`DEAD_END`] if it can't reach the goals.
    #[inline]
    pub fn distance(&self, set: W) -> Cost {
        widen(self.distances[self.ranks.rank(set)])
    }

    /// For each set of one cell less, numbered with its lowest cell as the highest digit, the
    /// cells beyond it that complete it to a subset of more than `moves` moves.
    pub(super) fn far(&self, moves: Cost) -> Vec<W> {
        let free: Vec<usize> = self.free.cells().collect();
        let mut far = vec![W::EMPTY; self.cells.pow(self.chosen - 1)];
        let moves = moves.min(Cost::from(NEVER - 1)) as u8;
        self.fill_far(&mut far, &free, 0, 0, 0, moves);
        far
    }

    fn fill_far(
        &self,
        far: &mut [W],
        free: &[usize],
        chosen: u32,
        number: usize,
        rank: usize,
        moves: u8,
    ) {
        if chosen + 1 == self.chosen {
            let is_far =
                |&cell: &usize| self.distances[rank + self.ranks.term(cell, chosen)] > moves;
            let cells = free.iter().copied().filter(is_far);
            far[number] = cells.fold(far[number], |far, cell| far | W::cell(cell));
            return;
        }
        for (nth, &cell) in free.iter().enumerate() {
            let (number, rank) = (number * self.cells + cell, rank + self.ranks.term(cell, chosen));
            self.fill_far(far, &free[nth + 1..], chosen + 1, number, rank, moves);
        }
    }

    /// The largest distance of a state's subsets: a lower bound.
    #[inline]
    pub fn bound(&self, state: W) -> Cost {
        let mut most = 0;
        self.fold(state, |distance| most = most.max(distance));
        widen(most)
    }

    /// The sum of the distances of a state's subsets. It is not a bound, but
    /// distinguishes states better. [`DEAD_END`] if any of them is more than `left`, so that the
    /// state can't be solved in `left` moves.
    pub fn sum_within(&self, state: W, left: Cost) -> Cost {
        let (mut sum, mut most) = (0, 0);
        self.fold(state, |distance| {
            sum += u32::from(distance);
            most = most.max(distance);
        });
        if widen(most) > left || most == NEVER { DEAD_END } else { sum }
    }

    #[inline]
    fn fold(&self, state: W, mut show: impl FnMut(u8)) {
        self.ranks.for_each(state, |rank| show(self.distances[rank]));
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
