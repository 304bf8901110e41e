//! Rows of numbers, gathered and checked with their places: what every format
//! comes down to.

use super::super::Geometry;
use super::source::{Source, quoted};
use crate::text::ParseError;

/// A number, or 0 for the blank, and the part of the text that it stands on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub(crate) tile: u32,
    pub(crate) part: &'a str,
}

/// Reads a word as a tile or the blank.
pub(crate) fn entry<'a>(source: Source<'a>, word: &'a str) -> Result<Entry<'a>, ParseError> {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let tile = if word == "." || word.bytes().all(|byte| byte == b'_') {
        0
    } else if is_number(word) {
        // A number too long for u32 is too large for any board.
        word.parse().unwrap_or(u32::MAX)
    } else if word.strip_prefix('-').is_some_and(is_number) {
        return Err(source.error(
            word,
            "a tile's number can't be negative; tiles are numbered from 1, and the blank is 0, _ or .",
        ));
    } else {
        let message = format!(
            "{} is not a tile; a tile is a number, and the blank is 0, _ or .",
            quoted(word)
        );
        return Err(source.error(word, message));
    };
    Ok(Entry { tile, part: word })
}

/// What decides how wide and high the rows must be.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Shape {
    /// The first row does; any height is right.
    FirstRow,
    /// The size line before the board does.
    Size(usize, usize),
    /// The board before the goal does.
    Board(usize, usize),
    /// The board that a plan starts from does.
    Start(usize, usize),
}

impl Shape {
    /// The height, where it is decided.
    fn height(self) -> Option<usize> {
        match self {
            Shape::FirstRow => None,
            Shape::Size(_, height) | Shape::Board(_, height) | Shape::Start(_, height) => {
                Some(height)
            }
        }
    }

    fn why(self) -> &'static str {
        match self {
            Shape::FirstRow => "the first row has",
            Shape::Size(..) => "the size line says",
            Shape::Board(..) => "the board has",
            Shape::Start(..) => "the start has",
        }
    }
}

/// The rows of a board or of its goal.
#[derive(Debug)]
pub(crate) struct Rows<'a> {
    source: Source<'a>,
    shape: Shape,
    /// "board" or "goal".
    name: &'static str,
    width: usize,
    height: usize,
    entries: Vec<Entry<'a>>,
    end: &'a str,
}

impl<'a> Rows<'a> {
    /// No rows yet. `before` is the part of the text after which they come.
    pub(crate) fn new(source: Source<'a>, shape: Shape, before: &'a str) -> Self {
        let (width, name) = match shape {
            Shape::FirstRow => (0, "board"),
            Shape::Size(width, _) | Shape::Start(width, _) => (width, "board"),
            Shape::Board(width, _) => (width, "goal"),
        };
        Rows { source, shape, name, width, height: 0, entries: Vec::new(), end: before }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn height(&self) -> usize {
        self.height
    }

    pub(crate) fn entries(&self) -> &[Entry<'a>] {
        &self.entries
    }

    /// Adds a row that stands on `line`, one entry after the other; takes no
    /// more of them than a board can be wide.
    pub(crate) fn push(
        &mut self,
        line: &'a str,
        row: impl Iterator<Item = Result<Entry<'a>, ParseError>>,
    ) -> Result<(), ParseError> {
        if self.height == self.shape.height().unwrap_or(Geometry::MAX_SIDE) {
            let message = match self.shape.height() {
                None => format!("a board is at most {} rows high", self.height),
                Some(height) => {
                    let why = self.shape.why();
                    format!("one row too many: {why} {}", count(height, "row"))
                }
            };
            return Err(self.source.error(line.trim(), message));
        }
        let first = self.height == 0 && matches!(self.shape, Shape::FirstRow);
        let start = self.entries.len();
        for entry in row {
            let entry = entry?;
            let columns = self.entries.len() - start;
            if first && columns == Geometry::MAX_SIDE {
                let message = format!("a board is at most {} tiles wide", Geometry::MAX_SIDE);
                return Err(self.source.error(entry.part, message));
            }
            if !first && columns == self.width {
                let message =
                    format!("one tile too many in this row: {} {}", self.shape.why(), self.width);
                return Err(self.source.error(entry.part, message));
            }
            self.entries.push(entry);
        }
        let columns = self.entries.len() - start;
        if first {
            if columns < 2 {
                let tiles = count(columns, "tile");
                let message = format!("a board is at least 2 tiles wide, but this row has {tiles}");
                return Err(self.source.error(line.trim(), message));
            }
            self.width = columns;
        }
        if columns < self.width {
            let message = format!(
                "this row has {}, but {} {}",
                count(columns, "tile"),
                self.shape.why(),
                self.width
            );
            return Err(self.source.error_after(line, message));
        }
        self.height += 1;
        self.end = line;
        Ok(())
    }

    /// The tiles, once each of them has been seen to stand there once.
    pub(crate) fn tiles(&self) -> Result<Vec<u16>, ParseError> {
        let after = |message: String| Err(self.source.error_after(self.end, message));
        let rows = count(self.height, "row");
        match self.shape.height() {
            None if self.height < 2 => {
                return after(format!("a board is at least 2 rows high, but this has {rows}"));
            }
            Some(height) if self.height < height => {
                let (name, why) = (self.name, self.shape.why());
                return after(format!("the {name} ends after {rows}, but {why} {height}"));
            }
            _ => {}
        }
        let cells = self.entries.len();
        if self.entries.iter().all(|entry| entry.tile != 0) {
            return after(format!(
                "the {} has no blank; one of its cells must be 0, _ or .",
                self.name
            ));
        }
        let mut firsts: Vec<Option<&str>> = vec![None; cells];
        for entry in &self.entries {
            let Some(first) = firsts.get_mut(entry.tile as usize) else {
                let message = format!(
                    "this number is too large: a {} × {} board has the tiles 1 to {}",
                    self.width,
                    self.height,
                    cells - 1
                );
                return Err(self.source.error(entry.part, message));
            };
            if let Some(first) = first.replace(entry.part) {
                let first = self.source.place(first);
                let message = match entry.tile {
                    0 => format!("a second blank: the first is at {first}, and there must be one"),
                    tile => format!("tile {tile} is here again: it is already at {first}"),
                };
                return Err(self.source.error(entry.part, message));
            }
        }
        Ok(self.entries.iter().map(|entry| entry.tile as u16).collect())
    }
}

fn count(number: usize, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
