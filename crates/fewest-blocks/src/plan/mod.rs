//! Plans as texts: the directions in which the blocks step, or with the
//! picture after each of them.
//!
//! ```
//! use fewest_blocks::{Level, PlanFormat, plan};
//!
//! let level = Level::parse("o . x\n")?;
//! let moves = plan::read(&level, "r2 ; and there it is")?.moves;
//! assert_eq!(plan::write(&level, &moves, PlanFormat::Moves)?, "R R\n");
//! assert_eq!(
//!     plan::write(&level, &moves, PlanFormat::Pictures)?,
//!     "o . x\nR\n. o x\nR\n. . @\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod pictures;

#[cfg(test)]
mod tests;

use super::format::source;
use super::{Direction, Level};
use crate::puzzle::RequestError;
use crate::text::letters::Letters;
use crate::text::{ParseError, Steps};
use fewest::names::{Name, Names};

pub(super) const LETTERS: Letters<Direction> = Letters {
    from_letter: Direction::from_letter,
    most: Level::MAX_SIDE - 1,
    moves: "moves are U, R, D and L, the directions in which the blocks can step",
};

/// A format in which plans are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanFormat {
    /// A letter for each move: `R R D`.
    Moves,
    /// A letter and a count for each run of equal moves: `R2 D`.
    Counted,
    /// The picture of the start, then each move and the picture after it.
    Pictures,
}

impl PlanFormat {
    /// All formats by name; the first is the default.
    pub const NAMES: Names<PlanFormat> = Names::new(&[
        Name::new("moves", PlanFormat::Moves, "the directions in which the blocks step: R R D"),
        Name::new("counted", PlanFormat::Counted, "the same with counts: R2 D"),
        Name::new(
            "pictures",
            PlanFormat::Pictures,
            "the start, then each move and the picture after it",
        ),
    ]);

    /// All of them.
    pub const ALL: [PlanFormat; 3] = PlanFormat::NAMES.values();
}

/// Reads a plan in any format: each move and its place in the text. Each picture must
/// follow from the one before.
pub fn read(start: &Level, text: &str) -> Result<Steps<Direction>, ParseError> {
    let source = source(text);
    if pictures::begins(source) { pictures::read(start, source) } else { LETTERS.read(source) }
}

/// Writes a plan that begins at `start`.
pub fn write(
    start: &Level,
    moves: &[Direction],
    format: PlanFormat,
) -> Result<String, RequestError> {
    match format {
        PlanFormat::Moves => Ok(LETTERS.write(moves)),
        PlanFormat::Counted => Ok(LETTERS.write_counted(moves)),
        PlanFormat::Pictures => pictures::write(start, moves),
    }
}
