//! Numbers as a [`Domain`].
//!
//! ```
//! use fewest_puzzle::puzzle::{Erased, Puzzle};
//! use fewest_numbers::NumberShifting;
//!
//! let mut position = Erased::<NumberShifting>::PUZZLE.parse("4 1\n1 3 0 2\n")?;
//! position.play("3 0 L -")?;
//! position.play("0 0 R -")?;
//! assert!(position.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;

use fewest::search::{Algorithm, Budget};

use super::bounds::Bound;
use super::space::Numbers;
use super::values::Values;
use super::{Format, Level, Shift, Solver, drafting, drawing, generator, plan, solve};
use crate::command::{Commands, Growth};
use crate::draft::{Drafting, LevelForm};
use crate::puzzle::{
    Choice, Domain, Erased, Exploration, Explore, Generate, Likeness, Method, Origin, PuzzleSpace,
    Remaining, Request, RequestError, Setting, Solved, SpaceVisitor, Teamwork, Watch, explore,
};
use crate::scene::{Motion, Scene};
use crate::text::{ParseError, Steps, count};

/// What numbers add to the command.
static COMMANDS: Commands = Commands { growth: Some(GROWTH), ..Commands::NONE };

/// Levels of the game, with other seeds than its own.
const GROWTH: Growth = Growth {
    unit: "level",
    sizes: &[100, 200, 500, 1000],
    yardstick: "the proved bound",
    make: |level, seed| {
        let settings = BTreeMap::from([("level".to_string(), level.to_string())]);
        let request = Generate { seed, settings, ..Generate::default() };
        let level = NumberShifting::generate(&request)?;
        Ok((Erased::<NumberShifting>::position(level), None))
    },
};

/// The puzzle `numbers`.
#[derive(Clone, Copy, Debug)]
pub struct NumberShifting;

impl Domain for NumberShifting {
    const NAME: &'static str = "numbers";
    const SUMMARY: &'static str = "Number Shifting: numbers that move as far as they say, onto each other, until none is left";
    const EXAMPLE: &'static str = "4 1\n1 3 0 2\n";
    const DRAFTING: Option<Drafting<Level>> = Some(drafting::DRAFTING);

    type Level = Level;
    type Move = Shift;
    type Space = Numbers<Box<[u32]>>;

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
        format!("{} × {}, {}", level.width(), level.height(), count(level.numbers(), "number"))
    }

    fn space(level: &Level) -> (Numbers<Box<[u32]>>, Box<[u32]>) {
        Numbers::of(level)
    }
    fn with_space<V: SpaceVisitor<Self>>(level: &Level, visitor: V) -> V::Output {
        if <[u8; 32]>::holds(level.numbers(), level.sum()) {
            visit::<[u8; 32], V>(level, visitor)
        } else {
            visit::<Box<[u32]>, V>(level, visitor)
        }
    }
    fn moves(level: &Level) -> Vec<Shift> {
        level.moves().collect()
    }
    fn play(level: &mut Level, shift: Shift) -> Result<(), RequestError> {
        level.play(shift).map_err(|error| RequestError::new(error.to_string()))
    }
    fn is_solved(level: &Level) -> bool {
        level.is_solved()
    }
    fn remaining(level: &Level) -> Option<Remaining> {
        Some(solve::remaining(level))
    }

    fn print_move(_: &Level, shift: Shift) -> String {
        shift.to_string()
    }
    fn parse_move(_: &Level, text: &str) -> Result<Shift, RequestError> {
        text.parse().map_err(|error: super::ShiftError| RequestError::new(error.to_string()))
    }
    fn plan_formats() -> Vec<Choice> {
        plan::FORMATS.choices()
    }
    fn read_plan(_: &Level, text: &str) -> Result<Steps<Shift>, ParseError> {
        Ok(plan::read(text)?.into_iter().collect())
    }
    fn write_plan(_: &Level, moves: &[Shift], _: &str) -> Result<String, RequestError> {
        Ok(plan::write(moves))
    }
    fn scene(level: &Level) -> Scene {
        drawing::scene(level)
    }
    fn motion(level: &Level, shift: Shift) -> Result<Motion, RequestError> {
        drawing::motion(level, shift).map_err(|error| RequestError::new(error.to_string()))
    }

    fn heuristics() -> Vec<Choice> {
        Bound::NAMES.choices()
    }
    fn solvers() -> Vec<Choice> {
        Solver::NAMES.choices()
    }
    /// By strategies, unless an algorithm is named that proves the fewest moves.
    fn teamwork(_: &Level, method: &Method) -> Option<Teamwork> {
        match method {
            Method::Automatic => Some(Teamwork::Exchange),
            Method::Solver(name) if name == Solver::Strategies.name() => Some(Teamwork::Exchange),
            Method::Solver(_) => None,
            Method::Algorithm(algorithm) => {
                let is_ida_star = *algorithm == Algorithm::IdaStar;
                is_ida_star.then_some(Teamwork::Subtrees)
            }
        }
    }
    fn solve(
        level: &Level,
        request: &Request,
        watch: &mut dyn Watch,
    ) -> Result<Solved<Shift>, RequestError> {
        solve::solve(level, request, watch)
    }
    fn explore(
        level: &Level,
        request: &Explore,
        watch: &mut dyn Watch,
    ) -> Result<Exploration, RequestError> {
        if request.from == Some(Origin::Goal) {
            return Err(RequestError::new(
                "numbers can only be explored from the start: most levels that lead to an empty grid cannot be reached from here",
            ));
        }
        explore::explore::<Self>(level, request, watch)
    }
    fn settings() -> &'static [Setting] {
        &generator::SETTINGS
    }
    fn default_seed(settings: &BTreeMap<String, String>) -> Option<u64> {
        generator::default_seed(settings)
    }
    fn generate(request: &Generate) -> Result<Level, RequestError> {
        Ok(generator::from_request(request)?.level)
    }
    fn commands() -> &'static Commands {
        &COMMANDS
    }
    fn level_form() -> Option<LevelForm> {
        Some(drafting::level_form())
    }
    /// The game's own levels, by their numbers.
    fn level(name: &str) -> Result<Cow<'static, str>, RequestError> {
        let number = name.parse().map_err(|_| {
            RequestError::new(format!("numbers has no level '{name}'; its levels are numbered"))
        })?;
        let made = generator::level(number, [0; 16]);
        let made = made.map_err(|error| RequestError::new(error.to_string()))?;
        Ok(made.level.print(Format::Sized).into())
    }
}

fn visit<T: Values, V: SpaceVisitor<NumberShifting>>(level: &Level, visitor: V) -> V::Output {
    let (space, start) = Numbers::<T>::of(level);
    visitor.visit(&space, &start)
}

impl<T: Values> PuzzleSpace<NumberShifting> for Numbers<T> {
    type Heuristic = Bound;

    fn heuristic(&self, name: &str, _: &T, _: &Budget) -> Result<Bound, RequestError> {
        Ok(Bound::NAMES.by_name("heuristic", name)?)
    }
    fn level(&self, _: &Level, state: &T) -> Level {
        self.level(state)
    }
}
