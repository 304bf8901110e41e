//! Where plans and boards go: standard output or a file.
//!
//! A file is opened before the search starts, so that a missing folder is reported
//! before an hour of search; its old content is kept until there is something to write.
//! A plan is never lost: if the file can't be written, the plan is printed.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Result};
use crate::input::is_dash;
use crate::terminal;

/// A file that can't be written.
pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let name = path.display();
    Failure::file(match error.kind() {
        ErrorKind::NotFound => format!("cannot write {name}: folder not found"),
        ErrorKind::PermissionDenied => format!("cannot write {name}: permission denied"),
        ErrorKind::IsADirectory => format!("cannot write {name}: it is a directory"),
        _ => format!("cannot write {name}: {error}"),
    })
}

/// An open output.
#[derive(Debug)]
pub(crate) struct Output(Target);

#[derive(Debug)]
enum Target {
    Stdout,
    File {
        file: File,
        path: PathBuf,
        /// Whether it was created now, and is removed again if left empty.
        created: bool,
        /// Whether anything was written.
        written: bool,
    },
}

impl Output {
    /// Opens a file, or standard output for none and for `-`. `input` is what
    /// the puzzle was read from, which a plan must not replace.
    pub(crate) fn open(path: Option<&Path>, input: Option<&Path>) -> Result<Self> {
        let Some(path) = path.filter(|path| !is_dash(path)) else {
            return Ok(Output(Target::Stdout));
        };
        Output::refuse_replacing(Some(path), input)?;
        let created = path.canonicalize().is_err();
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path);
        let file = file.map_err(|error| unwritable(path, &error))?;
        Ok(Output(Target::File { file, path: path.to_path_buf(), created, written: false }))
    }

    /// Fails if an output would replace what the puzzle was read from.
    pub(crate) fn refuse_replacing(output: Option<&Path>, input: Option<&Path>) -> Result {
        let (Some(output), Some(input)) = (output, input) else { return Ok(()) };
        match (output.canonicalize(), input.canonicalize()) {
            (Ok(path), Ok(input)) if path == input => {
                let name = output.display();
                Err(Failure::usage(format!("the output would overwrite the puzzle {name}")))
            }
            _ => Ok(()),
        }
    }

    /// Writes a text so that it is there when this returns.
    pub(crate) fn write(&mut self, text: &str) -> Result {
        match &mut self.0 {
            Target::Stdout => print(text),
            Target::File { file, path, written, .. } => {
                let result = if *written { Ok(()) } else { empty(file) };
                *written = true;
                result.and_then(|()| file.write_all(text.as_bytes())).map_err(|error| {
                    let failure = Failure::file(format!(
                        "cannot write {}: {error}; its content was printed instead",
                        path.display()
                    ));
                    // If that fails too, it is the worse failure.
                    print(text).err().unwrap_or(failure)
                })
            }
        }
    }
}

/// Removes the content of an earlier run. Devices and pipes have no length.
fn empty(file: &File) -> io::Result<()> {
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    Ok(())
}

fn print(text: &str) -> Result {
    let mut stdout = io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).map_err(|error| {
        if error.kind() == ErrorKind::BrokenPipe {
            return Failure::Closed;
        }
        terminal::note(text);
        Failure::file(format!("cannot write to standard output: {error}"))
    })
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Target::File { path, created: true, written: false, .. } = &self.0 {
            // It was not there before, and holds nothing now.
            let _ = std::fs::remove_file(path);
        }
    }
}
