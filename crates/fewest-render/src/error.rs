//! Why something can't be drawn.

use fewest_puzzle::puzzle::RequestError;

/// Why something can't be drawn: one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// It is too large for a picture.
    #[error("{what} has at most {most} {unit}, not {found}")]
    TooLarge {
        /// What is drawn: "an animated board".
        what: &'static str,
        /// The limit.
        most: u64,
        /// What is counted.
        unit: &'static str,
        /// The number found, or a lower bound of it.
        found: u64,
    },
    /// The requested size has no room for the board.
    #[error("a board of {columns} × {rows} needs at least {least} pixels, not {size}")]
    TooSmall {
        /// The number of columns.
        columns: usize,
        /// The number of rows.
        rows: usize,
        /// The smallest possible size.
        least: u64,
        /// The requested size.
        size: u32,
    },
    /// A move doesn't fit the position that it is played on.
    #[error("move {number} ({mv}) is not legal: {why}")]
    Move {
        /// Which move it is, from 1.
        number: usize,
        /// The move.
        mv: String,
        /// Why it can't be played.
        why: RequestError,
    },
    /// Something in the drawing can't be drawn in pixels.
    #[error("cannot draw this in pixels: {0}")]
    Pixels(String),
    /// The picture can't be encoded.
    #[error("cannot encode the picture: {0}")]
    Code(String),
}

/// Fails if something is too large for a picture.
pub(super) fn limit(
    what: &'static str,
    most: u64,
    unit: &'static str,
    found: u64,
) -> Result<(), RenderError> {
    let fits = found <= most;
    if fits { Ok(()) } else { Err(RenderError::TooLarge { what, most, unit, found }) }
}
