//! Many puzzles, one after another: files, folders, and lists of puzzles.
//!
//! A file is one puzzle if it can be read as one. Otherwise it is a list if most of its
//! lines, or all of its paragraphs, are puzzles. Only one puzzle is in memory at a time,
//! and only the beginning of a list that is longer than any puzzle.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use fewest_puzzles::puzzle::{Position, Registry};

use crate::failure::{Failure, Result};
use crate::goal::Goal;
use crate::input::{self, Label, Opened, Source};
use crate::pieces::{List, Unit, is_comment, pieces};

/// The number of lines that decide whether a file is a list.
const SAMPLE: usize = 100;

/// The first line of a long list is no longer than this many bytes.
const FIRST_LINE: usize = 4 << 20;

/// A puzzle among others.
pub(crate) struct Instance {
    /// Its label.
    pub(crate) label: Label,
    /// The puzzle; `None` if it was not read, because the batch was stopped.
    pub(crate) position: Option<Result<Box<dyn Position>>>,
}

/// The puzzles of several files.
pub(crate) struct Instances<'a> {
    registry: &'a Registry,
    puzzle: Option<&'a str>,
    goal: &'a Goal,
    files: VecDeque<PathBuf>,
    list: Option<List>,
    /// Whether there can be more than one.
    several: bool,
    /// A lower bound of their number, and whether it is exact.
    known: u64,
    counted: bool,
    stopped: bool,
}

impl<'a> Instances<'a> {
    /// The puzzles of these files and folders; of standard input if there are none.
    pub(crate) fn new(
        registry: &'a Registry,
        paths: &[PathBuf],
        puzzle: Option<&'a str>,
        goal: &'a Goal,
    ) -> Result<Self> {
        let mut files = VecDeque::new();
        let mut several = paths.len() > 1;
        for path in paths {
            if path.is_dir() {
                several = true;
                let before = files.len();
                add_folder(path, &mut files)?;
                if files.len() == before {
                    let name = path.display();
                    return Err(Failure::file(format!("no files in folder {name}")));
                }
            } else {
                files.push_back(path.clone());
            }
        }
        if paths.is_empty() {
            input::expect_stdin()?;
            files.push_back(PathBuf::from(input::DASH));
        }
        let known = files.len() as u64;
        Ok(Instances {
            registry,
            puzzle,
            goal,
            files,
            list: None,
            several,
            known,
            counted: true,
            stopped: false,
        })
    }

    /// Whether there is more than one, as far as files have been opened.
    pub(crate) fn is_several(&self) -> bool {
        self.several
    }

    /// Their number, if it is known. A list counts as one until it is opened.
    pub(crate) fn total(&self) -> Option<u64> {
        self.counted.then_some(self.known)
    }

    /// The files that are still to be read.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// Stops reading: further puzzles are only named.
    pub(crate) fn stop(&mut self) {
        self.stopped = true;
    }

    fn open(&mut self, path: &Path) -> Instance {
        let label = Label::of(Some(path));
        if self.stopped {
            return Instance { label, position: None };
        }
        let position = match self.read(path) {
            Ok(Some(position)) => Ok(position),
            Ok(None) => match self.next_of_list() {
                Some(instance) => return instance,
                None => Err(Failure::input(format!("no puzzles in {}", path.display()))),
            },
            Err(failure) => Err(failure),
        };
        Instance { label, position: Some(position) }
    }

    /// Reads a file: a puzzle, or none if it is a list, which is open then.
    fn read(&mut self, path: &Path) -> Result<Option<Box<dyn Position>>> {
        let source = match Source::open(self.registry, path)? {
            Opened::Whole(source) => source,
            Opened::Long { name, head, rest, failure } => {
                let begins = &head[..FIRST_LINE.min(head.len())];
                let first = begins.iter().position(|&byte| byte == b'\n');
                let first = first.and_then(|end| std::str::from_utf8(&head[..end]).ok());
                let is_puzzle =
                    |line: &str| input::position(self.registry, line, self.puzzle).is_ok();
                if !first.is_some_and(is_puzzle) {
                    return Err(failure);
                }
                let lines = Box::new(BufReader::new(Cursor::new(head).chain(rest)));
                self.begin(List::new(path, name, lines, Unit::Line));
                self.counted = false;
                return Ok(None);
            }
        };
        let failure = match source.position(self.registry, self.puzzle) {
            Ok(position) => return Ok(Some(position)),
            Err(failure) => failure,
        };
        let count = |unit| Some((unit, self.count_pieces(unit, &source.text)?));
        let counted = count(Unit::Line).or_else(|| count(Unit::Paragraph));
        let Some((unit, count)) = counted else { return Err(failure) };
        self.known += count.saturating_sub(1);
        let lines = Box::new(Cursor::new(source.text.into_bytes()));
        self.begin(List::new(path, source.name, lines, unit));
        Ok(None)
    }

    fn begin(&mut self, list: List) {
        self.several = true;
        self.list = Some(list);
    }

    /// The number of puzzles in a list.
    fn count_pieces(&self, unit: Unit, text: &str) -> Option<u64> {
        let is_puzzle = |piece: &&str| input::position(self.registry, piece, self.puzzle).is_ok();
        let sample = pieces(unit, text).take(SAMPLE);
        let (good, bad): (Vec<&str>, Vec<&str>) = sample.partition(is_puzzle);
        let bad = bad.into_iter().filter(|piece| !is_comment(piece)).count();
        let is_list = match unit {
            Unit::Line => good.len() > bad,
            // A puzzle with a mistake may have paragraphs too.
            Unit::Paragraph => good.len() > 1 && bad == 0,
        };
        is_list.then(|| {
            let good = good.iter().filter(|piece| is_comment(piece)).count();
            (pieces(unit, text).filter(|piece| !is_comment(piece)).count() + good) as u64
        })
    }

    fn next_of_list(&mut self) -> Option<Instance> {
        let list = self.list.as_mut()?;
        loop {
            let piece = match list.next_piece() {
                Some(Ok(piece)) => piece,
                Some(Err(failure)) => {
                    let label = list.label();
                    self.list = None;
                    return Some(Instance { label, position: Some(Err(failure)) });
                }
                None => {
                    self.list = None;
                    return None;
                }
            };
            let label = list.label();
            if self.stopped {
                if is_comment(&piece.text) {
                    continue;
                }
                return Some(Instance { label, position: None });
            }
            match piece.position(self.registry, self.puzzle) {
                // What begins like a comment may be a puzzle, but need not.
                Err(_) if is_comment(&piece.text) => {}
                position => return Some(Instance { label, position: Some(position) }),
            }
        }
    }
}

impl Iterator for Instances<'_> {
    type Item = Instance;

    fn next(&mut self) -> Option<Instance> {
        let Instance { label, position } = if let Some(instance) = self.next_of_list() {
            instance
        } else {
            let path = self.files.pop_front()?;
            self.open(&path)
        };
        let position = position.map(|read| read.and_then(|position| self.goal.of(position)));
        Some(Instance { label, position })
    }
}

/// Adds the files of a folder and of the folders in it, by their names. Hidden ones are
/// left out, and links to folders are not followed, since they could form cycles.
fn add_folder(folder: &Path, files: &mut VecDeque<PathBuf>) -> Result {
    let failed = |error| input::unreadable(&folder.display().to_string(), &error);
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = entries.map_err(failed)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        let path = entry.path();
        if entry.file_type().map_err(failed)?.is_dir() {
            add_folder(&path, files)?;
        } else if path.is_file() {
            files.push_back(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(text: &str) -> Option<(Unit, u64)> {
        let (registry, goal) = (Registry::standard(), Goal::default());
        let instances = Instances::new(&registry, &[PathBuf::from("a")], None, &goal).unwrap();
        let count = |unit| Some((unit, instances.count_pieces(unit, text)?));
        count(Unit::Line).or_else(|| count(Unit::Paragraph))
    }

    #[test]
    fn lists_are_distinguished_from_puzzles_with_mistakes() {
        let board = r#"{"puzzle":"tiles","tiles":[[1,2],[0,3]]}"#;
        assert_eq!(count(&format!("{board}\n\n{board}\n")), Some((Unit::Line, 2)));
        let three = format!("# three\n{board}\n{board}\n{{\n");
        assert_eq!(count(&three), Some((Unit::Line, 3)));
        let two = "# two\n\n1 2\n_ 3\n\n\n1 2\n3 _\n";
        assert_eq!(count(two), Some((Unit::Paragraph, 2)));
        for one in ["1 2 3\n4 5 q\n7 8 _\n", "o . x\n. o\n", "1 2\n_ 3\n\n1 2\n3 q\n", ""] {
            assert_eq!(count(one), None, "{one}");
        }
    }
}
