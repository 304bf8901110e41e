//! The formats in which levels are read and written.
//!
//! `docs/formats.md` describes each of them. The first character decides: a brace
//! begins JSON, a number begins numbers, anything else is a picture. Comments begin
//! with `;`.
//!
//! ```
//! use fewest_blocks::{Format, Level};
//!
//! let level = Level::parse("1 4\n1 0 -1 2\n")?;
//! assert_eq!(level.print(Format::Picture), "o . # x\n");
//! for format in Format::ALL {
//!     assert_eq!(Level::parse(&level.print(format))?, level);
//! }
//! # Ok::<(), fewest_puzzle::text::ParseError>(())
//! ```

mod json;
mod numbers;
mod picture;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(super) use tests::any_level;

use super::{Cell, Level};
use crate::puzzle::Likeness;
use crate::text::json::is_json;
use crate::text::rows::{Boards, Rows};
use crate::text::{ParseError, Source};
use fewest::names::{Name, Names};

pub(super) use picture::{cell as cell_of, entries, letter, picture};

/// A format in which levels are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// A character for each cell: `#` wall, `.` free, `o` block, `x` goal, `@`
    /// block on goal.
    Picture,
    /// The numbers of rows and columns, then a number for each cell: −1 wall, 0
    /// free, 1 block, 2 goal, 3 block on goal.
    Numbers,
    /// A JSON object.
    Json,
}

impl Format {
    /// All formats by name; the first is the default.
    pub const NAMES: Names<Format> = Names::new(&[
        Name::new("picture", Format::Picture, "# wall, . free, o block, x goal, @ block on goal"),
        Name::new(
            "numbers",
            Format::Numbers,
            "a line with rows and columns, then -1 wall, 0 free, 1 block, 2 goal, 3 block on goal",
        ),
        Name::new("json", Format::Json, "a JSON object with puzzle, width, height and rows"),
    ]);

    /// All of them.
    pub const ALL: [Format; 3] = Format::NAMES.values();
}

/// The text of a level or a plan of this puzzle. A `#` is a wall, so comments begin with
/// another character.
pub(super) fn source(text: &str) -> Source<'_> {
    Source::new(text, ';')
}

/// The boards of this puzzle.
pub(super) const BOARDS: Boards = Boards { cell: "cell", sides: 1..=Level::MAX_SIDE };

/// Reads a level in any format.
pub(super) fn parse(text: &str) -> Result<Level, ParseError> {
    let source = source(text);
    if is_json(source) {
        json::parse(source)
    } else if numbers::begins(source) {
        numbers::parse(source)
    } else {
        picture::parse(source)
    }
}

/// How much a text looks like a level.
pub(super) fn recognise(text: &str) -> Likeness {
    let source = source(text);
    if is_json(source) {
        json::recognise(source)
    } else if numbers::begins(source) {
        numbers::recognise(source)
    } else {
        picture::recognise(source)
    }
}

/// Writes a level.
pub(super) fn print(level: &Level, format: Format) -> String {
    match format {
        Format::Picture => picture(level),
        Format::Numbers => numbers::print(level),
        Format::Json => json::print(level),
    }
}

/// Builds a level from complete rows. `block` and `goal` name the right cells for the error
/// if there is none.
fn level(rows: &Rows<'_, Cell>, block: &str, goal: &str) -> Result<Level, ParseError> {
    rows.finish()?;
    let cells: Vec<Cell> = rows.entries().iter().map(|entry| entry.value).collect();
    let missing = |what, right| {
        let message = format!("the board has no {what}; at least one cell must be {right}");
        Err(rows.error_after(message))
    };
    if !cells.iter().any(|cell| cell.has_block()) {
        return missing("block", block);
    }
    if !cells.iter().any(|cell| cell.is_goal()) {
        return missing("goal", goal);
    }
    // The rows respect the sides of a board, and the rest was just checked.
    Level::new(rows.width(), rows.height(), cells)
        .map_err(|error| rows.error_after(error.to_string()))
}
