//! Levels as JSON objects: the rows of a picture as strings.

use super::super::{Cell, Level};
use super::{BOARDS, picture};
use crate::puzzle::Likeness;
use crate::text::json::{Members, elements, likeness, print_rows};
use crate::text::rows::{Rows, Shape};
use crate::text::{ParseError, Source};

const KEYS: [&str; 4] = ["puzzle", "width", "height", "rows"];

pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    let members = Members::of(source, &KEYS, "blocks")?;
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

pub(super) fn recognise(source: Source<'_>) -> Likeness {
    likeness(source, &KEYS, "blocks", |members| match members.get("rows") {
        Some(_) if parse(source).is_ok() => Likeness::Likely,
        Some(_) => Likeness::Possible,
        None => Likeness::None,
    })
}

pub(super) fn print(level: &Level) -> String {
    let rows = level.cells().chunks(level.width()).map(|row| {
        let row: String = row.iter().map(|&cell| picture::letter(cell)).collect();
        format!("\"{row}\"")
    });
    print_rows("blocks", (level.width(), level.height()), "rows", rows)
}
