//! Reading puzzles and plans: from a file or standard input, never without end.

use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read};
use std::path::Path;

use fewest_puzzles::puzzle::{Likeness, Position, Puzzle, ReadError, Registry};
use fewest_puzzles::text::Place;

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::words;

/// Longer texts are refused: the largest boards that anyone solves take
/// kilobytes, the plans that solve them megabytes.
const LONGEST: u64 = 64 << 20;

/// A text and where it is from.
#[derive(Debug)]
pub(crate) struct Source {
    /// The name for messages.
    pub(crate) name: String,
    /// The text.
    pub(crate) text: String,
}

/// Whether a path stands for a standard stream.
pub(crate) fn is_dash(path: &Path) -> bool {
    path == Path::new("-")
}

impl Source {
    /// Reads a puzzle: a file; or, where there is no file of that name, a level that comes
    /// with one for `PUZZLE:LEVEL`, or a text that is plainly a position itself.
    pub(crate) fn puzzle(registry: &Registry, path: &Path) -> Result<Self> {
        if let Some((puzzle, level)) = named_level(registry, path) {
            return Source::level(puzzle, level);
        }
        match typed_position(registry, path) {
            Some(text) => Ok(Source { name: "the argument".into(), text: text.to_string() }),
            None => Source::read(path),
        }
    }

    /// Reads a file, or standard input for `-`.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let (name, bytes) = if is_dash(path) {
            let name = "standard input".to_string();
            let bytes = read_bounded(io::stdin().lock(), &name)?;
            (name, bytes)
        } else {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
            // A file that says that it is too long need not be read to know it.
            let length = file.metadata().map_or(0, |metadata| metadata.len());
            if length > LONGEST {
                return Err(too_long(&name));
            }
            let bytes = read_bounded(file, &name)?;
            (name, bytes)
        };
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Source { name, text }),
            Err(error) => Err(not_text(name, error.as_bytes(), error.utf8_error())),
        }
    }

    fn level(puzzle: &'static dyn Puzzle, name: &str) -> Result<Self> {
        let text = puzzle.level(name).map_err(|error| {
            let failure = Failure::from(error);
            match puzzle.levels() {
                [] => failure,
                _ => failure.with_help(format!("fewest list {} names its levels", puzzle.name())),
            }
        })?;
        Ok(Source { name: format!("{}:{name}", puzzle.name()), text: text.into_owned() })
    }

    /// Reads a puzzle, without a path from standard input, unless a person sits
    /// there who was not asked for anything.
    pub(crate) fn puzzle_or_stdin(registry: &Registry, path: Option<&Path>) -> Result<Self> {
        match path {
            Some(path) => Source::puzzle(registry, path),
            None if io::stdin().is_terminal() => {
                Err(Failure::usage("no FILE was given and standard input is a terminal")
                    .with_help("name a file, pipe one in, or give - to type it"))
            }
            None => Source::read(Path::new("-")),
        }
    }

    /// The position that the text describes.
    pub(crate) fn position(
        &self,
        registry: &Registry,
        puzzle: Option<&str>,
    ) -> Result<Box<dyn Position>> {
        if self.text.trim().is_empty() {
            let name = &self.name;
            return Err(Failure::input(format!("{name} is empty where a puzzle was expected")));
        }
        registry.parse(&self.text, puzzle).map_err(|error| match error {
            ReadError::Parse(error) => Failure::parse(self, &error),
            ReadError::Request(error) => error.into(),
        })
    }
}

/// The puzzle and the level that `PUZZLE:LEVEL` names.
fn named_level<'a>(registry: &Registry, path: &'a Path) -> Option<(&'static dyn Puzzle, &'a str)> {
    let (puzzle, level) = path.to_str()?.split_once(':')?;
    let puzzle = registry.by_name(puzzle).ok()?;
    (!path.exists()).then_some((puzzle, level))
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

fn read_bounded(from: impl Read, name: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
    if bytes.len() as u64 > LONGEST {
        return Err(too_long(name));
    }
    Ok(bytes)
}

fn too_long(name: &str) -> Failure {
    let longest = words::bytes(LONGEST);
    Failure::input(format!("{name} is longer than {longest}, too long for a puzzle"))
}

fn unreadable(name: &str, error: &io::Error) -> Failure {
    Failure::file(match error.kind() {
        ErrorKind::NotFound => format!("file not found: {name}"),
        ErrorKind::PermissionDenied => format!("{name} may not be read"),
        ErrorKind::IsADirectory => format!("{name} is a directory where a file was expected"),
        _ => format!("{name} can't be read: {error}"),
    })
}

fn not_text(name: String, bytes: &[u8], error: std::str::Utf8Error) -> Failure {
    let offset = error.valid_up_to();
    let byte = bytes[offset];
    // The bytes before it are UTF-8, the one in question is one character here.
    let text = String::from_utf8_lossy(bytes).into_owned();
    let place = Place::of_offset(&text, offset);
    let message = format!(
        "{name} is no text: byte {} (0x{byte:02x}) is not UTF-8",
        words::grouped(offset as u64 + 1)
    );
    Failure::at(Exit::Input, &Source { name, text }, place, 1, message)
}
