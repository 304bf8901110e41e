//! Levels as numbers: rows and columns, then a number for each cell.

use super::super::{Cell, Level};
use super::{BOARDS, level};
use crate::puzzle::Likeness;
use crate::text::rows::{Entry, Rows, Shape};
use crate::text::{ParseError, Source, quoted};

const CELLS: [(&str, Cell); 5] = [
    ("-1", Cell::Wall),
    ("0", Cell::Free),
    ("1", Cell::Block),
    ("2", Cell::Goal),
    ("3", Cell::BlockOnGoal),
];

fn cell(word: &str) -> Option<Cell> {
    CELLS.into_iter().find_map(|(known, cell)| (known == word).then_some(cell))
}

/// Whether the text begins with a number.
pub(super) fn begins(source: Source<'_>) -> bool {
    let first = source.lines().next().unwrap_or("").trim_start();
    let digits = first.strip_prefix('-').unwrap_or(first);
    digits.starts_with(|c: char| c.is_ascii_digit())
}

pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    let mut lines = source.lines();
    let first = lines.next().unwrap_or("");
    let (height, width) = size(source, first)?;
    let mut rows = Rows::new(source, BOARDS, Shape::Size(width, height), first);
    for line in lines {
        let entries = line.split_whitespace().map(|word| entry(source, word));
        rows.push(line, entries)?;
    }
    level(&rows, "1 or 3", "2 or 3")
}

fn entry<'a>(source: Source<'a>, word: &'a str) -> Result<Entry<'a, Cell>, ParseError> {
    match cell(word) {
        Some(value) => Ok(Entry { value, part: word }),
        None => Err(source.error(
            word,
            format!(
                "{} is not a cell; a cell is -1 (wall), 0 (free), 1 (block), 2 (goal) or 3 (block on goal)",
                quoted(word)
            ),
        )),
    }
}

fn size(source: Source<'_>, line: &str) -> Result<(usize, usize), ParseError> {
    let mut words = line.split_whitespace();
    let (Some(rows), Some(columns), None) = (words.next(), words.next(), words.next()) else {
        let message = "the first line must be the numbers of rows and of columns, e.g. 8 8";
        return Err(source.error(line.trim(), message));
    };
    let side = |word: &str| {
        let side = word.parse().ok();
        side.filter(|side| BOARDS.sides.contains(side)).ok_or_else(|| {
            let message = format!(
                "{} is not a size; a board has 1 to {most} rows and 1 to {most} columns",
                quoted(word),
                most = Level::MAX_SIDE
            );
            source.error(word, message)
        })
    };
    Ok((side(rows)?, side(columns)?))
}

/// Only this puzzle has negative numbers. Without them, a board with a size
/// could be sliding tiles (if no number is there twice) or Number Shifting.
pub(super) fn recognise(source: Source<'_>) -> Likeness {
    /// Some more numbers than a board has.
    const LOOKED_AT: usize = 512;
    let mut lines = source.lines();
    let first = lines.next().unwrap_or("");
    let has_size = first.split_whitespace().take(3).count() == 2
        && first.split_whitespace().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let words: Vec<&str> = lines.flat_map(str::split_whitespace).take(LOOKED_AT).collect();
    let zeros = words.iter().filter(|&&word| word == "0").count();
    if has_size && words.contains(&"-1") {
        Likeness::Certain
    } else if has_size && words.iter().all(|word| cell(word).is_some()) {
        if zeros > 1 || parse(source).is_ok() { Likeness::Likely } else { Likeness::Possible }
    } else if words.contains(&"-1") || first.split_whitespace().any(|word| word == "-1") {
        Likeness::Possible
    } else {
        Likeness::None
    }
}

pub(super) fn print(level: &Level) -> String {
    let mut text = format!("{} {}\n", level.height(), level.width());
    // Columns are two wide only where there is a wall to make them so.
    let digits = if level.walls().next().is_some() { 2 } else { 1 };
    for row in level.cells().chunks(level.width()) {
        let words: Vec<String> =
            row.iter().map(|&cell| format!("{:>digits$}", number(cell))).collect();
        text += &words.join(" ");
        text.push('\n');
    }
    text
}

fn number(cell: Cell) -> &'static str {
    CELLS
        .into_iter()
        .find_map(|(number, known)| (known == cell).then_some(number))
        // The list has every kind of cell.
        .unwrap_or("?")
}
