//! The formats in which levels are read and written.
//!
//! `docs/formats.md` describes each of them. The first character decides: a brace begins
//! JSON, anything else is a line with the size, then rows of numbers. Comments begin with
//! `#`.
//!
//! ```
//! use fewest_numbers::{Format, Level};
//!
//! let level = Level::parse("4 1\n1 3 0 2\n")?;
//! assert_eq!(level.print(Format::Picture), "4 1\n1 3 . 2\n");
//! for format in Format::ALL {
//!     assert_eq!(Level::parse(&level.print(format))?, level);
//! }
//! # Ok::<(), fewest_puzzle::text::ParseError>(())
//! ```

mod json;
mod lines;

#[cfg(test)]
mod tests;

use super::{Level, LevelError};
use crate::puzzle::Likeness;
use crate::text::json::is_json;
use crate::text::rows::{Boards, Entry, Rows};
use crate::text::{ParseError, Source, quoted};
use fewest::names::{Name, Names};

/// A format in which levels are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Width and height, then rows of numbers, 0 for an empty cell: the game's own.
    Sized,
    /// The same in aligned columns, with a dot for an empty cell.
    Picture,
    /// A JSON object.
    Json,
}

impl Format {
    /// All formats by name; the first is the default.
    pub const NAMES: Names<Format> = Names::new(&[
        Name::new(
            "sized",
            Format::Sized,
            "a line with width and height, then rows of numbers, 0 for an empty cell",
        ),
        Name::new("picture", Format::Picture, "the same in aligned columns, . for an empty cell"),
        Name::new("json", Format::Json, "a JSON object with puzzle, width, height and numbers"),
    ]);

    /// All of them.
    pub const ALL: [Format; 3] = Format::NAMES.values();
}

impl Level {
    /// Reads a level in any format; see `docs/formats.md`.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let source = source(text);
        if is_json(source) { json::parse(source) } else { lines::parse(source) }
    }

    /// How much a text looks like a level.
    pub fn recognise(text: &str) -> Likeness {
        let source = source(text);
        if is_json(source) { json::recognise(source) } else { lines::recognise(source) }
    }

    /// Writes the level.
    pub fn print(&self, format: Format) -> String {
        match format {
            Format::Sized => lines::sized(self),
            Format::Picture => lines::picture(self),
            Format::Json => json::print(self),
        }
    }
}

/// The text of a level or a plan of this puzzle.
pub(super) fn source(text: &str) -> Source<'_> {
    Source::new(text, '#')
}

/// The boards of this puzzle.
const BOARDS: Boards = Boards { cell: "number", sides: 1..=Level::MAX_SIDE };

/// Reads a word as a number. `empty` names the forms of an empty cell for the error.
fn entry<'a>(source: Source<'a>, word: &'a str, empty: &str) -> Result<Entry<'a, u32>, ParseError> {
    if !word.bytes().all(|byte| byte.is_ascii_digit()) {
        let message = format!(
            "{} is not a number; numbers are whole and not negative, and an empty cell is {empty}",
            quoted(word)
        );
        return Err(source.error(word, message));
    }
    // A number too long for u32 is too large for any level.
    Ok(Entry { value: word.parse().unwrap_or(u32::MAX), part: word })
}

/// Builds a level from complete rows.
fn level(source: Source<'_>, rows: &Rows<'_, u32>) -> Result<Level, ParseError> {
    rows.finish()?;
    let mut left = Level::MAX_SUM;
    for entry in rows.entries() {
        left = left.checked_sub(entry.value).ok_or_else(|| {
            let message = format!(
                "this number is too large; the sum of a level's numbers is at most {}",
                Level::MAX_SUM
            );
            source.error(entry.part, message)
        })?;
    }
    let cells = rows.entries().iter().map(|entry| entry.value).collect();
    // The rows respect the sides of a level, and the sum was just checked.
    Level::new(rows.width(), rows.height(), cells)
        .map_err(|error: LevelError| rows.error_after(error.to_string()))
}
