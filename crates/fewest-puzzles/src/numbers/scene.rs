//! What a grid of numbers looks like.

use super::level::IllegalShift;
use super::{Level, Shift};
use crate::scene::{Ground, Manner, Motion, Piece, Scene, Shape, Travel};

pub(super) fn scene(level: &Level) -> Scene {
    let cells = level.cells().iter().map(|&number| (Ground::Square, piece(number)));
    Scene::new(level.width(), cells)
}

/// What happens when a number is moved onto another.
pub(super) fn motion(level: &Level, shift: Shift) -> Result<Motion, IllegalShift> {
    let (from, to) = level.ends(shift)?;
    let met = shift.sign.apply(level.cells()[to], level.cells()[from]);
    let travel = Travel { from, to, becomes: piece(met) };
    Ok(Motion { manner: Manner::Merge, travels: vec![travel] })
}

/// A number; 0 is none.
fn piece(number: u32) -> Option<Piece> {
    let piece = Piece { shape: Shape::Number, number: Some(number), is_home: false };
    (number != 0).then_some(piece)
}
