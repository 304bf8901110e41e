//! Where the answers of a batch go: a file that a later run resumes, or standard
//! output.
//!
//! An answer is one line, written whole by one call. A run that is killed in the middle
//! of it leaves a line without its end, which the next run cuts off; the puzzle checks
//! every other line.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use fewest_puzzles::command::{Batch, BatchAnswer};

use crate::failure::{Failure, Result};
use crate::input::Source;
use crate::output::{Output, unwritable};
use crate::words;

/// Longer files are rejected: the results of the largest batches so far take some 20
/// megabytes.
const LONGEST: u64 = 256 << 20;

/// An open ledger.
#[derive(Debug)]
pub(super) struct Ledger(Target);

#[derive(Debug)]
enum Target {
    /// Standard output, or a file that is written anew.
    Output(Output),
    Results {
        file: File,
        path: PathBuf,
    },
}

impl Ledger {
    /// Lines for standard output or a new file.
    pub(super) fn new(header: &str, output: Output) -> Result<Self> {
        let mut ledger = Ledger(Target::Output(output));
        ledger.write(header)?;
        Ok(ledger)
    }

    /// Opens a file of results and returns the answers that it has to the batch, or
    /// begins one.
    pub(super) fn resume(batch: &mut dyn Batch, path: &Path) -> Result<(Self, Vec<BatchAnswer>)> {
        let failed = |error: &io::Error| unwritable(path, error);
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
                "{name} is too long; a results file has at most {longest}"
            )));
        }
        let header = batch.header();
        let whole = whole(&bytes, header.as_bytes());
        let mut known = Vec::new();
        if whole > 0 {
            let name = path.display().to_string();
            let text = String::from_utf8(bytes[..whole].to_vec()).map_err(|_| {
                Failure::input(format!("{name} is not a results file: it is not text"))
            })?;
            let source = Source { name, text, first: 1 };
            known = batch.resume(&source.text).map_err(|error| Failure::parse(&source, &error))?;
        }
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(|error| failed(&error))?;
        }
        let mut ledger = Ledger(Target::Results { file, path: path.to_path_buf() });
        if whole == 0 {
            ledger.write(&header)?;
        }
        Ok((ledger, known))
    }

    /// Writes whole lines.
    pub(super) fn write(&mut self, lines: &str) -> Result {
        match &mut self.0 {
            Target::Output(output) => output.write(lines),
            // One call, unless the system takes only a part of it.
            Target::Results { file, path } => file
                .write_all(lines.as_bytes())
                .and_then(|()| file.flush())
                .map_err(|error| unwritable(path, &error)),
        }
    }
}

/// The number of bytes in whole lines. The rest was left by a killed run; if not even
/// the header is whole, that is everything. A file that does not begin like a results
/// file counts as whole: it is rejected, not truncated.
fn whole(bytes: &[u8], header: &[u8]) -> usize {
    if bytes.len() < header.len() && header.starts_with(bytes) {
        return 0;
    }
    match bytes.iter().rposition(|&byte| byte == b'\n') {
        Some(newline) => newline + 1,
        None => bytes.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_line_is_not_whole_and_another_file_is() {
        let header = b"# results 1\n# of these\n";
        for cut in 0..header.len() {
            assert_eq!(whole(&header[..cut], header), 0, "{cut}");
        }
        assert_eq!(whole(header, header), header.len());
        assert_eq!(whole(b"# results 1\n# of these\na 1\nb", header), header.len() + 4);
        assert_eq!(whole(b"my only notes", header), 13);
    }
}
