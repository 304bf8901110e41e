//! Rows of numbers, checked with their places to be a board or its goal.

use super::super::Geometry;
use crate::text::rows::{Boards, Entry, Rows};
use crate::text::{ParseError, Source, quoted};

/// The boards of this puzzle.
pub(crate) const BOARDS: Boards = Boards { cell: "tile", sides: 2..=Geometry::MAX_SIDE };

/// How the blank can be written, for errors.
pub(super) const BLANK: &str = "0, _, ., x, * or -";

/// The signs for the blank besides 0.
fn is_blank_sign(c: char) -> bool {
    matches!(c, '_' | '.' | 'x' | 'X' | '*' | '-' | '·' | '–' | '—' | '−' | '□')
}

/// What one character stands for on boards whose tiles have one character each: a digit, the
/// blank, or a letter from A for 10 to O for 24, the last tile of 5 × 5.
pub(super) fn character(c: char) -> Option<u32> {
    match c {
        _ if is_blank_sign(c) => Some(0),
        'a'..='o' | 'A'..='O' => c.to_digit(36),
        _ => c.to_digit(10),
    }
}

/// Reads a word as a tile or the blank.
pub(crate) fn entry<'a>(source: Source<'a>, word: &'a str) -> Result<Entry<'a, u32>, ParseError> {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut chars = word.chars();
    let first = chars.next();
    let tile = if is_number(word) {
        // A number too long for u32 is too large for any board.
        word.parse().unwrap_or(if word.is_empty() { 0 } else { u32::MAX })
    } else if first.is_some_and(is_blank_sign) && chars.clone().all(|c| Some(c) == first) {
        0
    } else if let (Some(value), None) = (first.and_then(character), chars.next()) {
        value
    } else if ["null", "None"].contains(&word) {
        0
    } else if word.strip_prefix(['-', '−']).is_some_and(is_number) {
        let message = format!(
            "a tile's number cannot be negative; tiles are numbered from 1, and the blank is {BLANK}"
        );
        return Err(source.error(word, message));
    } else {
        let message =
            format!("{} is not a tile; a tile is a number, and the blank is {BLANK}", quoted(word));
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
        let message = format!("the {name} has no blank; one of its cells must be {BLANK}");
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
