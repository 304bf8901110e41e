//! Levels as JSON objects: rows of numbers as arrays.

use super::super::Level;
use super::{BOARDS, entry, level};
use crate::puzzle::Likeness;
use crate::text::json::{Members, elements, text_of};
use crate::text::rows::{Entry, Rows, Shape};
use crate::text::{ParseError, Source};

const KEYS: [&str; 4] = ["puzzle", "width", "height", "numbers"];

pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    let members = Members::read(source, &KEYS)?;
    if let Some(puzzle) = members.get("puzzle")
        && text_of(puzzle).as_deref() != Some("numbers")
    {
        let message = "this is not a level of numbers; puzzle must be \"numbers\"";
        return Err(source.error(puzzle, message));
    }
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

/// Certain if it names the puzzle, none if it names another.
pub(super) fn recognise(source: Source<'_>) -> Likeness {
    match Members::read(source, &KEYS)
        .map(|members| (members.get("puzzle"), members.get("numbers")))
    {
        Ok((Some(puzzle), _)) if text_of(puzzle).as_deref() == Some("numbers") => Likeness::Certain,
        Ok((Some(_), _)) => Likeness::None,
        Ok((None, Some(_))) => Likeness::Likely,
        _ if source.text().contains("\"numbers\"") => Likeness::Likely,
        _ => Likeness::None,
    }
}

pub(super) fn print(level: &Level) -> String {
    let rows: Vec<String> = level
        .cells()
        .chunks(level.width())
        .map(|row| {
            let row: Vec<String> = row.iter().map(u32::to_string).collect();
            format!("    [{}]", row.join(", "))
        })
        .collect();
    format!(
        "{{\n  \"puzzle\": \"numbers\",\n  \"width\": {},\n  \"height\": {},\n  \"numbers\": [\n{}\n  ]\n}}\n",
        level.width(),
        level.height(),
        rows.join(",\n")
    )
}
