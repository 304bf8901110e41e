//! Traces: comma-separated values, JSON lines, and Parquet with its feature.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use arbitrary::Unstructured;
use fewest::search::event::Side;
use fewest_trace::{Event, Head, Row, Rows, TraceError, create, open};

use crate::mutate::mutate;
use crate::{Reached, number, one_of};

const ENDINGS: &[&str] = &["csv", "jsonl", "parquet"];

/// The maximum number of rows read: a body must be quick.
const MAX_ROWS: usize = 1000;

/// A file for this body alone, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(ending: &str) -> Scratch {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("fewest-fuzz-{}-{count}.{ending}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn row(bytes: &mut Unstructured<'_>, estimates: usize) -> Row {
    let texts = [None, Some("4 × 4 tiles"), Some("a,\"b\"\nc"), Some("\u{1d11e}")];
    let whole = |bytes: &mut Unstructured<'_>| match number(bytes, 0..=3) {
        0 => None,
        1 => Some(bytes.arbitrary().unwrap_or_default()),
        _ => Some(number(bytes, 0..=99) as i64),
    };
    Row {
        event: one_of(bytes, &Event::ALL),
        seconds: number(bytes, 0..=1_000_000_000) as f64 / 1e6,
        index: whole(bytes),
        node: whole(bytes),
        side: one_of(bytes, &[None, Some(Side::Forward), Some(Side::Backward)]),
        moves: whole(bytes),
        priority: (number(bytes, 0..=1) == 1).then(|| number(bytes, 0..=99) as f64 / 8.0),
        score: whole(bytes),
        temperature: (number(bytes, 0..=1) == 1).then(|| number(bytes, 0..=99) as f64 / 8.0),
        text: one_of(bytes, &texts).map(str::to_string),
        state: one_of(bytes, &texts).map(str::to_string),
        // JSON lines know the heuristics by the rows that have them.
        estimates: (0..estimates).map(|_| Some(number(bytes, 0..=99) as i64)).collect(),
        ..Row::default()
    }
}

fn write(rows: &[Row], head: &Head, ending: &str) -> Scratch {
    let file = Scratch::new(ending);
    let mut sink = create(&file.0, head).unwrap();
    for row in rows {
        sink.write(row).unwrap();
    }
    sink.finish().unwrap();
    file
}

fn read(file: &Scratch) -> Result<Vec<Row>, TraceError> {
    let rows: Rows = open(&file.0)?;
    rows.take(MAX_ROWS).collect()
}

pub(crate) fn traces(bytes: &mut Unstructured<'_>) -> Reached {
    let endings = if cfg!(feature = "parquet") { ENDINGS } else { &ENDINGS[..2] };
    let ending = one_of(bytes, endings);
    let heuristics: Vec<String> =
        ["manhattan", "é"].iter().take(number(bytes, 0..=2)).map(ToString::to_string).collect();
    let rows: Vec<Row> = (0..number(bytes, 1..=6)).map(|_| row(bytes, heuristics.len())).collect();
    let head = Head::new().heuristics(&heuristics).states(true);
    let file = write(&rows, &head.about("version", "1").about("puzzle", "a: #é"), ending);
    assert_eq!(read(&file).unwrap(), rows, "{ending}");

    let content = std::fs::read(&file.0).unwrap();
    let content = match String::from_utf8(content) {
        Ok(text) => mutate(bytes, &text).into_bytes(),
        Err(error) => mutate_bytes(bytes, error.into_bytes()),
    };
    std::fs::write(&file.0, &content).unwrap();
    match read(&file) {
        Ok(_) => Reached::Read,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            let lines = content.split(|&byte| byte == b'\n').count();
            let line = match error {
                TraceError::Value { line, .. }
                | TraceError::Fields { line, .. }
                | TraceError::Line { line, .. } => line as usize,
                _ => 1,
            };
            let is_text = ending != "parquet";
            assert!(!is_text || (1..=lines).contains(&line), "line {line} of {lines}: {error}");
            Reached::Refused(line)
        }
    }
}

/// A Parquet file that is truncated, too long, not Parquet at all, or has changed bytes,
/// usually in its footer.
fn mutate_bytes(bytes: &mut Unstructured<'_>, mut content: Vec<u8>) -> Vec<u8> {
    match number(bytes, 0..=7) {
        0 => {}
        1 => content.truncate(number(bytes, 0..=content.len())),
        2 => content.extend_from_slice(b"PAR1"),
        3 => content = (0..number(bytes, 0..=200)).map(|_| number(bytes, 0..=255) as u8).collect(),
        _ => {
            // The four bytes before the last four are the length of the footer.
            let end = content.len() - 8;
            let length =
                content[end..end + 4].iter().rev().fold(0, |all, &b| all << 8 | usize::from(b));
            let first = if number(bytes, 0..=3) == 0 { 0 } else { end - length.min(end) };
            for _ in 0..number(bytes, 1..=4) {
                let place = number(bytes, first..=content.len() - 1);
                content[place] = number(bytes, 0..=255) as u8;
            }
        }
    }
    content
}
