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
use super::patterns::{Patterns, Slide};

/// Expansions between two questions to `is_over`.
const CHECK_EVERY: u64 = 2_000;

/// What several entries read from memory is asked for together, since it comes late.
const BATCH: usize = 16;

/// An entry has as many cells, or all of them.
const FEW_CELLS: usize = 40;

/// What is no tile of a board that has fewer cells.
const NO_TILE: u8 = WHOLE_CELLS as u8 - 1;

/// The cell of each tile; a byte is always a place in it.
pub(super) type Places = [u8; 1 << 8];
pub(super) const NO_PLACES: Places = [0; 1 << 8];

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

    /// The score and the Manhattan distance of a tile on a cell.
    fn distance(&self, tile: u16, cell: usize) -> (i32, i16) {
        if tile == 0 {
            return (0, 0);
        }
        let (x, y) = self.map.places[cell];
        let (home_x, home_y) = self.map.places[self.home[usize::from(tile)] as usize];
        let distances = [x.abs_diff(home_x), y.abs_diff(home_y)];
        let scores = distances.map(|distance| self.distance_score[usize::from(distance)]);
        (scores.iter().sum(), distances.iter().sum::<u16>() as i16)
    }

    /// All slides, by the cell of the blank, the tile, and the move.
    fn steps(&self, cells: usize) -> Vec<Step> {
        let step = |number: usize| {
            let (to, tile, direction) = (number / 4 / cells, number / 4 % cells, number % 4);
            let from = usize::from(self.map.sources[to][direction]);
            if from == usize::from(OFF) || tile == 0 {
                return Step::default();
            }
            let [old, new] = [from, to].map(|cell| self.distance(tile as u16, cell));
            let slide = self.patterns.slide(tile as u8, from as u8, to as u8);
            Step { score: new.0 - old.0, distance: new.1 - old.1, slide }
        };
        (0..4 * cells * cells).map(step).collect()
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

impl<const N: usize> Node<N> {
    /// The number of a step.
    #[inline]
    fn number(&self, from: u16, direction: usize, cells: usize) -> usize {
        let tile = usize::from(self.tiles[usize::from(from)]);
        (usize::from(self.blank) * cells + tile) << 2 | direction
    }
}

/// A board that one move reaches.
#[derive(Clone, Copy, Debug, Default)]
struct Child {
    /// Without what the patterns change.
    score: i32,
    /// The number of its step.
    step: u32,
    link: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Candidate {
    score: i32,
    /// The number of its parent and, in the last two bits, the move.
    link: u32,
}

/// A slide of a tile into a blank.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// What it adds to the score without the patterns, and to the distance.
    score: i32,
    distance: i16,
    slide: Slide,
}

struct Search<'a, const N: usize> {
    beam: &'a CompactBeam<'a>,
    /// By the cell of the blank, the tile, and the move.
    steps: Vec<Step>,
    /// By tile and cell.
    hashes: Vec<u64>,
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
            let (score, distance) = beam.distance(tile, cell);
            root.score += score;
            root.distance += distance as u16;
        }
        Search {
            beam,
            steps: beam.steps(cells),
            hashes: (0..cells * cells).map(mix).collect(),
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
        let Search { beam, ref steps, ref nodes, ref mut cut, ref mut candidates, .. } = *self;
        // As many as there can be: only from the first board may a blank move four ways.
        candidates.resize(3 * nodes.len() + 1, Candidate::default());
        let mut taken = 0;
        cut.clear();
        let left = beam.max_moves.saturating_sub(self.taken.len() + 1);
        let left = left.min(usize::from(u16::MAX)) as u16;
        let mut places = [NO_PLACES; BATCH];
        let mut children = [Child::default(); 4 * BATCH];
        for (batch, nodes) in nodes.chunks(BATCH).enumerate() {
            let mut count = 0;
            for (parent, (node, places)) in nodes.iter().zip(&mut places).enumerate() {
                for (cell, &tile) in node.tiles.iter().enumerate() {
                    places[usize::from(tile)] = cell as u8;
                }
                let sources = &beam.map.sources[usize::from(node.blank)];
                for (direction, &from) in sources.iter().enumerate() {
                    let is_off = from == OFF;
                    let from = if is_off { node.blank.into() } else { from };
                    let number = node.number(from, direction, self.cells);
                    let step = &steps[number];
                    // Without a branch, which would often be predicted wrong.
                    children[count] = Child {
                        score: node.score + step.score,
                        step: number as u32,
                        link: ((batch * BATCH + parent) << 2 | direction) as u32,
                    };
                    let is_undone = opposite(direction as u8) == node.last;
                    let is_far = node.distance.wrapping_add_signed(step.distance) > left;
                    count += usize::from(!(is_off | is_undone | is_far));
                }
            }
            for child in &children[..count] {
                let slide = &steps[child.step as usize].slide;
                let places = &places[(child.link >> 2) as usize % BATCH];
                let score = child.score + beam.patterns.change(places, slide);
                candidates[taken] = Candidate { score, link: child.link };
                taken += usize::from(cut.takes(score));
            }
        }
        candidates.truncate(taken);
        cut.finish();
    }

    /// Makes the next layer of the candidates for which it has room. Returns the best score and
    /// the number of its entry.
    fn advance(&mut self) -> (i32, usize) {
        let mut best = (i32::MAX, 0);
        let mut taken = vec![0; self.nodes.len().div_ceil(2)];
        let mut candidates = std::mem::take(&mut self.candidates);
        let mut room = 0;
        for at in 0..candidates.len() {
            candidates[room] = candidates[at];
            room += usize::from(self.cut.admits(candidates[at].score));
        }
        candidates.truncate(room);
        self.next.clear();
        self.next.reserve_exact(candidates.len());
        self.seen.clear();
        let mut hashes = [(0, 0); BATCH];
        for batch in candidates.chunks(BATCH) {
            for (candidate, hash) in batch.iter().zip(&mut hashes) {
                let new = self.hash(candidate.link);
                *hash = (new, self.seen.first(new));
            }
            for (&Candidate { score, link }, &(hash, first)) in batch.iter().zip(&hashes) {
                if !self.seen.insert(hash, first) {
                    continue;
                }
                let (parent, direction) = ((link >> 2) as usize, (link & 3) as usize);
                taken[parent / 2] |= 1 << (parent % 2 * 4 + direction);
                let Node { blank, .. } = self.nodes[parent];
                let from = self.beam.map.sources[usize::from(blank)][direction];
                let step = &self.steps[self.nodes[parent].number(from, direction, self.cells)];
                best = best.min((score, self.next.len()));
                // Changed where it is: what was written byte by byte is not soon read as a whole.
                self.next.push(self.nodes[parent]);
                let Some(node) = self.next.last_mut() else { continue };
                node.tiles[usize::from(blank)] = node.tiles[usize::from(from)];
                node.tiles[usize::from(from)] = 0;
                node.distance = node.distance.wrapping_add_signed(step.distance);
                (node.hash, node.score) = (hash, score);
                (node.blank, node.last) = (from as u8, direction as u8);
            }
        }
        self.candidates = candidates;
        self.taken.push(taken);
        std::mem::swap(&mut self.nodes, &mut self.next);
        best
    }

    /// The hash of the board to which a link leads.
    #[inline]
    fn hash(&self, link: u32) -> u64 {
        let node = &self.nodes[(link >> 2) as usize];
        let blank = usize::from(node.blank);
        let from = usize::from(self.beam.map.sources[blank][(link & 3) as usize]);
        let row = usize::from(node.tiles[from]) * self.cells;
        node.hash ^ self.hashes[row + from] ^ self.hashes[row + blank]
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
