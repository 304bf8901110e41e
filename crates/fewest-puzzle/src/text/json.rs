//! JSON whose values have places for errors.
//!
//! Values are kept as the slices of the text that they stand on, so that a
//! wrong one has a place; and no more of them than a board can have.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{ParseError, Place, Source, quoted};
use crate::puzzle::Likeness;

/// One more value than the longest line of any puzzle is kept; the rest is skipped.
const MOST: usize = 1001;

/// Whether a text can only be JSON.
pub fn is_json(source: Source<'_>) -> bool {
    source.text().trim_start().starts_with('{')
}

/// The members of an object, each known key at most once.
pub struct Members<'a> {
    source: Source<'a>,
    members: Vec<(&'static str, &'a str)>,
}

impl<'a> Members<'a> {
    /// The members of the object that a text is. Other keys than these are errors.
    pub fn read(source: Source<'a>, keys: &[&'static str]) -> Result<Self, ParseError> {
        let Object(object) =
            serde_json::from_str(source.text()).map_err(|error| syntax_error(source, &error))?;
        let mut members: Vec<(&str, &str)> = Vec::new();
        for (key, value) in object {
            let name = text_of(key).unwrap_or_default();
            let Some(&known) = keys.iter().find(|&&known| known == name) else {
                let message =
                    format!("unknown key {}; available: {}", quoted(&name), keys.join(", "));
                return Err(source.error(key, message));
            };
            if members.iter().any(|&(member, _)| member == known) {
                return Err(source.error(key, format!("duplicate key {known}")));
            }
            members.push((known, value));
        }
        Ok(Members { source, members })
    }

    /// The same for an object that describes a position of a puzzle; if it names a puzzle, it
    /// must be this one.
    pub fn of(source: Source<'a>, keys: &[&'static str], puzzle: &str) -> Result<Self, ParseError> {
        let members = Self::read(source, keys)?;
        match members.get("puzzle") {
            Some(named) if text_of(named).as_deref() != Some(puzzle) => {
                let message =
                    format!("this is not a puzzle of {puzzle}; puzzle must be \"{puzzle}\"");
                Err(source.error(named, message))
            }
            _ => Ok(members),
        }
    }

    /// The value of a key, as it stands in the text.
    pub fn get(&self, key: &str) -> Option<&'a str> {
        let member = self.members.iter().find(|&&(member, _)| member == key);
        member.map(|&(_, value)| value)
    }

    /// An error where a key is missing and should follow.
    pub fn error_after(&self, message: &str) -> ParseError {
        let text = self.source.text().trim_end().trim_end_matches('}');
        self.source.error_after(text, message)
    }

    /// Checks that the sides, where they are given, are those of the board that
    /// stands under the key `board`.
    pub fn check_sides(&self, board: &str, width: usize, height: usize) -> Result<(), ParseError> {
        for (key, side, what) in [("width", width, "wide"), ("height", height, "high")] {
            if let Some(value) = self.get(key)
                && value.parse() != Ok(side)
            {
                let message =
                    format!("{key} must be {side}: the board in {board} is {side} {what}");
                return Err(self.source.error(value, message));
            }
        }
        Ok(())
    }
}

/// How much a text looks like an object that describes a position of a puzzle: certain if it
/// names the puzzle, none if it names another, and what `unnamed` says if it names none.
pub fn likeness(
    source: Source<'_>,
    keys: &[&'static str],
    puzzle: &str,
    unnamed: impl FnOnce(&Members<'_>) -> Likeness,
) -> Likeness {
    let likeness = match Members::read(source, keys) {
        Ok(members) => match members.get("puzzle") {
            Some(named) if text_of(named).as_deref() == Some(puzzle) => return Likeness::Certain,
            Some(_) => return Likeness::None,
            None => unnamed(&members),
        },
        Err(_) => Likeness::None,
    };
    let is_mentioned = || source.text().contains(&format!("\"{puzzle}\""));
    if likeness == Likeness::None && is_mentioned() { Likeness::Likely } else { likeness }
}

/// An object that describes a board: its size, and under `key` its rows, which are JSON
/// themselves.
pub fn print_rows(
    puzzle: &str,
    (width, height): (usize, usize),
    key: &str,
    rows: impl Iterator<Item = String>,
) -> String {
    let rows: Vec<String> = rows.map(|row| format!("    {row}")).collect();
    let rows = rows.join(",\n");
    format!(
        "{{\n  \"puzzle\": \"{puzzle}\",\n  \"width\": {width},\n  \"height\": {height},\n  \"{key}\": [\n{rows}\n  ]\n}}\n"
    )
}

/// The first elements of an array.
pub fn elements(value: &str) -> Option<Vec<&str>> {
    from_str(value).map(|Array(elements)| elements)
}

/// The text that a JSON string stands for.
pub fn text_of(value: &str) -> Option<String> {
    from_str(value)
}

fn from_str<'a, T: Deserialize<'a>>(text: &'a str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// `serde_json` counts columns in bytes, and puts the line and the column into
/// its message too.
fn syntax_error(source: Source<'_>, error: &serde_json::Error) -> ParseError {
    let text = source.text();
    let mut newlines = text.match_indices('\n').map(|(at, _)| at + 1);
    let line_start = match error.line() {
        0 | 1 => 0,
        line => newlines.nth(line - 2).unwrap_or(text.len()),
    };
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    ParseError {
        place: Place::of_offset(text, line_start + error.column().saturating_sub(1)),
        length: usize::from(!error.is_eof()),
        message: format!("this is not JSON: {message}"),
    }
}

struct Array<'a>(Vec<&'a str>);

/// The first members of an object, key and value.
struct Object<'a>(Vec<(&'a str, &'a str)>);

struct ArrayVisitor;
struct ObjectVisitor;

impl<'de> Deserialize<'de> for Array<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ArrayVisitor)
    }
}

impl<'de> Deserialize<'de> for Object<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor)
    }
}

impl<'de> Visitor<'de> for ArrayVisitor {
    type Value = Array<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Self::Value, A::Error> {
        let mut elements = Vec::new();
        while elements.len() < MOST {
            let Some(element) = array.next_element::<&'de RawValue>()? else {
                return Ok(Array(elements));
            };
            elements.push(element.get());
        }
        while array.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Array(elements))
    }
}

impl<'de> Visitor<'de> for ObjectVisitor {
    type Value = Object<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while members.len() < MOST {
            let Some((key, value)) = object.next_entry::<&'de RawValue, &'de RawValue>()? else {
                return Ok(Object(members));
            };
            members.push((key.get(), value.get()));
        }
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Object(members))
    }
}
