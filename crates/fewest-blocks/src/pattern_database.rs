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
        Ok(PatternDatabase { chosen, free, ranks, distances, most })
    }

    /// The size of the subsets.
    pub fn chosen(&self) -> u32 {
        self.chosen
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

    /// The number of sets of one cell less.
    pub(super) fn masks(free: W, chosen: u32) -> u64 {
        SubsetRank::len(free, chosen - 1)
    }

    /// The bytes of its masks.
    pub(super) fn mask_bytes(&self) -> u64 {
        Self::masks(self.free, self.chosen) * size_of::<W>() as u64
    }

    /// For each set of one cell less, by rank, the cells before it that complete it to a subset
    /// of more than `moves` moves.
    pub(super) fn far(&self, moves: Cost) -> Vec<W> {
        let free: Vec<usize> = self.free.cells().collect();
        let moves = moves.min(Cost::from(NEVER - 1)) as u8;
        let mut far = Vec::with_capacity(Self::masks(self.free, self.chosen) as usize);
        // The subsets that differ in their lowest cell only have ranks in a row.
        let mut rest = &self.distances[..];
        let mut set = |lowest: usize| {
            let (row, later) = rest.split_at(lowest);
            rest = later;
            let are_far = row.iter().zip(&free).filter(|&(&distance, _)| distance > moves);
            far.push(are_far.fold(W::EMPTY, |cells, (_, &cell)| cells | W::cell(cell)));
        };
        match self.chosen {
            2 => (0..free.len()).for_each(set),
            3 => (0..free.len()).for_each(|high| (0..high).for_each(&mut set)),
            4 => (0..free.len())
                .flat_map(|high| (0..high).map(move |middle| 0..middle))
                .for_each(|lowest| lowest.for_each(&mut set)),
            _ => {}
        }
        far
    }

    /// Whether one of the masks of [`PatternDatabase::far`] excludes a state.
    #[inline]
    pub(super) fn is_far(&self, state: W, far: &[W]) -> bool {
        let mut list = [0; 256];
        let blocks = self.ranks.places(state, &mut list);
        // The set's lowest cell is each of the first blocks in turn.
        let is_row_far = |rank: usize, first: &[u8]| {
            let row = &far[rank..];
            let cells =
                first.iter().fold(W::EMPTY, |cells, &block| cells | row[usize::from(block)]);
            !(cells & state).is_empty()
        };
        // Long rows first: most states that are too far are so for many subsets.
        let is_plane_far = |rank: usize, first: &[u8]| {
            (1..first.len()).rev().any(|i| {
                let block = usize::from(first[i]);
                is_row_far(rank + block * (block - 1) / 2, &first[..i])
            })
        };
        match self.chosen {
            2 => is_row_far(0, blocks),
            3 => is_plane_far(0, blocks),
            4 => (2..blocks.len()).rev().any(|i| {
                let block = usize::from(blocks[i]);
                is_plane_far(block * (block - 1) * (block - 2) / 6, &blocks[..i])
            }),
            _ => false,
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
