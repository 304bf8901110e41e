//! What a grid of numbers looks like.

use super::level::IllegalShift;
use super::{Level, Shift};
use crate::scene::{Ground, Manner, Motion, Piece, Scene, Shape, Tint, Travel};

pub(super) fn scene(level: &Level) -> Scene {
    let cells = level.cells().iter().map(|&number| (Ground::SQUARE, piece(number)));
    Scene::new(level.width(), cells)
}

/// What happens when a number is moved onto another.
pub(super) fn motion(level: &Level, shift: Shift) -> Result<Motion, IllegalShift> {
    let (from, to) = level.ends(shift)?;
    let met = shift.sign.apply(level.cells()[to], level.cells()[from]);
    let travel = Travel { from, to, becomes: piece(met) };
    Ok(Motion::of_travels(Manner::Merge, [travel]))
}

/// A number; 0 is none.
pub(super) fn piece(number: u32) -> Option<Piece> {
    let piece = Piece::new(Shape::Card).tint(Tint::Ramp(strength(number))).label(number);
    (number != 0).then_some(piece)
}

/// How strong a number is drawn: a step for each doubling or so.
fn strength(number: u32) -> u8 {
    [2, 4, 7, 12, 20].iter().filter(|&&step| number >= step).count() as u8
}
