//! What the kernel looks up, in arrays of a fixed size: an index below it needs no check.

use crate::pattern::{MAX_GROUPS, PatternSums};
use crate::{Direction, Geometry};

/// Beyond the edge.
pub(super) const OFF: u8 = u8::MAX;

/// The tables for boards of up to `CELLS` cells, a power of two, on which a slide along a
/// column passes up to `PASSED` cells, with databases in `VIEWS` views.
pub(super) struct Tables<'a, const CELLS: usize, const PASSED: usize, const VIEWS: usize> {
    /// The cell from which a tile slides into a blank, by blank and direction.
    pub(super) sources: [[u8; 4]; CELLS],
    /// The change of the Manhattan distance, by tile, the cell it leaves, and direction.
    pub(super) nearer: Box<[[[i8; 4]; CELLS]; CELLS]>,
    pub(super) views: [View<'a, CELLS, PASSED>; VIEWS],
    pub(super) sums: &'a PatternSums,
    pub(super) geometry: &'a Geometry,
}

/// The databases of one view.
pub(super) struct View<'a, const CELLS: usize, const PASSED: usize> {
    /// By tile.
    pub(super) group: [u8; CELLS],
    /// By tile and direction.
    pub(super) steps: [[i32; 4]; CELLS],
    /// By tile and the tile it passes.
    pub(super) passes: Box<[[i32; CELLS]; CELLS]>,
    /// Whether a direction is along a column of the image; then 1 to a higher cell, −1
    /// to a lower one.
    pub(super) along_column: [i32; 4],
    /// The cells passed, by blank and direction; then a cell beyond the board, which is
    /// always empty.
    pub(super) passed: Box<[[[u8; PASSED]; 4]; CELLS]>,
    pub(super) surplus: [&'a [u8]; MAX_GROUPS],
}

impl<'a, const CELLS: usize, const PASSED: usize, const VIEWS: usize>
    Tables<'a, CELLS, PASSED, VIEWS>
{
    pub(super) fn new(geometry: &'a Geometry, sums: &'a PatternSums) -> Self {
        let mut sources = [[OFF; 4]; CELLS];
        let mut nearer = Box::new([[[0; 4]; CELLS]; CELLS]);
        for (blank, sources) in sources.iter_mut().enumerate().take(geometry.cells()) {
            for direction in Direction::ALL {
                let Some(from) = geometry.source(blank, direction) else { continue };
                sources[direction as usize] = from as u8;
                for tile in 1..geometry.cells() {
                    let goal = geometry.goal_cell(tile);
                    let distance = |cell| geometry.distance(cell, goal) as i8;
                    nearer[tile][from][direction as usize] = distance(blank) - distance(from);
                }
            }
        }
        // With fewer views than `VIEWS`, the last one is looked up again.
        let views: [View<'a, CELLS, PASSED>; VIEWS] =
            std::array::from_fn(|number| View::new(sums, number.min(sums.views() - 1)));
        Tables { sources, nearer, views, sums, geometry }
    }
}

impl<'a, const CELLS: usize, const PASSED: usize> View<'a, CELLS, PASSED> {
    fn new(sums: &'a PatternSums, number: usize) -> Self {
        let from = &sums.views[number];
        let cells = from.group.len();
        let mut view = View {
            group: [0; CELLS],
            steps: [[0; 4]; CELLS],
            passes: Box::new([[0; CELLS]; CELLS]),
            along_column: from.along_column.map(|way| match way {
                None => 0,
                Some(true) => 1,
                Some(false) => -1,
            }),
            passed: Box::new([[[CELLS as u8 - 1; PASSED]; 4]; CELLS]),
            surplus: [&[]; MAX_GROUPS],
        };
        view.group[..cells].copy_from_slice(&from.group);
        view.steps[..cells].copy_from_slice(&from.steps);
        for (row, from) in view.passes.iter_mut().zip(from.passes.chunks(cells)) {
            row[..cells].copy_from_slice(from);
        }
        for (passed, from) in view.passed.iter_mut().zip(&from.passed) {
            for (passed, from) in passed.iter_mut().zip(from) {
                passed[..from.len()].copy_from_slice(from);
            }
        }
        for (surplus, database) in view.surplus.iter_mut().zip(&from.databases) {
            *surplus = database.surplus();
        }
        view
    }
}
