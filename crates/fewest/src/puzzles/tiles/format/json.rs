//! Reads a board as a JSON object.
//!
//! Values are kept as the slices of the text that they stand on, so that a
//! wrong one can be pointed at; and no more of them than a board can have.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::super::{Geometry, Level};
use super::level;
use super::rows::{Entry, Rows, Shape, entry};
use super::source::{Source, quoted};
use crate::puzzle::Likeness;
use crate::text::{ParseError, Place};

const KEYS: [&str; 5] = ["puzzle", "width", "height", "tiles", "goal"];

pub(super) fn parse(source: Source<'_>) -> Result<Level, ParseError> {
    let members = Members::read(source)?;
    if let Some(puzzle) = members.get("puzzle")
        && text_of(puzzle).as_deref() != Some("tiles")
    {
        return Err(source.error(puzzle, "this is not a board of tiles; puzzle must be \"tiles\""));
    }
    let Some(tiles) = members.get("tiles") else {
        return Err(source.error_after(
            source.text().trim_end().trim_end_matches('}'),
            "the key tiles is missing: the board's rows, as arrays of numbers",
        ));
    };
    let board = read_rows(source, "tiles", tiles, Shape::FirstRow)?;
    let numbers = board.tiles()?;
    let (width, height) = (board.width(), board.height());
    for (key, side, what) in [("width", width, "wide"), ("height", height, "high")] {
        if let Some(value) = members.get(key)
            && value.parse() != Ok(side)
        {
            let message = format!("{key} must be {side}: the board in tiles is {side} {what}");
            return Err(source.error(value, message));
        }
    }
    let goal = match members.get("goal") {
        None | Some("null") => Geometry::blank_last(width, height),
        Some(goal) => read_rows(source, "goal", goal, Shape::Board(width, height))?.tiles()?,
    };
    Ok(level(width, height, numbers, &goal))
}

fn read_rows<'a>(
    source: Source<'a>,
    key: &str,
    value: &'a str,
    shape: Shape,
) -> Result<Rows<'a>, ParseError> {
    let not_rows = |value| {
        let message = format!("{key} must be an array of rows, each an array of numbers");
        source.error(value, message)
    };
    let Array(array) = from_str(value).ok_or_else(|| not_rows(value))?;
    let mut rows = Rows::new(source, shape, &value[..1]);
    for row in array {
        let Array(numbers) = from_str(row).ok_or_else(|| not_rows(row))?;
        let tile = |number: &'a str| match number {
            "null" => Ok(Entry { tile: 0, part: number }),
            _ if number.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                entry(source, number)
            }
            _ => {
                let message = format!(
                    "{} is not a tile; a tile is a number, and the blank is 0 or null",
                    quoted(number)
                );
                Err(source.error(number, message))
            }
        };
        rows.push(row, numbers.into_iter().map(tile))?;
    }
    Ok(rows)
}

/// Certain if it names the puzzle, none if it names another.
pub(super) fn recognise(source: Source<'_>) -> Likeness {
    match Members::read(source).map(|members| (members.get("puzzle"), members.get("tiles"))) {
        Ok((Some(puzzle), _)) if text_of(puzzle).as_deref() == Some("tiles") => Likeness::Certain,
        Ok((Some(_), _)) => Likeness::None,
        Ok((None, Some(_))) => Likeness::Likely,
        _ if source.text().contains("\"tiles\"") => Likeness::Likely,
        _ => Likeness::None,
    }
}

/// The members of the object, each known key at most once.
struct Members<'a>(Vec<(&'static str, &'a str)>);

impl<'a> Members<'a> {
    fn read(source: Source<'a>) -> Result<Self, ParseError> {
        let Object(object) =
            serde_json::from_str(source.text()).map_err(|error| syntax_error(source, &error))?;
        let mut members: Vec<(&str, &str)> = Vec::new();
        for (key, value) in object {
            let name = text_of(key).unwrap_or_default();
            let Some(known) = KEYS.into_iter().find(|&known| known == name) else {
                let message =
                    format!("there is no key {}; the keys are {}", quoted(&name), KEYS.join(", "));
                return Err(source.error(key, message));
            };
            if members.iter().any(|&(member, _)| member == known) {
                return Err(source.error(key, format!("the key {known} is here a second time")));
            }
            members.push((known, value));
        }
        Ok(Members(members))
    }

    fn get(&self, key: &str) -> Option<&'a str> {
        let member = self.0.iter().find(|&&(member, _)| member == key);
        member.map(|&(_, value)| value)
    }
}

fn from_str<'a, T: Deserialize<'a>>(text: &'a str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// The text that a JSON string stands for.
fn text_of(value: &str) -> Option<String> {
    from_str(value)
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

/// One more value than can be right is kept; the rest is passed over.
const MOST: usize = Geometry::MAX_SIDE + 1;

/// The first elements of an array.
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
