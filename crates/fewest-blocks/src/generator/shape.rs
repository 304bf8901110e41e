//! What makes a set of blocks a shape: it is connected and symmetric.

use super::super::{Direction, Rules, Word};
use fewest::draws::Draws;

/// How far the cells are from forming a shape: 0 for a connected, symmetric set, more
/// for each further piece.
///
/// ```
/// use fewest_blocks::{Word, generator::disorder};
///
/// let line = u64::from_cells([0, 1, 2]);
/// let diamond = u64::from_cells([1, 8, 10, 17]);
/// let scattered = u64::from_cells([0, 5, 19]);
/// assert_eq!(disorder(line, 8), 0);
/// assert!(disorder(line, 8) < disorder(diamond, 8));
/// assert!(disorder(diamond, 8) < disorder(scattered, 8));
/// ```
pub fn disorder<W: Word>(cells: W, width: usize) -> usize {
    let cells: Vec<(usize, usize)> =
        cells.cells().map(|cell| (cell % width, cell / width)).collect();
    let beside = |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) <= 1;
    let touching =
        |a: (usize, usize), b: (usize, usize)| a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1;
    let torn = 3 * (pieces(&cells, touching) - 1) + usize::from(pieces(&cells, beside) > 1);
    if is_symmetric(&cells) { torn } else { torn + 2 }
}

/// The number of connected pieces, where `touch` defines which cells are neighbours.
fn pieces(
    cells: &[(usize, usize)],
    touch: impl Fn((usize, usize), (usize, usize)) -> bool,
) -> usize {
    let mut left = cells.to_vec();
    let mut pieces = 0;
    while let Some(first) = left.pop() {
        pieces += 1;
        let mut piece = vec![first];
        while let Some(cell) = piece.pop() {
            let (near, far) = left.iter().partition(|&&other| touch(cell, other));
            piece.extend::<Vec<_>>(near);
            left = far;
        }
    }
    pieces
}

/// Whether a mirror or a turn of the smallest box around the cells keeps them.
fn is_symmetric(cells: &[(usize, usize)]) -> bool {
    let xs = || cells.iter().map(|&(x, _)| x);
    let ys = || cells.iter().map(|&(_, y)| y);
    let (Some(left), Some(right)) = (xs().min(), xs().max()) else {
        return true;
    };
    let (Some(top), Some(bottom)) = (ys().min(), ys().max()) else {
        return true;
    };
    let is_kept = |image: &dyn Fn(usize, usize) -> (usize, usize)| {
        cells.iter().all(|&(x, y)| cells.contains(&image(x, y)))
    };
    let (sum, difference) = (left + right, top + bottom);
    is_kept(&|x, y| (sum - x, y))
        || is_kept(&|x, y| (x, difference - y))
        || is_kept(&|x, y| (sum - x, difference - y))
        || (right - left == bottom - top
            && (is_kept(&|x, y| (left + y - top, top + x - left))
                || is_kept(&|x, y| (right - (y - top), bottom - (x - left)))))
}

/// Draws connected blocks; `None` if the free cells are not connected.
pub(super) fn grow<W: Word>(rules: &Rules<W>, blocks: usize, draws: &mut Draws) -> Option<W> {
    let free: Vec<usize> = rules.free().cells().collect();
    let neighbours = |set: W| {
        let next = |cell| Direction::ALL.into_iter().filter_map(move |to| rules.next(cell, to));
        W::from_cells(set.cells().flat_map(next)) & !set
    };
    let mut all = W::cell(*free.first()?);
    while !neighbours(all).is_empty() {
        all = all | neighbours(all);
    }
    if all != rules.free() {
        return None;
    }
    let mut grown = W::cell(free[draws.below(free.len() as u64) as usize]);
    while (grown.count() as usize) < blocks {
        let edge: Vec<usize> = neighbours(grown).cells().collect();
        grown = grown | W::cell(*edge.get(draws.below(edge.len().max(1) as u64) as usize)?);
    }
    Some(grown)
}
