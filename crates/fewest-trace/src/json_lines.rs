//! Traces as JSON lines: an object for each row, without what does not apply.

use std::io::{BufRead, Write};

use serde_json::{Map, Value as Json};

use super::columns::{self, Header, Value};
use super::{Row, Rows, Sink, TraceError};

pub(super) struct Writer<W> {
    to: W,
    names: Vec<String>,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(to: W, heuristics: &[String]) -> Self {
        Writer { to, names: columns::names(heuristics) }
    }
}

impl<W: Write> Sink for Writer<W> {
    fn write(&mut self, row: &Row) -> Result<(), TraceError> {
        let whole = row.whole();
        let numbers = whole.into_iter().map(|value| value.map(Json::from));
        let microseconds = (row.seconds * 1e6).round() / 1e6;
        let values = [Some(row.event.name().into()), Some(microseconds.into())]
            .into_iter()
            .chain(numbers)
            .chain([row.temperature.map(Json::from), row.text.clone().map(Json::from)])
            .chain(row.estimates.iter().map(|value| value.map(Json::from)));
        let pairs = self.names.iter().zip(values);
        let object: Map<String, Json> =
            pairs.filter_map(|(name, value)| Some((name.clone(), value?))).collect();
        serde_json::to_writer(&mut self.to, &object).map_err(std::io::Error::from)?;
        Ok(self.to.write_all(b"\n")?)
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(self.to.flush()?)
    }
}

pub(super) fn read(from: impl BufRead + 'static) -> Result<Rows, TraceError> {
    let mut lines = from.lines().zip(1..).peekable();
    // Which heuristics were watched is known by the first line that has any.
    let mut estimates: Vec<String> = Vec::new();
    if lines.peek().is_none() {
        return Err(TraceError::Empty);
    }
    let mut first: Vec<(std::io::Result<String>, u64)> = Vec::new();
    for (line, number) in lines.by_ref().take(LOOK_AHEAD) {
        if let Ok(text) = &line
            && let Ok(object) = serde_json::from_str::<Map<String, Json>>(text)
        {
            let watched = object.keys().filter(|name| name.starts_with(columns::ESTIMATE));
            for name in watched {
                if !estimates.contains(name) {
                    estimates.push(name.clone());
                }
            }
        }
        first.push((line, number));
    }
    let mut names = columns::names(&[]);
    names.extend_from_slice(&estimates);
    let header = Header::new(names.iter().map(String::as_str))?;
    let rows = first.into_iter().chain(lines);
    let rows = rows.map(move |(line, number)| row(&header, &names, &line?, number));
    Ok(Rows { estimates, rows: Box::new(rows) })
}

/// The first expansion comes right after the start.
const LOOK_AHEAD: usize = 16;

fn row(header: &Header, names: &[String], line: &str, number: u64) -> Result<Row, TraceError> {
    let object: Map<String, Json> = serde_json::from_str(line).map_err(|error| {
        let why = if error.is_eof() {
            "the object does not end; perhaps the trace was cut short".to_string()
        } else {
            format!("column {}: this is not a JSON object", error.column())
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
