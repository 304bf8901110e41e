//! What a board of coins looks like.

use super::board::Hop;
use super::level::Level;
use crate::scene::{Ground, Manner, Motion, Piece, Scene, Shape, Travel};

pub(super) fn scene(level: &Level) -> Scene {
    let board = level.board();
    let cells = (0..board.width() * board.height()).map(|cell| {
        let ground = if belongs(level, cell) { Ground::RING } else { Ground::DOT };
        (ground, (level.start() >> cell & 1 == 1).then(|| piece(level, cell)))
    });
    Scene::new(board.width(), cells)
}

/// What happens when a coin hops.
pub(super) fn motion(level: &Level, hop: Hop) -> Motion {
    let (from, to) = (hop.from.into(), hop.to.into());
    let travel = Travel { from, to, becomes: Some(piece(level, to)) };
    Motion::of_travels(Manner::Hop, [travel])
}

fn piece(level: &Level, cell: usize) -> Piece {
    Piece::new(Shape::Disc).home(belongs(level, cell))
}

fn belongs(level: &Level, cell: usize) -> bool {
    level.target() >> cell & 1 == 1
}
