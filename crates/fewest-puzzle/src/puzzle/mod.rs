//! The edge: one object-safe interface for every puzzle.
//!
//! A puzzle is a [`Domain`], typed. The command, pictures, traces and pages know
//! puzzles only through [`Puzzle`] (a kind of puzzle) and [`Position`] (a board of that
//! kind), which [`Erased`] makes of any `Domain`. Behind a position everything is
//! monomorphised; this is where dynamic dispatch happens, once per solve.
//!
//! ```
//! use fewest_puzzle::puzzle::{Erased, Puzzle, Request};
//! use fewest_tiles::SlidingTiles;
//!
//! let position = Erased::<SlidingTiles>::PUZZLE.parse("1 2 3\n4 5 6\n7 _ 8\n")?;
//! let answer = position.solve(&Request::default(), &mut ())?;
//! assert_eq!(*answer.plan().unwrap(), ["L"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer;
mod anytime;
mod difficulty;
mod domain;
mod erased;
mod error;
pub mod explore;
mod incumbent;
mod moves;
mod observer;
mod request;
pub mod sentences;
mod settings;
pub mod solve;
mod subtrees;

use std::borrow::Cow;
use std::collections::BTreeMap;

use fewest::search::Algorithm;
use fewest::space::Cost;

pub use answer::{Answer, Exploration, Fewest, Found, Partial, PlanCount, Solved};
pub use difficulty::Difficulty;
pub use domain::{Domain, PuzzleSpace, SpaceVisitor, StateOf};
pub use erased::Erased;
pub use error::{ReadError, RequestError};
pub use incumbent::{Incumbent, Worker};
pub use moves::{Move, Moves};
pub use observer::Adapter;
pub use request::{Explore, Generate, Method, Origin, Request, Subtrees, Teamwork, Wanted};
pub use settings::parse_size;

use crate::command::Commands;
use crate::draft::{DraftBoard, Editor, LevelForm, ReadResults};
use crate::scene::{Motion, Scene};
use crate::text::{ParseError, Places};
pub use crate::watch::{Solution, Watch};
pub use fewest::names::Choice;
pub use fewest::search::event::Remaining;

/// How much a text looks like a puzzle's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Likeness {
    /// Not at all.
    None,
    /// It could be.
    Possible,
    /// It has the puzzle's form, though perhaps with mistakes.
    Likely,
    /// It names the puzzle, or it can't be another one.
    Certain,
}

/// A level that comes with a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct NamedLevel {
    /// Its name: lowercase letters and hyphens.
    pub name: &'static str,
    /// The fewest moves that solve it, proved.
    pub fewest: Cost,
    /// The level, for [`Puzzle::parse`].
    pub text: &'static str,
}

/// A setting that a puzzle's generator takes.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name, typed as `--name VALUE`.
    pub name: &'static str,
    /// The name of the value in help texts.
    pub value: &'static str,
    /// What it does, in a line: a capital, a verb, no full stop.
    pub summary: &'static str,
}

/// A kind of puzzle. [`Domain`] documents the methods.
#[expect(missing_docs, reason = "each method is the one of Domain with the same name")]
pub trait Puzzle: Send + Sync {
    fn name(&self) -> &'static str;
    fn summary(&self) -> &'static str;
    fn example(&self) -> &'static str;
    fn formats(&self) -> Vec<Choice>;
    fn plan_formats(&self) -> Vec<Choice>;
    fn heuristics(&self) -> Vec<Choice>;
    /// The engine's algorithms that can solve the puzzle.
    fn algorithms(&self) -> Vec<Algorithm>;
    fn solvers(&self) -> Vec<Choice>;
    /// Whether a method can keep its layers in a directory.
    fn has_checkpoints(&self, _method: &Method) -> bool {
        false
    }
    fn goals(&self) -> Vec<Choice>;
    /// One text of several goals for [`Position::with_goal`].
    fn join_goals(&self, _goals: &[String]) -> Result<String, RequestError> {
        Err(RequestError::new(format!("{} has only one goal", self.name())))
    }
    fn settings(&self) -> &'static [Setting];
    fn default_seed(&self, settings: &BTreeMap<String, String>) -> Option<u64>;
    fn levels(&self) -> &'static [NamedLevel];
    fn level(&self, name: &str) -> Result<Cow<'static, str>, RequestError>;
    fn recognise(&self, text: &str) -> Likeness;
    fn parse(&self, text: &str) -> Result<Box<dyn Position>, ParseError>;
    fn generate(&self, request: &Generate) -> Result<Box<dyn Position>, RequestError>;
    fn generate_watched(
        &self,
        request: &Generate,
        _watch: &mut dyn Watch,
    ) -> Result<(Box<dyn Position>, Option<Cost>), RequestError> {
        Ok((self.generate(request)?, None))
    }
    fn commands(&self) -> &'static Commands;
    fn level_form(&self) -> Option<LevelForm> {
        None
    }
    fn results(&self) -> Option<ReadResults> {
        None
    }
    fn editor(&self) -> Option<Editor> {
        None
    }
    fn draft_text(&self, _boards: &[DraftBoard]) -> String {
        String::new()
    }
    /// What the boards of a draft look like.
    fn draft_scenes(&self, _boards: &[DraftBoard]) -> Vec<Scene> {
        Vec::new()
    }
}

/// A position of a puzzle, to show, play, solve and explore. [`Domain`] documents the
/// methods.
#[expect(missing_docs, reason = "each method is the one of Domain with the same name")]
pub trait Position: Send + Sync {
    /// Its puzzle.
    fn puzzle(&self) -> &'static dyn Puzzle;
    fn describe(&self) -> String;
    fn print(&self, format: &str) -> Result<String, RequestError>;
    fn with_goal(&self, goal: &str) -> Result<Box<dyn Position>, ReadError>;
    fn solvable_goal(&self) -> Option<&'static str>;
    fn moves(&self) -> Moves;
    /// Reads a move: a list of one.
    fn parse_move(&self, text: &str) -> Result<Moves, RequestError>;
    fn play_move(&mut self, mv: Move<'_>) -> Result<(), RequestError>;
    fn is_solved(&self) -> bool;
    fn scene(&self) -> Scene;
    fn motion_of(&self, mv: Move<'_>) -> Result<Motion, RequestError>;
    fn remaining(&self) -> Option<Remaining>;
    fn read_plan(&self, text: &str) -> Result<ReadPlan, ParseError>;
    fn write_plan(&self, moves: &Moves, format: &str) -> Result<String, RequestError>;
    fn solve(&self, request: &Request, watch: &mut dyn Watch) -> Result<Answer, RequestError>;
    /// How several machines can work on it together by this method, if they can.
    fn teamwork(&self, _method: &Method) -> Option<Teamwork> {
        None
    }
    /// The answer of what others found together. Their moves are replayed.
    fn conclude(&self, found: Found) -> Result<Answer, RequestError>;
    fn explore(
        &self,
        request: &Explore,
        watch: &mut dyn Watch,
    ) -> Result<Exploration, RequestError>;
    fn draft(&self) -> Vec<DraftBoard> {
        Vec::new()
    }
    fn goal_scene(&self) -> Option<Scene> {
        None
    }
    /// The moves that can be the last ones of a plan, in the puzzle's notation.
    fn reverse_moves(&self) -> Vec<(String, Box<dyn Position>)> {
        Vec::new()
    }
    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Position>;
}

impl dyn Position + '_ {
    /// Plays a move in the puzzle's notation.
    pub fn play(&mut self, mv: &str) -> Result<(), RequestError> {
        let parsed = self.parse_move(mv)?;
        parsed.iter().try_for_each(|mv| self.play_move(mv))
    }

    /// What a move in the puzzle's notation does to the scene.
    pub fn motion(&self, mv: &str) -> Result<Motion, RequestError> {
        let parsed = self.parse_move(mv)?;
        let missing = || RequestError::new("no move to play");
        self.motion_of(parsed.get(0).ok_or_else(missing)?)
    }
}

/// A plan that was read, and the place of each move. It was not played.
#[derive(Clone, Debug)]
pub struct ReadPlan {
    /// The moves.
    pub moves: Moves,
    /// Their places in the text.
    pub places: Places,
}
