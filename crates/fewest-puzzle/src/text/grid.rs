//! A rectangle of characters: the format of many puzzles' boards.

use std::ops::RangeInclusive;

use super::{ParseError, Source, quoted};

/// A rectangle that was read, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<T> {
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// What the characters stand for.
    pub cells: Vec<T>,
}

/// Reads rows of characters, with or without white space between them. `cell` returns
/// what a character stands for, and `expected` is the end of the error for any other one.
/// Empty lines and comments after `#` are skipped, unless `#` is a cell.
///
/// ```
/// use fewest_puzzle::text::grid;
///
/// let lamp = |c| match c { 'o' => Some(true), '.' => Some(false), _ => None };
/// let read = |text| grid(text, 1..=8, lamp, "a lamp is o or .");
/// assert_eq!(read("o .\n. .\n")?.cells, [true, false, false, false]);
/// assert_eq!(
///     read("o.\n.x\n").unwrap_err().to_string(),
///     "line 2, column 2: unknown cell 'x'; a lamp is o or ."
/// );
/// assert_eq!(
///     read("o.\n.\n").unwrap_err().to_string(),
///     "line 2, column 1: this row has 1 cell, but the first row has 2"
/// );
/// # Ok::<(), fewest_puzzle::text::ParseError>(())
/// ```
pub fn grid<T>(
    text: &str,
    sides: RangeInclusive<usize>,
    cell: impl Fn(char) -> Option<T>,
    expected: &str,
) -> Result<Grid<T>, ParseError> {
    // A puzzle may write walls as #; then there are no comments.
    let comment = if cell('#').is_some() { '\0' } else { '#' };
    let source = Source::new(text, comment);
    let (least, most) = (*sides.start(), *sides.end());
    let mut grid = Grid { width: 0, height: 0, cells: Vec::new() };
    for line in source.lines() {
        let row = line.trim();
        let before = grid.cells.len();
        for (at, c) in row.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            let part = &row[at..at + c.len_utf8()];
            let value = cell(c).ok_or_else(|| {
                source.error(part, format!("unknown cell {}; {expected}", quoted(part)))
            })?;
            grid.cells.push(value);
            if grid.cells.len() - before > most {
                return Err(source.error(part, format!("a row has at most {most} cells")));
            }
        }
        let width = grid.cells.len() - before;
        if grid.height == 0 {
            grid.width = width;
        }
        if width != grid.width {
            let s = if width == 1 { "" } else { "s" };
            let first = grid.width;
            let message = format!("this row has {width} cell{s}, but the first row has {first}");
            return Err(source.error(row, message));
        }
        grid.height += 1;
        if grid.height > most {
            return Err(source.error(row, format!("a board has at most {most} rows")));
        }
    }
    if grid.width < least || grid.height < least {
        let message = format!("a board has at least {least} rows of {least} cells; {expected}");
        return Err(ParseError::at_end(text, message));
    }
    Ok(grid)
}
