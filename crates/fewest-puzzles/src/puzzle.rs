//! The edge: one object-safe face for every puzzle, and their registry.
//!
//! The command, the page and batch runs know puzzles only through [`Puzzle`]
//! (a kind of puzzle) and [`Position`] (a board of that kind). Behind a
//! position everything is monomorphised; this is where dynamic dispatch
//! happens, once per solve.
//!
//! ```
//! use fewest_puzzles::puzzle::{self, Request};
//!
//! let position = puzzle::parse("1 2 3\n4 5 6\n7 _ 8\n", None)?;
//! let answer = position.solve(&Request::default(), &mut ())?;
//! assert_eq!(answer.outcome.plan.unwrap().moves(), ["L"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use crate::scene::{Motion, Scene};
use crate::text::{ParseError, Place};
pub use crate::watch::Watch;
pub use fewest::search::event::Remaining;
use fewest::search::{Algorithm, Budget, Counts, Outcome, Stop, Ties};
use fewest::space::Cost;

/// Every puzzle there is. Adding one is a folder under `puzzles/` and a line here.
pub fn registry() -> &'static [&'static dyn Puzzle] {
    &[
        &crate::tiles::SlidingTiles,
        &crate::blocks::BlocksPuzzle,
        &crate::coins::CoinsPuzzle,
        &crate::numbers::NumberShifting,
    ]
}

/// The puzzles that a program knows: those of this crate, and any others.
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
        Registry { puzzles: registry().to_vec() }
    }

    /// And one more. A puzzle with the name of another takes its place.
    #[must_use]
    pub fn with_puzzle(mut self, puzzle: &'static dyn Puzzle) -> Self {
        self.puzzles.retain(|known| known.name() != puzzle.name());
        self.puzzles.push(puzzle);
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
        found.ok_or_else(|| RequestError::unknown("puzzle", name, names()))
    }

    /// Reads a position of the named puzzle, or of whichever puzzle the text looks
    /// most like.
    pub fn parse(&self, text: &str, puzzle: Option<&str>) -> Result<Box<dyn Position>, ReadError> {
        let puzzle = match puzzle {
            Some(name) => self.by_name(name)?,
            // Of several that are equally alike, the first.
            None => self
                .puzzles
                .iter()
                .copied()
                .rev()
                .max_by_key(|puzzle| puzzle.recognise(text))
                .ok_or_else(|| RequestError::new("there are no puzzles"))?,
        };
        Ok(puzzle.parse(text)?)
    }
}

/// The puzzle with this name.
pub fn by_name(name: &str) -> Result<&'static dyn Puzzle, RequestError> {
    registry()
        .iter()
        .copied()
        .find(|puzzle| puzzle.name() == name)
        .ok_or_else(|| RequestError::unknown("puzzle", name, registry().iter().map(|p| p.name())))
}

/// Reads a position of the named puzzle, or of whichever puzzle the text looks
/// most like.
pub fn parse(text: &str, puzzle: Option<&str>) -> Result<Box<dyn Position>, ReadError> {
    let puzzle = match puzzle {
        Some(name) => by_name(name)?,
        // Of several that are equally alike, the first.
        None => registry()
            .iter()
            .copied()
            .rev()
            .max_by_key(|puzzle| puzzle.recognise(text))
            .ok_or_else(|| RequestError::new("there are no puzzles"))?,
    };
    Ok(puzzle.parse(text)?)
}

/// How much a text looks like a puzzle's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Not at all.
    None,
    /// It could be.
    Possible,
    /// It has the puzzle's form, though perhaps with mistakes.
    Likely,
    /// It names the puzzle or can be no other.
    Certain,
}

/// Something that can be chosen by name, for help texts and error messages.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// What one types.
    pub name: &'static str,
    /// What one gets, in a line.
    pub summary: &'static str,
}

/// The value with this name, of the values that `choices` names in the same order.
pub fn choose<T: Copy, const N: usize>(
    kind: &str,
    name: &str,
    values: &[T; N],
    choices: &[Choice; N],
) -> Result<T, RequestError> {
    let named = values.iter().zip(choices).find(|(_, choice)| choice.name == name);
    named
        .map(|(&value, _)| value)
        .ok_or_else(|| RequestError::unknown(kind, name, choices.map(|choice| choice.name)))
}

/// A level that comes with the library.
#[derive(Clone, Copy, Debug)]
pub struct NamedLevel {
    /// What it is called: small letters and hyphens.
    pub name: &'static str,
    /// The fewest moves that solve it, proved.
    pub fewest: Cost,
    /// The level, for [`Puzzle::parse`].
    pub text: &'static str,
}

/// A setting that a puzzle's generator takes.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// What one types, as `--name VALUE`.
    pub name: &'static str,
    /// The name of the value in help texts.
    pub value: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
}

/// A kind of puzzle.
pub trait Puzzle: Send + Sync {
    /// Its name, as one types it.
    fn name(&self) -> &'static str;

    /// What it is, in a line.
    fn summary(&self) -> &'static str;

    /// The formats in which positions are written; the first is the default.
    fn formats(&self) -> &'static [Choice];

    /// The formats in which plans are written; the first is the default.
    fn plan_formats(&self) -> &'static [Choice];

    /// The heuristics, from weak to strong.
    fn heuristics(&self) -> &'static [Choice];

    /// The algorithms that this puzzle can be solved with.
    fn algorithms(&self) -> &'static [Algorithm];

    /// The puzzle's own solvers beside those algorithms. As a rule there are none.
    fn solvers(&self) -> &'static [Choice] {
        &[]
    }

    /// What the generator takes beyond a size and a seed.
    fn settings(&self) -> &'static [Setting];

    /// The seed that is taken where none is given, for positions that are the same
    /// for everybody; as a rule there is none, and one is drawn.
    fn usual_seed(&self, _settings: &BTreeMap<String, String>) -> Option<u64> {
        None
    }

    /// The levels that come with the library, from easy to hard.
    fn levels(&self) -> &'static [NamedLevel] {
        &[]
    }

    /// The text of the level with this name: one of [`Puzzle::levels`], or one
    /// that the puzzle makes from its name.
    fn level(&self, name: &str) -> Result<Cow<'static, str>, RequestError> {
        let level = self.levels().iter().find(|level| level.name == name);
        level
            .map(|level| level.text.into())
            .ok_or_else(|| RequestError::new(format!("{} has no level '{name}'", self.name())))
    }

    /// How much `text` looks like a position of this puzzle.
    fn recognise(&self, text: &str) -> Likeness;

    /// Reads a position in any of the puzzle's formats.
    fn parse(&self, text: &str) -> Result<Box<dyn Position>, ParseError>;

    /// Makes a position.
    fn generate(&self, request: &Generate) -> Result<Box<dyn Position>, RequestError>;
}

/// A position of a puzzle: what one can see, play on, solve and explore.
pub trait Position: Send + Sync {
    /// What it is a position of.
    fn puzzle(&self) -> &'static dyn Puzzle;

    /// What it is, in a few words: "4 × 4 sliding tiles".
    fn describe(&self) -> String;

    /// Writes it in a format of [`Puzzle::formats`].
    fn print(&self, format: &str) -> Result<String, RequestError>;

    /// The legal moves, in the puzzle's notation.
    fn moves(&self) -> Vec<String>;

    /// Plays a move.
    fn play(&mut self, mv: &str) -> Result<(), RequestError>;

    /// Whether it is solved.
    fn is_solved(&self) -> bool;

    /// What it looks like.
    fn scene(&self) -> Scene;

    /// What a move does to the pieces of [`Position::scene`], if it can be played.
    fn motion(&self, mv: &str) -> Result<Motion, RequestError>;

    /// What is left to be cleared away, in puzzles that are solved when nothing is.
    fn remaining(&self) -> Option<Remaining> {
        None
    }

    /// Reads a plan in any of the puzzle's plan formats, without playing it.
    fn read_plan(&self, text: &str) -> Result<Vec<Step>, ParseError>;

    /// Writes a plan that starts here in a format of [`Puzzle::plan_formats`].
    fn write_plan(&self, moves: &[String], format: &str) -> Result<String, RequestError>;

    /// Solves it.
    fn solve(&self, request: &Request, watch: &mut dyn Watch) -> Result<Answer, RequestError>;

    /// Searches the whole space around it.
    fn explore(
        &self,
        request: &Explore,
        watch: &mut dyn Watch,
    ) -> Result<Exploration, RequestError>;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Position>;
}

/// A move of a plan that was read, and where it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The move, in the puzzle's notation.
    pub mv: String,
    /// Where it stood in the text.
    pub place: Place,
}

/// Which solutions are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// The best one.
    #[default]
    One,
    /// The first so many, in the order in which best-first search comes to them
    /// when it looks at every node, repeated positions included.
    First(usize),
    /// Every plan of the fewest moves.
    AllFewest,
}

/// How to solve.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// The algorithm; by default the puzzle chooses.
    pub algorithm: Option<Algorithm>,
    /// One of [`Puzzle::solvers`] by name, instead of an algorithm.
    pub solver: Option<String>,
    /// What a solver that draws at random draws from; by default always the same.
    pub seed: Option<u64>,
    /// The heuristic, by name; by default the puzzle chooses.
    pub heuristic: Option<String>,
    /// The weight on h in weighted A*, in thousandths (1500: one and a half).
    pub weight: Option<u32>,
    /// How ties in the open list are broken.
    pub ties: Option<Ties>,
    /// The width of a beam.
    pub width: Option<usize>,
    /// Which solutions are wanted.
    pub wanted: Wanted,
    /// Whether [`Watch::event`] is shown each expansion. Only the engine's
    /// algorithms, by name, can; a search that nobody looks at so closely is
    /// compiled without.
    pub expansions: bool,
    /// The heuristics, by name, whose estimates it is shown beside the search's own.
    pub estimates: Vec<String>,
    /// The limits.
    pub budget: Budget,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Plan, bound, status, and counts. With several solutions, the best one.
    pub outcome: Outcome<String>,
    /// The algorithm that gave the answer.
    pub algorithm: String,
    /// The heuristic it used, if it used one.
    pub heuristic: Option<String>,
    /// How many solutions [`Watch::solution`] was shown.
    pub solutions: u64,
    /// Without a plan: the moves that come nearest to one, in puzzles that can
    /// tell.
    pub partial: Option<Partial>,
}

/// Legal moves that don't solve a puzzle, but leave little of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Partial {
    /// The moves, in the puzzle's notation.
    pub moves: Vec<String>,
    /// What they leave.
    #[serde(flatten)]
    pub remaining: Remaining,
}

/// How to make a position.
#[derive(Clone, Debug, Default)]
pub struct Generate {
    /// The size, as the puzzle writes it: `4x4`.
    pub size: Option<String>,
    /// The seed. The same seed gives the same position for ever.
    pub seed: u64,
    /// The puzzle's own [`Setting`]s by name.
    pub settings: BTreeMap<String, String>,
    /// The limits.
    pub budget: Budget,
}

/// How to explore.
#[derive(Clone, Debug, Default)]
pub struct Explore {
    /// From where; by default the puzzle chooses.
    pub from: Option<From>,
    /// How many of the farthest positions to show.
    pub farthest: usize,
    /// Whether to give each heuristic's mean beside the true mean.
    pub heuristics: bool,
    /// The limits.
    pub budget: Budget,
}

/// Where an exploration starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum From {
    /// The position: how far can one get from here?
    Start,
    /// The goal: how far is each position from being solved?
    Goal,
}

/// What an exploration found.
#[derive(Clone, Debug, Serialize)]
pub struct Exploration {
    /// Where it started.
    pub from: From,
    /// How many positions there are at each distance.
    pub levels: Vec<u64>,
    /// Some of the farthest positions, in the puzzle's default format.
    pub farthest: Vec<String>,
    /// Each heuristic's name and mean over all positions, if asked for.
    pub means: Vec<(String, f64)>,
    /// From the start: the fewest moves to a goal, and how many plans have them.
    pub fewest: Option<Fewest>,
    /// Whether every position was reached before the search stopped.
    pub complete: bool,
    /// Why it stopped.
    pub stop: Stop,
    /// How it was done: "a table of 2 bits a state".
    pub method: String,
    /// What it cost.
    pub counts: Counts,
}

/// How many plans of the fewest moves there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Fewest {
    /// The fewest moves.
    pub moves: Cost,
    /// The plans; the largest number there is if there are more.
    pub plans: u64,
}

impl Exploration {
    /// All positions.
    pub fn total(&self) -> u64 {
        self.levels.iter().sum()
    }

    /// The mean distance.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.levels.iter().zip(0u32..).map(|(&n, d)| n as f64 * f64::from(d)).sum();
        sum / self.total().max(1) as f64
    }
}

/// A request that can't be met: one sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct RequestError(String);

impl RequestError {
    /// A request that can't be met, and why.
    pub fn new(why: impl Into<String>) -> Self {
        RequestError(why.into())
    }

    /// A name that is none of those that there are.
    pub fn unknown<'a>(kind: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        RequestError(format!("there is no {kind} '{name}'; there is {}", known.join(", ")))
    }
}

impl std::convert::From<fewest::names::UnknownName> for RequestError {
    fn from(unknown: fewest::names::UnknownName) -> Self {
        RequestError(unknown.to_string())
    }
}

impl std::convert::From<fewest::search::Incapable> for RequestError {
    fn from(incapable: fewest::search::Incapable) -> Self {
        RequestError(incapable.to_string())
    }
}

/// A text that could not be read as a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The text is at fault.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The request is.
    #[error(transparent)]
    Request(#[from] RequestError),
}
