//! What a board of blocks looks like.

use super::{Cell, Direction, Level};
use crate::scene::{Ground, Manner, Motion, Piece, Scene, Shape, Travel};

pub(super) fn scene(level: &Level) -> Scene {
    Scene::new(level.width(), level.cells().iter().map(|&cell| look(cell)))
}

/// What a cell looks like.
pub(super) fn look(cell: Cell) -> (Ground, Option<Piece>) {
    let ground = match cell {
        Cell::Wall => Ground::WALL,
        Cell::Goal | Cell::BlockOnGoal => Ground::SQUARE.goal(),
        Cell::Free | Cell::Block => Ground::SQUARE,
    };
    (ground, cell.has_block().then(|| piece(cell)))
}

/// What happens when the blocks step this way.
pub(super) fn motion(level: &Level, direction: Direction) -> Motion {
    let step = |from| {
        // A block stays where blocks reach from it to the wall.
        let ahead = |&cell: &usize| level.next(cell, direction);
        let mut run = std::iter::successors(Some(from), ahead);
        let moves = run.any(|cell| !level.cells()[cell].has_block());
        let to = level.next(from, direction).filter(|_| moves)?;
        Some(Travel { from, to, becomes: Some(piece(level.cells()[to])) })
    };
    Motion::of_travels(Manner::Slide, level.blocks().filter_map(step))
}

/// A block on this cell.
fn piece(cell: Cell) -> Piece {
    Piece::new(Shape::Block).home(cell.is_goal())
}
