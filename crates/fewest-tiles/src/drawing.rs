//! What a board of tiles looks like.

use super::{Direction, Level};
use crate::scene::{Ground, Manner, Motion, Piece, Scene, Shape, Travel};

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
    let is_home = level.geometry().goal_cell(tile.into()) == cell;
    Piece::new(Shape::Tile).label(u32::from(tile)).home(is_home)
}
