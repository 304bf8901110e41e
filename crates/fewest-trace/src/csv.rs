//! Traces as comma-separated values: lines of `# key: value` with the metadata of the
//! trace (the comments of W3C's "Model for Tabular Data", 2015), a line with the names
//! of the columns, then a line for each row. Fields that do not apply are empty.

use std::fmt::Write as _;
use std::io::{BufRead, Write};

use super::columns::{self, Field, Header, Value};
use super::lines::{NOT_UTF8, next_line};
use super::{Head, Row, Rows, Sink, TraceError};

/// The beginning of a metadata line.
const COMMENT: u8 = b'#';

pub(super) struct Writer<W: Write> {
    lines: csv::Writer<W>,
    /// A number to be written.
    number: String,
    columns: Vec<Field>,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(mut to: W, head: &Head) -> Result<Self, TraceError> {
        for (key, value) in &head.about {
            writeln!(to, "# {key}: {value}")?;
        }
        let mut lines = csv::Writer::from_writer(to);
        let (names, columns): (Vec<String>, Vec<Field>) = columns::of(head).into_iter().unzip();
        lines.write_record(names).map_err(written)?;
        Ok(Writer { lines, number: String::new(), columns })
    }

    fn number(&mut self, value: impl std::fmt::Display) -> Result<(), TraceError> {
        self.number.clear();
        // Writing to a string does not fail.
        let _ = write!(self.number, "{value}");
        self.lines.write_field(&self.number).map_err(written)
    }
}

impl<W: Write> Sink for Writer<W> {
    fn write(&mut self, row: &Row) -> Result<(), TraceError> {
        for place in 0..self.columns.len() {
            match (self.columns[place], row.value(self.columns[place])) {
                (Field::Seconds, Value::Real(seconds)) => self.number(format_args!("{seconds:.6}")),
                (_, Value::Whole(value)) => self.number(value),
                (_, Value::Real(value)) => self.number(value),
                (_, Value::Text(text)) => self.lines.write_field(text).map_err(written),
                (_, Value::None) => self.lines.write_field("").map_err(written),
            }?;
        }
        self.lines.write_record(None::<&[u8]>).map_err(written)
    }

    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(self.lines.flush()?)
    }
}

/// A failed write is reported with the system's error.
fn written(error: csv::Error) -> TraceError {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        other => TraceError::Io(std::io::Error::other(format!("{other:?}"))),
    }
}

pub(super) fn read(mut from: impl BufRead + 'static) -> Result<Rows, TraceError> {
    let (mut about, mut above) = (Vec::new(), 0);
    while from.fill_buf()?.first() == Some(&COMMENT) {
        above += 1;
        let Some(line) = next_line(&mut from, above)? else { break };
        if let Some((key, value)) = line[1..].split_once(':') {
            about.push((key.trim().to_string(), value.trim().to_string()));
        }
    }
    let mut lines = csv::Reader::from_reader(from);
    let unreadable = move |error| unreadable(error, above);
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
                line: above + record.position().map_or(0, csv::Position::line),
                column: names[column].to_string(),
                found: field.to_string(),
                expected,
            })?;
        }
        Ok(row)
    });
    Ok(Rows { estimates, about, rows: Box::new(rows) })
}

/// An error below some lines that were read before.
fn unreadable(error: csv::Error, above: u64) -> TraceError {
    let line = above + error.position().map_or(0, csv::Position::line);
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error.into(),
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            TraceError::Fields { line, found: len, expected: expected_len }
        }
        csv::ErrorKind::Utf8 { .. } => TraceError::Line { line, why: NOT_UTF8.into() },
        other => TraceError::Line { line, why: format!("{other:?}") },
    }
}
