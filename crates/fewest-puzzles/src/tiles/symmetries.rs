//! The mirror images of a board.
//!
//! A rotation or reflection of the board that leaves the blank's place in the
//! goal where it is, followed by a renumbering of the tiles that makes the
//! turned goal the goal again, keeps moves, goal and distances. A square board
//! with its blank in a corner has one beside the identity; with its blank in the
//! middle it has seven.

use super::board::Board;
use super::geometry::Geometry;
use super::rules::Tiles;
use fewest::space::Symmetric;

/// The image of each cell and of each tile.
#[derive(Clone, Debug)]
struct Symmetry {
    cells: Vec<u16>,
    tiles: Vec<u16>,
}

/// The symmetries of a board and its goal, without the identity.
#[derive(Clone, Debug)]
pub struct Symmetries(Vec<Symmetry>);

impl Symmetries {
    /// Those of this shape and goal.
    pub fn new(geometry: &Geometry) -> Self {
        let (width, height) = (geometry.width(), geometry.height());
        let mut symmetries: Vec<Symmetry> = Vec::new();
        // Bit 0 swaps left and right, bit 1 top and bottom, bit 2 rows and columns.
        for turn in 1..8 {
            if turn & 4 != 0 && width != height {
                continue;
            }
            let turned = |cell: usize| {
                let (x, y) = geometry.place(cell);
                let x = if turn & 1 != 0 { width - 1 - x } else { x };
                let y = if turn & 2 != 0 { height - 1 - y } else { y };
                let (x, y) = if turn & 4 != 0 { (y, x) } else { (x, y) };
                y * width + x
            };
            if turned(geometry.goal_cell(0)) != geometry.goal_cell(0) {
                continue;
            }
            let cells = (0..geometry.cells()).map(|cell| turned(cell) as u16).collect();
            let renumbered = |tile| geometry.goal()[turned(geometry.goal_cell(tile))];
            let tiles = (0..geometry.cells()).map(renumbered).collect();
            symmetries.push(Symmetry { cells, tiles });
        }
        Symmetries(symmetries)
    }

    /// The other images of a board, given by its tiles row by row.
    pub fn images<'a>(&'a self, tiles: &'a [u16]) -> impl Iterator<Item = Vec<u16>> + 'a {
        self.0.iter().map(move |symmetry| {
            let mut image = vec![0; tiles.len()];
            for (cell, &tile) in tiles.iter().enumerate() {
                image[symmetry.cells[cell] as usize] = symmetry.tiles[tile as usize];
            }
            image
        })
    }
}

impl<B: Board> Symmetric for Tiles<B> {
    /// The first of all images in the order of their tiles.
    fn canonical(&self, board: &B) -> B {
        let tiles = board.to_tiles(self.geometry().cells());
        match self.geometry().symmetries().images(&tiles).min() {
            Some(image) if image < tiles => B::from_tiles(&image),
            _ => board.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::{Grid, Packed16};
    use fewest::search::{Budget, breadth_first};
    use fewest::symmetry::Folded;
    use std::sync::Arc;

    fn goal_with_blank_at(width: usize, height: usize, cell: usize) -> Vec<u16> {
        let mut goal = Geometry::blank_last(width, height);
        goal.pop();
        goal.insert(cell, 0);
        goal
    }

    #[test]
    fn the_blank_decides_how_many_there_are() {
        let count = |w, h, cell| {
            let geometry = Geometry::new(w, h, &goal_with_blank_at(w, h, cell));
            Symmetries::new(&geometry).0.len()
        };
        assert_eq!((count(3, 3, 8), count(3, 3, 4), count(3, 3, 1)), (1, 7, 1));
        assert_eq!((count(3, 2, 5), count(3, 2, 1), count(5, 3, 7)), (0, 1, 3));
    }

    /// Folding the whole space must reach the image of every state, and at the
    /// same distance.
    #[test]
    fn folding_keeps_every_distance() {
        for (width, height, blank) in [(3, 3, 8), (3, 3, 4), (3, 2, 1), (2, 2, 3)] {
            let goal = goal_with_blank_at(width, height, blank);
            let space = Tiles::<Packed16>::new(Arc::new(Geometry::new(width, height, &goal)));
            let folded = Folded::new(&space);
            let from = [*space.goal()];
            let all = breadth_first::explore(&space, &from, 0, &Budget::default(), &mut ());
            let some = breadth_first::explore(&folded, &from, 0, &Budget::default(), &mut ());
            assert_eq!(all.levels.len(), some.levels.len());
            for (depth, (all, some)) in all.levels.iter().zip(&some.levels).enumerate() {
                let images = space.geometry().symmetries().0.len() as u64 + 1;
                assert!(some <= all && some * images >= *all, "{some} of {all} at {depth}");
            }
        }
    }

    #[test]
    fn an_image_has_the_same_canonical_board() {
        let space = Tiles::<Grid>::new(Arc::new(Geometry::new(3, 3, &goal_with_blank_at(3, 3, 4))));
        let tiles = [7, 3, 8, 0, 2, 6, 4, 1, 5];
        let canonical = space.canonical(&Grid::from_tiles(&tiles));
        for image in space.geometry().symmetries().images(&tiles) {
            assert_eq!(space.canonical(&Grid::from_tiles(&image)), canonical);
        }
    }
}
