//! `fewest campaign export`, `import` and `check`.

use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use fewest_campaign::{ExportError, Form};
use fewest_puzzles::puzzle::Registry;

use super::{failed, open, read};
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::{Source, is_dash};
use crate::output::unwritable;
use crate::picture::ending;
use crate::terminal;
use crate::words;

/// Write a campaign for other programs: a row for each answer
///
/// The form follows from the name of the output: .csv, .jsonl, .parquet if built with
/// that feature, or .results for the results file of a batch.
#[derive(Args, Clone, Debug)]
pub(super) struct Export {
    /// Export this campaign
    #[arg(value_name = "CAMPAIGN")]
    file: PathBuf,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Write in this form: csv, jsonl, results, or parquet if built with that feature
    /// [default: by the name of the output, or csv]
    #[arg(short, long, value_name = "NAME")]
    format: Option<String>,
}

impl Export {
    /// Exports.
    pub(super) fn run(&self, registry: &Registry) -> Result<Exit> {
        let store = read(&self.file)?;
        let output = self.output.as_deref().filter(|path| !is_dash(path));
        let named = output.filter(|path| path.extension().is_some());
        let name = match (&self.format, named) {
            (Some(name), _) => name,
            (None, Some(path)) => ending(path, &["csv", "jsonl", "results", "parquet"])?,
            (None, None) => "csv",
        };
        let form = Form::NAMES.by_name("format", name)?;
        let written = match output {
            None => fewest_campaign::export(&store, registry, form, BufWriter::new(io::stdout())),
            Some(path) => {
                let same = path.canonicalize().ok().zip(self.file.canonicalize().ok());
                if same.is_some_and(|(output, input)| output == input) {
                    return Err(Failure::usage("the output would overwrite the campaign"));
                }
                let mut file = Late { path, file: None };
                fewest_campaign::export(&store, registry, form, BufWriter::new(&mut file))
                    .and_then(|()| Ok(file.open().map(|_| ())?))
            }
        };
        written.map_err(|error| self.failure(error))?;
        Ok(Exit::Done)
    }

    fn failure(&self, error: ExportError) -> Failure {
        match error {
            ExportError::Io(error) if error.kind() == ErrorKind::BrokenPipe => Failure::Closed,
            ExportError::Io(error) => match &self.output {
                Some(path) => unwritable(path, &error),
                None => Failure::file(format!("cannot write to standard output: {error}")),
            },
            ExportError::Store(error) => failed(&self.file, &error),
            ExportError::Other(message) => Failure::usage(message),
        }
    }
}

/// A file that is opened when there is something to write: until then, its old content is kept.
struct Late<'a> {
    path: &'a Path,
    file: Option<File>,
}

impl Late<'_> {
    fn open(&mut self) -> io::Result<&mut File> {
        Ok(match &mut self.file {
            Some(file) => file,
            none => none.insert(File::create(self.path)?),
        })
    }
}

impl Write for Late<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), File::flush)
    }
}

/// Add the results file of a batch to a campaign
///
/// Reads a results file that `fewest solve PUZZLE … --results` or `campaign export` wrote.
/// Every plan is replayed.
#[derive(Args, Clone, Debug)]
pub(super) struct Import {
    /// Add to this campaign
    #[arg(value_name = "CAMPAIGN")]
    file: PathBuf,

    /// Read this results file; - for standard input
    #[arg(value_name = "RESULTS")]
    results: PathBuf,
}

impl Import {
    /// Imports.
    pub(super) fn run(&self, registry: &Registry) -> Result<Exit> {
        let mut store = open(&self.file)?;
        let source = Source::read(&self.results)?;
        let added = fewest_campaign::import(&mut store, registry, &source.text);
        let added = added.map_err(|error| match error {
            ExportError::Store(error) => failed(&self.file, &error),
            error => Failure::input(format!("{}: {error}", source.name)),
        })?;
        let (name, added) = (self.file.display(), words::plural(added, "answer"));
        terminal::note(format_args!("{name}: {added} read"));
        Ok(Exit::Done)
    }
}

/// Replay every plan of a campaign
#[derive(Args, Clone, Debug)]
pub(super) struct Check {
    /// Check this campaign
    #[arg(value_name = "CAMPAIGN")]
    file: PathBuf,
}

impl Check {
    /// Checks.
    pub(super) fn run(&self, registry: &Registry) -> Result<Exit> {
        let store = read(&self.file)?;
        let checked = fewest_campaign::check(&store, registry);
        let (all, wrong) = checked.map_err(|error| failed(&self.file, &error))?;
        for wrong in &wrong {
            terminal::note(format_args!("error: {}: {}", wrong.source, wrong.problem));
        }
        let right = words::plural(all - wrong.len() as u64, "plan");
        terminal::note(format_args!("{right} of {} replayed and right", words::grouped(all)));
        Ok(if wrong.is_empty() { Exit::Done } else { Exit::NotSolved })
    }
}
