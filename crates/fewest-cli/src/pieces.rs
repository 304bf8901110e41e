//! A list of puzzles in pieces: a line for each, or a paragraph.

use std::io::{BufRead, Read};
use std::path::{Path, PathBuf};

use crate::failure::Result;
use crate::input::{self, Label, Source};

/// The part of a list that holds one puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// A line.
    Line,
    /// The lines up to an empty one.
    Paragraph,
}

/// The pieces of a text that are not empty.
pub(crate) fn pieces(unit: Unit, text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        while let Some(line) = rest.split_inclusive('\n').next() {
            if !line.trim().is_empty() {
                break;
            }
            rest = &rest[line.len()..];
        }
        let lines = rest.split_inclusive('\n');
        let length: usize = match unit {
            Unit::Line => lines.map(str::len).next()?,
            Unit::Paragraph => lines.take_while(|line| !line.trim().is_empty()).map(str::len).sum(),
        };
        let (piece, after) = rest.split_at(length);
        rest = after;
        (length > 0).then_some(piece)
    })
}

/// Whether all lines of a piece begin as comments do.
pub(crate) fn is_comment(piece: &str) -> bool {
    piece.lines().all(|line| line.trim_start().starts_with(['#', ';']))
}

/// A file with a list that is read piece by piece.
pub(crate) struct List {
    path: PathBuf,
    name: String,
    lines: Box<dyn BufRead>,
    unit: Unit,
    /// The number of lines read, and the number of the last piece's first line.
    read: usize,
    number: usize,
}

impl List {
    /// Nothing is read yet. `name` is for messages.
    pub(crate) fn new(path: &Path, name: String, lines: Box<dyn BufRead>, unit: Unit) -> Self {
        List { path: path.to_path_buf(), name, lines, unit, read: 0, number: 0 }
    }

    /// The label of the last piece.
    pub(crate) fn label(&self) -> Label {
        Label::of(Some(&self.path)).at(self.number)
    }

    /// The next piece that is not empty.
    pub(crate) fn next_piece(&mut self) -> Option<Result<Source>> {
        let mut bytes = Vec::new();
        loop {
            let before = bytes.len();
            let room = (input::LONGEST + 1).saturating_sub(before as u64);
            let read = (&mut self.lines).take(room).read_until(b'\n', &mut bytes);
            self.read += 1;
            if before == 0 {
                self.number = self.read;
            }
            let is_blank = bytes[before..].iter().all(u8::is_ascii_whitespace);
            match read {
                Err(error) => return Some(Err(input::unreadable(&self.name, &error))),
                Ok(0) if before == 0 => return None,
                _ if bytes.len() as u64 > input::LONGEST => {
                    return Some(Err(input::too_long(&self.name)));
                }
                Ok(_) if is_blank && before == 0 => bytes.clear(),
                Ok(_) if is_blank => {
                    bytes.truncate(before);
                    break;
                }
                Ok(_) if self.unit == Unit::Line => break,
                Ok(_) => {}
            }
        }
        Some(Source::new(self.name.clone(), bytes, self.number))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn pieces_are_the_same_however_they_are_read() {
        let text = "\n a\n b\n\n \nc\r\n\r\nd";
        for (unit, expected) in [
            (Unit::Line, &[(2, " a\n"), (3, " b\n"), (6, "c\r\n"), (8, "d")][..]),
            (Unit::Paragraph, &[(2, " a\n b\n"), (6, "c\r\n"), (8, "d")]),
        ] {
            assert!(pieces(unit, text).eq(expected.iter().map(|&(_, piece)| piece)));
            let lines = Box::new(Cursor::new(text.as_bytes()));
            let mut list = List::new(Path::new("a"), "a".into(), lines, unit);
            for &(number, piece) in expected {
                let source = list.next_piece().unwrap().unwrap();
                assert_eq!((source.first, &*source.text), (number, piece));
            }
            assert!(list.next_piece().is_none());
        }
        assert_eq!(pieces(Unit::Paragraph, " \n\n").next(), None);
    }
}
