//! The history of a search as a table: which states were expanded, when, and with which
//! estimates.
//!
//! A [`Tracer`] observes a puzzle while it is solved and makes a [`Row`] of each event.
//! The rows go to a [`Sink`]: a file of JSON lines, comma-separated values or Parquet
//! ([`create`]), or a plain vector. [`open`] reads them back. All formats have the same
//! columns, those of [`Row`]; fields that do not apply to an event are empty. JSON lines
//! are always available; the features `csv` and `parquet` add the others (see
//! [`Format::is_available`]).
//!
//! ```
//! use fewest_puzzles::puzzle::{self, Request};
//! use fewest::search::Algorithm;
//! use fewest_trace::{Event, Row, Tracer};
//!
//! let position = puzzle::parse("1 2 3\n4 _ 6\n7 5 8\n", None)?;
//! let request = Request {
//!     heuristic: Some("manhattan".into()),
//!     expansions: true,
//!     ..Request::by(Algorithm::AStar)
//! };
//! let mut rows: Vec<Row> = Vec::new();
//! let mut tracer = Tracer::new((), &mut rows);
//! tracer.start(&position.describe());
//! let answer = position.solve(&request, &mut tracer)?;
//! tracer.finish(&answer)?;
//!
//! let expansions: Vec<&Row> = rows.iter().filter(|row| row.event == Event::Expansion).collect();
//! assert_eq!(expansions[0].h, Some(2));
//! assert_eq!(rows.last().unwrap().text.as_deref(), Some("astar with manhattan: optimal"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod columns;
#[cfg(feature = "csv")]
mod csv;
mod error;
mod file;
mod head;
mod json_lines;
mod lines;
#[cfg(feature = "parquet")]
mod pages;
#[cfg(feature = "parquet")]
mod panics;
#[cfg(feature = "parquet")]
mod parquet;
mod row;
mod tracer;

#[cfg(test)]
mod tests;

pub use columns::Column;
pub use error::TraceError;
pub use file::{Format, Rows, create, open, write};
pub use head::Head;
pub use row::{Event, Row};
pub use tracer::Tracer;

/// Where rows go.
pub trait Sink {
    /// Takes a row.
    fn write(&mut self, row: &Row) -> Result<(), TraceError>;

    /// Finishes: there are no more rows.
    fn finish(&mut self) -> Result<(), TraceError>;
}

impl Sink for Vec<Row> {
    fn write(&mut self, row: &Row) -> Result<(), TraceError> {
        self.push(row.clone());
        Ok(())
    }
    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(())
    }
}

impl<T: Sink + ?Sized> Sink for &mut T {
    fn write(&mut self, row: &Row) -> Result<(), TraceError> {
        (**self).write(row)
    }
    fn finish(&mut self) -> Result<(), TraceError> {
        (**self).finish()
    }
}

impl<T: Sink + ?Sized> Sink for Box<T> {
    fn write(&mut self, row: &Row) -> Result<(), TraceError> {
        (**self).write(row)
    }
    fn finish(&mut self) -> Result<(), TraceError> {
        (**self).finish()
    }
}
