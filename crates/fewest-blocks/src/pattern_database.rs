//! A pattern database: the moves that each set of k blocks needs to the goals, alone
//! on the board.
//!
//! The move is monotone: if T is a subset of S, then T moved is a subset of S
//! moved. So a plan that brings S onto the goals brings each k of its blocks,
//! alone on the board, onto k of the goals, and the farthest k-subset of a state
//! is a lower bound of the whole. One breadth-first search backward from the goals
//! finds the distances of all k-subsets. See docs/blocks.md for the proof.

use super::Direction;
use super::space::{Blocks, subsets, try_subsets};
use super::word::Word;
use fewest::rank::binomial;
use fewest::search::{Meter, Stop};
use fewest::space::{Cost, DEAD_END, Heuristic};

/// The maximum size of the subsets.
const MAX_CHOSEN: usize = 4;

/// The distance of a subset that can't reach the goals.
const NEVER: u8 = u8::MAX;

/// The limits are checked once in this number of sets.
const CHECK_EVERY: usize = 1 << 12;

/// A database is allocated this many bytes at a time: some milliseconds.
const BYTES_AT_A_TIME: usize = 1 << 22;

/// The distance of every k-subset of free cells to the goals.
#[derive(Clone, Debug)]
pub struct PatternDatabase<W> {
    chosen: u32,
    cells: usize,
    free: W,
    /// For a cell and a place in the order of a subset, what it adds to the rank:
    /// the combinatorial number system (Lehmer 1960).
    terms: Vec<[u32; MAX_CHOSEN]>,
    distances: Vec<u8>,
}

impl<W: Word> PatternDatabase<W> {
    /// The maximum size of the subsets.
    pub const MAX_CHOSEN: usize = MAX_CHOSEN;

    /// The bytes of the database for subsets of `chosen` blocks.
    pub fn bytes(space: &Blocks<W>, chosen: u32) -> u64 {
        binomial(space.rules().free().count(), chosen).unwrap_or(u64::MAX)
    }

    /// The database for subsets of `chosen` blocks.
    ///
    /// # Panics
    /// If these are not 1 to 4.
    pub fn new(space: &Blocks<W>, chosen: u32, meter: &mut Meter) -> Result<Self, Stop> {
        assert!((1..=MAX_CHOSEN as u32).contains(&chosen), "a pattern database has 1 to 4 blocks");
        let (rules, free) = (space.rules(), space.rules().free());
        let cells = rules.width() * rules.height();
        let bytes = Self::bytes(space, chosen);
        if bytes > u64::from(u32::MAX) {
            return Err(Stop::Memory);
        }
        meter.take(bytes as usize)?;
        let mut terms = vec![[0; MAX_CHOSEN]; cells];
        for (nth, cell) in (0..).zip(free.cells()) {
            // No term exceeds the number of subsets, which fits.
            terms[cell] = std::array::from_fn(|i| binomial(nth, i as u32 + 1).unwrap_or(0) as u32);
        }
        let mut table = PatternDatabase { chosen, cells, free, terms, distances: Vec::new() };
        table.distances.reserve_exact(bytes as usize);
        while table.distances.len() < bytes as usize {
            meter.check()?;
            let more = (table.distances.len() + BYTES_AT_A_TIME).min(bytes as usize);
            table.distances.resize(more, NEVER);
        }
        table.fill(space, meter)?;
        Ok(table)
    }

    /// Breadth-first search backward. It begins with the subsets that may remain at the
    /// end: at most as many blocks outside the goals as the level has more blocks than
    /// goals.
    fn fill(&mut self, space: &Blocks<W>, meter: &mut Meter) -> Result<(), Stop> {
        let mut layer = Vec::new();
        let (goals, spare) = (space.goal_cells(), space.spare_blocks());
        for beside in 0..=spare.min(self.chosen) {
            try_subsets(self.free & !goals, beside, &mut |outside| {
                try_subsets(goals, self.chosen - beside, &mut |inside| {
                    if layer.len() % CHECK_EVERY == 0 {
                        meter.check()?;
                    }
                    let rank = self.rank(outside | inside);
                    self.distances[rank] = 0;
                    layer.push(outside | inside);
                    Ok(())
                })
            })?;
        }
        let (mut next, mut before) = (Vec::new(), Vec::new());
        for distance in 1..NEVER {
            for (i, &set) in layer.iter().enumerate() {
                if i % CHECK_EVERY == 0 {
                    meter.check()?;
                }
                before.clear();
                for direction in Direction::ALL {
                    space.rules().predecessors(set, direction, &mut before);
                }
                for &set in &before {
                    let rank = self.rank(set);
                    let known = &mut self.distances[rank];
                    if *known == NEVER {
                        *known = distance;
                        next.push(set);
                    }
                }
            }
            layer.clear();
            std::mem::swap(&mut layer, &mut next);
        }
        // Distances beyond a byte count as the largest finite one: still a lower bound.
        let mut popped: usize = 0;
        while let Some(set) = layer.pop() {
            popped += 1;
            if popped.is_multiple_of(CHECK_EVERY) {
                meter.check()?;
            }
            before.clear();
            for direction in Direction::ALL {
                space.rules().predecessors(set, direction, &mut before);
            }
            for &set in &before {
                let rank = self.rank(set);
                if self.distances[rank] == NEVER {
                    self.distances[rank] = NEVER - 1;
                    layer.push(set);
                }
            }
        }
        Ok(())
    }

    /// The size of the subsets.
    pub fn chosen(&self) -> u32 {
        self.chosen
    }

    pub(super) fn cells(&self) -> usize {
        self.cells
    }

    #[inline]
    fn rank(&self, set: W) -> usize {
        let terms = set.cells().zip(0..).map(|(cell, i)| self.terms[cell][i]);
        terms.sum::<u32>() as usize
    }

    /// The distance of one subset; [`DEAD_END`] if it can't reach the goals.
    #[inline]
    pub fn distance(&self, set: W) -> Cost {
        widen(self.distances[self.rank(set)])
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
        let mut rows = [[0; MAX_CHOSEN]; 256];
        let mut blocks = 0;
        for (row, cell) in rows.iter_mut().zip(state.cells()) {
            *row = self.terms[cell];
            blocks += 1;
        }
        self.descend(&rows[..blocks], self.chosen as usize, 0, &mut show);
    }

    /// Chooses the highest cell first, so that the ranks of the last choice are close
    /// together.
    fn descend(
        &self,
        rows: &[[u32; MAX_CHOSEN]],
        left: usize,
        rank: u32,
        show: &mut impl FnMut(u8),
    ) {
        if left == 1 {
            for row in rows {
                show(self.distances[(rank + row[0]) as usize]);
            }
            return;
        }
        for i in (left - 1..rows.len()).rev() {
            self.descend(&rows[..i], left - 1, rank + rows[i][left - 1], show);
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
