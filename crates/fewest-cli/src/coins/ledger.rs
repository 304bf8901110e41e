//! Where the answers of a survey go as they come: a file that a later run goes
//! on with, or standard output.
//!
//! An answer is one line, written whole by one call. A run that is killed in
//! the middle of it leaves a line without its end, which the next run cuts off;
//! every other line is replayed before it is believed.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use fewest_puzzles::coins::Font;
use fewest_puzzles::coins::batch::PairAnswer;
use fewest_puzzles::coins::results::{self, Results};

use crate::failure::{Failure, Result};
use crate::input::Source;
use crate::output::Output;
use crate::words;

/// Longer files are refused: the largest font's results take some 20 megabytes.
const LONGEST: u64 = 256 << 20;

/// An open ledger.
#[derive(Debug)]
pub(super) struct Ledger<'a> {
    font: &'a Font,
    target: Target,
}

#[derive(Debug)]
enum Target {
    /// Standard output, or a file that is written anew.
    Output(Output),
    Results {
        file: File,
        path: PathBuf,
    },
}

impl<'a> Ledger<'a> {
    /// Lines for standard output or a new file.
    pub(super) fn new(font: &'a Font, output: Output) -> Result<Self> {
        let mut ledger = Ledger { font, target: Target::Output(output) };
        ledger.write(&results::header(font))?;
        Ok(ledger)
    }

    /// Opens a file of results and reads what it has, or begins one.
    pub(super) fn open(font: &'a Font, path: &Path) -> Result<(Self, Results)> {
        let failed = |error: &io::Error| unusable(path, error);
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(|error| failed(&error))?;
        let mut bytes = Vec::new();
        (&file).take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| failed(&error))?;
        if bytes.len() as u64 > LONGEST {
            let longest = words::bytes(LONGEST);
            let name = path.display();
            return Err(Failure::input(format!(
                "{name} is longer than {longest}, too long for results"
            )));
        }
        // A line that was torn may end within a character.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let torn = String::from_utf8_lossy(&bytes[whole..]).into_owned();
        bytes.truncate(whole);
        let name = path.display().to_string();
        let text = String::from_utf8(bytes)
            .map_err(|_| Failure::input(format!("{name} is no file of results: it is no text")))?;
        let source = Source { name, text: text + &torn };
        let found =
            results::read(font, &source.text).map_err(|error| Failure::parse(&source, &error))?;
        if (found.whole as u64) < file.metadata().map_err(|error| failed(&error))?.len() {
            file.set_len(found.whole as u64).map_err(|error| failed(&error))?;
        }
        let target = Target::Results { file, path: path.to_path_buf() };
        let mut ledger = Ledger { font, target };
        if found.whole == 0 {
            ledger.write(&results::header(font))?;
        }
        Ok((ledger, found))
    }

    /// Writes an answer.
    pub(super) fn add(&mut self, pair: (usize, usize), answer: &PairAnswer) -> Result {
        self.write(&results::line(self.font, pair, answer))
    }

    fn write(&mut self, text: &str) -> Result {
        match &mut self.target {
            Target::Output(output) => output.write(text),
            // One call, unless the system takes only a part of it.
            Target::Results { file, path } => file
                .write_all(text.as_bytes())
                .and_then(|()| file.flush())
                .map_err(|error| unusable(path, &error)),
        }
    }
}

fn unusable(path: &Path, error: &io::Error) -> Failure {
    let name = path.display();
    Failure::file(match error.kind() {
        ErrorKind::NotFound => format!("there is no folder for {name}"),
        ErrorKind::PermissionDenied => format!("{name} may not be written"),
        ErrorKind::IsADirectory => format!("{name} is a directory"),
        _ => format!("{name} can't be read and written: {error}"),
    })
}
