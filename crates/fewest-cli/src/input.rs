//! Reading puzzles and plans: from a file or standard input, of bounded length.

use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::path::Path;

use fewest::names::similar;
use fewest_puzzles::puzzle::{Likeness, Position, Puzzle, ReadError, ReadPlan, Registry};
use fewest_puzzles::text::{ParseError, Place};
use serde::{Deserialize, Serialize};

use crate::args::program;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::words;

/// Longer texts are rejected: the largest boards that anyone solves take kilobytes, the
/// plans that solve them megabytes.
pub(crate) const LONGEST: u64 = 64 << 20;

/// The name of a standard stream.
pub(crate) const DASH: &str = "-";

/// A text and where it is from.
#[derive(Debug)]
pub(crate) struct Source {
    /// The name for messages.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
    /// The number of its first line, where it is a part of a file.
    pub(crate) first: usize,
}

/// The label of a puzzle in answers: the file as named, and the line if the file has
/// several puzzles.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Label {
    source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
}

impl Label {
    /// The label of a file with one puzzle; `None` is standard input.
    pub(crate) fn of(path: Option<&Path>) -> Self {
        let path = path.unwrap_or(Path::new(DASH));
        Label { source: Some(path.display().to_string()), line: None }
    }

    /// The label of a line of the file.
    pub(crate) fn at(self, line: usize) -> Self {
        Label { line: Some(line), ..self }
    }
}

/// As compilers name a place: `boards.txt:3`.
impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.source.as_deref().unwrap_or_default())?;
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}

/// The content of a file.
pub(crate) enum Opened {
    /// A text.
    Whole(Source),
    /// Longer than any puzzle: its beginning, the rest, and the error if it is not a
    /// list either.
    Long { name: String, head: Vec<u8>, rest: Box<dyn Read>, failure: Failure },
}

/// Whether a path stands for a standard stream.
pub(crate) fn is_dash(path: &Path) -> bool {
    path == Path::new(DASH)
}

impl Source {
    /// Reads a puzzle: a file; or, where there is no file of that name, a built-in level
    /// for `PUZZLE:LEVEL`, or a text that is clearly a position.
    pub(crate) fn puzzle(registry: &Registry, path: &Path) -> Result<Self> {
        match named(registry, path)? {
            Some(source) => Ok(source),
            None => Source::read(path).map_err(|failure| misnamed(registry, path, failure)),
        }
    }

    /// The same, but what is too long for a puzzle may be read on.
    pub(crate) fn open(registry: &Registry, path: &Path) -> Result<Opened> {
        match named(registry, path)? {
            Some(source) => Ok(Opened::Whole(source)),
            None => Source::open_file(path).map_err(|failure| misnamed(registry, path, failure)),
        }
    }

    /// Reads a file, or standard input for `-`.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        match Source::open_file(path)? {
            Opened::Whole(source) => Ok(source),
            Opened::Long { failure, .. } => Err(failure),
        }
    }

    fn open_file(path: &Path) -> Result<Opened> {
        let (name, mut file): (String, Box<dyn Read>) = if is_dash(path) {
            ("standard input".to_string(), Box::new(io::stdin()))
        } else {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
            (name, Box::new(file))
        };
        let mut head = Vec::new();
        let read = (&mut file).take(LONGEST + 1).read_to_end(&mut head);
        read.map_err(|error| unreadable(&name, &error))?;
        if head.len() as u64 > LONGEST {
            let failure = too_long(&name);
            return Ok(Opened::Long { name, head, rest: file, failure });
        }
        Ok(Opened::Whole(Source::new(name, head, 1)?))
    }

    /// A text of bytes, which begins with the line of this number.
    pub(crate) fn new(name: String, bytes: Vec<u8>, first: usize) -> Result<Self> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Source { name, text, first }),
            Err(error) => Err(not_text(name, error.as_bytes(), error.utf8_error(), first)),
        }
    }

    fn level(puzzle: &'static dyn Puzzle, name: &str) -> Result<Self> {
        let text = puzzle.level(name).map_err(|error| {
            let failure = Failure::from(error);
            match puzzle.levels() {
                [] => failure,
                _ => failure.with_help(format!(
                    "to see its levels, run: {} list {}",
                    program(),
                    puzzle.name()
                )),
            }
        })?;
        let name = format!("{}:{name}", puzzle.name());
        Ok(Source { name, text: text.into_owned(), first: 1 })
    }

    /// Reads a puzzle; without a path from standard input, unless that is a terminal.
    pub(crate) fn puzzle_or_stdin(registry: &Registry, path: Option<&Path>) -> Result<Self> {
        if let Some(path) = path {
            return Source::puzzle(registry, path);
        }
        expect_stdin()?;
        Source::read(Path::new(DASH))
    }

    /// The position that the text describes.
    pub(crate) fn position(
        &self,
        registry: &Registry,
        puzzle: Option<&str>,
    ) -> Result<Box<dyn Position>> {
        if self.text.trim().is_empty() {
            let name = &self.name;
            return Err(Failure::input(format!("{name} is empty; expected a puzzle")));
        }
        position(registry, &self.text, puzzle).map_err(|error| match error {
            ReadError::Parse(error) => Failure::parse(self, &error),
            ReadError::Request(error) => error.into(),
        })
    }

    /// The plan in the text, from a position. It may begin with lines `# …`, as those
    /// of a batch do, whatever comments the puzzle knows.
    pub(crate) fn plan(&self, position: &dyn Position) -> Result<ReadPlan> {
        position.read_plan(&self.text).or_else(|error| {
            let without = without_header(&self.text);
            let plan = without.and_then(|text| position.read_plan(&text).ok());
            plan.ok_or_else(|| Failure::parse(self, &error))
        })
    }
}

/// Fails if standard input is a terminal: nothing was named to read, and nobody was asked
/// to type.
pub(crate) fn expect_stdin() -> Result {
    if io::stdin().is_terminal() {
        let failure = Failure::usage("no FILE given, and standard input is a terminal");
        return Err(failure.with_help("name a file, pipe one in, or use - to type it"));
    }
    Ok(())
}

/// The position that a text describes: in a format of a puzzle's, or in a line of JSON that
/// this command wrote.
pub(crate) fn position(
    registry: &Registry,
    text: &str,
    puzzle: Option<&str>,
) -> Result<Box<dyn Position>, ReadError> {
    #[derive(Deserialize)]
    struct Shown<'a> {
        #[serde(borrow)]
        puzzle: std::borrow::Cow<'a, str>,
        board: String,
    }
    registry.parse(text, puzzle).or_else(|error| {
        let is_json = text.trim_start().starts_with('{');
        match serde_json::from_str::<Shown<'_>>(text) {
            Ok(shown) if is_json => {
                let read = registry.parse(&shown.board, Some(puzzle.unwrap_or(&shown.puzzle)));
                // Places in the board are not places in the text around it.
                read.map_err(|error| match error {
                    ReadError::Parse(ParseError { place, message, .. }) => {
                        let message = format!("the board at {place}: {message}");
                        ParseError { place: Place::START, length: 1, message }.into()
                    }
                    error @ ReadError::Request(_) => error,
                })
            }
            _ => Err(error),
        }
    })
}

/// A text whose first lines begin with `#`, with nothing on these.
fn without_header(text: &str) -> Option<String> {
    let header = text.split_inclusive('\n').take_while(|line| line.starts_with('#'));
    let (lines, bytes) = header.fold((0, 0), |(n, bytes), line| (n + 1, bytes + line.len()));
    (lines > 0).then(|| "\n".repeat(lines) + &text[bytes..])
}

/// Adds to a failure to read a file: `PUZZLE:LEVEL` may have been meant.
fn misnamed(registry: &Registry, path: &Path, failure: Failure) -> Failure {
    let Some((puzzle, level)) = path.to_str().and_then(|path| path.split_once(':')) else {
        return failure;
    };
    let names = registry.puzzles().iter().map(|puzzle| puzzle.name());
    match similar(puzzle, names) {
        Some(meant) if !path.exists() => {
            failure.with_help(format!("did you mean the level {meant}:{level}?"))
        }
        _ => failure,
    }
}

/// The puzzle and the level that `PUZZLE:LEVEL` names.
fn named_level<'a>(registry: &Registry, path: &'a Path) -> Option<(&'static dyn Puzzle, &'a str)> {
    let (puzzle, level) = path.to_str()?.split_once(':')?;
    let puzzle = registry.by_name(puzzle).ok()?;
    (!path.exists()).then_some((puzzle, level))
}

/// An argument that names no file: a level, or a position.
fn named(registry: &Registry, path: &Path) -> Result<Option<Source>> {
    if let Some((puzzle, level)) = named_level(registry, path) {
        return Source::level(puzzle, level).map(Some);
    }
    let text = typed_position(registry, path);
    text.map(|text| Source::new("the argument".into(), text.into(), 1)).transpose()
}

/// The argument itself, if a puzzle is certain that it is a position; or likely one, where
/// white space shows that no file was meant.
fn typed_position<'a>(registry: &Registry, path: &'a Path) -> Option<&'a str> {
    let text = path.to_str().filter(|text| !text.is_empty() && !is_dash(path))?;
    let is_phrase = text.contains(char::is_whitespace);
    let needed = if is_phrase { Likeness::Likely } else { Likeness::Certain };
    let mut puzzles = registry.puzzles().iter();
    (!path.exists() && puzzles.any(|puzzle| puzzle.recognise(text) >= needed)).then_some(text)
}

pub(crate) fn too_long(name: &str) -> Failure {
    let longest = words::bytes(LONGEST);
    Failure::input(format!("{name} is too long; a puzzle has at most {longest}"))
}

pub(crate) fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::file(match error.kind() {
        ErrorKind::NotFound => format!("file not found: {name}"),
        ErrorKind::PermissionDenied => format!("permission denied: {name}"),
        ErrorKind::IsADirectory => format!("{name} is a directory; expected a file"),
        _ => format!("cannot read {name}: {error}"),
    })
}

fn not_text(name: String, bytes: &[u8], error: std::str::Utf8Error, first: usize) -> Failure {
    let offset = error.valid_up_to();
    let byte = bytes[offset];
    // The bytes before it are UTF-8, the one in question is one character here.
    let text = String::from_utf8_lossy(bytes).into_owned();
    let place = Place::of_offset(&text, offset);
    let message = format!(
        "{name} is not text: byte {} (0x{byte:02x}) is not valid UTF-8",
        words::grouped(offset as u64 + 1)
    );
    Failure::at(Exit::Input, &Source { name, text, first }, place, 1, message)
}
