//! Errors of traces.

use std::io;

use fewest::names::UnknownName;

/// A trace that can't be written or read: one sentence without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The file's extension is not a known format.
    #[error("unsupported file extension: {name}; use .csv, .jsonl or .parquet")]
    Ending {
        /// The name.
        name: String,
    },
    /// This build does not include the format.
    #[error(
        "{name} is not supported by this build; rebuild with --features {feature}, or use {others}"
    )]
    Unavailable {
        /// The name of the format.
        name: &'static str,
        /// The feature that adds it.
        feature: &'static str,
        /// The supported extensions.
        others: String,
    },
    /// The system reported an error.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// The file is empty.
    #[error("the trace is empty; expected the names of its columns")]
    Empty,
    /// The file has no column of events.
    #[error("not a trace: it has no column 'event'")]
    NoEvents,
    /// The column is unknown.
    #[error(transparent)]
    NoColumn(#[from] UnknownName),
    /// A value is not valid in its column.
    #[error("line {line}, column '{column}': expected {expected}, found '{found}'")]
    Value {
        /// The line, or the number of the row in files without lines, from 1.
        line: u64,
        /// The name of the column.
        column: String,
        /// The value found.
        found: String,
        /// The expected kind of value.
        expected: &'static str,
    },
    /// A line has too few or too many fields.
    #[error("line {line} has {found} fields, expected {expected}; the trace may be truncated")]
    Fields {
        /// The line, from 1.
        line: u64,
        /// The number of fields in it.
        found: u64,
        /// The number of fields in the first line.
        expected: u64,
    },
    /// A line breaks the rules of its format.
    #[error("line {line}: {why}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        why: String,
    },
    /// It is not a Parquet file, or not a complete one.
    #[error("not a complete Parquet file: {why}")]
    Parquet {
        /// What is wrong.
        why: String,
    },
}
