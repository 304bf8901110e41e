//! One way of solving a board: first all tiles come near to their places, then the lines
//! are solved by a beam.

use super::super::{Direction, Geometry, constructive};
use super::beam::{Beam, Same, Weights};
use super::lines::Lines;
use super::map::{Map, Sliding};
use super::sweeps::{Sweep, Sweeper};

/// What the score of the beam adds for lines that are not solved.
const WEIGHTS: Weights = Weights { group: 600, moves: 16 };

/// A beam that is caught is widened at most this many times.
const MAX_WIDER: usize = 16;

/// One way of solving a board.
#[derive(Debug)]
pub(super) struct Attempt<'a> {
    pub(super) map: &'a Map,
    pub(super) geometry: &'a Geometry,
    pub(super) lines: &'a Lines,
    pub(super) width: usize,
    /// The widest beam that the memory allows.
    pub(super) max_width: usize,
    /// How the tiles come near first, if they do.
    pub(super) sweep: Option<Sweep>,
}

impl Attempt<'_> {
    /// A plan, if the beam and a constructive end lead to one. When `is_over`, the end begins;
    /// when it `is_too_late`, there is none: on the largest boards it takes many seconds.
    pub(super) fn solve(
        &self,
        tiles: &[u16],
        is_over: &mut dyn FnMut(u64) -> bool,
        is_too_late: &dyn Fn() -> bool,
    ) -> Option<Vec<Direction>> {
        let (map, geometry) = (self.map, self.geometry);
        let mut board = Sliding::new(tiles);
        let home: Vec<u16> = (0..tiles.len()).map(|tile| geometry.goal_cell(tile) as u16).collect();
        let mut moves = Vec::new();
        if let Some(sweep) = self.sweep {
            let (width, height) = (geometry.width(), geometry.height());
            let sweeper = Sweeper { map, width, height, home: &home, sweep };
            moves = sweeper.play(&mut board, is_over);
        }
        let is_solved = self.solve_lines(&home, &mut board, &mut moves, is_over);
        let mut moves = directions(moves);
        if !is_solved {
            moves.extend(constructive::solve(geometry, &board.tiles, is_too_late)?);
        }
        Some(constructive::shorten(moves))
    }

    /// Solves the lines as far as possible. Returns whether the board is solved.
    fn solve_lines(
        &self,
        home: &[u16],
        board: &mut Sliding,
        moves: &mut Vec<u8>,
        is_over: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        let side = self.geometry.width().max(self.geometry.height()) as i64;
        let distance_score: Vec<i64> =
            (0..side).map(|distance| 8 * distance * (1 + distance)).collect();
        let beam = Beam {
            map: self.map,
            home,
            distance_score: &distance_score,
            lines: Some((self.lines, WEIGHTS)),
            width: self.width,
            same: Same::Next,
            enough: 0,
            patience: 100,
            max_moves: None,
        };
        // A narrow beam is caught now and then where nothing can be gained. A wider one gets
        // out; then the narrow one goes on, which is faster.
        let mut width = self.width;
        loop {
            let escaped = (beam.score(board) - WEIGHTS.group).max(0);
            let enough = if width > self.width { escaped } else { 0 };
            let found = Beam { width, enough, ..beam }.search(board, is_over);
            for &step in &found.moves {
                board.play(self.map, step);
            }
            moves.extend(found.moves);
            if beam.score(board) == 0 {
                return true;
            }
            width = if found.is_enough { self.width } else { 4 * width };
            if width > self.max_width.min(MAX_WIDER * self.width) || is_over(0) {
                return false;
            }
        }
    }
}

/// As directions.
pub(super) fn directions(moves: Vec<u8>) -> Vec<Direction> {
    moves.into_iter().map(|step| Direction::ALL[step as usize]).collect()
}
