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
use fewest::rank::{Combinations, Permutations, RankError};
use fewest::search::{Budget, Meter, Stop};

use super::arrangements::{Arrangements, WORD};
use super::layer::{Piece, Step};
use super::occupied::{Occupied, below};
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
    let mut layers = Layers::new(geometry, tiles, &occupied, &arrangements, meter)?;
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
    /// The bitmaps of the last layer and of the next one, each of its class of nodes.
    last: Words,
    next: Words,
    /// The bits set in them.
    last_count: Vec<u16>,
    next_count: Vec<u16>,
    /// The class of the next layer.
    next_class: usize,
    /// The bitmaps of all layers by node, and the bits that are not set in them.
    seen: Words,
    unseen_count: Vec<u16>,
    /// One more than the distance of each placement, zero for what was never reached.
    moves: Bytes,
}

impl<'a> Layers<'a> {
    /// The first layer: the goal, with the blank in its place.
    fn new(
        geometry: &Geometry,
        tiles: &[u16],
        occupied: &'a Occupied,
        arrangements: &'a Arrangements,
        meter: &mut Meter,
    ) -> Result<Self, BuildError> {
        let words = arrangements.words();
        let (nodes, sets) = (occupied.len(), occupied.sets().len() as usize);
        let bytes = sets * arrangements.len();
        meter.take(2 * nodes * (words * size_of::<u32>() + size_of::<u16>()) + bytes)?;
        let cell = |tile: u16| geometry.goal_cell(tile as usize);
        let set = tiles.iter().fold(0, |set, &tile| set | 1 << cell(tile));
        let number = occupied.sets().rank(set) as usize;
        let (place, class) = occupied.place(set, geometry.goal_cell(0));
        let bitmaps = |class| Words::zeros(occupied.class_len(class) * words);
        let counts = |class| vec![0; occupied.class_len(class)];
        let mut layers = Layers {
            occupied,
            arrangements,
            words,
            last: bitmaps(class),
            next: bitmaps(1 - class),
            last_count: counts(class),
            next_count: counts(1 - class),
            next_class: 1 - class,
            seen: Words::zeros(nodes * words),
            unseen_count: vec![arrangements.len() as u16; nodes],
            moves: Bytes::filled(bytes, |_| {}),
        };
        let positions: Vec<u8> = tiles.iter().map(|&tile| below(set, cell(tile)) as u8).collect();
        let order = Permutations::new(tiles.len() as u32)?.rank(&positions) as usize;
        let arrangement = arrangements.by_positions()[order] as usize;
        let code = arrangements.code(arrangement);
        let region = place - occupied.places(number..number + 1, class).start;
        let node = occupied.nodes(number).start + region;
        layers.last[place * words + code / WORD] |= 1 << (code % WORD);
        layers.seen[node * words + code / WORD] |= 1 << (code % WORD);
        layers.last_count[place] = 1;
        layers.unseen_count[node] -= 1;
        layers.moves[number * arrangements.len() + arrangement] = 1;
        Ok(layers)
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
            let places = occupied.places(sets.clone(), self.next_class).len();
            pieces.push(Piece {
                next: cut(&mut next, places * words),
                seen: cut(&mut seen, nodes * words),
                next_count: cut(&mut next_count, places),
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
            class: self.next_class,
            depth,
        };
        let mut fresh = vec![0; threads];
        parallel::drain(&mut fresh, pieces, |piece, fresh| *fresh += step.run(piece));
        std::mem::swap(&mut self.last, &mut self.next);
        std::mem::swap(&mut self.last_count, &mut self.next_count);
        self.next_class = 1 - self.next_class;
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
