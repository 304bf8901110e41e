//! Shortens a plan stretch by stretch.
//!
//! The boards at both ends of a stretch are known, so a better way between them is a small
//! problem of its own, with the Manhattan distance to the later board as its bound. Both
//! ends are exact, so the rest of the plan stays as it is, and threads can work on
//! different parts of it at the same time.

use super::beam::{Beam, Same};
use super::map::{Map, Sliding};

/// How long a stretch is, and how wide the beam that looks for a shorter one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    pub(super) moves: usize,
    pub(super) width: usize,
}

/// Shortens a part of a plan. `tell` is called with the part after each gain; `is_over` is
/// told the expansions since the last question.
pub(super) fn shorten(
    map: &Map,
    start: &Sliding,
    mut part: Vec<u8>,
    effort: Effort,
    tell: &mut dyn FnMut(&[u8]),
    is_over: &mut dyn FnMut(u64) -> bool,
) -> Vec<u8> {
    let longest = map.places.iter().map(|&(x, y)| x.max(y)).max().unwrap_or(0);
    let distance_score: Vec<i64> = (0..=i64::from(longest)).collect();
    let mut board = start.clone();
    let mut at = 0;
    while part.len() - at > 2 && !is_over(0) {
        let end = part.len().min(at + effort.moves);
        let mut goal = board.clone();
        for &step in &part[at..end] {
            goal.play(map, step);
        }
        let beam = Beam {
            map,
            home: &goal.cells,
            distance_score: &distance_score,
            lines: None,
            width: effort.width,
            same: Same::Board,
            enough: 0,
            patience: usize::MAX,
            max_moves: Some((end - at) as i64 - 2),
        };
        let found = beam.search(&board, is_over);
        if found.is_enough {
            part.splice(at..end, found.moves);
            tell(&part);
        }
        // Half of each stretch is in the next one too.
        for &step in &part[at..part.len().min(at + effort.moves / 2)] {
            board.play(map, step);
        }
        at = part.len().min(at + effort.moves / 2);
    }
    part
}
