//! One way of solving a board by beams: first all tiles come near to their places, then
//! the lines are solved.

use super::super::{Direction, Geometry, constructive};
use super::beam::{Beam, Same, Weights};
use super::lines::Lines;
use super::map::{Map, Sliding};

/// The first beam should reach all of the board, or it is caught where it has sorted a part;
/// but this width takes a second for some thousand moves.
const COARSE_WIDTH: usize = 2500;

/// Where the first beam is caught, it is widened up to this.
const MAX_COARSE_WIDTH: usize = 16_000;

/// A wider beam has got out when the score is better by this for each column or row.
const ESCAPE: i64 = 20;

/// One way of solving a board by beams.
#[derive(Debug)]
pub(super) struct Attempt<'a> {
    pub(super) map: &'a Map,
    pub(super) geometry: &'a Geometry,
    pub(super) lines: &'a Lines,
    pub(super) width: usize,
    /// When the tiles are near enough: the mean of the squares of their distances.
    pub(super) near: i64,
}

impl Attempt<'_> {
    /// A plan, if the beams and a constructive end lead to one.
    pub(super) fn solve(
        &self,
        tiles: &[u16],
        is_over: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Vec<Direction>> {
        let mut board = Sliding::new(tiles);
        let mut moves = Vec::new();
        let mut take = |board: &mut Sliding, more: Vec<u8>| {
            for &step in &more {
                board.play(self.map, step);
            }
            moves.extend(more);
        };
        let cells = tiles.len() as i64;
        let home: Vec<u16> =
            (0..tiles.len()).map(|tile| self.geometry.goal_cell(tile) as u16).collect();
        let side = self.geometry.width().max(self.geometry.height()) as i64;
        let squares: Vec<i64> = (0..side).map(|distance| distance * distance).collect();
        let mixed: Vec<i64> =
            squares.iter().enumerate().map(|(i, square)| 8 * i as i64 + 8 * square).collect();
        let coarse = Beam {
            map: self.map,
            home: &home,
            distance_score: &squares,
            lines: None,
            width: tiles.len().min(COARSE_WIDTH),
            same: Same::Blank,
            enough: self.near * cells,
            patience: 300,
            max_moves: None,
        };
        // A narrow beam is caught now and then where nothing can be gained. A wider one gets
        // out; then the narrow one goes on, which is faster.
        let mut width = coarse.width;
        loop {
            let escaped = coarse.distances(&board) - ESCAPE * side;
            let is_caught = width > coarse.width;
            let enough = if is_caught { escaped.max(coarse.enough) } else { coarse.enough };
            let found = Beam { width, enough, ..coarse }.search(&board, is_over);
            take(&mut board, found.moves);
            if coarse.distances(&board) <= coarse.enough || is_over(0) {
                break;
            }
            width = if found.is_enough { coarse.width } else { 4 * width };
            if width > MAX_COARSE_WIDTH {
                break;
            }
        }
        let weights = Weights { group: 600, moves: 16 };
        let by_lines = Beam {
            distance_score: &mixed,
            lines: Some((self.lines, weights)),
            width: self.width,
            same: Same::Board,
            enough: 0,
            patience: 300,
            ..coarse
        };
        let found = by_lines.search(&board, is_over);
        let is_solved = found.is_enough;
        take(&mut board, found.moves);
        let mut moves = directions(moves);
        if !is_solved {
            moves.extend(constructive::solve(self.geometry, &board.tiles, &|| false)?);
        }
        Some(constructive::shorten(moves))
    }
}

/// As directions.
pub(super) fn directions(moves: Vec<u8>) -> Vec<Direction> {
    moves.into_iter().map(|step| Direction::ALL[step as usize]).collect()
}
