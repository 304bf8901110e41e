//! Traces as comma-separated values: a line with the names of the columns, then a
//! line for each row. What does not apply is empty.

use std::fmt::Write as _;
use std::io::{Read, Write};

use super::columns::{self, Header, Value};
use super::{Row, Rows, Sink, TraceError};

pub(super) struct Writer<W: Write> {
    lines: csv::Writer<W>,
    /// A number on its way to the file.
    number: String,
    /// The columns of watched heuristics.
    estimates: usize,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(to: W, heuristics: &[String]) -> Result<Self, TraceError> {
        let mut lines = csv::Writer::from_writer(to);
        lines.write_record(columns::names(heuristics)).map_err(written)?;
        Ok(Writer { lines, number: String::new(), estimates: heuristics.len() })
    }

    fn field<T: std::fmt::Display>(&mut self, value: Option<T>) -> Result<(), TraceError> {
        self.number.clear();
        if let Some(value) = value {
            // Writing to a string does not fail.
            let _ = write!(self.number, "{value}");
        }
        self.lines.write_field(&self.number).map_err(written)
    }
}

impl<W: Write> Sink for Writer<W> {
    fn write(&mut self, row: &Row) -> Result<(), TraceError> {
        self.field(Some(row.event.name()))?;
        self.field(Some(format_args!("{:.6}", row.seconds)))?;
        for value in row.whole() {
            self.field(value)?;
        }
        self.field(row.temperature)?;
        self.field(row.text.as_ref())?;
        for place in 0..self.estimates {
            self.field(row.estimates.get(place).copied().flatten())?;
        }
        self.lines.write_record(None::<&[u8]>).map_err(written)
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(self.lines.flush()?)
    }
}

/// What the crate says of a failed write is what the system said.
fn written(error: csv::Error) -> TraceError {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => TraceError::Io(std::io::Error::other(format!("{other:?}"))),
    }
}

pub(super) fn read(from: impl Read + 'static) -> Result<Rows, TraceError> {
    let mut lines = csv::Reader::from_reader(from);
    let names = lines.headers().map_err(unreadable)?.clone();
    if names.is_empty() {
        return Err(TraceError::Empty);
    }
    let header = Header::new(names.iter())?;
    let estimates = header.estimates.clone();
    let rows = lines.into_records().map(move |record| {
        let record = record.map_err(unreadable)?;
        let mut row = header.row();
        for (column, field) in record.iter().enumerate() {
            let value = if field.is_empty() { Value::None } else { Value::Text(field) };
            header.set(&mut row, column, &value).map_err(|expected| TraceError::Value {
                line: record.position().map_or(0, csv::Position::line),
                column: names[column].to_string(),
                found: field.to_string(),
                expected,
            })?;
        }
        Ok(row)
    });
    Ok(Rows { estimates, rows: Box::new(rows) })
}

fn unreadable(error: csv::Error) -> TraceError {
    let line = error.position().map_or(0, csv::Position::line);
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            TraceError::Fields { line, found: len, expected: expected_len }
        }
        csv::ErrorKind::Utf8 { .. } => {
            TraceError::Line { line, why: "the text is not UTF-8".into() }
        }
        other => TraceError::Line { line, why: format!("{other:?}") },
    }
}
