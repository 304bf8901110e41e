//! Why something can't be drawn.

use crate::puzzle::RequestError;

/// Why something can't be drawn: one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenderError {
    /// It is larger than pictures are made.
    #[error("{what} is drawn up to {most} {unit}, not {found}")]
    TooLarge {
        /// What is drawn.
        what: &'static str,
        /// The limit.
        most: u64,
        /// What is counted.
        unit: &'static str,
        /// How many there are.
        found: u64,
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
    /// The text is no drawing.
    #[error("the drawing can't be read: {0}")]
    Svg(String),
    /// The picture can't be coded.
    #[error("the picture can't be coded: {0}")]
    Code(String),
}
