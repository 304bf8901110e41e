//! Levels as text: two pictures, or JSON.

mod json;
mod pictures;

#[cfg(test)]
mod tests;

use super::Level;
use super::picture::source;
use crate::puzzle::Likeness;
use crate::text::ParseError;
use crate::text::json::is_json;
use fewest::names::{Name, Names};

/// A format in which levels are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// The start, an empty line, the target: rows of `o` and `-`.
    Pictures,
    /// A JSON object.
    Json,
}

impl Format {
    /// All formats by name; the first is the default.
    pub const NAMES: Names<Format> = Names::new(&[
        Name::new(
            "pictures",
            Format::Pictures,
            "the start, an empty line, the target: rows of o and -",
        ),
        Name::new("json", Format::Json, "a JSON object"),
    ]);

    /// All of them.
    pub const ALL: [Format; 2] = Format::NAMES.values();
}

/// Reads a level in any format.
pub(super) fn parse(text: &str) -> Result<Level, ParseError> {
    let source = source(text);
    if is_json(source) { json::parse(source) } else { pictures::parse(source) }
}

/// How much a text looks like a level.
pub(super) fn recognise(text: &str) -> Likeness {
    let source = source(text);
    if is_json(source) { json::recognise(source) } else { pictures::recognise(source) }
}

/// Writes a level.
pub(super) fn print(level: &Level, format: Format) -> String {
    match format {
        Format::Pictures => pictures::print(level),
        Format::Json => json::print(level),
    }
}
