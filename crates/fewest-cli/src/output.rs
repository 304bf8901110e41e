//! Where plans and boards go: standard output or a file.
//!
//! A file is opened before the search starts, so that nobody waits an hour to
//! hear that the folder is not there, but what it held is kept until there is
//! something better to put in. And a plan that was found is never lost: if it
//! can't be written where it should go, it is printed.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::failure::{Failure, Result};
use crate::input::is_dash;
use crate::terminal;

/// An open output.
#[derive(Debug)]
pub(crate) struct Output(Target);

#[derive(Debug)]
enum Target {
    Stdout,
    File {
        file: File,
        path: PathBuf,
        /// Whether it was made just now, and has to go again if left empty.
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
        let name = path.display();
        Output::refuse_replacing(Some(path), input)?;
        let created = path.canonicalize().is_err();
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path).map_err(
            |error| {
                Failure::file(match error.kind() {
                    ErrorKind::NotFound => format!("folder not found for {name}"),
                    ErrorKind::PermissionDenied => format!("{name} may not be written"),
                    ErrorKind::IsADirectory => format!("{name} is a directory"),
                    _ => format!("{name} can't be written: {error}"),
                })
            },
        )?;
        Ok(Output(Target::File { file, path: path.to_path_buf(), created, written: false }))
    }

    /// Fails if an output would replace what the puzzle was read from.
    pub(crate) fn refuse_replacing(output: Option<&Path>, input: Option<&Path>) -> Result {
        let (Some(output), Some(input)) = (output, input) else { return Ok(()) };
        match (output.canonicalize(), input.canonicalize()) {
            (Ok(path), Ok(input)) if path == input => {
                let name = output.display();
                Err(Failure::usage(format!("the output would replace the puzzle {name}")))
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
                        "{} can't be written: {error}; what it should hold was printed instead",
                        path.display()
                    ));
                    // If that fails too, it is the worse failure.
                    print(text).err().unwrap_or(failure)
                })
            }
        }
    }
}

/// Takes away what an earlier run left. Devices and pipes have no length.
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
        Failure::file(format!("standard output can't be written: {error}"))
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
