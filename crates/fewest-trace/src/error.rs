//! What can be wrong with a trace.

use std::io;

use fewest::names::UnknownName;

/// A trace that can't be written or read: one sentence without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum TraceError {
    /// The name of a file says nothing of its format.
    #[error("'{name}' should end in .csv, .jsonl or .parquet, which says what kind of trace it is")]
    Ending {
        /// The name.
        name: String,
    },
    /// The format is one that this build was made without.
    #[error(
        "this build of fewest reads and writes no {name}; build it with --features {feature}, or use {others}"
    )]
    Unavailable {
        /// The name of the format.
        name: &'static str,
        /// The feature that has it.
        feature: &'static str,
        /// The endings that can be used.
        others: String,
    },
    /// The system refused.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// There is nothing in the file.
    #[error("the trace is empty; it should begin with the names of its columns")]
    Empty,
    /// The file has no column of events.
    #[error("this is no trace: it has no column 'event'")]
    NoEvents,
    /// There is no such column.
    #[error(transparent)]
    NoColumn(#[from] UnknownName),
    /// A value is none that its column has.
    #[error("line {line}, column '{column}': '{found}' should be {expected}")]
    Value {
        /// The line, or the number of the row in files without lines, from 1.
        line: u64,
        /// The name of the column.
        column: String,
        /// What is there.
        found: String,
        /// What should be.
        expected: &'static str,
    },
    /// A line ends too early or too late.
    #[error(
        "line {line} has {found} fields and should have {expected}; perhaps the trace was cut short"
    )]
    Fields {
        /// The line, from 1.
        line: u64,
        /// How many it has.
        found: u64,
        /// How many the first line has.
        expected: u64,
    },
    /// A line is not what its format asks for.
    #[error("line {line}: {why}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        why: String,
    },
    /// It is no Parquet file, or not all of one.
    #[error("this is no whole Parquet file: {why}")]
    Parquet {
        /// What is wrong.
        why: String,
    },
}
