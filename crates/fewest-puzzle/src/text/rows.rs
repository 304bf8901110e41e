//! Rows of cells, collected with their places until they form a rectangle: every board
//! format uses them.

use std::ops::RangeInclusive;

use super::{ParseError, Source, count};

/// What a cell holds, and the part of the text that it stands on.
#[derive(Clone, Copy, Debug)]
pub struct Entry<'a, T> {
    /// What the cell holds.
    pub value: T,
    /// The part of the text.
    pub part: &'a str,
}

/// The boards of a puzzle: the name of their cells, and the limits of their sides.
#[derive(Clone, Debug)]
pub struct Boards {
    /// The name of a cell, such as "tile".
    pub cell: &'static str,
    /// The least and the most cells of a side.
    pub sides: RangeInclusive<usize>,
}

/// What decides how wide and high the rows must be.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
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
pub struct Rows<'a, T> {
    source: Source<'a>,
    boards: Boards,
    shape: Shape,
    /// "board" or "goal".
    name: &'static str,
    width: usize,
    height: usize,
    entries: Vec<Entry<'a, T>>,
    end: &'a str,
}

impl<'a, T> Rows<'a, T> {
    /// No rows yet. `before` is the part of the text after which they come.
    pub fn new(source: Source<'a>, boards: Boards, shape: Shape, before: &'a str) -> Self {
        let (width, name) = match shape {
            Shape::FirstRow => (0, "board"),
            Shape::Size(width, _) | Shape::Start(width, _) => (width, "board"),
            Shape::Board(width, _) => (width, "goal"),
        };
        Rows { source, boards, shape, name, width, height: 0, entries: Vec::new(), end: before }
    }

    /// "board" or "goal".
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The width of the rows; 0 before the first, if that decides.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of rows so far.
    pub fn height(&self) -> usize {
        self.height
    }

    /// All cells so far, row by row.
    pub fn entries(&self) -> &[Entry<'a, T>] {
        &self.entries
    }

    /// An error where the rows end and something should follow.
    pub fn error_after(&self, message: impl Into<String>) -> ParseError {
        self.source.error_after(self.end, message)
    }

    /// Adds a row that stands on `line`, one entry after the other; takes at most as
    /// many as a board can be wide.
    pub fn push(
        &mut self,
        line: &'a str,
        mut row: impl Iterator<Item = Result<Entry<'a, T>, ParseError>>,
    ) -> Result<(), ParseError> {
        self.push_any(line, &mut row)
    }

    fn push_any(
        &mut self,
        line: &'a str,
        row: &mut dyn Iterator<Item = Result<Entry<'a, T>, ParseError>>,
    ) -> Result<(), ParseError> {
        let Boards { cell, sides } = &self.boards;
        if self.height == self.shape.height().unwrap_or(*sides.end()) {
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
            if first && columns == *sides.end() {
                let message = format!("a board is at most {} wide", count(*sides.end(), cell));
                return Err(self.source.error(entry.part, message));
            }
            if !first && columns == self.width {
                let (why, width) = (self.shape.why(), self.width);
                let message = format!("one {cell} too many in this row: {why} {width}");
                return Err(self.source.error(entry.part, message));
            }
            self.entries.push(entry);
        }
        let columns = self.entries.len() - start;
        if first {
            if columns < *sides.start() {
                let (least, found) = (count(*sides.start(), cell), count(columns, cell));
                let message = format!("a board is at least {least} wide, but this row has {found}");
                return Err(self.source.error(line.trim(), message));
            }
            self.width = columns;
        }
        if columns < self.width {
            let (found, why) = (count(columns, cell), self.shape.why());
            let message = format!("this row has {found}, but {why} {}", self.width);
            return Err(self.source.error_after(line, message));
        }
        self.height += 1;
        self.end = line;
        Ok(())
    }

    /// Checks that there are enough rows.
    pub fn finish(&self) -> Result<(), ParseError> {
        let rows = count(self.height, "row");
        let least = *self.boards.sides.start();
        match self.shape.height() {
            None if self.height < least => {
                let least = count(least, "row");
                let message = format!("a board is at least {least} high, but this has {rows}");
                Err(self.error_after(message))
            }
            Some(height) if self.height < height => {
                let (name, why) = (self.name, self.shape.why());
                let message = format!("the {name} ends after {rows}, but {why} {height}");
                Err(self.error_after(message))
            }
            _ => Ok(()),
        }
    }
}
