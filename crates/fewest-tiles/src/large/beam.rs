//! A beam search whose expansions take the same time on boards of every size.
//!
//! The entries of the beam are the leaves of a tree of moves. They are not stored as
//! boards: one board walks along the whole tree, from leaf to leaf, and plays and undoes the
//! moves between them. What all leaves share is played for good, so the tree stays shallow,
//! and nothing is stored but the tree and the moves played.

mod index;

use self::index::Index;
use super::lines::Lines;
use super::map::{Map, OFF, Sliding, opposite};

/// In a tour, after the four directions and their undoing: an entry.
const LEAF: u8 = 8;
/// What is added to a direction to undo it.
const BACK: u8 = 4;

/// Expansions between two questions to `is_over`.
const CHECK_EVERY: u64 = 2_000;

/// Which entries count as the same, so that only the best of them is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Same {
    /// Those with the same board.
    Board,
    /// Those with the blank and the next tiles of the lines on the same cells. The beam does
    /// not fill with boards that differ only where it makes no difference yet.
    Next,
}

/// What the score adds for lines that are not solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Weights {
    /// For each group that is not in its place.
    pub(super) group: i64,
    /// For each move that the next group is away from its place.
    pub(super) moves: i64,
}

/// Beyond this distance of the next group, a move counts half: a new group that is far away
/// must not make it worse to have solved one.
const NEAR: i64 = 40;

/// The tiles of the lines that tell two entries apart.
const NEXT_TILES: usize = 4;

#[derive(Clone, Copy, Debug)]
pub(super) struct Beam<'a> {
    pub(super) map: &'a Map,
    /// The cell on which each tile belongs.
    pub(super) home: &'a [u16],
    /// The score of a tile's distance in one dimension.
    pub(super) distance_score: &'a [i64],
    pub(super) lines: Option<(&'a Lines, Weights)>,
    pub(super) width: usize,
    pub(super) same: Same,
    /// It stops at a score of this or less,
    pub(super) enough: i64,
    /// or after as many layers without a better score,
    pub(super) patience: usize,
    /// or when no entry can be solved within these moves.
    pub(super) max_moves: Option<i64>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Without the lines.
    score: i64,
    hash: u64,
    /// Groups in their places.
    solved: u32,
    /// A bound on the moves, if they are limited.
    distance: u16,
    last: u8,
}

#[derive(Clone, Copy, Debug)]
struct Candidate {
    entry: Entry,
    /// All in all.
    score: i64,
    key: u64,
    parent: u32,
    is_dropped: bool,
}

/// What a beam found: the moves to its best board.
#[derive(Debug)]
pub(super) struct Found {
    pub(super) moves: Vec<u8>,
    pub(super) is_enough: bool,
}

impl Beam<'_> {
    /// Bytes for each entry of the width: entries, candidates, their index, and the tour.
    pub(super) const BYTES: u64 = 600;

    /// Searches from a board. `is_over` is told the expansions since the last question.
    pub(super) fn search(&self, start: &Sliding, is_over: &mut dyn FnMut(u64) -> bool) -> Found {
        let mut board = start.clone();
        let root = self.root(&board);
        let mut best = self.score(&board);
        let mut found = Found { moves: Vec::new(), is_enough: best <= self.enough };
        let (mut tour, mut entries) = (vec![LEAF], vec![root]);
        let (mut next_tour, mut next_entries) = (Vec::new(), Vec::new());
        let (mut candidates, mut index) = (Vec::new(), Index::new(self.width));
        let mut scores = Vec::new();
        // The moves played for good, and how many of them lead to the best board.
        let (mut played, mut shared) = (Vec::new(), 0);
        let (mut waited, mut unasked) = (0, 0);
        for layer in 1.. {
            if found.is_enough || waited >= self.patience {
                break;
            }
            unasked += entries.len() as u64;
            if unasked >= CHECK_EVERY {
                if is_over(unasked) {
                    break;
                }
                unasked = 0;
            }
            candidates.clear();
            index.clear();
            let mut number = 0;
            for &step in &tour {
                match step {
                    LEAF => {
                        let entry = &entries[number as usize];
                        self.expand(&board, entry, number, layer, &mut candidates, &mut index);
                        number += 1;
                    }
                    BACK.. => board.play(self.map, opposite(step - BACK)),
                    _ => board.play(self.map, step),
                }
            }
            let mut room = self.cut(&candidates, &mut scores);
            next_tour.clear();
            next_entries.clear();
            let mut winner = (i64::MAX, 0);
            let (mut number, mut rest) = (0, candidates.iter().peekable());
            for &step in &tour {
                match step {
                    LEAF => {
                        while let Some(new) = rest.next_if(|new| new.parent == number) {
                            if new.is_dropped || !room.admits(new.score) {
                                continue;
                            }
                            winner = winner.min((new.score, next_entries.len()));
                            let last = new.entry.last;
                            next_tour.extend([last, LEAF, last + BACK]);
                            next_entries.push(new.entry);
                        }
                        number += 1;
                    }
                    // A branch without a leaf.
                    BACK.. if next_tour.last() == Some(&(step - BACK)) => {
                        next_tour.pop();
                    }
                    _ => next_tour.push(step),
                }
            }
            std::mem::swap(&mut tour, &mut next_tour);
            std::mem::swap(&mut entries, &mut next_entries);
            if entries.is_empty() {
                break;
            }
            for step in take_trunk(&mut tour) {
                board.play(self.map, step);
                played.push(step);
            }
            waited += 1;
            if winner.0 < best {
                (best, waited, shared) = (winner.0, 0, played.len());
                found.moves = path(&tour, winner.1);
                found.is_enough = best <= self.enough;
            }
        }
        is_over(unasked);
        played.truncate(shared);
        played.append(&mut found.moves);
        Found { moves: played, ..found }
    }

    /// Adds the entries that one move reaches.
    fn expand(
        &self,
        board: &Sliding,
        entry: &Entry,
        parent: u32,
        layer: i64,
        candidates: &mut Vec<Candidate>,
        index: &mut Index,
    ) {
        let blank = board.blank();
        // What the index says of all of them is read at once, since each answer comes late.
        let mut children = [Child::default(); 4];
        let mut count = 0;
        for direction in 0..4 {
            let from = self.map.sources[blank as usize][direction as usize];
            let is_locked = |(lines, _): (&Lines, _)| lines.is_locked(from, entry.solved);
            if from == OFF || opposite(direction) == entry.last || self.lines.is_some_and(is_locked)
            {
                continue;
            }
            let tile = board.tiles[from as usize];
            let hash = entry.hash ^ mix(tile, from) ^ mix(tile, blank);
            children[count] = Child { direction, from, tile, hash, slot: index.first(hash) };
            count += 1;
        }
        for &Child { direction, from, tile, hash, slot } in &children[..count] {
            // The same board has the same score.
            if self.same == Same::Board && index.has(hash, slot) {
                continue;
            }
            let mut new = Entry { hash, last: direction, ..*entry };
            if let Some(moves) = self.max_moves {
                new.distance = entry.distance + self.moves(tile, blank) - self.moves(tile, from);
                if layer + i64::from(new.distance) > moves {
                    continue;
                }
            }
            new.score += self.distance(tile, blank) - self.distance(tile, from);
            if let Some((lines, _)) = self.lines {
                let at = |other| if other == tile { blank } else { board.cells[other as usize] };
                new.solved = lines.solved(entry.solved, at);
            }
            let score = self.total(board, &new, from, tile, blank);
            let key = match self.same {
                Same::Board => new.hash,
                Same::Next => self.next_key(board, new.solved, from, tile, blank),
            };
            let candidate = Candidate { entry: new, score, key, parent, is_dropped: false };
            index.add(candidate, candidates);
        }
    }

    /// A hash of the lines' next tiles and the blank: of the board on which the blank is on
    /// `blank` and `moved` on `to`.
    #[inline]
    fn next_key(&self, board: &Sliding, solved: u32, blank: u16, moved: u16, to: u16) -> u64 {
        let key = mix(0, blank) ^ u64::from(solved).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let tiles = self.lines.map_or(&[][..], |(lines, _)| lines.next(solved, NEXT_TILES));
        let at = |tile| if tile == moved { to } else { board.cells[tile as usize] };
        tiles.iter().fold(key, |key, &tile| key ^ mix(tile, at(tile)))
    }

    /// The score with the lines: of the board on which the blank is on `blank` and `moved`
    /// on `to`.
    #[inline]
    fn total(&self, board: &Sliding, entry: &Entry, blank: u16, moved: u16, to: u16) -> i64 {
        let Some((lines, weights)) = self.lines else { return entry.score };
        let left = lines.groups.len() as i64 - i64::from(entry.solved);
        let at = |tile| if tile == moved && to != OFF { to } else { board.cells[tile as usize] };
        let moves = lines.estimate(self.map, entry.solved, blank, at);
        let near = moves.min(NEAR) * weights.moves + (moves - NEAR).max(0) * weights.moves / 2;
        entry.score + left * weights.group + near
    }

    /// The score of a tile's distance from its place.
    #[inline]
    fn distance(&self, tile: u16, cell: u16) -> i64 {
        let (x, y) = self.map.places[cell as usize];
        let (home_x, home_y) = self.map.places[self.home[tile as usize] as usize];
        self.distance_score[x.abs_diff(home_x) as usize]
            + self.distance_score[y.abs_diff(home_y) as usize]
    }

    /// A tile's distance from its place.
    #[inline]
    fn moves(&self, tile: u16, cell: u16) -> u16 {
        let (x, y) = self.map.places[cell as usize];
        let (home_x, home_y) = self.map.places[self.home[tile as usize] as usize];
        x.abs_diff(home_x) + y.abs_diff(home_y)
    }

    /// The score of a board.
    pub(super) fn score(&self, board: &Sliding) -> i64 {
        self.total(board, &self.root(board), board.blank(), 0, OFF)
    }

    fn root(&self, board: &Sliding) -> Entry {
        let solved = self.lines.map_or(0, |(lines, _)| lines.solved_on(board));
        let cells = board.cells.iter().enumerate().skip(1).filter(|_| self.max_moves.is_some());
        let distance: usize =
            cells.map(|(tile, &cell)| usize::from(self.moves(tile as u16, cell))).sum();
        // No limit on moves is that high.
        let distance = distance.min(usize::from(u16::MAX) / 2) as u16;
        Entry { score: self.distances(board), hash: 0, solved, distance, last: LEAF }
    }

    /// The score of all distances.
    fn distances(&self, board: &Sliding) -> i64 {
        let cells = board.cells.iter().enumerate().skip(1);
        cells.map(|(tile, &cell)| self.distance(tile as u16, cell)).sum()
    }

    /// Which scores have room in the next layer.
    fn cut(&self, candidates: &[Candidate], scores: &mut Vec<i64>) -> Room {
        scores.clear();
        scores.extend(candidates.iter().filter(|new| !new.is_dropped).map(|new| new.score));
        if scores.len() <= self.width {
            return Room { below: i64::MAX, at: 0 };
        }
        let (better, &mut below, _) = scores.select_nth_unstable(self.width);
        let at = self.width - better.iter().filter(|&&score| score < below).count();
        Room { below, at }
    }
}

/// The room in a layer: for all scores below one, and for some of just that.
struct Room {
    below: i64,
    at: usize,
}

impl Room {
    fn admits(&mut self, score: i64) -> bool {
        if score == self.below && self.at > 0 {
            self.at -= 1;
            return true;
        }
        score < self.below
    }
}

/// The moves that start a tour and are undone only at its end. Removes them.
fn take_trunk(tour: &mut Vec<u8>) -> Vec<u8> {
    let mut trunk = Vec::new();
    loop {
        let inner = trunk.len()..tour.len() - trunk.len();
        let first = tour[inner.start];
        if first >= BACK || tour[inner.end - 1] != first + BACK {
            break;
        }
        // Back at the start before the end: these are two branches.
        let mut depth = 0;
        let is_trunk = tour[inner.start..inner.end - 1].iter().all(|&step| {
            depth += i32::from(step < BACK) - i32::from((BACK..LEAF).contains(&step));
            depth > 0
        });
        if !is_trunk {
            break;
        }
        trunk.push(first);
    }
    if !trunk.is_empty() {
        tour.truncate(tour.len() - trunk.len());
        tour.drain(..trunk.len());
    }
    trunk
}

/// The moves to a leaf.
fn path(tour: &[u8], leaf: usize) -> Vec<u8> {
    let mut moves = Vec::new();
    let mut number = 0;
    for &step in tour {
        match step {
            LEAF if number == leaf => break,
            LEAF => number += 1,
            BACK.. => {
                moves.pop();
            }
            _ => moves.push(step),
        }
    }
    moves
}

/// A board that one move reaches.
#[derive(Clone, Copy, Default)]
struct Child {
    direction: u8,
    from: u16,
    tile: u16,
    hash: u64,
    /// What the index has where it belongs.
    slot: u64,
}

/// A hash of a tile on a cell.
#[inline]
fn mix(tile: u16, cell: u16) -> u64 {
    let both = u64::from(tile) << 16 | u64::from(cell);
    let mixed = (both + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}
