//! The places of a board's cells on a picture.

use super::error::{RenderError, limit};
use fewest_puzzle::scene::Scene;

/// The maximum number of cells of a picture.
const MAX_CELLS: u64 = 1 << 16;

/// The minimum and maximum width of a cell by default, and the longer side of the board
/// in between.
const MIN_CELL: f64 = 18.0;
const MAX_CELL: f64 = 80.0;
const BOARD: f64 = 720.0;

/// Sizes in units of the picture, which are pixels where it is not scaled. A
/// cell is a whole number of them wide, so that cells are drawn alike.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    columns: usize,
    rows: usize,
    /// The width of a cell.
    pub(super) cell: f64,
    /// The margin around the board; half a cell, which is what pieces that hop need
    /// above the board.
    pub(super) margin: f64,
    /// The height of the footer.
    pub(super) footer: f64,
}

impl Layout {
    /// A picture whose longer side is at most `size`, or one of the default size.
    pub(super) fn new(
        scene: &Scene,
        size: Option<u32>,
        has_footer: bool,
    ) -> Result<Layout, RenderError> {
        let (columns, rows) = (scene.width().max(1), scene.height().max(1));
        limit("a drawn board", MAX_CELLS, "cells", (columns * rows) as u64)?;
        let sized = |cell: f64| Layout {
            columns,
            rows,
            cell,
            margin: (cell / 2.0).round().max(6.0),
            footer: if has_footer { (cell * 0.6).round().clamp(24.0, 64.0) } else { 0.0 },
        };
        let longest = columns.max(rows) as f64;
        let Some(size) = size else {
            return Ok(sized((BOARD / longest).floor().clamp(MIN_CELL, MAX_CELL)));
        };
        let fits = |layout: &Layout| layout.width().max(layout.height()) <= f64::from(size);
        // The widest cells that fit: no wider than the size over the cells.
        let widest = (f64::from(size) / longest).floor() as u32;
        let widths = (1..=widest.min(size)).rev().map(|cell| sized(f64::from(cell)));
        widths.into_iter().find(fits).ok_or(RenderError::TooSmall {
            columns,
            rows,
            least: sized(1.0).width().max(sized(1.0).height()) as u64,
            size,
        })
    }

    /// The width of the picture.
    pub(super) fn width(&self) -> f64 {
        self.columns as f64 * self.cell + 2.0 * self.margin
    }

    /// The height of the picture.
    pub(super) fn height(&self) -> f64 {
        self.rows as f64 * self.cell + 2.0 * self.margin + self.footer
    }

    /// Left edge, upper edge, width and height of the board.
    pub(super) fn board(&self) -> (f64, f64, f64, f64) {
        let side = |cells: usize| cells as f64 * self.cell;
        (self.margin, self.margin, side(self.columns), side(self.rows))
    }

    /// The middle of a cell.
    pub(super) fn middle(&self, cell: usize) -> (f64, f64) {
        let (column, row) = (cell % self.columns, cell / self.columns);
        self.point(column as f64, row as f64)
    }

    /// The middle of a cell by its column and row, which need not be whole.
    pub(super) fn point(&self, column: f64, row: f64) -> (f64, f64) {
        let at = |cells: f64| self.margin + (cells + 0.5) * self.cell;
        (at(column), at(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest_puzzle::scene::Ground;

    fn scene(width: usize, height: usize) -> Scene {
        Scene::new(width, vec![(Ground::OPEN, None); width * height])
    }

    #[test]
    fn pictures_are_as_large_as_asked_for() {
        for (width, height) in [(1, 1), (4, 4), (3, 9), (16, 5), (64, 64)] {
            for size in [200, 333, 500, 1999] {
                let layout = Layout::new(&scene(width, height), Some(size), true).unwrap();
                let longer = layout.width().max(layout.height());
                assert!(longer <= f64::from(size), "{width} × {height}, {size}: {longer}");
                // A unit more for each cell would not have fitted.
                let slack = (width.max(height) + 3) as f64;
                assert!(longer + slack >= f64::from(size), "{width} × {height}, {size}: {longer}");
            }
        }
    }

    #[test]
    fn small_boards_have_large_cells() {
        let cell = |side| Layout::new(&scene(side, side), None, false).unwrap().cell as u32;
        assert_eq!([cell(3), cell(9), cell(20), cell(128)], [80, 80, 36, 18]);
    }

    #[test]
    fn too_large_and_too_small_is_said() {
        let error = |width, height, size| {
            Layout::new(&scene(width, height), size, false).unwrap_err().to_string()
        };
        assert_eq!(error(1000, 1000, None), "a drawn board has at most 65536 cells, not 1000000");
        assert_eq!(
            error(128, 128, Some(100)),
            "a board of 128 × 128 needs at least 140 pixels, not 100"
        );
    }
}
