//! Standard error: notes for people.

use std::fmt;
use std::io::{self, Write};

/// Prints a line. If standard error is closed, that can't be reported and must not end
/// a search, so the failure is ignored.
pub(crate) fn note(line: impl fmt::Display) {
    let text = line.to_string();
    let _ = writeln!(io::stderr().lock(), "{}", text.trim_end_matches('\n'));
}
