//! The formats in which boards are read and written.
//!
//! `docs/formats.md` describes each of them. JSON objects begin with a brace. Any other text
//! is read in every way that fits, and the way that gives a valid board is used.
//!
//! ```
//! use fewest_tiles::{Format, Level};
//!
//! let grid = Level::parse("1 _ 2\n3 4 5\n")?;
//! for format in Format::ALL {
//!     assert_eq!(Level::parse(&grid.print(format))?, grid);
//! }
//! # Ok::<(), fewest_puzzle::text::ParseError>(())
//! ```

mod cells;
mod json;
mod lines;
mod reading;
mod rows;
mod write;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod ways_tests;

use std::sync::Arc;

use super::{Geometry, Level};
use crate::puzzle::Likeness;
use crate::text::json::is_json;
use crate::text::{ParseError, Source};
use fewest::names::{Name, Names};

pub(super) use rows::{BOARDS, entry, tiles};
pub(super) use write::{print, sized_rows};

/// A format in which boards are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Rows of numbers in aligned columns, `_` for the blank.
    Grid,
    /// The size, then rows of numbers, 0 for the blank.
    Sized,
    /// Numbers with dots between them, white space for the blank.
    Dotted,
    /// A JSON object.
    Json,
}

impl Format {
    /// All formats by name; the first is the default.
    pub const NAMES: Names<Format> = Names::new(&[
        Name::new("grid", Format::Grid, "rows of numbers in aligned columns, _ for the blank"),
        Name::new(
            "sized",
            Format::Sized,
            "a line with the size, then rows of numbers, 0 for the blank",
        ),
        Name::new(
            "dotted",
            Format::Dotted,
            "rows of numbers with dots between them, white space for the blank",
        ),
        Name::new("json", Format::Json, "a JSON object with puzzle, width, height, tiles and goal"),
    ]);

    /// All of them.
    pub const ALL: [Format; 4] = Format::NAMES.values();
}

/// The text of a board or a plan of this puzzle.
pub(super) fn source(text: &str) -> Source<'_> {
    Source::new(text, '#')
}

/// Reads a board in any format.
pub(super) fn parse(text: &str) -> Result<Level, ParseError> {
    let source = source(text);
    if is_object(source) { json::parse(source) } else { lines::parse(source) }
}

/// Reads a goal for the boards of this shape: a name, or its tiles in any way; or several of
/// them, each after a line `goal`.
pub(super) fn parse_goals(text: &str, geometry: &Geometry) -> Result<Vec<Vec<u16>>, ParseError> {
    lines::parse_goals(source(text), geometry.width(), geometry.height())
}

/// Whether a text has goals after lines `goal`.
pub(super) fn has_goal_lines(text: &str) -> bool {
    source(text).lines().any(lines::is_goal_line)
}

/// How much a text looks like a board.
pub(super) fn recognise(text: &str) -> Likeness {
    let source = source(text);
    if is_object(source) { json::recognise(source) } else { lines::recognise(source) }
}

/// Whether a text is a JSON object, and not rows in braces.
fn is_object(source: Source<'_>) -> bool {
    let inner = source.text().trim_start().trim_start_matches('{').trim_start();
    let is_rows = inner.starts_with(|c: char| c.is_ascii_digit() || c == '{');
    is_json(source) && !is_rows
}

/// Builds a level from checked tiles.
fn level(width: usize, height: usize, tiles: Vec<u16>, goals: &[Vec<u16>]) -> Level {
    let geometry = Arc::new(Geometry::new(width, height, &goals[0]));
    // `tiles` has checked that all are permutations of the same numbers.
    let level = Level::new(geometry, tiles).expect("checked tiles are a permutation");
    if goals.len() > 1 { level.with_goals(goals) } else { level }
}
