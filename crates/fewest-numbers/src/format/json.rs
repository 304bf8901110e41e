//! Levels as JSON objects: rows of numbers as arrays.

use super::super::Level;
use super::{BOARDS, entry, level};
use crate::puzzle::Likeness;
use crate::text::json::{Members, elements, likeness, print_rows};
use crate::text::rows::{Entry, Rows, Shape};
use crate::text::{ParseError, Source};

const KEYS: [&str; 4] = ["puzzle", "width", "height", "numbers"];

pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    let members = Members::of(source, &KEYS, "numbers")?;
    let Some(value) = members.get("numbers") else {
        return Err(members
            .error_after("the key numbers is missing: the level's rows, as arrays of numbers"));
    };
    let not_rows = |value| {
        let message = "numbers must be an array of rows, each an array of numbers";
        source.error(value, message)
    };
    let array = elements(value).ok_or_else(|| not_rows(value))?;
    let mut rows: Rows<'_, u32> = Rows::new(source, BOARDS, Shape::FirstRow, &value[..1]);
    for row in array {
        let numbers = elements(row).ok_or_else(|| not_rows(row))?;
        rows.push(row, numbers.into_iter().map(|number| cell(source, number)))?;
    }
    let level = level(source, &rows)?;
    members.check_sides("numbers", level.width(), level.height())?;
    Ok(level)
}

fn cell<'a>(source: Source<'a>, word: &'a str) -> Result<Entry<'a, u32>, ParseError> {
    match word {
        "null" => Ok(Entry { value: 0, part: word }),
        _ => entry(source, word, "0 or null"),
    }
}

pub(super) fn recognise(source: Source<'_>) -> Likeness {
    likeness(source, &KEYS, "numbers", |members| match members.get("numbers") {
        Some(_) => Likeness::Likely,
        None => Likeness::None,
    })
}

pub(super) fn print(level: &Level) -> String {
    let rows = level.cells().chunks(level.width()).map(|row| {
        let row: Vec<String> = row.iter().map(u32::to_string).collect();
        format!("[{}]", row.join(", "))
    });
    print_rows("numbers", (level.width(), level.height()), "numbers", rows)
}
