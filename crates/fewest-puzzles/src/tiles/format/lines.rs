//! Reads the formats that are rows of numbers: plain, with a size, dotted.

use super::super::{Geometry, Level};
use super::level;
use super::rows::{BOARDS, entry, tiles};
use crate::puzzle::Likeness;
use crate::text::rows::{Entry, Rows, Shape};
use crate::text::{ParseError, Source, quoted};

pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    let mut lines = source.lines().peekable();
    let mut opening = source.lines();
    let nothing = || {
        let start = &source.text()[..0];
        source.error(start, "no board found; a board is rows of numbers")
    };
    let first = opening.next().ok_or_else(nothing)?;
    let second = opening.next().unwrap_or("");
    let is_dotted = is_dotted(first) && is_dotted(second);

    let mut shape = Shape::FirstRow;
    if is_size(source) {
        let (width, height) = size(source, first)?;
        shape = Shape::Size(width, height);
        lines.next();
    }
    let mut board = Rows::new(source, BOARDS, shape, first);
    while let Some(line) = lines.next_if(|line| !is_goal_line(line)) {
        push(&mut board, source, line, is_dotted)?;
    }
    let numbers = tiles(&board, source)?;
    let (width, height) = (board.width(), board.height());
    let Some(goal_line) = lines.next() else {
        let goal = Geometry::blank_last(width, height);
        return Ok(level(width, height, numbers, &goal));
    };

    let named = named_goal(source, goal_line)?;
    let rows = if named.is_some() { 0 } else { height };
    let mut goal = Rows::new(source, BOARDS, Shape::Board(width, rows), goal_line);
    for line in lines {
        if is_goal_line(line) {
            return Err(source.error(line.trim(), "a second goal; a board has one goal"));
        }
        if named.is_some() {
            return Err(source.error(line.trim(), "nothing may follow a goal that is named"));
        }
        push(&mut goal, source, line, is_dotted)?;
    }
    let goal = match named {
        Some(BlankAt::First) => Geometry::blank_first(width, height),
        Some(BlankAt::Last) => Geometry::blank_last(width, height),
        None => tiles(&goal, source)?,
    };
    Ok(level(width, height, numbers, &goal))
}

fn push<'a>(
    rows: &mut Rows<'a, u32>,
    source: Source<'a>,
    line: &'a str,
    is_dotted: bool,
) -> Result<(), ParseError> {
    if is_dotted {
        rows.push(line, line.split('.').map(|piece| dotted_entry(source, piece)))
    } else {
        rows.push(line, line.split_whitespace().map(|word| entry(source, word)))
    }
}

/// The text between two dots: a tile, or nothing for the blank.
fn dotted_entry<'a>(source: Source<'a>, piece: &'a str) -> Result<Entry<'a, u32>, ParseError> {
    let mut words = piece.split_whitespace();
    match (words.next(), words.next()) {
        (None, _) => Ok(Entry { value: 0, part: piece }),
        (Some(word), None) => entry(source, word),
        (_, Some(surplus)) => {
            Err(source.error(surplus, "there must be a '.' between a tile and the next one"))
        }
    }
}

/// Whether there are dots and something other than white space never stands
/// next to something else without a dot between. A row of a plain grid looks
/// like this only with the blank in it, so that two rows never do.
fn is_dotted(line: &str) -> bool {
    line.contains('.') && line.split('.').all(|piece| piece.split_whitespace().nth(1).is_none())
}

/// Whether the first line is the size: one number or two, and fewer than the
/// next line has. Before rows of two, `2 H` is the size if H rows with another 2
/// follow: a row it can't be then, since no tile is on a board twice.
fn is_size(source: Source<'_>) -> bool {
    let mut lines = source.lines().take_while(|line| !is_goal_line(line));
    let (Some(first), Some(second)) = (lines.next(), lines.next()) else {
        return false;
    };
    let words = |line: &str| line.split_whitespace().take(3).count();
    let mut sides = first.split_whitespace().map(side);
    match (words(first), words(second)) {
        (1, 2..) => first.split_whitespace().all(is_number),
        (2, 3..) => sides.all(|side| side.is_some()),
        (2, 2) => {
            let mut has_two = second.split_whitespace().any(|word| word.parse() == Ok(2));
            let mut rows = 1;
            for line in lines.take(Geometry::MAX_SIDE) {
                has_two |= line.split_whitespace().any(|word| word.parse() == Ok(2));
                rows += 1;
            }
            has_two && sides.eq([Some(2), Some(rows)])
        }
        _ => false,
    }
}

/// The number in a word, if a board can have a side of that length.
fn side(word: &str) -> Option<usize> {
    let side = word.parse().ok();
    side.filter(|side| is_number(word) && (2..=Geometry::MAX_SIDE).contains(side))
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

fn size(source: Source<'_>, line: &str) -> Result<(usize, usize), ParseError> {
    let mut words = line.split_whitespace().map(|word| {
        side(word).ok_or_else(|| {
            let message = format!(
                "{} is not a size; a board's sides are 2 to {} long",
                quoted(word),
                Geometry::MAX_SIDE
            );
            source.error(word, message)
        })
    });
    // `is_size` has checked that there are one or two words.
    let width = words.next().unwrap_or(Ok(0))?;
    let height = words.next().unwrap_or(Ok(width))?;
    Ok((width, height))
}

/// Where the standard goals have the blank.
#[derive(Clone, Copy, Debug)]
enum BlankAt {
    First,
    Last,
}

fn is_goal_line(line: &str) -> bool {
    let word = line.split_whitespace().next();
    word.is_some_and(|word| word.eq_ignore_ascii_case("goal"))
}

/// The goal that the rest of a goal line names; `None` if rows follow.
fn named_goal(source: Source<'_>, line: &str) -> Result<Option<BlankAt>, ParseError> {
    let line = line.trim();
    let rest = line[line.find(char::is_whitespace).unwrap_or(line.len())..].trim_start();
    let is = |name: &str| {
        let words = rest.split(|c: char| c == '-' || c.is_whitespace());
        let words = words.filter(|word| !word.is_empty());
        words.map(str::to_ascii_lowercase).eq(["blank", name].map(String::from))
    };
    if rest.is_empty() {
        Ok(None)
    } else if is("first") {
        Ok(Some(BlankAt::First))
    } else if is("last") {
        Ok(Some(BlankAt::Last))
    } else {
        let message = format!(
            "{} is not a goal; after 'goal' comes 'blank first', 'blank last', or nothing and the goal's rows",
            quoted(rest)
        );
        Err(source.error(rest, message))
    }
}

/// Number Shifting's levels are rows of numbers too, but with many zeros; a
/// board of tiles has one.
pub(super) fn recognise(source: Source<'_>) -> Likeness {
    /// Enough to tell, and few enough for the largest file.
    const LOOKED_AT: usize = 100_000;
    let is_tile = |word: &str| is_number(word) || word == "." || word == "_";
    let first = source.lines().next().unwrap_or("");
    let board = || source.lines().take_while(|line| !is_goal_line(line));
    let words = || board().flat_map(str::split_whitespace).take(LOOKED_AT);
    if first.split_whitespace().any(|word| !is_tile(word)) || !words().any(is_number) {
        Likeness::None
    } else if parse(source).is_ok() {
        Likeness::Certain
    } else if words().all(is_tile) && words().filter(|word| ["0", "_"].contains(word)).count() < 2 {
        Likeness::Likely
    } else {
        Likeness::Possible
    }
}
