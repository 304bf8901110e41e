//! Reading texts: places for errors that say where, and what the formats of several
//! puzzles share.

mod grid;
pub mod json;
pub mod letters;
mod numbers;
pub mod rows;
mod source;
mod steps;

use std::fmt;

pub use grid::{Grid, grid};
pub use numbers::{grouped, time};
pub use source::{Source, quoted};
pub use steps::{Places, Steps};

/// A place in a text: line and column, both from 1, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// Where a text begins.
    pub const START: Place = Place { line: 1, column: 1 };

    /// The place of the byte at `offset`, or of the end if the text is shorter.
    pub fn of_offset(text: &str, offset: usize) -> Self {
        let mut before = offset.min(text.len());
        while !text.is_char_boundary(before) {
            before -= 1;
        }
        let before = &text[..before];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// An error in a text: where it is, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct ParseError {
    /// Where the error is.
    pub place: Place,
    /// Its length in characters; 0 if something is missing.
    pub length: usize,
    /// One sentence, without a full stop, that says what is wrong and what
    /// would be right.
    pub message: String,
}

impl ParseError {
    /// An error at a word of the text.
    pub fn at(word: &Word<'_>, message: impl Into<String>) -> Self {
        ParseError { place: word.place, length: word.text.chars().count(), message: message.into() }
    }

    /// An error at the end of the text, where something is missing.
    pub fn at_end(text: &str, message: impl Into<String>) -> Self {
        let place = Place::of_offset(text, text.trim_end().len());
        ParseError { place, length: 0, message: message.into() }
    }
}

/// A word of a text, without the white space around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// Where it begins.
    pub place: Place,
}

/// The words of one line. `line` is its number, from 1.
///
/// ```
/// use fewest_puzzle::text::words;
///
/// let columns: Vec<_> = words("1  23 4", 1).map(|word| word.place.column).collect();
/// assert_eq!(columns, [1, 4, 7]);
/// ```
pub fn words(text: &str, line: usize) -> impl Iterator<Item = Word<'_>> {
    let mut column = 1;
    let mut rest = text;
    std::iter::from_fn(move || {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count();
        if trimmed.is_empty() {
            return None;
        }
        let (word, after) =
            trimmed.split_at(trimmed.find(char::is_whitespace).unwrap_or(trimmed.len()));
        let place = Place { line, column };
        column += word.chars().count();
        rest = after;
        Some(Word { text: word, place })
    })
}

/// A number and what it counts: "1 row", "2 rows".
pub fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
