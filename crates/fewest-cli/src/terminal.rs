//! Standard error, for what is said to people.

use std::fmt;
use std::io::{self, Write};

/// Says a line. Nobody can be told that standard error is closed, and a search
/// must not die of it, so that failure is passed over.
pub(crate) fn note(line: impl fmt::Display) {
    let text = line.to_string();
    let _ = writeln!(io::stderr().lock(), "{}", text.trim_end_matches('\n'));
}
