//! Levels as two pictures, each with an optional name above it.

use super::super::picture::{self, Like, is_row, paragraphs};
use super::super::{Font, Level};
use crate::puzzle::Likeness;
use crate::text::{ParseError, Source, quoted};

const FORM: &str = "a level is the start in rows of o and -, an empty line, and the target";

pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    let mut boards = paragraphs(source);
    let Some(start) = boards.next() else {
        return Err(source.error("", format!("no level found; {FORM}")));
    };
    let (start_name, rows) = named(source, &start)?;
    let (board, coins) = picture::read(source, rows, None)?;
    let Some(target) = boards.next() else {
        let last = start[start.len() - 1];
        return Err(source.error_after(last, format!("the target is missing; {FORM}")));
    };
    let (target_name, rows) = named(source, &target)?;
    let like = Like { board, coins: coins.count_ones(), first: "the start" };
    let (_, target) = picture::read(source, rows, Some(like))?;
    if let Some(more) = boards.next() {
        let message = if Font::parse(source.text()).is_ok() {
            "this is a font; fewest solve coins --font FILE A B solves two of its glyphs"
        } else {
            "the level ends before this line, and nothing may follow it"
        };
        return Err(source.error(more[0], message));
    }
    let names = start_name.zip(target_name).map(|(start, target)| [start, target]);
    // Both pictures lie on the board and have the same number of coins.
    Level::new(board, coins, target)
        .map(|level| level.with_names(names))
        .map_err(|error| source.error("", error.to_string()))
}

/// The name above a picture, if its first line is not a row, and the rows.
fn named<'a, 'p>(
    source: Source<'_>,
    paragraph: &'p [&'a str],
) -> Result<(Option<String>, &'p [&'a str]), ParseError> {
    match paragraph {
        [first, rows @ ..] if !is_row(first) && rows.first().is_some_and(|row| is_row(row)) => {
            if first.contains(char::is_whitespace) {
                let message = format!("{} is not a name; a name is one word", quoted(first));
                return Err(source.error(first, message));
            }
            Ok((Some((*first).to_string()), rows))
        }
        rows => Ok((None, rows)),
    }
}

/// No other puzzle has boards of `o` and `-` alone.
pub(super) fn recognise(source: Source<'_>) -> Likeness {
    /// More lines than a level has.
    const LOOKED_AT: usize = 256;
    let lines = || source.lines().take(LOOKED_AT).filter(|line| line.len() <= LOOKED_AT);
    let rows = lines().filter(|line| is_row(line.trim_end())).count();
    let empty = lines().filter(|line| line.contains('-') && is_row(line.trim_end())).count();
    if rows == 0 {
        Likeness::None
    } else if parse(source).is_ok() {
        Likeness::Certain
    } else if empty > 0 && 2 * rows > lines().count() {
        Likeness::Likely
    } else {
        Likeness::Possible
    }
}

pub(super) fn print(level: &Level) -> String {
    let pictures =
        [level.start(), level.target()].map(|coins| picture::print(level.board(), coins));
    match level.names() {
        // A name that could be a row would be read as one.
        Some([start, target]) if !is_row(start) && !is_row(target) => {
            format!("{start}\n{}\n{target}\n{}", pictures[0], pictures[1])
        }
        _ => pictures.join("\n"),
    }
}
