//! Traces as JSON lines: an object with the metadata, then an object for each row,
//! without fields that do not apply.

use std::io::{BufRead, Write};

use serde_json::{Map, Value as Json};

use super::columns::{self, Field, Header, Value};
use super::lines::next_line;
use super::{Head, Row, Rows, Sink, TraceError};

/// The event of the metadata object.
const META: &str = "meta";

pub(super) struct Writer<W> {
    to: W,
    columns: Vec<(String, Field)>,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(to: W, head: &Head) -> Result<Self, TraceError> {
        let mut writer = Writer { to, columns: columns::of(head) };
        if !head.about.is_empty() {
            let about = head.about.iter().filter(|(key, _)| key != "event");
            let about = about.map(|(key, value)| (key.clone(), value.clone().into()));
            let event = ("event".to_string(), META.into());
            writer.object(&std::iter::once(event).chain(about).collect())?;
        }
        Ok(writer)
    }

    fn object(&mut self, object: &Map<String, Json>) -> Result<(), TraceError> {
        serde_json::to_writer(&mut self.to, object).map_err(std::io::Error::from)?;
        Ok(self.to.write_all(b"\n")?)
    }
}

/// The shortest form of a number: 25 for 25.0, as in the other formats.
fn number(value: f64) -> Json {
    // Up to 2^53 whole numbers are themselves as reals.
    let is_whole = value.fract() == 0.0 && value.abs() < 9e15;
    if is_whole { (value as i64).into() } else { value.into() }
}

impl<W: Write> Sink for Writer<W> {
    fn write(&mut self, row: &Row) -> Result<(), TraceError> {
        let json = |field: Field| match (field, row.value(field)) {
            (_, Value::None) => None,
            (Field::Seconds, Value::Real(value)) => Some(((value * 1e6).round() / 1e6).into()),
            (_, Value::Whole(value)) => Some(value.into()),
            (_, Value::Real(value)) => Some(number(value)),
            (_, Value::Text(text)) => Some(text.into()),
        };
        let pairs = self.columns.iter();
        let object = pairs.filter_map(|(name, field)| Some((name.clone(), json(*field)?)));
        let object = object.collect();
        self.object(&object)
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(self.to.flush()?)
    }
}

pub(super) fn read(mut from: impl BufRead + 'static) -> Result<Rows, TraceError> {
    let mut number = 0;
    let mut lines = std::iter::from_fn(move || {
        number += 1;
        let line = next_line(&mut from, number).transpose()?;
        Some(line.map(|text| (text, number)))
    })
    .peekable();
    let mut about = Vec::new();
    let meta = |line: &Result<(String, u64), TraceError>| meta(&line.as_ref().ok()?.0);
    if let Some(pairs) = lines.peek().and_then(meta) {
        about = pairs;
        lines.next();
    }
    if lines.peek().is_none() {
        return Err(TraceError::Empty);
    }
    // The first line with additional heuristics gives their names.
    let mut estimates: Vec<String> = Vec::new();
    let first: Vec<_> = lines.by_ref().take(LOOK_AHEAD).collect();
    for (text, _) in first.iter().flatten() {
        let Ok(object) = serde_json::from_str::<Map<String, Json>>(text) else { continue };
        for name in object.keys().filter(|name| name.starts_with(columns::ESTIMATE)) {
            if !estimates.contains(name) {
                estimates.push(name.clone());
            }
        }
    }
    let columns = columns::of(&Head::new().states(true));
    let mut names: Vec<String> = columns.into_iter().map(|(name, _)| name).collect();
    names.extend_from_slice(&estimates);
    let header = Header::new(names.iter().map(String::as_str))?;
    let rows = first.into_iter().chain(lines).map(move |line| {
        let (text, number) = line?;
        row(&header, &names, &text, number)
    });
    Ok(Rows { estimates, about, rows: Box::new(rows) })
}

/// The first expansion comes right after the start.
const LOOK_AHEAD: usize = 16;

/// The metadata in a line, if it is a metadata line.
fn meta(line: &str) -> Option<Vec<(String, String)>> {
    let object: Map<String, Json> = serde_json::from_str(line).ok()?;
    if object.get("event")?.as_str()? != META {
        return None;
    }
    let others = object.into_iter().filter(|(key, _)| key != "event");
    Some(others.filter_map(|(key, value)| Some((key, value.as_str()?.to_string()))).collect())
}

fn row(header: &Header, names: &[String], line: &str, number: u64) -> Result<Row, TraceError> {
    let object: Map<String, Json> = serde_json::from_str(line).map_err(|error| {
        let why = if error.is_eof() {
            "the object is not closed; the trace may be truncated".to_string()
        } else {
            format!("column {}: not a JSON object", error.column())
        };
        TraceError::Line { line: number, why }
    })?;
    if !object.contains_key("event") {
        return Err(TraceError::NoEvents);
    }
    let mut row = header.row();
    for (column, name) in names.iter().enumerate() {
        let Some(json) = object.get(name) else { continue };
        let value = match json {
            Json::Null => Value::None,
            Json::String(text) => Value::Text(text),
            Json::Number(value) => match value.as_i64() {
                Some(value) => Value::Whole(value),
                None => Value::Real(value.as_f64().unwrap_or(f64::NAN)),
            },
            _ => Value::Real(f64::NAN),
        };
        header.set(&mut row, column, &value).map_err(|expected| TraceError::Value {
            line: number,
            column: name.clone(),
            found: json.to_string(),
            expected,
        })?;
    }
    Ok(row)
}
