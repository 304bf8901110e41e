//! A text with the places of its parts.
//!
//! Parts are plain slices of the text; only an error works out line and column,
//! so that a large board costs no more than one pass over its text.

use super::{ParseError, Place};

/// A text without the byte-order mark that it may have begun with.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    text: &'a str,
    /// What comments begin with; they end with the line.
    comment: char,
}

impl<'a> Source<'a> {
    /// A text whose comments begin with this character.
    pub fn new(text: &'a str, comment: char) -> Self {
        Source { text: text.strip_prefix('\u{feff}').unwrap_or(text), comment }
    }

    /// The whole text.
    pub fn text(self) -> &'a str {
        self.text
    }

    /// The lines that hold anything, without comments.
    pub fn lines(self) -> impl Iterator<Item = &'a str> {
        self.numbered_lines().map(|(line, _)| line)
    }

    /// The same, each with its number.
    pub fn numbered_lines(self) -> impl Iterator<Item = (&'a str, usize)> {
        self.all_lines().zip(1..).filter(|(line, _)| !line.trim_start().is_empty())
    }

    /// All lines without comments, even those that hold nothing.
    pub fn all_lines(self) -> impl Iterator<Item = &'a str> {
        self.text
            .lines()
            .map(move |line| line.split_once(self.comment).map_or(line, |(before, _)| before))
    }

    /// Where a part of the text begins.
    pub fn place(self, part: &str) -> Place {
        Place::of_offset(self.text, self.offset(part))
    }

    /// An error at a part of the text.
    pub fn error(self, part: &str, message: impl Into<String>) -> ParseError {
        ParseError {
            place: self.place(part),
            length: part.chars().count(),
            message: message.into(),
        }
    }

    /// An error where a part of the text ends and more should follow.
    pub fn error_after(self, part: &str, message: impl Into<String>) -> ParseError {
        ParseError {
            place: Place::of_offset(self.text, self.offset(part) + part.trim_end().len()),
            length: 0,
            message: message.into(),
        }
    }

    /// The offset of a part of the text, in bytes.
    fn offset(self, part: &str) -> usize {
        part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr())
    }
}

/// A part of a text as an error message shows it: in quotes, truncated, and without
/// control characters.
pub fn quoted(part: &str) -> String {
    const LONGEST: usize = 20;
    let mut shown: String = part.chars().take(LONGEST).collect();
    if shown.len() < part.len() {
        shown.push('…');
    }
    format!("'{}'", shown.escape_debug())
}
