//! The puzzles of a program.

use fewest::names::UnknownName;
use fewest_puzzle::puzzle::{Domain, Erased, Position, Puzzle, ReadError, RequestError};

/// The puzzles of a program: those of this project, and any others.
///
/// ```
/// use fewest_puzzles::Registry;
///
/// let registry = Registry::standard();
/// let position = registry.parse("1 2 3\n4 5 6\n7 _ 8\n", None)?;
/// assert_eq!(position.puzzle().name(), "tiles");
/// # Ok::<(), fewest_puzzles::puzzle::ReadError>(())
/// ```
#[derive(Clone)]
pub struct Registry {
    puzzles: Vec<&'static dyn Puzzle>,
}

impl Default for Registry {
    fn default() -> Self {
        Registry::standard()
    }
}

impl Registry {
    /// No puzzles.
    pub fn empty() -> Self {
        Registry { puzzles: Vec::new() }
    }

    /// The puzzles of this crate.
    pub fn standard() -> Self {
        Registry::empty()
            .with_puzzle(fewest_tiles::puzzle())
            .with_puzzle(fewest_blocks::puzzle())
            .with_puzzle(fewest_coins::puzzle())
            .with_puzzle(fewest_numbers::puzzle())
    }

    /// Adds a puzzle. It replaces a puzzle with the same name.
    #[must_use]
    pub fn with<D: Domain>(self) -> Self {
        self.with_puzzle(Erased::<D>::PUZZLE)
    }

    /// The same for a type-erased puzzle.
    #[must_use]
    pub fn with_puzzle(mut self, puzzle: &'static dyn Puzzle) -> Self {
        match self.puzzles.iter_mut().find(|known| known.name() == puzzle.name()) {
            Some(known) => *known = puzzle,
            None => self.puzzles.push(puzzle),
        }
        self
    }

    /// All of them, in the order in which they were added.
    pub fn puzzles(&self) -> &[&'static dyn Puzzle] {
        &self.puzzles
    }

    /// The puzzle with this name.
    pub fn by_name(&self, name: &str) -> Result<&'static dyn Puzzle, RequestError> {
        let found = self.puzzles.iter().copied().find(|puzzle| puzzle.name() == name);
        let names = || self.puzzles.iter().map(|puzzle| puzzle.name());
        Ok(found.ok_or_else(|| UnknownName::new("puzzle", name, names()))?)
    }

    /// Reads a position of the named puzzle, or of whichever puzzle the text looks
    /// most like.
    pub fn parse(&self, text: &str, puzzle: Option<&str>) -> Result<Box<dyn Position>, ReadError> {
        let puzzle = match puzzle {
            Some(name) => self.by_name(name)?,
            // If several are equally likely, the first.
            None => self
                .puzzles
                .iter()
                .copied()
                .rev()
                .max_by_key(|puzzle| puzzle.recognise(text))
                .ok_or_else(|| RequestError::new("this program knows no puzzles"))?,
        };
        Ok(puzzle.parse(text)?)
    }
}

/// Reads a position of the named puzzle of this crate, or of whichever of them the text
/// looks most like.
pub fn parse(text: &str, puzzle: Option<&str>) -> Result<Box<dyn Position>, ReadError> {
    Registry::standard().parse(text, puzzle)
}
