//! Traces in files, in the format that the name's ending says.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

use super::{Row, Sink, TraceError, csv, json_lines, parquet};

/// How a trace is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values, the first line with the names of the columns.
    Csv,
    /// A JSON object a line.
    JsonLines,
    /// Parquet, a compressed format by columns that other tools read.
    Parquet,
}

impl Format {
    /// The format of a file with this name.
    pub fn of(path: &Path) -> Result<Format, TraceError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "csv" => Ok(Format::Csv),
            "jsonl" | "ndjson" => Ok(Format::JsonLines),
            "parquet" => Ok(Format::Parquet),
            _ => Err(TraceError::Ending { name: path.display().to_string() }),
        }
    }
}

/// Begins a trace in a file, with columns for the heuristics that are only watched.
pub fn create(path: &Path, heuristics: &[String]) -> Result<Box<dyn Sink>, TraceError> {
    let format = Format::of(path)?;
    let file = BufWriter::new(File::create(path)?);
    Ok(match format {
        Format::Csv => Box::new(csv::Writer::new(file, heuristics)?),
        Format::JsonLines => Box::new(json_lines::Writer::new(file, heuristics)),
        Format::Parquet => Box::new(parquet::Writer::new(file, heuristics)?),
    })
}

/// The rows of a trace, one after another.
pub struct Rows {
    /// The names of the columns of watched heuristics.
    pub estimates: Vec<String>,
    pub(super) rows: Box<dyn Iterator<Item = Result<Row, TraceError>>>,
}

impl Iterator for Rows {
    type Item = Result<Row, TraceError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.rows.next()
    }
}

/// Opens the trace in a file.
pub fn open(path: &Path) -> Result<Rows, TraceError> {
    let format = Format::of(path)?;
    let file = File::open(path)?;
    match format {
        Format::Csv => csv::read(BufReader::new(file)),
        Format::JsonLines => json_lines::read(BufReader::new(file)),
        Format::Parquet => parquet::read(file),
    }
}
