//! Traces in files; the extension chooses the format.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use fewest::names::{Name, Names};

#[cfg(feature = "csv")]
use super::csv;
#[cfg(feature = "parquet")]
use super::parquet;
use super::{Head, Row, Sink, TraceError, json_lines};

/// How a trace is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values, the first line with the names of the columns.
    Csv,
    /// One JSON object per line.
    JsonLines,
    /// Parquet, a compressed format by columns that other tools read.
    Parquet,
}

impl Format {
    /// All formats, by their file extensions.
    pub const NAMES: Names<Format> = Names::new(&[
        Name::new("csv", Format::Csv, "CSV"),
        Name::new("jsonl", Format::JsonLines, "JSON lines").or(&["ndjson"]),
        Name::new("parquet", Format::Parquet, "Parquet"),
    ]);

    /// All formats.
    pub const ALL: [Format; 3] = Format::NAMES.values();

    /// Whether this build reads and writes it.
    pub fn is_available(self) -> bool {
        match self {
            Format::Csv => cfg!(feature = "csv"),
            Format::JsonLines => true,
            Format::Parquet => cfg!(feature = "parquet"),
        }
    }

    /// Its file extension.
    pub fn ending(self) -> &'static str {
        Format::NAMES.name_of(&self)
    }

    /// The error for a format that is not available: which feature is missing.
    fn unavailable(self) -> TraceError {
        let name = Format::NAMES.row_of(&self).map_or("", |row| row.summary);
        let others = Format::ALL.into_iter().filter(|format| format.is_available());
        let others: Vec<String> = others.map(|format| format!(".{}", format.ending())).collect();
        // Features have the names of the extensions.
        TraceError::Unavailable { name, feature: self.ending(), others: others.join(" or ") }
    }

    /// The format of a file with this name.
    pub fn of(path: &Path) -> Result<Format, TraceError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let format = Format::NAMES.find(&ending.to_ascii_lowercase()).map(|row| row.value);
        format.ok_or_else(|| TraceError::Ending { name: path.display().to_string() })
    }
}

/// Creates a trace file with this head.
pub fn create(path: &Path, head: &Head) -> Result<Box<dyn Sink>, TraceError> {
    let format = Format::of(path)?;
    if !format.is_available() {
        return Err(format.unavailable());
    }
    write(format, BufWriter::new(File::create(path)?), head)
}

/// Writes a trace with this head to anything that takes bytes.
pub fn write<'a, W: Write + Send + 'a>(
    format: Format,
    to: W,
    head: &Head,
) -> Result<Box<dyn Sink + 'a>, TraceError> {
    Ok(match format {
        #[cfg(feature = "csv")]
        Format::Csv => Box::new(csv::Writer::new(to, head)?),
        Format::JsonLines => Box::new(json_lines::Writer::new(to, head)?),
        #[cfg(feature = "parquet")]
        Format::Parquet => Box::new(parquet::Writer::new(to, head)?),
        #[cfg(not(all(feature = "csv", feature = "parquet")))]
        other => return Err(other.unavailable()),
    })
}

/// The rows of a trace, in order.
#[allow(clippy::struct_field_names, reason = "rows are rows")]
pub struct Rows {
    /// The names of the columns of additional heuristics.
    pub estimates: Vec<String>,
    /// The metadata of the trace: see [`Head::about`].
    pub about: Vec<(String, String)>,
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
    if !format.is_available() {
        return Err(format.unavailable());
    }
    let file = File::open(path)?;
    match format {
        #[cfg(feature = "csv")]
        Format::Csv => csv::read(BufReader::new(file)),
        Format::JsonLines => json_lines::read(BufReader::new(file)),
        #[cfg(feature = "parquet")]
        Format::Parquet => parquet::read(file),
        #[cfg(not(all(feature = "csv", feature = "parquet")))]
        other => Err(other.unavailable()),
    }
}
