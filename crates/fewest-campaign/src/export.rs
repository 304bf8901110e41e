//! A campaign for other programs: a row for each answer, as CSV, JSON lines or Parquet;
//! and the results files of batches.

#[cfg(feature = "parquet")]
mod columns;

use std::io::{self, Write};

use fewest::names::{Name, Names};
use fewest_puzzles::puzzle::Registry;

use crate::message::Job;
use crate::solve;
use crate::store::{Recorded, Store, StoreError};
use crate::verify;

/// The form of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Comma-separated values.
    Csv,
    /// An object of JSON on each line.
    JsonLines,
    /// Columns with types, for `DuckDB`, pandas and R.
    #[cfg(feature = "parquet")]
    Parquet,
    /// The results file of a batch, as its puzzle writes it.
    Results,
}

impl Form {
    /// All forms by name, which is also the ending of a file.
    #[cfg(feature = "parquet")]
    pub const NAMES: Names<Form> = Names::new(&[
        CSV,
        JSON_LINES,
        Name::new("parquet", Form::Parquet, "columns with types"),
        RESULTS,
    ]);
    /// All forms by name, which is also the ending of a file.
    #[cfg(not(feature = "parquet"))]
    pub const NAMES: Names<Form> = Names::new(&[CSV, JSON_LINES, RESULTS]);
}

const CSV: Name<Form> = Name::new("csv", Form::Csv, "comma-separated values");
const JSON_LINES: Name<Form> = Name::new("jsonl", Form::JsonLines, "an object on each line");
const RESULTS: Name<Form> = Name::new("results", Form::Results, "the results file of a batch");

/// Why an export or an import failed.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The file.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Something else, in a sentence.
    #[error("{0}")]
    Other(String),
}

/// Writes a campaign.
pub fn export(
    store: &Store,
    registry: &Registry,
    form: Form,
    mut to: impl Write + Send,
) -> Result<(), ExportError> {
    match form {
        Form::Csv => {
            let mut lines = csv::Writer::from_writer(to);
            store.each_row(|row| {
                lines.serialize(row).map_err(|error| match error.into_kind() {
                    csv::ErrorKind::Io(error) => ExportError::Io(error),
                    other => ExportError::Other(format!("{other:?}")),
                })
            })?;
            Ok(lines.flush()?)
        }
        Form::JsonLines => {
            store.each_row(|row| {
                serde_json::to_writer(&mut to, &row).map_err(io::Error::from)?;
                Ok::<_, ExportError>(to.write_all(b"\n")?)
            })?;
            Ok(to.flush()?)
        }
        #[cfg(feature = "parquet")]
        Form::Parquet => columns::write(store, to),
        Form::Results => {
            let batches = store.batches()?;
            let [(task, puzzle, question)] = &batches[..] else {
                let message = format!(
                    "a results file is of one batch; this campaign has {}",
                    if batches.is_empty() { "none".into() } else { batches.len().to_string() }
                );
                return Err(ExportError::Other(message));
            };
            let puzzle = registry.by_name(puzzle).map_err(|e| ExportError::Other(e.to_string()))?;
            let batch = solve::batch(puzzle, question).map_err(ExportError::Other)?;
            to.write_all(batch.header().as_bytes())?;
            for line in store.lines(*task)? {
                to.write_all(line.as_bytes())?;
            }
            Ok(to.flush()?)
        }
    }
}

/// Adds the results file of a batch to the campaign that has the batch. Every plan is
/// replayed. Returns the number of answers in it.
pub fn import(store: &mut Store, registry: &Registry, text: &str) -> Result<u64, ExportError> {
    let mut why = "this campaign has no batch".to_string();
    for (task, puzzle, question) in store.batches()? {
        let known = registry.by_name(&puzzle).map_err(|e| ExportError::Other(e.to_string()))?;
        let mut batch = solve::batch(known, &question).map_err(ExportError::Other)?;
        if let Err(error) = batch.resume(text) {
            why = error.to_string();
            continue;
        }
        let job = Job::new(task, puzzle, question);
        // The header is as long as the batch's own, which was read just now.
        let lines = text.get(batch.header().len()..).unwrap_or_default();
        let whole = lines.split_inclusive('\n').filter(|line| line.ends_with('\n'));
        let parts = whole
            .map(|line| {
                let answer = verify::part(registry, &job, line).map_err(ExportError::Other)?;
                Ok(Recorded::Part { task, answer })
            })
            .collect::<Result<Vec<_>, ExportError>>()?;
        store.record(&parts)?;
        return Ok(parts.len() as u64);
    }
    Err(ExportError::Other(why))
}

/// A plan that does not replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The task and the part.
    pub source: String,
    /// What is wrong.
    pub problem: String,
}

/// Replays every plan of a campaign. Returns the number of plans, and those that fail.
pub fn check(store: &Store, registry: &Registry) -> Result<(u64, Vec<Wrong>), StoreError> {
    let (mut all, mut wrong) = (0, Vec::new());
    store.each_row(|row| {
        let Some(plan) = &row.plan else { return Ok::<_, StoreError>(()) };
        all += 1;
        let replayed = if row.part.is_empty() {
            verify::replay(registry, &row.puzzle, &row.question, plan).map(Some)
        } else {
            let job = Job::new(row.task, row.puzzle.clone(), row.question.clone());
            verify::part(registry, &job, plan).map(|checked| checked.moves)
        };
        let problem = match replayed {
            Err(problem) => problem,
            Ok(moves) if moves == row.moves => return Ok(()),
            Ok(moves) => {
                let told =
                    |moves: Option<u64>| moves.map_or("no".into(), |moves| moves.to_string());
                format!("the plan has {} moves, not {}", told(moves), told(row.moves))
            }
        };
        let source = format!("{} {}", row.source, row.part).trim_end().to_string();
        wrong.push(Wrong { source, problem });
        Ok(())
    })?;
    Ok((all, wrong))
}
