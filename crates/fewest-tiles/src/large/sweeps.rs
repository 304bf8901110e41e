//! Brings all tiles near to their places, window by window.
//!
//! The score is the sum of the squares of the distances in both dimensions, so that tiles
//! that are far away go first. A window looks for a path of the blank that gains much in
//! few moves: layer by layer, it keeps the best board for each place of the blank. Such a
//! layer is small and needs no hashing, so a window takes a fraction of a millisecond. When
//! it gains too little, the blank goes to the next window.

use super::map::{Map, Sliding, opposite};

/// How a board is swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sweep {
    /// The columns and rows of a window.
    pub(super) side: usize,
    /// The moves that it looks ahead.
    pub(super) horizon: usize,
    /// What a move must gain.
    pub(super) gain: i32,
}

impl Sweep {
    /// The bytes of a window.
    pub(super) const fn bytes(&self) -> u64 {
        let cells = (self.side * self.side) as u64;
        // Two layers of boards; for each cell a score, a move and more; where paths come from.
        cells * (4 * cells + 20 + 4 * self.horizon as u64)
    }
}

/// All windows of a board are tried at most as often.
const MAX_SWEEPS: usize = 8;

/// Another sweep is worth its time if at least one in this number of all moves is the last one's.
const WORTH: usize = 100;

/// A window is left after as many searches without a gain.
const PATIENCE: usize = 8;

/// The state of a sweep.
pub(super) struct Sweeper<'a> {
    pub(super) map: &'a Map,
    pub(super) width: usize,
    pub(super) height: usize,
    /// The cell on which each tile belongs.
    pub(super) home: &'a [u16],
    pub(super) sweep: Sweep,
}

impl Sweeper<'_> {
    /// Plays moves on the board and returns them. `is_over` is told the expansions since
    /// the last question.
    pub(super) fn play(
        &self,
        board: &mut Sliding,
        is_over: &mut dyn FnMut(u64) -> bool,
    ) -> Vec<u8> {
        let mut window = Window::new(self);
        let mut moves = Vec::new();
        for number in 0..MAX_SWEEPS {
            let before = moves.len();
            for centre in self.centres(number) {
                self.travel(board, centre, &mut moves);
                // What was gained beyond what had to be, and the most of that so far, with
                // its moves and the searches since: a path that is only begun may lead
                // nowhere.
                let (mut gained, mut most, mut waited) = (0, 0, 0);
                let mut kept = moves.len();
                while waited < PATIENCE {
                    let path = window.search(board);
                    if path.is_empty() || is_over(window.expanded) {
                        break;
                    }
                    for step in path {
                        gained += self.gain(board, step) - self.sweep.gain;
                        board.play(self.map, step);
                        moves.push(step);
                    }
                    waited += 1;
                    if gained > most {
                        (most, waited, kept) = (gained, 0, moves.len());
                    }
                }
                for step in moves.drain(kept..).rev() {
                    board.play(self.map, opposite(step));
                }
                if is_over(0) {
                    return moves;
                }
            }
            if (moves.len() - before) * WORTH < moves.len() {
                break;
            }
        }
        moves
    }

    /// What a legal move gains.
    fn gain(&self, board: &Sliding, step: u8) -> i32 {
        let blank = board.blank() as usize;
        let from = self.map.sources[blank][step as usize] as usize;
        let (home_x, home_y) = self.map.places[self.home[board.tiles[from] as usize] as usize];
        let squares = |cell: usize| {
            let (x, y) = self.map.places[cell];
            i32::from(x - home_x).pow(2) + i32::from(y - home_y).pow(2)
        };
        squares(from) - squares(blank)
    }

    /// The centres of the windows, each half a window from the next, row by row and there
    /// and back; by columns the second time, and in the other order the third.
    fn centres(&self, number: usize) -> Vec<(i16, i16)> {
        let along = |length: usize| -> Vec<i16> {
            let half = self.sweep.side / 2;
            let last = length.saturating_sub(half).max(length / 2);
            let first = half.min(last);
            let steps = (first..last).step_by(half.max(1)).chain([last]);
            steps.map(|at| at as i16).collect()
        };
        let (xs, ys) = (along(self.width), along(self.height));
        let by_columns = number % 2 == 1;
        let (outer, inner) = if by_columns { (&xs, &ys) } else { (&ys, &xs) };
        let mut centres = Vec::new();
        for (line, &a) in outer.iter().enumerate() {
            let place = |&b: &i16| if by_columns { (a, b) } else { (b, a) };
            match line % 2 {
                0 => centres.extend(inner.iter().map(place)),
                _ => centres.extend(inner.iter().rev().map(place)),
            }
        }
        if number % 4 > 1 {
            centres.reverse();
        }
        centres
    }

    /// Brings the blank near to a cell.
    fn travel(&self, board: &mut Sliding, (x, y): (i16, i16), moves: &mut Vec<u8>) {
        let side = self.sweep.side;
        let near = (side / 4) as i16;
        loop {
            let (blank_x, blank_y) = self.map.places[board.blank() as usize];
            // A window as long as the board needs no travel along it.
            let dx = if self.width > side { x - blank_x } else { 0 };
            let dy = if self.height > side { y - blank_y } else { 0 };
            if dx.abs().max(dy.abs()) <= near {
                break;
            }
            // The tile goes the other way.
            let step = if dx.abs() > dy.abs() { 2 + u8::from(dx < 0) } else { u8::from(dy < 0) };
            board.play(self.map, step);
            moves.push(step);
        }
    }
}

/// The boards of one layer, one for each cell of the window on which the blank can be.
#[derive(Default)]
struct Layer {
    /// The cells that have a board.
    cells: Vec<u16>,
    /// By cell: the score against the start, and the last move.
    scores: Vec<i32>,
    last: Vec<u8>,
    /// By cell: for every cell of the window, column and row of where its tile belongs.
    boards: Vec<[u8; 2]>,
}

pub(super) struct Window<'a> {
    sweeper: &'a Sweeper<'a>,
    /// The columns and rows of the window.
    columns: usize,
    rows: usize,
    layers: [Layer; 2],
    /// By layer and cell: the cell of the blank one move before, and the move.
    before: Vec<(u16, u8)>,
    /// The layer in which a cell was last reached.
    reached: Vec<u32>,
    round: u32,
    /// Expansions of the last search.
    expanded: u64,
}

/// No move undoes this one.
const NONE: u8 = 8;

impl<'a> Window<'a> {
    pub(super) fn new(sweeper: &'a Sweeper<'a>) -> Self {
        let Sweep { side, horizon, .. } = sweeper.sweep;
        let (columns, rows) = (side.min(sweeper.width), side.min(sweeper.height));
        let cells = columns * rows;
        let layer = || Layer {
            cells: Vec::new(),
            scores: vec![0; cells],
            last: vec![NONE; cells],
            boards: vec![[0, 0]; cells * cells],
        };
        Window {
            sweeper,
            columns,
            rows,
            layers: [layer(), layer()],
            before: vec![(0, 0); cells * (horizon + 1)],
            reached: vec![0; cells],
            round: 0,
            expanded: 0,
        }
    }

    /// The moves to play from here: those of the best path, or its first half if it might
    /// continue; none if no path gains enough.
    pub(super) fn search(&mut self, board: &Sliding) -> Vec<u8> {
        let Sweep { horizon, gain, .. } = self.sweeper.sweep;
        let cells = self.columns * self.rows;
        let origin = self.load(board);
        // The best end of a path: what it gains beyond what it must, its layer and cell.
        let mut best = (0, 0, 0);
        self.expanded = 0;
        for layer in 1..=horizon {
            if self.round == u32::MAX {
                self.reached.fill(0);
                self.round = 0;
            }
            self.round += 1;
            let [even, odd] = &mut self.layers;
            let (from, to) = if layer % 2 == 1 { (even, odd) } else { (odd, even) };
            self.expanded += from.cells.len() as u64;
            let before = &mut self.before[layer * cells..][..cells];
            let shape = (self.columns, self.rows, origin);
            expand(shape, from, to, before, &mut self.reached, self.round);
            for &cell in &to.cells {
                let cell = cell as usize;
                let (parent, _) = before[cell];
                let parent = parent as usize;
                let old = &from.boards[parent * cells..][..cells];
                let new = &mut to.boards[cell * cells..][..cells];
                new.copy_from_slice(old);
                new[parent] = old[cell];
                let value = -to.scores[cell] - gain * layer as i32;
                if value > best.0 {
                    best = (value, layer, cell);
                }
            }
        }
        let (_, length, mut cell) = best;
        let mut path = vec![0; length];
        for layer in (1..=length).rev() {
            let (parent, step) = self.before[layer * cells + cell];
            path[layer - 1] = step;
            cell = parent as usize;
        }
        if length == horizon {
            path.truncate(horizon.div_ceil(2));
        }
        path
    }

    /// Makes the first layer of the board around the blank. Returns the window's first
    /// column and row.
    fn load(&mut self, board: &Sliding) -> (usize, usize) {
        let Sweeper { map, width, height, home, .. } = *self.sweeper;
        let (columns, rows) = (self.columns, self.rows);
        let (x, y) = map.places[board.blank() as usize];
        let first = |at: i16, inside: usize, all: usize| {
            (at as usize).saturating_sub(inside / 2).min(all - inside)
        };
        let (left, top) = (first(x, columns, width), first(y, rows, height));
        let start = (y as usize - top) * columns + x as usize - left;
        let layer = &mut self.layers[0];
        layer.cells.clear();
        layer.cells.push(start as u16);
        (layer.scores[start], layer.last[start]) = (0, NONE);
        let cells = columns * rows;
        for (cell, place) in layer.boards[start * cells..][..cells].iter_mut().enumerate() {
            let at = (top + cell / columns) * width + left + cell % columns;
            let (x, y) = map.places[home[board.tiles[at] as usize] as usize];
            *place = [x as u8, y as u8];
        }
        (left, top)
    }
}

/// The scores of the next layer, without its boards. `shape` has the columns and rows of
/// the window, and its place on the board.
fn expand(
    (columns, rows, (left, top)): (usize, usize, (usize, usize)),
    from: &Layer,
    to: &mut Layer,
    before: &mut [(u16, u8)],
    reached: &mut [u32],
    round: u32,
) {
    let cells = columns * rows;
    to.cells.clear();
    for &blank in &from.cells {
        let blank = blank as usize;
        let (x, y) = (blank % columns, blank / columns);
        let board = &from.boards[blank * cells..][..cells];
        let (score, last) = (from.scores[blank], from.last[blank]);
        // Where the tile comes from, by direction, and how far it is past its place.
        let (column, row) = ((left + x) as i32, (top + y) as i32);
        let tries = [
            (y + 1 < rows, blank.wrapping_add(columns)),
            (y > 0, blank.wrapping_sub(columns)),
            (x + 1 < columns, blank.wrapping_add(1)),
            (x > 0, blank.wrapping_sub(1)),
        ];
        for (direction, (is_inside, source)) in (0u8..).zip(tries) {
            if !is_inside || opposite(direction) == last {
                continue;
            }
            let [home_x, home_y] = board[source].map(i32::from);
            // From d² to (d ± 1)², where d is signed so that the move goes down.
            let distance = match direction {
                0 => row + 1 - home_y,
                1 => home_y - (row - 1),
                2 => column + 1 - home_x,
                _ => home_x - (column - 1),
            };
            let score = score + 1 - 2 * distance;
            if reached[source] != round {
                reached[source] = round;
                to.cells.push(source as u16);
            } else if to.scores[source] <= score {
                continue;
            }
            (to.scores[source], to.last[source]) = (score, direction);
            before[source] = (blank as u16, direction);
        }
    }
}
