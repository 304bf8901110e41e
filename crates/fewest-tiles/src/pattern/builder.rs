//! Builds a pattern database in bulk: breadth-first search over whole sets of
//! arrangements.
//!
//! A state of the abstract puzzle is the cells that a group of tiles occupies, the
//! region of the blank, and the arrangement of the tiles on their cells. For each of the
//! first two there is a bitmap over all arrangements. A slide along a row keeps the
//! arrangement, so it is an OR of two bitmaps; a slide along a column permutes the
//! arrangements in a fixed way, so it moves whole words and parts of words, or single bits
//! where there are few. Only the slides of the group's own tiles cost a move, so that the distances of
//! disjoint groups can be added (Korf and Felner 2002).

use fewest::parallel;
use fewest::rank::{Combinations, RankError};
use fewest::search::{Budget, Meter, Stop};

use super::arrangements::{Arrangements, WORD};
use super::layer::{Piece, Step};
use super::occupied::Occupied;
use super::store::{Bytes, Words};
use crate::Geometry;

/// The distance of what was never reached.
const NEVER: u8 = u8::MAX;

/// The work of a layer is cut into this many pieces for each thread.
const PIECES: usize = 16;

/// The moves that every placement of a group of tiles needs, by the set of its cells and
/// by the arrangement on them: the positions of the tiles, in lexicographic order.
#[derive(Debug)]
pub(super) struct Distances {
    pub(super) sets: Combinations,
    pub(super) arrangements: usize,
    pub(super) moves: Bytes,
}

impl Distances {
    /// The moves of all arrangements on a set of cells.
    pub(super) fn of(&self, set: usize) -> &[u8] {
        &self.moves[set * self.arrangements..][..self.arrangements]
    }
}

/// Why there is no database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError {
    /// The group is too large for the board or for its numbers.
    #[error(transparent)]
    Rank(#[from] RankError),
    /// A limit was reached.
    #[error("stopped")]
    Stopped(Stop),
}

impl From<Stop> for BuildError {
    fn from(stop: Stop) -> Self {
        BuildError::Stopped(stop)
    }
}

/// The distances of a group of tiles. `progress` is called after each layer with the
/// number of states reached, and all of them.
pub(super) fn build(
    geometry: &Geometry,
    tiles: &[u16],
    budget: &Budget,
    meter: &mut Meter,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Distances, BuildError> {
    let elements = tiles.len() as u32;
    if tiles.len() > Arrangements::MAX_TILES {
        let most = Arrangements::MAX_TILES as u32;
        return Err(RankError::TooMany { elements, most }.into());
    }
    let sets = Combinations::new(geometry.cells() as u32, elements)?;
    let arrangements = Arrangements::new(tiles.len(), geometry.width(), meter)?;
    let occupied = Occupied::new(geometry, sets, &arrangements, meter)?;
    let mut layers = Layers::new(&occupied, &arrangements, meter)?;
    layers.begin(geometry, tiles);
    let states = (occupied.len() * arrangements.len()) as u64;
    let mut reached = 0;
    for depth in 1..NEVER {
        meter.check()?;
        let fresh = layers.advance(depth, budget.threads.max(1));
        reached += fresh;
        progress(reached, states);
        if fresh == 0 {
            break;
        }
    }
    let Layers { mut moves, .. } = layers;
    let count = arrangements.len();
    let sets = moves.chunks_mut(count * SORTED_AT_ONCE).collect::<Vec<_>>();
    let mut workers = vec![vec![0; count]; budget.threads.max(1)];
    parallel::drain(&mut workers, sets, |sets, before| {
        for moves in sets.chunks_exact_mut(count) {
            before.copy_from_slice(moves);
            for (moves, &number) in moves.iter_mut().zip(arrangements.by_positions()) {
                *moves = before[number as usize].wrapping_sub(1);
            }
        }
    });
    Ok(Distances { sets: occupied.sets().clone(), arrangements: count, moves })
}

/// The sets whose distances a thread sorts at once.
const SORTED_AT_ONCE: usize = 64;

struct Layers<'a> {
    occupied: &'a Occupied,
    arrangements: &'a Arrangements,
    /// The words of a bitmap.
    words: usize,
    /// The bitmaps of the last layer, of the next one, and of all.
    last: Words,
    next: Words,
    seen: Words,
    /// The bits set in them, by node; of `seen`, those that are not.
    last_count: Vec<u16>,
    next_count: Vec<u16>,
    unseen_count: Vec<u16>,
    /// One more than the distance of each placement, zero for what was never reached.
    moves: Bytes,
}

impl<'a> Layers<'a> {
    fn new(
        occupied: &'a Occupied,
        arrangements: &'a Arrangements,
        meter: &mut Meter,
    ) -> Result<Self, Stop> {
        let words = arrangements.words();
        let (nodes, sets) = (occupied.len(), occupied.sets().len() as usize);
        let bytes = sets * arrangements.len();
        meter.take(nodes * (3 * words * size_of::<u32>() + 3 * size_of::<u16>()) + bytes)?;
        let bitmaps = || Words::zeros(nodes * words);
        Ok(Layers {
            occupied,
            arrangements,
            words,
            last: bitmaps(),
            next: bitmaps(),
            seen: bitmaps(),
            last_count: vec![0; nodes],
            next_count: vec![0; nodes],
            unseen_count: vec![arrangements.len() as u16; nodes],
            moves: Bytes::filled(bytes, |_| {}),
        })
    }

    /// The goal, with the blank in its place.
    fn begin(&mut self, geometry: &Geometry, tiles: &[u16]) {
        let set = tiles.iter().fold(0, |set, &tile| set | 1 << geometry.goal_cell(tile as usize));
        let goal_cells = tiles.iter().map(|&tile| geometry.goal_cell(tile as usize));
        let positions: Vec<u8> =
            goal_cells.map(|cell| (set & ((1_u64 << cell) - 1)).count_ones() as u8).collect();
        // There are no more tiles than arrangements were made for.
        let orders = fewest::rank::Permutations::new(tiles.len() as u32);
        let number = orders.map_or(0, |orders| orders.rank(&positions)) as usize;
        let arrangement = self.arrangements.by_positions()[number] as usize;
        let code = self.arrangements.code(arrangement);
        let node = self.occupied.node(set, geometry.goal_cell(0)) as usize;
        let word = node * self.words + code / WORD;
        self.last[word] |= 1 << (code % WORD);
        self.seen[word] |= 1 << (code % WORD);
        self.last_count[node] = 1;
        self.unseen_count[node] -= 1;
        let number = self.occupied.sets().rank(set) as usize;
        self.moves[number * self.arrangements.len() + arrangement] = 1;
    }

    /// Finds the next layer and makes it the last one. Returns the number of its states.
    fn advance(&mut self, depth: u8, threads: usize) -> u64 {
        let (occupied, words, count) = (self.occupied, self.words, self.arrangements.len());
        let sets = occupied.sets().len() as usize;
        let size = sets.div_ceil(if threads == 1 { 1 } else { threads * PIECES });
        let mut pieces = Vec::new();
        let (mut next, mut seen) = (&mut self.next[..], &mut self.seen[..]);
        let (mut next_count, mut unseen_count) =
            (&mut self.next_count[..], &mut self.unseen_count[..]);
        let mut moves = &mut self.moves[..];
        for from in (0..sets).step_by(size) {
            let sets = from..(from + size).min(sets);
            let nodes = occupied.nodes(sets.end - 1).end - occupied.nodes(from).start;
            pieces.push(Piece {
                next: cut(&mut next, nodes * words),
                seen: cut(&mut seen, nodes * words),
                next_count: cut(&mut next_count, nodes),
                unseen_count: cut(&mut unseen_count, nodes),
                moves: cut(&mut moves, sets.len() * count),
                sets,
            });
        }
        let step = Step {
            occupied,
            arrangements: self.arrangements,
            words,
            last: &self.last,
            last_count: &self.last_count,
            depth,
        };
        let mut fresh = vec![0; threads];
        parallel::drain(&mut fresh, pieces, |piece, fresh| *fresh += step.run(piece));
        std::mem::swap(&mut self.last, &mut self.next);
        std::mem::swap(&mut self.last_count, &mut self.next_count);
        fresh.into_iter().sum()
    }
}

/// Cuts the first elements off.
#[expect(clippy::mut_mut, reason = "the slice itself is what is cut")]
fn cut<'a, T>(from: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    let (first, rest) = std::mem::take(from).split_at_mut(count);
    *from = rest;
    first
}
