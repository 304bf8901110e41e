//! Why something can't be drawn.

use fewest_puzzles::puzzle::RequestError;

/// Why something can't be drawn: one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// It is larger than pictures are made.
    #[error("{what} up to {most} {unit}, not {found}")]
    TooLarge {
        /// What is drawn, and how: "a board is animated".
        what: &'static str,
        /// The limit.
        most: u64,
        /// What is counted.
        unit: &'static str,
        /// How many there are, or are at least.
        found: u64,
    },
    /// The size that is asked for has no room for the board.
    #[error("a board of {columns} × {rows} needs {least} pixels, not {size}")]
    TooSmall {
        /// How many columns it has.
        columns: usize,
        /// How many rows it has.
        rows: usize,
        /// The least size.
        least: u64,
        /// The size that is asked for.
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
    #[error("the drawing can't be drawn in pixels: {0}")]
    Pixels(String),
    /// The picture can't be coded.
    #[error("the picture can't be coded: {0}")]
    Code(String),
}

/// Refuses what is larger than pictures are made.
pub(super) fn limit(
    what: &'static str,
    most: u64,
    unit: &'static str,
    found: u64,
) -> Result<(), RenderError> {
    let fits = found <= most;
    if fits { Ok(()) } else { Err(RenderError::TooLarge { what, most, unit, found }) }
}
