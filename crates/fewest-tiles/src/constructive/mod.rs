//! A constructive solver: a plan for any solvable board of any size at once, but not a
//! short one.
//!
//! It solves lines from the top and from the left, always along the shorter side of the
//! rest, tile by tile. Exact search in a window of two by three cells places the last two
//! tiles of a line together (Parberry 1995 gives the method and its bound, 5n³ moves). The
//! last two by two cells rotate until they are solved.
//!
//! ```
//! use fewest_tiles::{Level, constructive};
//!
//! let mut level = Level::parse("5 1 9 3\n11 13 6 8\n14 10 4 15\n_ 12 7 2\n")?;
//! let plan = constructive::solve(level.geometry(), level.tiles(), &|| false).unwrap();
//! assert!(plan.into_iter().all(|direction| level.slide(direction)));
//! assert!(level.is_solved());
//! # Ok::<(), fewest_puzzle::text::ParseError>(())
//! ```

mod transport;
mod window;

use super::{Direction, Geometry};

/// A plan that solves the board; `None` if the board is unsolvable, or if `should_stop`
/// returns true first. `tiles` is a permutation of the goal's tiles.
pub fn solve(
    geometry: &Geometry,
    tiles: &[u16],
    should_stop: &dyn Fn() -> bool,
) -> Option<Vec<Direction>> {
    if !geometry.is_solvable(tiles) {
        return None;
    }
    let (goal, way_back) = with_blank_in_the_corner(geometry);
    let mut work = Work::new(geometry, tiles, &goal);
    let (width, height) = (geometry.width(), geometry.height());
    let (mut left, mut top) = (0, 0);
    while (width - left, height - top) != (2, 2) {
        // Along the shorter side, tiles travel less far, and the longer side has the three
        // cells that the last two tiles need.
        let line: Vec<usize> = if height - top >= width - left {
            (left..width).map(|x| top * width + x).collect()
        } else {
            (top..height).map(|y| y * width + left).collect()
        };
        let across = if height - top >= width - left {
            top += 1;
            width
        } else {
            left += 1;
            1
        };
        let (singles, pair) = line.split_at(line.len() - 2);
        for &cell in singles {
            if should_stop() {
                return None;
            }
            work.bring(goal[cell], cell);
            work.fix(cell);
        }
        work.place_pair([pair[0], pair[1]], across, [goal[pair[0]], goal[pair[1]]]);
    }
    work.turn_last_cells(&goal);
    work.moves.extend(way_back);
    Some(shorten(work.moves))
}

/// The goal with its blank moved to the bottom right corner, and the moves from there back
/// to the goal.
fn with_blank_in_the_corner(geometry: &Geometry) -> (Vec<u16>, Vec<Direction>) {
    let mut goal = geometry.goal().to_vec();
    let mut blank = geometry.goal_cell(0);
    let mut way_back = Vec::new();
    for direction in [Direction::L, Direction::U] {
        while let Some(next) = geometry.source(blank, direction) {
            goal.swap(blank, next);
            blank = next;
            way_back.push(direction.opposite());
        }
    }
    way_back.reverse();
    (goal, way_back)
}

/// The plan without moves that the next one undoes.
pub fn shorten(moves: Vec<Direction>) -> Vec<Direction> {
    let mut kept: Vec<Direction> = Vec::with_capacity(moves.len());
    for direction in moves {
        if kept.last() == Some(&direction.opposite()) {
            kept.pop();
        } else {
            kept.push(direction);
        }
    }
    kept
}

/// The board during construction.
struct Work<'a> {
    geometry: &'a Geometry,
    tiles: Vec<u16>,
    /// Where each tile is, and the blank for 0.
    cell_of: Vec<usize>,
    /// Column and row of each cell, and of the cell where each tile belongs:
    /// dividing for them would take most of the time.
    places: Vec<(i16, i16)>,
    goal_places: Vec<(i16, i16)>,
    /// The cells that stay as they are.
    fixed: Vec<bool>,
    moves: Vec<Direction>,
}

impl<'a> Work<'a> {
    fn new(geometry: &'a Geometry, tiles: &[u16], goal: &[u16]) -> Self {
        let place = |cell| {
            let (x, y) = geometry.place(cell);
            (x as i16, y as i16)
        };
        Work {
            geometry,
            tiles: tiles.to_vec(),
            cell_of: inverse(tiles),
            goal_places: inverse(goal).into_iter().map(place).collect(),
            places: (0..goal.len()).map(place).collect(),
            fixed: vec![false; tiles.len()],
            moves: Vec::new(),
        }
    }

    fn blank(&self) -> usize {
        self.cell_of[0]
    }

    fn cell_of(&self, tile: u16) -> usize {
        self.cell_of[tile as usize]
    }

    fn fix(&mut self, cell: usize) {
        self.fixed[cell] = true;
    }

    /// Slides the tile on `from`, a cell next to the blank, into the blank.
    fn slide(&mut self, from: usize) {
        let blank = self.blank();
        let direction = match blank.wrapping_sub(from) as isize {
            1 => Direction::R,
            -1 => Direction::L,
            difference if difference > 0 => Direction::D,
            _ => Direction::U,
        };
        let tile = self.tiles[from];
        self.tiles.swap(from, blank);
        self.cell_of[tile as usize] = blank;
        self.cell_of[0] = from;
        self.moves.push(direction);
    }

    /// By how much a slide from `from` to `to` brings the tile nearer to its place.
    fn gain(&self, from: usize, to: usize) -> i32 {
        let (x, y) = self.goal_places[self.tiles[from] as usize];
        let distance = |cell: usize| {
            let (cell_x, cell_y) = self.places[cell];
            i32::from((cell_x - x).abs() + (cell_y - y).abs())
        };
        distance(from) - distance(to)
    }
}

fn inverse(tiles: &[u16]) -> Vec<usize> {
    let mut cells = vec![0; tiles.len()];
    for (cell, &tile) in tiles.iter().enumerate() {
        cells[tile as usize] = cell;
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_to_and_fro_are_cut_out() {
        use Direction::{D, L, R, U};
        assert_eq!(shorten(vec![R, U, D, L, L, U]), [L, U]);
    }
}
