//! Levels as pictures: a character for each cell, in rows.
//!
//! White space between cells is ignored. Pictures are written with it, because they
//! then look square on a screen.

use super::super::{Cell, Level};
use super::{BOARDS, level};
use crate::puzzle::Likeness;
use crate::text::rows::{Entry, Rows, Shape};
use crate::text::{ParseError, Source, quoted};

const CELLS: [(char, Cell); 5] = [
    ('#', Cell::Wall),
    ('.', Cell::Free),
    ('o', Cell::Block),
    ('x', Cell::Goal),
    ('@', Cell::BlockOnGoal),
];

pub(crate) fn cell(letter: char) -> Option<Cell> {
    let letter = letter.to_ascii_lowercase();
    CELLS.into_iter().find_map(|(known, cell)| (known == letter).then_some(cell))
}

pub(crate) fn letter(cell: Cell) -> char {
    CELLS
        .into_iter()
        .find_map(|(letter, known)| (known == cell).then_some(letter))
        // The list has every kind of cell.
        .unwrap_or('?')
}

/// The cells of a row of a picture.
pub(crate) fn entries<'a>(
    source: Source<'a>,
    row: &'a str,
) -> impl Iterator<Item = Result<Entry<'a, Cell>, ParseError>> {
    row.char_indices()
        .filter(|(_, letter)| !letter.is_whitespace())
        .map(move |(at, letter)| {
            let part = &row[at..at + letter.len_utf8()];
            match cell(letter) {
                Some(value) => Ok(Entry { value, part }),
                None => Err(source.error(
                    part,
                    format!(
                        "{} is not a cell; a cell is # (wall), . (free), o (block), x (goal) or @ (block on goal)",
                        quoted(part)
                    ),
                )),
            }
        })
}

/// Reads a picture in which white space means nothing; or, where it has no dots and its rows
/// are not equally long then, one in which a space is a free cell.
pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    read(source, |line| entries(source, line).collect()).or_else(|error| {
        // The rest of a longer text can't be a level.
        let lines = || source.lines().map(str::trim_end).take(Level::MAX_SIDE + 1);
        let width = lines().map(|line| line.chars().count()).max().unwrap_or(0);
        // Pictures are often written with a space after each cell.
        let is_loose = |line: &str| line.chars().skip(1).step_by(2).all(|c| c == ' ');
        let step = if lines().all(is_loose) { 2 } else { 1 };
        if width > Level::MAX_SIDE * step || lines().any(|line| line.contains('.')) {
            return Err(error);
        }
        read(source, |line| spaced_entries(source, line, step, width)).map_err(|_| error)
    })
}

fn read<'a>(
    source: Source<'a>,
    entries: impl Fn(&'a str) -> Result<Vec<Entry<'a, Cell>>, ParseError>,
) -> Result<Level, ParseError> {
    let start = &source.text()[..0];
    let mut rows = Rows::new(source, BOARDS, Shape::FirstRow, start);
    let mut has_ended = false;
    for (line, with_comment) in source.all_lines().zip(source.text().lines()) {
        if line.trim_start().is_empty() {
            has_ended |= rows.height() > 0 && with_comment.trim_start().is_empty();
        } else if has_ended {
            let message = "the board ended at the empty line above, and nothing may follow it";
            return Err(source.error(line.trim(), message));
        } else {
            rows.push(line, entries(line)?.into_iter().map(Ok))?;
        }
    }
    if rows.height() == 0 {
        let message = "no board found; a board is rows of the cells # . o x @";
        return Err(source.error(start, message));
    }
    finish(&rows)
}

/// The cells of a row in which a space is a free cell, filled up to the longest row.
fn spaced_entries<'a>(
    source: Source<'a>,
    line: &'a str,
    step: usize,
    width: usize,
) -> Result<Vec<Entry<'a, Cell>>, ParseError> {
    let line = line.trim_end();
    let end = &line[line.len()..];
    let parts = line.char_indices().map(|(at, c)| &line[at..at + c.len_utf8()]);
    let parts = parts.chain(std::iter::repeat(end)).take(width).step_by(step);
    let free = |part| Ok(Entry { value: Cell::Free, part });
    let cells = parts.map(|part| match part {
        "" | " " => free(part),
        _ => entries(source, part).next().unwrap_or_else(|| free(part)),
    });
    cells.collect()
}

pub(super) fn finish(rows: &Rows<'_, Cell>) -> Result<Level, ParseError> {
    level(rows, "o or @", "x or @")
}

/// A readable picture is certainly a level. A few of these characters may be a font or
/// another puzzle's board.
pub(super) fn recognise(source: Source<'_>) -> Likeness {
    /// The largest picture and its comments; more is not looked at.
    const LOOKED_AT: usize = 4096;
    let letters = || {
        let lines = source.lines().take(LOOKED_AT).flat_map(str::chars);
        lines.filter(|c| !c.is_whitespace()).take(LOOKED_AT)
    };
    let first = source.lines().next().unwrap_or("");
    let mut first = first.chars().filter(|c| !c.is_whitespace());
    if letters().all(|letter| cell(letter).is_some()) {
        if parse(source).is_ok() {
            Likeness::Certain
        } else if letters().any(|letter| letter != '.') {
            Likeness::Likely
        } else if letters().next().is_some() {
            Likeness::Possible
        } else {
            Likeness::None
        }
    } else if first.all(|letter| cell(letter).is_some()) {
        Likeness::Possible
    } else {
        Likeness::None
    }
}

/// A level as a picture.
pub(crate) fn picture(level: &Level) -> String {
    let mut text = String::with_capacity(level.cells().len() * 2);
    for row in level.cells().chunks(level.width()) {
        for (x, &cell) in row.iter().enumerate() {
            if x > 0 {
                text.push(' ');
            }
            text.push(letter(cell));
        }
        text.push('\n');
    }
    text
}
