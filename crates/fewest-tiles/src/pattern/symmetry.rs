//! The symmetries of a board that keep the blank's goal in its place.
//!
//! A turned or mirrored board takes as many moves as the board itself, if its tiles are
//! renamed so that each stands for the one whose place it takes. So a pattern database
//! can be looked up for the board and for each of its images (Culberson and Schaeffer
//! 1998).

use crate::Geometry;

/// A symmetry: where each cell goes, and which tile each tile stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Symmetry {
    pub(super) cells: Vec<u8>,
    pub(super) tiles: Vec<u8>,
}

impl Symmetry {
    /// All of them, the identity first.
    pub(super) fn all(geometry: &Geometry) -> Vec<Symmetry> {
        let (width, height) = (geometry.width(), geometry.height());
        let is_square = width == height;
        let mut all = Vec::new();
        for number in 0..8 {
            let (is_transposed, flips) = (number & 4 != 0, number & 3);
            if is_transposed && !is_square {
                continue;
            }
            let image = |cell: usize| {
                let (x, y) = geometry.place(cell);
                let (x, y) = if is_transposed { (y, x) } else { (x, y) };
                let x = if flips & 1 != 0 { width - 1 - x } else { x };
                let y = if flips & 2 != 0 { height - 1 - y } else { y };
                y * width + x
            };
            let blank = geometry.goal_cell(0);
            if image(blank) != blank {
                continue;
            }
            let cells: Vec<u8> = (0..geometry.cells()).map(|cell| image(cell) as u8).collect();
            let stands_for = |tile| geometry.goal()[image(geometry.goal_cell(tile))] as u8;
            let tiles = (0..geometry.cells()).map(stands_for).collect();
            all.push(Symmetry { cells, tiles });
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_blanks_goal_stays() {
        let count = |width, height, blank: usize| {
            let mut goal: Vec<u16> = (1..width as u16 * height as u16).collect();
            goal.insert(blank, 0);
            Symmetry::all(&Geometry::new(width, height, &goal)).len()
        };
        assert_eq!([count(4, 4, 15), count(4, 4, 0), count(4, 4, 1)], [2, 2, 1]);
        assert_eq!([count(3, 3, 4), count(3, 3, 1), count(5, 3, 7), count(5, 3, 14)], [8, 2, 4, 1]);
    }
}
