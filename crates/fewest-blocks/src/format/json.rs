//! Levels as JSON objects: the rows of a picture as strings.

use super::super::{Cell, Level};
use super::{BOARDS, picture};
use crate::puzzle::Likeness;
use crate::text::json::{Members, elements, text_of};
use crate::text::rows::{Rows, Shape};
use crate::text::{ParseError, Source};

const KEYS: [&str; 4] = ["puzzle", "width", "height", "rows"];

pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    let members = Members::read(source, &KEYS)?;
    if let Some(puzzle) = members.get("puzzle")
        && text_of(puzzle).as_deref() != Some("blocks")
    {
        let message = "this is not a level of blocks; puzzle must be \"blocks\"";
        return Err(source.error(puzzle, message));
    }
    let Some(value) = members.get("rows") else {
        return Err(members
            .error_after("the key rows is missing: the board's rows, as strings of # . o x @"));
    };
    let not_rows = |value| {
        let message = "rows must be an array of strings, each a row of the cells # . o x @";
        source.error(value, message)
    };
    let array = elements(value).ok_or_else(|| not_rows(value))?;
    let mut rows: Rows<'_, Cell> = Rows::new(source, BOARDS, Shape::FirstRow, &value[..1]);
    for row in array {
        let cells = row.strip_prefix('"').and_then(|row| row.strip_suffix('"'));
        let cells = cells.ok_or_else(|| not_rows(row))?;
        rows.push(row, picture::entries(source, cells))?;
    }
    let level = picture::finish(&rows)?;
    members.check_sides("rows", level.width(), level.height())?;
    Ok(level)
}

/// Certain if it names the puzzle, none if it names another.
pub(super) fn recognise(source: Source<'_>) -> Likeness {
    match Members::read(source, &KEYS).map(|members| members.get("puzzle")) {
        Ok(Some(puzzle)) if text_of(puzzle).as_deref() == Some("blocks") => Likeness::Certain,
        Ok(Some(_)) => Likeness::None,
        Ok(None) if parse(source).is_ok() => Likeness::Likely,
        Ok(None) if source.text().contains("\"rows\"") => Likeness::Possible,
        _ if source.text().contains("\"blocks\"") => Likeness::Likely,
        _ => Likeness::None,
    }
}

pub(super) fn print(level: &Level) -> String {
    let rows: Vec<String> = level
        .cells()
        .chunks(level.width())
        .map(|row| {
            let row: String = row.iter().map(|&cell| picture::letter(cell)).collect();
            format!("    \"{row}\"")
        })
        .collect();
    format!(
        "{{\n  \"puzzle\": \"blocks\",\n  \"width\": {},\n  \"height\": {},\n  \"rows\": [\n{}\n  ]\n}}\n",
        level.width(),
        level.height(),
        rows.join(",\n")
    )
}
