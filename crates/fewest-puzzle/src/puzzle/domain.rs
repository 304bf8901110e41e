//! A typed puzzle: its level, its move, its space, and how they are read, written and
//! drawn. [`Erased`](super::Erased) adapts it to what the command, pictures, traces and
//! pages need.
//!
//! The methods without a default are what only the puzzle knows. All others follow from
//! them; override them where a puzzle knows more or is faster.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

use fewest::names::did_you_mean;
use fewest::search::{Algorithm, Budget};
use fewest::space::{Cost, Heuristic, Space};

use super::{
    Choice, Exploration, Explore, Generate, Likeness, Method, NamedLevel, ReadError, Remaining,
    Request, RequestError, Setting, Solved, Teamwork, Watch, anytime, explore,
};
use crate::command::Commands;
use crate::draft::{Drafting, LevelForm, ReadResults};
use crate::scene::{Motion, Scene};
use crate::text::{ParseError, Steps, quoted, words};

/// A puzzle.
pub trait Domain: Sized + Send + Sync + 'static {
    /// Its name, as users type it.
    const NAME: &'static str;
    /// A one-line summary.
    const SUMMARY: &'static str;
    /// A small level in the default format. It is used to find out what the puzzle
    /// supports.
    const EXAMPLE: &'static str;
    /// How levels are edited cell by cell; by default only as texts.
    const DRAFTING: Option<Drafting<Self::Level>> = None;

    /// A position together with its goal.
    type Level: Clone + Send + Sync + 'static;
    /// A move.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;
    /// A state space that holds any level.
    type Space: PuzzleSpace<Self>;

    /// Reads a level in any of the puzzle's formats.
    fn parse(text: &str) -> Result<Self::Level, ParseError>;

    /// The formats in which levels are written; the first is the default.
    fn formats() -> Vec<Choice>;

    /// Writes a level in one of these formats.
    fn print(level: &Self::Level, format: &str) -> Result<String, RequestError>;

    /// A short description of a level: "4 × 4 sliding tiles".
    fn describe(level: &Self::Level) -> String;

    /// The space of a level, and the state that it starts from.
    fn space(level: &Self::Level) -> (Self::Space, StateOf<Self>);

    /// A move in the puzzle's notation: a word without white space, unless
    /// [`Domain::read_plan`] says otherwise.
    fn print_move(level: &Self::Level, mv: Self::Move) -> String;

    /// What a level looks like.
    fn scene(level: &Self::Level) -> Scene;

    /// How much a text looks like a level of this puzzle.
    fn recognise(text: &str) -> Likeness {
        if Self::parse(text).is_ok() { Likeness::Likely } else { Likeness::None }
    }

    /// The goals that have a name, where a level's goal can be chosen.
    fn goals() -> Vec<Choice> {
        Vec::new()
    }

    /// The same level with another goal: one of [`Domain::goals`], or a text that
    /// describes it.
    fn with_goal(_level: &Self::Level, _goal: &str) -> Result<Self::Level, ReadError> {
        Err(RequestError::new(format!("{} has only one goal", Self::NAME)).into())
    }

    /// One text of several goals for [`Domain::with_goal`]: the nearest of them counts.
    fn join_goals(_goals: &[String]) -> Result<String, RequestError> {
        Err(RequestError::new(format!("{} has only one goal", Self::NAME)))
    }

    /// Whether its space has all of a level's goals. What is asked of the space of another
    /// level is left to [`Domain::solve`], which may refuse it.
    fn has_one_space(_level: &Self::Level) -> bool {
        true
    }

    /// For an unsolvable level, the name of a goal that it can reach.
    fn solvable_goal(_level: &Self::Level) -> Option<&'static str> {
        None
    }

    /// Calls a visitor with the space that suits a level best. A puzzle with several
    /// spaces, for small and large levels, chooses here.
    fn with_space<V: SpaceVisitor<Self>>(level: &Self::Level, visitor: V) -> V::Output {
        let (space, start) = Self::space(level);
        visitor.visit(&space, &start)
    }

    /// The legal moves.
    fn moves(level: &Self::Level) -> Vec<Self::Move> {
        let (space, start) = Self::space(level);
        let mut moves = Vec::new();
        space.moves(&start, &mut moves);
        moves
    }

    /// Plays a move, or returns why it can't be played.
    fn play(level: &mut Self::Level, mv: Self::Move) -> Result<(), RequestError> {
        let (space, mut state) = Self::space(level);
        if !space.is_legal(&state, mv) {
            return Err(illegal::<Self>(level, &Self::print_move(level, mv)));
        }
        space.apply(&mut state, mv);
        *level = space.level(level, &state);
        Ok(())
    }

    /// Whether a level is solved.
    fn is_solved(level: &Self::Level) -> bool {
        let (space, start) = Self::space(level);
        space.is_goal(&start)
    }

    /// What is left, in puzzles that are solved when nothing is left.
    fn remaining(_level: &Self::Level) -> Option<Remaining> {
        None
    }

    /// Reads a move in the puzzle's notation. By default it must be legal.
    fn parse_move(level: &Self::Level, text: &str) -> Result<Self::Move, RequestError> {
        let named = |&mv: &Self::Move| Self::print_move(level, mv).eq_ignore_ascii_case(text);
        let found = Self::moves(level).into_iter().find(named);
        found.ok_or_else(|| illegal::<Self>(level, text))
    }

    /// The formats in which plans are written; the first is the default.
    fn plan_formats() -> Vec<Choice> {
        vec![Choice { name: "moves", summary: "the moves, with spaces between them" }]
    }

    /// Reads a plan in any of these formats: each move and its place. By default the
    /// moves are words and are played as they are read.
    fn read_plan(level: &Self::Level, text: &str) -> Result<Steps<Self::Move>, ParseError> {
        let mut level = level.clone();
        let mut moves = Steps::default();
        for (line, number) in text.lines().zip(1..) {
            for word in words(line, number) {
                let mv = Self::parse_move(&level, word.text);
                let mv = mv.map_err(|error| ParseError::at(&word, error.to_string()))?;
                let played = Self::play(&mut level, mv);
                played.map_err(|error| ParseError::at(&word, error.to_string()))?;
                moves.push(mv, word.place);
            }
        }
        Ok(moves)
    }

    /// Writes a plan that starts at this level in one of these formats.
    fn write_plan(
        level: &Self::Level,
        moves: &[Self::Move],
        _format: &str,
    ) -> Result<String, RequestError> {
        let moves: Vec<String> = moves.iter().map(|&mv| Self::print_move(level, mv)).collect();
        Ok(moves.join(" ") + "\n")
    }

    /// What a move does to the scene, if it can be played.
    fn motion(level: &Self::Level, mv: Self::Move) -> Result<Motion, RequestError> {
        let mut after = level.clone();
        Self::play(&mut after, mv)?;
        Ok(Motion::between(&Self::scene(level), &Self::scene(&after)))
    }

    /// The heuristics, from weak to strong; the last is the default.
    fn heuristics() -> Vec<Choice> {
        vec![Choice { name: "blind", summary: "zero: every state looks the same" }]
    }

    /// The puzzle's own solvers, in addition to the engine's algorithms.
    fn solvers() -> Vec<Choice> {
        Vec::new()
    }

    /// Whether a method can keep its layers in a directory
    /// ([`Budget::checkpoint`](fewest::search::Budget::checkpoint)). By default the engine's
    /// breadth-first searches, which refuse a level whose space has no
    /// [`packing`](fewest::space::Space::packing).
    fn has_checkpoints(method: &Method) -> bool {
        let algorithms = [Algorithm::Bidirectional, Algorithm::BreadthFirst];
        algorithms.into_iter().any(|algorithm| *method == Method::Algorithm(algorithm))
    }

    /// Solves a level. By default with the engine's algorithm that is named. Otherwise by
    /// A*; if that is slow, some plan comes first and is made shorter last.
    fn solve(
        level: &Self::Level,
        request: &Request,
        watch: &mut dyn Watch,
    ) -> Result<Solved<Self::Move>, RequestError> {
        anytime::anytime::<Self>(level, request, watch)
    }

    /// How several machines can work on a level together by this method, if they can: by
    /// default only by IDA*, where all moves cost the same.
    fn teamwork(level: &Self::Level, method: &Method) -> Option<Teamwork> {
        let is_ida_star = method.algorithm() == Some(Algorithm::IdaStar);
        let (space, _) = Self::space(level);
        (is_ida_star && space.has_unit_costs()).then_some(Teamwork::Subtrees)
    }

    /// Searches the whole space around a level: by default with a table of all states
    /// where they can be numbered, layer by layer with a hash set otherwise.
    fn explore(
        level: &Self::Level,
        request: &Explore,
        watch: &mut dyn Watch,
    ) -> Result<Exploration, RequestError> {
        explore::explore::<Self>(level, request, watch)
    }

    /// The settings of the generator, besides size and seed.
    fn settings() -> &'static [Setting] {
        &[]
    }

    /// The default seed, for levels that are always the same. By default there is none,
    /// and a random seed is used.
    fn default_seed(_settings: &BTreeMap<String, String>) -> Option<u64> {
        None
    }

    /// Makes a level.
    fn generate(_request: &Generate) -> Result<Self::Level, RequestError> {
        Err(RequestError::new(format!("{} has no generator", Self::NAME)))
    }

    /// The same, with an observer; returns the fewest moves too, if the generator knows them.
    fn generate_watched(
        request: &Generate,
        _watch: &mut dyn Watch,
    ) -> Result<(Self::Level, Option<Cost>), RequestError> {
        Ok((Self::generate(request)?, None))
    }

    /// The levels that come with the puzzle, from easy to hard.
    fn levels() -> &'static [NamedLevel] {
        &[]
    }

    /// The text of the level with this name: one of [`Domain::levels`], or one that the
    /// puzzle makes from its name.
    fn level(name: &str) -> Result<Cow<'static, str>, RequestError> {
        let level = Self::levels().iter().find(|level| level.name == name);
        level.map(|level| level.text.into()).ok_or_else(|| {
            let names = Self::levels().iter().map(|level| level.name);
            let meant = did_you_mean(name, names).map(|asked| format!("; {asked}"));
            let meant = meant.unwrap_or_default();
            RequestError::new(format!("unknown {} level '{name}'{meant}", Self::NAME))
        })
    }

    /// How to name the levels that the puzzle makes from their names, if it does.
    fn level_form() -> Option<LevelForm> {
        None
    }

    /// What reads the puzzle's files of results as a grid of levels, if it has such files.
    fn results() -> Option<ReadResults> {
        None
    }

    /// What the goal looks like, in puzzles that can also be played backward from it.
    fn goal_scene(_level: &Self::Level) -> Option<Scene> {
        None
    }

    /// The moves that can be the last ones of a plan, each with the level whose goal is
    /// the position before it.
    fn reverse_moves(_level: &Self::Level) -> Vec<(Self::Move, Self::Level)> {
        Vec::new()
    }

    /// What the puzzle adds to the command; by default nothing.
    fn commands() -> &'static Commands {
        &Commands::NONE
    }
}

/// A state of a puzzle's space.
pub type StateOf<D> = <<D as Domain>::Space as Space>::State;

/// A state space of a puzzle, with the heuristics that its searches use.
pub trait PuzzleSpace<D: Domain>: Space<Move = D::Move> + Sized + Sync {
    /// Any of the heuristics.
    type Heuristic: Heuristic<Self>;

    /// The heuristic with this name for searches from `start`, made within a budget.
    fn heuristic(
        &self,
        name: &str,
        start: &Self::State,
        budget: &Budget,
    ) -> Result<Self::Heuristic, RequestError>;

    /// A level of this space at another state.
    fn level(&self, level: &D::Level, state: &Self::State) -> D::Level;
}

/// An operation on any of a puzzle's spaces.
pub trait SpaceVisitor<D: Domain> {
    /// Its result.
    type Output;

    /// Runs it.
    fn visit<S: PuzzleSpace<D>>(self, space: &S, start: &S::State) -> Self::Output;
}

/// An illegal move, with the legal ones.
fn illegal<D: Domain>(level: &D::Level, mv: &str) -> RequestError {
    let legal: Vec<String> =
        D::moves(level).into_iter().map(|mv| D::print_move(level, mv)).collect();
    let legal = legal.join(", ");
    RequestError::new(format!("{} is not a legal move; legal moves: {legal}", quoted(mv)))
}
