//! Lines of a text that may be damaged, one after another, in bounded memory.

use std::io::{BufRead, Read};

use super::TraceError;

/// The error for a line that is not text.
pub(super) const NOT_UTF8: &str = "not valid UTF-8";

/// The maximum length of a line: many times what the largest state takes.
const MAX_LINE: u64 = 1 << 26;

/// The next line, without its end; `None` at the end of the text. `number` is its
/// number.
pub(super) fn next_line(
    from: &mut impl BufRead,
    number: u64,
) -> Result<Option<String>, TraceError> {
    let wrong = |why: &str| TraceError::Line { line: number, why: why.to_string() };
    let mut line = Vec::new();
    if from.by_ref().take(MAX_LINE + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    if line.len() as u64 > MAX_LINE {
        return Err(wrong("too long for a trace"));
    }
    if line.last() == Some(&b'\r') {
        line.pop();
    }
    String::from_utf8(line).map(Some).map_err(|_| wrong(NOT_UTF8))
}
