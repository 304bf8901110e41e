//! Settings of generators, as text.

use std::ops::RangeInclusive;

use super::RequestError;

/// Width and height of a board: `4x3`, `4×3`, or `4` for a square.
pub fn parse_size(
    text: &str,
    sides: RangeInclusive<usize>,
) -> Result<(usize, usize), RequestError> {
    let side = |text: &str| {
        let side: Option<usize> = text.trim().parse().ok();
        side.filter(|side| sides.contains(side))
    };
    let size = match text.split_once(['x', 'X', '×']) {
        Some((width, height)) => side(width).zip(side(height)),
        None => side(text).map(|side| (side, side)),
    };
    size.ok_or_else(|| {
        RequestError::new(format!(
            "'{text}' is not a size; sizes are {0}x{0} to {1}x{1}, width first, or a number for a square",
            sides.start(),
            sides.end()
        ))
    })
}
