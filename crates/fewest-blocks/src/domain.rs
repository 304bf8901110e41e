//! Blocks as a [`Domain`].
//!
//! ```
//! use fewest_puzzle::puzzle::{Erased, Puzzle};
//! use fewest_blocks::BlocksPuzzle;
//!
//! let mut position = Erased::<BlocksPuzzle>::PUZZLE.parse("o . x\n")?;
//! assert_eq!(position.moves(), ["R"]);
//! position.play("R")?;
//! position.play("R")?;
//! assert!(position.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use fewest::search::{Algorithm, Budget};
use fewest::space::Cost;

use super::heuristics::{self, Bound};
use super::wide::Wide;
use super::word::with_word;
use super::{
    Blocks, Direction, Format, Level, PlanFormat, Word, drafting, drawing, explore, generator,
    pack, plan, solve,
};
use crate::draft::Drafting;
use crate::puzzle::{
    Choice, Domain, Exploration, Explore, Generate, Likeness, Method, NamedLevel, PuzzleSpace,
    Request, RequestError, Setting, Solved, SpaceVisitor, Watch,
};
use crate::scene::{Motion, Scene};
use crate::text::{ParseError, Steps, count, quoted};

/// The puzzle `blocks`.
#[derive(Clone, Copy, Debug)]
pub struct BlocksPuzzle;

impl Domain for BlocksPuzzle {
    const NAME: &'static str = "blocks";
    const SUMMARY: &'static str =
        "blocks that all step together: move them around the walls onto the goals";
    const EXAMPLE: &'static str = "o . .\n. # .\n. . x\n";
    const DRAFTING: Option<Drafting<Level>> = Some(drafting::DRAFTING);

    type Level = Level;
    type Move = Direction;
    type Space = Blocks<Wide>;

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
        let (blocks, goals) = (level.blocks().count(), level.goals().count());
        let mut text =
            format!("{} × {}, {}", level.width(), level.height(), count(blocks, "block"));
        if goals != blocks {
            text += " and ";
            text += &count(goals, "goal");
        }
        text
    }

    fn space(level: &Level) -> (Blocks<Wide>, Wide) {
        Blocks::of(level)
    }
    fn with_space<V: SpaceVisitor<Self>>(level: &Level, visitor: V) -> V::Output {
        with_word!(level.width(), level.height(), W => {
            let (space, start) = Blocks::<W>::of(level);
            visitor.visit(&space, &start)
        })
    }
    fn moves(level: &Level) -> Vec<Direction> {
        level.moves().collect()
    }
    /// Every direction can be played: where no block can step, none does.
    fn play(level: &mut Level, direction: Direction) -> Result<(), RequestError> {
        level.slide(direction);
        Ok(())
    }
    fn is_solved(level: &Level) -> bool {
        level.is_solved()
    }

    fn print_move(_: &Level, direction: Direction) -> String {
        direction.to_string()
    }
    fn parse_move(_: &Level, text: &str) -> Result<Direction, RequestError> {
        plan::LETTERS.one(text).ok_or_else(|| {
            RequestError::new(format!(
                "{} is not a move; moves are U, R, D and L, the directions in which blocks step",
                quoted(text)
            ))
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
        Ok(drawing::motion(level, direction))
    }

    fn heuristics() -> Vec<Choice> {
        heuristics::NAMES.choices()
    }
    fn has_checkpoints(method: &Method) -> bool {
        matches!(method, Method::Automatic | Method::Algorithm(Algorithm::Bidirectional))
    }
    fn solve(
        level: &Level,
        request: &Request,
        watch: &mut dyn Watch,
    ) -> Result<Solved<Direction>, RequestError> {
        solve::solve(level, request, watch)
    }
    fn explore(
        level: &Level,
        request: &Explore,
        watch: &mut dyn Watch,
    ) -> Result<Exploration, RequestError> {
        explore::explore(level, request, watch)
    }
    fn settings() -> &'static [Setting] {
        &generator::SETTINGS
    }
    fn generate(request: &Generate) -> Result<Level, RequestError> {
        Ok(generator::from_request(request)?.level)
    }
    fn generate_watched(
        request: &Generate,
        _: &mut dyn Watch,
    ) -> Result<(Level, Option<Cost>), RequestError> {
        let made = generator::from_request(request)?;
        Ok((made.level, Some(made.fewest)))
    }
    fn levels() -> &'static [NamedLevel] {
        pack::levels()
    }
}

impl<W: Word> PuzzleSpace<BlocksPuzzle> for Blocks<W> {
    type Heuristic = Bound<W>;

    fn heuristic(&self, name: &str, start: &W, budget: &Budget) -> Result<Bound<W>, RequestError> {
        Bound::new(name, self, *start, budget)
    }
    fn level(&self, level: &Level, state: &W) -> Level {
        // A state of the search keeps to the free cells.
        level.with_blocks(state.cells()).unwrap_or_else(|_| level.clone())
    }
}
