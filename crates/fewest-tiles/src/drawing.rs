//! What a board of tiles looks like.

use super::{Direction, Level};
use crate::scene::{Ground, Manner, Motion, Piece, Scene, Shape, Tint, Travel};

/// Above this number of cells, a tile's colour says how far it is from its place, since
/// its number is hard to read.
const NUMBERED_CELLS: usize = 4096;

pub(super) fn scene(level: &Level) -> Scene {
    let cells = level.tiles().iter().enumerate();
    let cells =
        cells.map(|(cell, &tile)| (Ground::OPEN, (tile != 0).then(|| piece(level, tile, cell))));
    Scene::new(level.geometry().width(), cells)
}

/// What happens when a tile slides this way; nothing if none can.
pub(super) fn motion(level: &Level, direction: Direction) -> Option<Motion> {
    let to = level.blank();
    let from = level.geometry().source(to, direction)?;
    let becomes = Some(piece(level, level.tiles()[from], to));
    Some(Motion::of_travels(Manner::Slide, [Travel { from, to, becomes }]))
}

fn piece(level: &Level, tile: u16, cell: usize) -> Piece {
    let geometry = level.geometry();
    let home = geometry.goal_cell(tile.into());
    let piece = Piece::new(Shape::Tile).label(u32::from(tile)).home(home == cell);
    if geometry.cells() <= NUMBERED_CELLS {
        return piece;
    }
    // A step is twice as far as the one before.
    let share = 32 * geometry.distance(home, cell) / (geometry.width() + geometry.height());
    let step = if home == cell { 0 } else { share.max(1).ilog2() as u8 + 1 };
    piece.tint(Tint::Ramp(step.min(Tint::STEPS - 1)))
}
