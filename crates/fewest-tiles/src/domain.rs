//! Sliding tiles as a [`Domain`].
//!
//! ```
//! use fewest_puzzle::puzzle::{Erased, Puzzle};
//! use fewest_tiles::SlidingTiles;
//!
//! let mut position = Erased::<SlidingTiles>::PUZZLE.parse("1 2 3\n4 5 6\n7 _ 8\n")?;
//! assert_eq!(position.moves(), ["D", "L", "R"]);
//! position.play("L")?;
//! assert!(position.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use fewest::search::{Algorithm, Budget};
use fewest::space::Cost;

use super::board::{Board, Grid, with_board};
use super::goal::{self, GOALS};
use super::heuristics::{self, AnyHeuristic};
use super::{
    Direction, Format, Level, PlanFormat, Tiles, drafting, drawing, format, generator, plan, solve,
};
use crate::command::Commands;
use crate::commands::COMMANDS;
use crate::draft::Drafting;
use crate::puzzle::{
    Choice, Domain, Exploration, Explore, Generate, Likeness, Method, Origin, PuzzleSpace,
    ReadError, Request, RequestError, Setting, Solved, SpaceVisitor, Teamwork, Watch, explore,
};
use crate::scene::{Motion, Scene};
use crate::text::{ParseError, Steps, quoted};

/// The puzzle `tiles`.
#[derive(Clone, Copy, Debug)]
pub struct SlidingTiles;

impl Domain for SlidingTiles {
    const NAME: &'static str = "tiles";
    const SUMMARY: &'static str =
        "sliding tiles of any size: slide tiles into the blank until all are in order";
    const EXAMPLE: &'static str = "1 2 3\n4 5 6\n7 _ 8\n";
    const DRAFTING: Option<Drafting<Level>> = Some(drafting::DRAFTING);

    type Level = Level;
    type Move = Direction;
    type Space = Tiles<Grid>;

    fn parse(text: &str) -> Result<Level, ParseError> {
        Level::parse(text)
    }
    fn recognise(text: &str) -> Likeness {
        Level::recognise(text)
    }
    fn formats() -> Vec<Choice> {
        Format::NAMES.choices()
    }
    fn print(level: &Level, format: &str) -> Result<String, RequestError> {
        Ok(level.print(Format::NAMES.by_name("format", format)?))
    }
    fn describe(level: &Level) -> String {
        let (width, height) = (level.geometry().width(), level.geometry().height());
        let goals = match level.goals().count() {
            1 => String::new(),
            count => format!(", {count} goals"),
        };
        format!("{width} × {height} sliding tiles{goals}")
    }

    fn goals() -> Vec<Choice> {
        GOALS.choices()
    }
    fn with_goal(level: &Level, goal: &str) -> Result<Level, ReadError> {
        let is_tiles = goal.contains(|c: char| c.is_ascii_digit()) || format::has_goal_lines(goal);
        if !is_tiles && goal::named(goal).is_none() {
            let names: Vec<&str> = GOALS.names().collect();
            let message = format!(
                "unknown goal {}; available: {}, a file, or the goal's tiles",
                quoted(goal.trim()),
                names.join(", ")
            );
            return Err(RequestError::new(message).into());
        }
        Ok(level.with_goal(goal)?)
    }
    fn join_goals(goals: &[String]) -> Result<String, RequestError> {
        Ok(goal::joined(goals))
    }
    fn has_one_space(level: &Level) -> bool {
        !level.has_several_goals()
    }
    fn solvable_goal(level: &Level) -> Option<&'static str> {
        goal::solvable(level)
    }

    fn space(level: &Level) -> (Tiles<Grid>, Grid) {
        space(level)
    }
    fn with_space<V: SpaceVisitor<Self>>(level: &Level, visitor: V) -> V::Output {
        with_board!(level, B => {
            let (space, start) = space::<B>(level);
            visitor.visit(&space, &start)
        })
    }
    fn moves(level: &Level) -> Vec<Direction> {
        level.moves().collect()
    }
    fn play(level: &mut Level, direction: Direction) -> Result<(), RequestError> {
        if level.slide(direction) { Ok(()) } else { Err(level.refuse(direction)) }
    }
    fn is_solved(level: &Level) -> bool {
        level.is_solved()
    }

    fn print_move(_: &Level, direction: Direction) -> String {
        direction.to_string()
    }
    fn parse_move(_: &Level, text: &str) -> Result<Direction, RequestError> {
        plan::LETTERS.one(text).ok_or_else(|| {
            RequestError::new(format!("{} is not a move; moves are U, D, L and R", quoted(text)))
        })
    }
    fn plan_formats() -> Vec<Choice> {
        PlanFormat::NAMES.choices()
    }
    fn read_plan(level: &Level, text: &str) -> Result<Steps<Direction>, ParseError> {
        plan::read(level, text)
    }
    fn write_plan(
        level: &Level,
        moves: &[Direction],
        format: &str,
    ) -> Result<String, RequestError> {
        plan::write(level, moves, PlanFormat::NAMES.by_name("plan format", format)?)
    }
    fn scene(level: &Level) -> Scene {
        drawing::scene(level)
    }
    fn motion(level: &Level, direction: Direction) -> Result<Motion, RequestError> {
        drawing::motion(level, direction).ok_or_else(|| level.refuse(direction))
    }

    fn heuristics() -> Vec<Choice> {
        heuristics::NAMES.choices()
    }
    fn solve(
        level: &Level,
        request: &Request,
        watch: &mut dyn Watch,
    ) -> Result<Solved<Direction>, RequestError> {
        solve::solve(level, request, watch)
    }
    /// By IDA*, which also proves what is solved without a named algorithm.
    fn teamwork(level: &Level, method: &Method) -> Option<Teamwork> {
        let is_ida_star = method.algorithm() == Some(Algorithm::IdaStar);
        let is_shared = is_ida_star || *method == Method::Automatic;
        (is_shared && !level.has_several_goals()).then_some(Teamwork::Subtrees)
    }
    /// From the goal, unless another origin is requested: how hard is the hardest board?
    fn explore(
        level: &Level,
        request: &Explore,
        watch: &mut dyn Watch,
    ) -> Result<Exploration, RequestError> {
        if level.has_several_goals() {
            return Err(RequestError::new(
                "boards with several goals cannot be explored; give one goal",
            ));
        }
        let from = request.from.or(Some(Origin::Goal));
        explore::explore::<Self>(level, &Explore { from, ..request.clone() }, watch)
    }
    fn settings() -> &'static [Setting] {
        &generator::SETTINGS
    }
    fn generate(request: &Generate) -> Result<Level, RequestError> {
        Ok(Self::generate_watched(request, &mut ())?.0)
    }
    fn generate_watched(
        request: &Generate,
        watch: &mut dyn Watch,
    ) -> Result<(Level, Option<Cost>), RequestError> {
        generator::from_request(request, watch)
    }
    fn commands() -> &'static Commands {
        &COMMANDS
    }
}

/// The space of a level's boards, kept as `B`, and the board that it starts from.
pub(super) fn space<B: Board>(level: &Level) -> (Tiles<B>, B) {
    (Tiles::new(level.geometry().clone()), B::from_tiles(level.tiles()))
}

impl<B: Board> PuzzleSpace<SlidingTiles> for Tiles<B> {
    type Heuristic = AnyHeuristic;

    fn heuristic(&self, name: &str, _: &B, budget: &Budget) -> Result<AnyHeuristic, RequestError> {
        Ok(AnyHeuristic::by_name(name, self.geometry(), budget)?)
    }
    fn level(&self, level: &Level, board: &B) -> Level {
        level.with_tiles(board.to_tiles(level.geometry().cells()))
    }
}
