//! A beam over the whole of a board of up to 64 cells, by what its tiles are in each other's way.
//!
//! Every entry has its board, a byte for each cell, so a layer is read and written from its
//! start to its end. A candidate for the next layer is only its score, its parent and its move:
//! most of them are left out again. Of older layers remain the moves that were taken, in half a byte
//! for each entry.

mod cut;
mod seen;

use self::cut::Cut;
use self::seen::Seen;
use super::WHOLE_CELLS;
use super::map::{Map, OFF, Sliding, opposite};
use super::patterns::Patterns;

/// Expansions between two questions to `is_over`.
const CHECK_EVERY: u64 = 2_000;

/// What several entries read from memory is asked for together, since it comes late.
const BATCH: usize = 16;

/// An entry has as many cells, or all of them.
const FEW_CELLS: usize = 40;

/// What is no tile of a board that has fewer cells.
const NO_TILE: u8 = WHOLE_CELLS as u8 - 1;

/// The cell of each tile.
pub(super) type Places = [u8; WHOLE_CELLS];

#[derive(Clone, Copy, Debug)]
pub(super) struct CompactBeam<'a> {
    pub(super) map: &'a Map,
    /// The cell on which each tile belongs.
    pub(super) home: &'a [u16],
    /// The score of a tile's distance in one dimension.
    pub(super) distance_score: &'a [i32],
    pub(super) patterns: &'a Patterns,
    pub(super) width: usize,
    /// It stops after as many layers without a better score,
    pub(super) patience: usize,
    /// or when no entry can be solved within these moves.
    pub(super) max_moves: usize,
}

impl CompactBeam<'_> {
    /// The moves that solve a board. `is_over` is told the expansions since the last question.
    pub(super) fn search(
        &self,
        start: &Sliding,
        is_over: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Vec<u8>> {
        if start.tiles.len() <= FEW_CELLS {
            Search::<FEW_CELLS>::new(self, start).run(is_over)
        } else {
            Search::<WHOLE_CELLS>::new(self, start).run(is_over)
        }
    }

    /// The bytes that it needs at most.
    pub(super) fn bytes(width: usize, max_moves: usize) -> u64 {
        // Two layers, three candidates in a vector that doubles, slots, and the moves taken.
        let entry = 2 * size_of::<Node<WHOLE_CELLS>>() + 6 * size_of::<Candidate>() + 32;
        (width * (entry + max_moves.div_ceil(2))) as u64
    }
}

#[derive(Clone, Copy, Debug)]
struct Node<const N: usize> {
    tiles: [u8; N],
    hash: u64,
    score: i32,
    /// The Manhattan distance.
    distance: u16,
    blank: u8,
    last: u8,
}

/// A board that one move reaches.
#[derive(Clone, Copy, Debug)]
struct Child {
    hash: u64,
    /// What was seen where its hash belongs.
    first: u32,
    /// Without the patterns.
    score: i32,
    /// The number of its parent in the batch.
    parent: u8,
    direction: u8,
    tile: u8,
    from: u8,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    score: i32,
    /// The number of its parent and, in the last two bits, the move.
    link: u32,
}

/// What a tile on a cell adds to a board's hash, score and distance.
#[derive(Clone, Copy, Debug, Default)]
struct Addend {
    hash: u64,
    score: i32,
    distance: u16,
}

struct Search<'a, const N: usize> {
    beam: &'a CompactBeam<'a>,
    /// By tile and cell.
    addends: Vec<Addend>,
    cells: usize,
    nodes: Vec<Node<N>>,
    next: Vec<Node<N>>,
    seen: Seen,
    cut: Cut,
    candidates: Vec<Candidate>,
    /// For each layer, the moves that were taken from its entries: four bits each.
    taken: Vec<Vec<u8>>,
}

impl<'a, const N: usize> Search<'a, N> {
    fn new(beam: &'a CompactBeam<'a>, start: &Sliding) -> Self {
        let cells = start.tiles.len();
        let addend = |at: usize| {
            let (tile, cell) = (at / cells, at % cells);
            if tile == 0 {
                return Addend::default();
            }
            let (x, y) = beam.map.places[cell];
            let (home_x, home_y) = beam.map.places[beam.home[tile] as usize];
            let (across, down) = (x.abs_diff(home_x), y.abs_diff(home_y));
            let score = |distance: u16| beam.distance_score[usize::from(distance)];
            Addend { hash: mix(at), score: score(across) + score(down), distance: across + down }
        };
        let addends: Vec<Addend> = (0..cells * cells).map(addend).collect();
        let mut root = Node {
            tiles: [NO_TILE; N],
            hash: 0,
            score: beam.patterns.score(start),
            distance: 0,
            blank: start.blank() as u8,
            last: u8::MAX,
        };
        for (cell, &tile) in start.tiles.iter().enumerate() {
            root.tiles[cell] = tile as u8;
            let Addend { score, distance, .. } = addends[usize::from(tile) * cells + cell];
            root.score += score;
            root.distance += distance;
        }
        Search {
            beam,
            addends,
            cells,
            nodes: vec![root],
            next: Vec::new(),
            seen: Seen::new(beam.width),
            cut: Cut::new(beam.width, root.score),
            candidates: Vec::new(),
            taken: Vec::new(),
        }
    }

    fn run(mut self, is_over: &mut dyn FnMut(u64) -> bool) -> Option<Vec<u8>> {
        let mut best = self.nodes[0].score;
        let (mut waited, mut unasked, mut winner) = (0, 0, 0);
        let CompactBeam { patience, max_moves, .. } = *self.beam;
        while best > 0
            && waited < patience
            && self.taken.len() < max_moves
            && !self.nodes.is_empty()
        {
            unasked += self.nodes.len() as u64;
            if unasked >= CHECK_EVERY {
                if is_over(unasked) {
                    return None;
                }
                unasked = 0;
            }
            self.expand();
            let (score, at) = self.advance();
            waited += 1;
            if score < best {
                (best, winner, waited) = (score, at, 0);
            }
        }
        is_over(unasked);
        (best == 0).then(|| self.path(winner))
    }

    /// Finds the candidates for the next layer.
    fn expand(&mut self) {
        self.candidates.clear();
        self.seen.clear();
        self.cut.clear();
        let left = self.beam.max_moves.saturating_sub(self.taken.len() + 1);
        let mut places = [[0; WHOLE_CELLS]; BATCH];
        let (mut children, mut scores) = (Vec::with_capacity(4 * BATCH), Vec::new());
        for (batch, nodes) in self.nodes.chunks(BATCH).enumerate() {
            children.clear();
            for (parent, (node, places)) in nodes.iter().zip(&mut places).enumerate() {
                for (cell, &tile) in node.tiles.iter().enumerate() {
                    places[usize::from(tile) % WHOLE_CELLS] = cell as u8;
                }
                let sources = &self.beam.map.sources[usize::from(node.blank)];
                for (direction, &from) in sources.iter().enumerate() {
                    if from == OFF || opposite(direction as u8) == node.last {
                        continue;
                    }
                    let tile = node.tiles[usize::from(from)];
                    let [old, new] = self.addends(tile, from as u8, node.blank);
                    if usize::from(node.distance + new.distance - old.distance) > left {
                        continue;
                    }
                    let hash = node.hash ^ old.hash ^ new.hash;
                    let first = self.seen.first(hash);
                    let score = node.score + new.score - old.score;
                    let (parent, direction, from) = (parent as u8, direction as u8, from as u8);
                    children.push(Child { hash, first, score, parent, direction, tile, from });
                }
            }
            children.retain(|child| self.seen.insert(child.hash, child.first));
            scores.clear();
            scores.extend(children.iter().map(|child| {
                let parent = usize::from(child.parent);
                let (places, to) = (&places[parent], nodes[parent].blank);
                child.score + self.beam.patterns.change(places, child.tile, child.from, to)
            }));
            for (child, &score) in children.iter().zip(&scores) {
                if self.cut.takes(score) {
                    let parent = (batch * BATCH) as u32 + u32::from(child.parent);
                    let link = parent << 2 | u32::from(child.direction);
                    self.candidates.push(Candidate { score, link });
                }
            }
        }
        self.cut.finish();
    }

    /// Makes the next layer of the candidates for which it has room. Returns the best score and
    /// the number of its entry.
    fn advance(&mut self) -> (i32, usize) {
        let mut best = (i32::MAX, 0);
        let mut taken = vec![0; self.nodes.len().div_ceil(2)];
        self.next.clear();
        self.next.reserve_exact(self.candidates.len().min(self.beam.width));
        for &Candidate { score, link } in &self.candidates {
            if !self.cut.admits(score) {
                continue;
            }
            let (parent, direction) = ((link >> 2) as usize, (link & 3) as usize);
            taken[parent / 2] |= 1 << (parent % 2 * 4 + direction);
            let mut node = self.nodes[parent];
            let (from, blank) =
                (self.beam.map.sources[usize::from(node.blank)][direction] as u8, node.blank);
            let tile = node.tiles[usize::from(from)];
            let [old, new] = self.addends(tile, from, blank);
            node.tiles[usize::from(blank)] = tile;
            node.tiles[usize::from(from)] = 0;
            node.hash ^= old.hash ^ new.hash;
            node.distance = node.distance + new.distance - old.distance;
            (node.score, node.blank, node.last) = (score, from, direction as u8);
            best = best.min((score, self.next.len()));
            self.next.push(node);
        }
        self.taken.push(taken);
        std::mem::swap(&mut self.nodes, &mut self.next);
        best
    }

    /// What a tile adds on two cells.
    #[inline]
    fn addends(&self, tile: u8, from: u8, to: u8) -> [Addend; 2] {
        let row = usize::from(tile) * self.cells;
        [from, to].map(|cell| self.addends[row + usize::from(cell)])
    }

    /// The moves to an entry of the last layer. The entries of a layer are in the order of their
    /// parents and moves.
    fn path(&self, mut entry: usize) -> Vec<u8> {
        let mut moves = Vec::new();
        for taken in self.taken.iter().rev() {
            let bits = |&parent: &usize| taken[parent / 2] >> (parent % 2 * 4) & 15;
            let mut before = 0;
            let is_parent = |parent: &usize| {
                before += bits(parent).count_ones() as usize;
                before > entry
            };
            let Some(parent) = (0..2 * taken.len()).find(is_parent) else { break };
            let first = before - bits(&parent).count_ones() as usize;
            let mut steps = (0..4).filter(|step| bits(&parent) >> step & 1 == 1);
            moves.extend(steps.nth(entry - first));
            entry = parent;
        }
        moves.reverse();
        moves
    }
}

/// A hash of a tile on a cell.
#[inline]
fn mix(both: usize) -> u64 {
    let mixed = (both as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
