//! Rows of numbers, checked with their places to be a board or its goal.

use super::super::Geometry;
use crate::text::rows::{Boards, Entry, Rows};
use crate::text::{ParseError, Source, quoted};

/// The boards of this puzzle.
pub(crate) const BOARDS: Boards = Boards { cell: "tile", sides: 2..=Geometry::MAX_SIDE };

/// Reads a word as a tile or the blank.
pub(crate) fn entry<'a>(source: Source<'a>, word: &'a str) -> Result<Entry<'a, u32>, ParseError> {
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
    Ok(Entry { value: tile, part: word })
}

/// The tiles, after checking that each of them appears once.
pub(crate) fn tiles(rows: &Rows<'_, u32>, source: Source<'_>) -> Result<Vec<u16>, ParseError> {
    rows.finish()?;
    let (entries, name) = (rows.entries(), rows.name());
    let cells = entries.len();
    if entries.iter().all(|entry| entry.value != 0) {
        let message = format!("the {name} has no blank; one of its cells must be 0, _ or .");
        return Err(rows.error_after(message));
    }
    let mut firsts: Vec<Option<&str>> = vec![None; cells];
    for entry in entries {
        let Some(first) = firsts.get_mut(entry.value as usize) else {
            let message = format!(
                "this number is too large: a {} × {} board has the tiles 1 to {}",
                rows.width(),
                rows.height(),
                cells - 1
            );
            return Err(source.error(entry.part, message));
        };
        if let Some(first) = first.replace(entry.part) {
            let first = source.place(first);
            let message = match entry.value {
                0 => format!("a second blank; the first is at {first}, and a board has one"),
                tile => format!("tile {tile} appears twice; it is already at {first}"),
            };
            return Err(source.error(entry.part, message));
        }
    }
    Ok(entries.iter().map(|entry| entry.value as u16).collect())
}
