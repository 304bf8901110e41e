//! Levels as JSON objects: the rows of both pictures as strings.

use super::super::Level;
use super::super::picture::{self, Like};
use crate::puzzle::Likeness;
use crate::text::json::{Members, elements, likeness, text_of};
use crate::text::{ParseError, Source};

const KEYS: [&str; 6] = ["puzzle", "width", "height", "start", "target", "names"];

pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    let members = Members::of(source, &KEYS, "coins")?;
    let (board, start) = picture::read(source, &rows(source, &members, "start")?, None)?;
    let like = Like { board, coins: start.count_ones(), first: "the start" };
    let (_, target) = picture::read(source, &rows(source, &members, "target")?, Some(like))?;
    members.check_sides("start", board.width(), board.height())?;
    let names = members.get("names").map(|value| names(source, value)).transpose()?;
    // Both pictures lie on the board and have the same number of coins.
    Level::new(board, start, target)
        .map(|level| level.with_names(names))
        .map_err(|error| source.error("", error.to_string()))
}

fn rows<'a>(
    source: Source<'a>,
    members: &Members<'a>,
    key: &str,
) -> Result<Vec<&'a str>, ParseError> {
    let Some(value) = members.get(key) else {
        let message = format!("the key {key} is missing: its rows, as strings of o and -");
        return Err(members.error_after(&message));
    };
    let not_rows = |value| {
        let message = format!("{key} must be an array of strings, each a row of o and -");
        source.error(value, message)
    };
    let array = elements(value).ok_or_else(|| not_rows(value))?;
    if array.is_empty() {
        return Err(not_rows(value));
    }
    let row = |row: &'a str| {
        let row_of = row.strip_prefix('"').and_then(|row| row.strip_suffix('"'));
        row_of.ok_or_else(|| not_rows(row))
    };
    array.into_iter().map(row).collect()
}

fn names(source: Source<'_>, value: &str) -> Result<[String; 2], ParseError> {
    let names: Option<Vec<String>> =
        elements(value).and_then(|names| names.into_iter().map(text_of).collect());
    let names = names.and_then(|names| <[String; 2]>::try_from(names).ok()).filter(|names| {
        names.iter().all(|name| !name.is_empty() && !name.contains(char::is_whitespace))
    });
    names.ok_or_else(|| {
        source.error(value, "names must be an array of two words: those of start and target")
    })
}

pub(super) fn recognise(source: Source<'_>) -> Likeness {
    likeness(source, &KEYS, "coins", |members| match members.get("target") {
        Some(_) if parse(source).is_ok() => Likeness::Likely,
        Some(_) => Likeness::Possible,
        None => Likeness::None,
    })
}

pub(super) fn print(level: &Level) -> String {
    let board = level.board();
    let rows = |coins| {
        let rows: Vec<String> =
            picture::rows(board, coins).map(|row| format!("    \"{row}\"")).collect();
        rows.join(",\n")
    };
    let names = level.names().map_or(String::new(), |names| {
        format!("  \"names\": {},\n", serde_json::Value::from(names.to_vec()))
    });
    format!(
        "{{\n  \"puzzle\": \"coins\",\n  \"width\": {},\n  \"height\": {},\n{names}  \"start\": [\n{}\n  ],\n  \"target\": [\n{}\n  ]\n}}\n",
        board.width(),
        board.height(),
        rows(level.start()),
        rows(level.target()),
    )
}
