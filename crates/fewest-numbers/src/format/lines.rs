//! Levels as lines: the size, then rows of numbers.

use std::collections::HashSet;

use super::super::Level;
use super::{BOARDS, entry, level};
use crate::puzzle::Likeness;
use crate::text::rows::{Entry, Rows, Shape};
use crate::text::{ParseError, Source, quoted};

pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    let mut lines = source.lines();
    let nothing = || {
        let start = &source.text()[..0];
        source.error(
            start,
            "no level found; a level is a line with width and height, then rows of numbers",
        )
    };
    let first = lines.next().ok_or_else(nothing)?;
    let (width, height) = size(source, first)?;
    let mut rows = Rows::new(source, BOARDS, Shape::Size(width, height), first);
    for line in lines {
        rows.push(line, line.split_whitespace().map(|word| cell(source, word)))?;
    }
    level(source, &rows)
}

fn cell<'a>(source: Source<'a>, word: &'a str) -> Result<Entry<'a, u32>, ParseError> {
    match word {
        "." | "_" => Ok(Entry { value: 0, part: word }),
        _ => entry(source, word, "0, . or _"),
    }
}

fn side(word: &str) -> Option<usize> {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let side = word.parse().ok().filter(|side| BOARDS.sides.contains(side));
    side.filter(|_| is_number)
}

fn size(source: Source<'_>, line: &str) -> Result<(usize, usize), ParseError> {
    let mut words = line.split_whitespace();
    let (Some(width), Some(height), None) = (words.next(), words.next(), words.next()) else {
        let message = "the first line must be the width and the height, e.g. 8 5";
        return Err(source.error(line.trim(), message));
    };
    let side = |word: &str| {
        side(word).ok_or_else(|| {
            let message = format!(
                "{} is not a size; a level's sides are 1 to {} long",
                quoted(word),
                Level::MAX_SIDE
            );
            source.error(word, message)
        })
    };
    Ok((side(width)?, side(height)?))
}

/// A readable level is certain, unless it may be a board of sliding tiles with a mistake
/// or a level of blocks: these puzzles then come first.
pub(super) fn recognise(source: Source<'_>) -> Likeness {
    /// Enough to decide, and few enough for the largest file.
    const LOOKED_AT: usize = 100_000;
    let mut lines = source.lines();
    let mut sides = lines.next().unwrap_or("").split_whitespace().map(side);
    let (Some(Some(_)), Some(Some(_)), None) = (sides.next(), sides.next(), sides.next()) else {
        return Likeness::None;
    };
    match parse(source) {
        Ok(level) if could_be_tiles(&level) || could_be_blocks(&level) => Likeness::Likely,
        Ok(_) => Likeness::Certain,
        Err(_) => {
            let words = lines.flat_map(str::split_whitespace).take(LOOKED_AT);
            let empty = words.filter(|word| ["0", ".", "_"].contains(word)).count();
            if empty > 1 { Likeness::Likely } else { Likeness::Possible }
        }
    }
}

/// A board of tiles has each number once; a single duplicate may be a mistake.
fn could_be_tiles(level: &Level) -> bool {
    let different: HashSet<u32> = level.cells().iter().copied().collect();
    let is_board = level.width() > 1 && level.height() > 1;
    is_board && different.len() + 1 >= level.cells().len()
}

/// Levels of blocks may be numbers too: 1 a block, 2 a goal, 3 both. Their size has the
/// rows first, which makes no difference for a square.
fn could_be_blocks(level: &Level) -> bool {
    let has = |numbers: [u32; 2]| level.cells().iter().any(|number| numbers.contains(number));
    let is_square = level.width() == level.height();
    is_square && level.cells().iter().all(|&number| number <= 3) && has([1, 3]) && has([2, 3])
}

/// Writes the format of the game.
pub(super) fn sized(level: &Level) -> String {
    write(level, |number| number.to_string())
}

pub(super) fn picture(level: &Level) -> String {
    let digits = |&number: &u32| number.to_string().len();
    let width = level.cells().iter().map(digits).max().unwrap_or(1);
    write(level, |number| match number {
        0 => format!("{:>width$}", "."),
        number => format!("{number:>width$}"),
    })
}

fn write(level: &Level, cell: impl Fn(u32) -> String) -> String {
    let mut text = format!("{} {}\n", level.width(), level.height());
    for row in level.cells().chunks(level.width()) {
        let words: Vec<String> = row.iter().map(|&number| cell(number)).collect();
        text += &words.join(" ");
        text.push('\n');
    }
    text
}
