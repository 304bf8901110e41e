//! Many puzzles, one after another: files, folders, and lists with a puzzle on each line.
//!
//! A file is one puzzle if it can be read as one. Otherwise it is a list if most of its
//! lines are puzzles by themselves. No more than one puzzle is held at a time, and of a
//! list that is longer than a puzzle can be, no more than its beginning.

use std::collections::VecDeque;
use std::fs;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::{Path, PathBuf};

use fewest_puzzles::puzzle::{Position, Registry};

use crate::failure::{Failure, Result};
use crate::input::{self, Label, Opened, Source};

/// By how many of its lines a file is taken for a list.
const SAMPLE: usize = 100;

/// The first line of a long list is no longer than this many bytes.
const FIRST_LINE: usize = 4 << 20;

/// A puzzle among others.
pub(crate) struct Instance {
    /// What it is called.
    pub(crate) label: Label,
    /// The puzzle; `None` if it was not read, since nothing is to be done any more.
    pub(crate) position: Option<Result<Box<dyn Position>>>,
}

/// The puzzles of several files.
pub(crate) struct Instances<'a> {
    registry: &'a Registry,
    puzzle: Option<&'a str>,
    files: VecDeque<PathBuf>,
    list: Option<List>,
    /// Whether there can be more than one.
    several: bool,
    /// How many there are at least, and whether that is all.
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
                    return Err(Failure::file(format!("the folder {name} has no files")));
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

    /// How many there are, if that is known. A list counts as one until it is opened.
    pub(crate) fn total(&self) -> Option<u64> {
        self.counted.then_some(self.known)
    }

    /// The files that are still to be read.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// Reads no more puzzles: those that follow are only named.
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
                None => Err(Failure::input(format!("{} has no puzzles", path.display()))),
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
                self.begin(path, name, lines);
                self.counted = false;
                return Ok(None);
            }
        };
        let failure = match source.position(self.registry, self.puzzle) {
            Ok(position) => return Ok(Some(position)),
            Err(failure) => failure,
        };
        let Some(count) = self.count_lines(&source.text) else { return Err(failure) };
        self.known += count.saturating_sub(1);
        self.begin(path, source.name, Box::new(Cursor::new(source.text.into_bytes())));
        Ok(None)
    }

    fn begin(&mut self, path: &Path, name: String, lines: Box<dyn BufRead>) {
        self.several = true;
        self.list = Some(List { path: path.to_path_buf(), name, lines, number: 0 });
    }

    /// How many puzzles a text has that is a list of them.
    fn count_lines(&self, text: &str) -> Option<u64> {
        let lines = || text.lines().filter(|line| !line.trim().is_empty());
        let is_puzzle = |line: &&str| input::position(self.registry, line, self.puzzle).is_ok();
        let (good, bad): (Vec<&str>, Vec<&str>) = lines().take(SAMPLE).partition(is_puzzle);
        let bad = bad.into_iter().filter(|line| !is_comment(line)).count();
        let is_list = good.len() > bad;
        is_list.then(|| {
            let good = good.iter().filter(|line| is_comment(line)).count();
            (lines().filter(|line| !is_comment(line)).count() + good) as u64
        })
    }

    fn next_of_list(&mut self) -> Option<Instance> {
        let list = self.list.as_mut()?;
        loop {
            let line = match list.next_line() {
                Some(Ok(line)) => line,
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
            if line.text.trim().is_empty() {
                continue;
            }
            let label = list.label();
            if self.stopped {
                if is_comment(&line.text) {
                    continue;
                }
                return Some(Instance { label, position: None });
            }
            match line.position(self.registry, self.puzzle) {
                // What begins like a comment may be a puzzle, but need not.
                Err(_) if is_comment(&line.text) => {}
                position => return Some(Instance { label, position: Some(position) }),
            }
        }
    }
}

impl Iterator for Instances<'_> {
    type Item = Instance;

    fn next(&mut self) -> Option<Instance> {
        if let Some(instance) = self.next_of_list() {
            return Some(instance);
        }
        let path = self.files.pop_front()?;
        Some(self.open(&path))
    }
}

/// A file with a puzzle on each line.
struct List {
    path: PathBuf,
    name: String,
    lines: Box<dyn BufRead>,
    number: usize,
}

impl List {
    fn label(&self) -> Label {
        Label::of(Some(&self.path)).at(self.number)
    }

    fn next_line(&mut self) -> Option<Result<Source>> {
        let mut bytes = Vec::new();
        let read = (&mut self.lines).take(input::LONGEST + 1).read_until(b'\n', &mut bytes);
        self.number += 1;
        match read {
            Err(error) => Some(Err(input::unreadable(&self.name, &error))),
            Ok(0) => None,
            Ok(length) if length as u64 > input::LONGEST => Some(Err(input::too_long(&self.name))),
            Ok(_) => Some(Source::new(self.name.clone(), bytes, self.number)),
        }
    }
}

/// Whether a line begins as comments do.
fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with(['#', ';'])
}

/// Adds the files of a folder and of the folders in it, by their names. Hidden ones are
/// left out, and links to folders are not followed, which could lead around in circles.
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

    fn lines(text: &str) -> Option<u64> {
        let registry = Registry::standard();
        Instances::new(&registry, &[PathBuf::from("a")], None).unwrap().count_lines(text)
    }

    #[test]
    fn lists_are_told_from_puzzles_with_mistakes() {
        let board = r#"{"puzzle":"tiles","tiles":[[1,2],[0,3]]}"#;
        assert_eq!(lines(&format!("{board}\n\n{board}\n")), Some(2));
        assert_eq!(lines(&format!("# three\n{board}\n{board}\n{{\n")), Some(3));
        assert_eq!(lines("1 2 3\n4 5 x\n7 8 _\n"), None);
        assert_eq!(lines("o . x\n. o\n"), None);
        assert_eq!(lines(""), None);
    }
}
