//! Numbers behind the edge.
//!
//! ```
//! use fewest_puzzles::puzzle;
//!
//! let mut position = puzzle::parse("4 1\n1 3 0 2\n", Some("numbers"))?;
//! position.play("3 0 L -")?;
//! position.play("0 0 R -")?;
//! assert!(position.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::bounds::Bound;
use super::{Format, Level, Shift, Solver, explore, generator, plan, scene, solve};
use crate::puzzle::{
    Answer, Choice, Exploration, Explore, Generate, Likeness, Position, Puzzle, Remaining, Request,
    RequestError, Setting, Step, Watch,
};
use crate::scene::{Motion, Scene};
use crate::text::{ParseError, count};
use fewest::search::Algorithm;

/// The puzzle `numbers`.
#[derive(Clone, Copy, Debug)]
pub struct NumberShifting;

impl Puzzle for NumberShifting {
    fn name(&self) -> &'static str {
        "numbers"
    }

    fn summary(&self) -> &'static str {
        "Number Shifting: numbers that move as far as they say, onto each other, until none is left"
    }

    fn formats(&self) -> &'static [Choice] {
        &Format::CHOICES
    }

    fn plan_formats(&self) -> &'static [Choice] {
        &plan::FORMATS
    }

    fn heuristics(&self) -> &'static [Choice] {
        &Bound::CHOICES
    }

    /// All but the table: there are far too many states to number them all.
    fn algorithms(&self) -> &'static [Algorithm] {
        &[
            Algorithm::AStar,
            Algorithm::WeightedAStar,
            Algorithm::Greedy,
            Algorithm::UniformCost,
            Algorithm::DepthFirst,
            Algorithm::BreadthFirst,
            Algorithm::Bidirectional,
            Algorithm::IdaStar,
            Algorithm::BranchAndBound,
            Algorithm::Beam,
        ]
    }

    fn solvers(&self) -> &'static [Choice] {
        &Solver::CHOICES
    }

    fn settings(&self) -> &'static [Setting] {
        &generator::SETTINGS
    }

    fn usual_seed(&self, settings: &BTreeMap<String, String>) -> Option<u64> {
        generator::default_seed(settings)
    }

    /// The game's own levels, by their numbers.
    fn level(&self, name: &str) -> Result<Cow<'static, str>, RequestError> {
        let number = name.parse().map_err(|_| {
            RequestError::new(format!("numbers has no level '{name}'; its levels are numbered"))
        })?;
        let made = generator::level(number, [0; 16]);
        let made = made.map_err(|error| RequestError::new(error.to_string()))?;
        Ok(made.level.print(Format::Sized).into())
    }

    fn recognise(&self, text: &str) -> Likeness {
        Level::recognise(text)
    }

    fn parse(&self, text: &str) -> Result<Box<dyn Position>, ParseError> {
        Ok(Box::new(NumbersPosition(Level::parse(text)?)))
    }

    fn generate(&self, request: &Generate) -> Result<Box<dyn Position>, RequestError> {
        Ok(Box::new(NumbersPosition(generator::from_request(request)?.level)))
    }
}

#[derive(Clone)]
struct NumbersPosition(Level);

fn shift(mv: &str) -> Result<Shift, RequestError> {
    mv.parse().map_err(|error: super::ShiftError| RequestError::new(error.to_string()))
}

impl Position for NumbersPosition {
    fn puzzle(&self) -> &'static dyn Puzzle {
        &NumberShifting
    }

    fn describe(&self) -> String {
        let level = &self.0;
        format!("{} × {}, {}", level.width(), level.height(), count(level.numbers(), "number"))
    }

    fn print(&self, format: &str) -> Result<String, RequestError> {
        Ok(self.0.print(Format::by_name(format)?))
    }

    fn moves(&self) -> Vec<String> {
        self.0.moves().map(|shift| shift.to_string()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), RequestError> {
        self.0.play(shift(mv)?).map_err(|error| RequestError::new(error.to_string()))
    }

    fn is_solved(&self) -> bool {
        self.0.is_solved()
    }

    fn scene(&self) -> Scene {
        scene::scene(&self.0)
    }

    fn motion(&self, mv: &str) -> Result<Motion, RequestError> {
        scene::motion(&self.0, shift(mv)?).map_err(|error| RequestError::new(error.to_string()))
    }

    fn remaining(&self) -> Option<Remaining> {
        Some(solve::remaining(&self.0))
    }

    fn read_plan(&self, text: &str) -> Result<Vec<Step>, ParseError> {
        let steps = plan::read(text)?.into_iter();
        Ok(steps.map(|(shift, place)| Step { mv: shift.to_string(), place }).collect())
    }

    fn write_plan(&self, moves: &[String], format: &str) -> Result<String, RequestError> {
        crate::puzzle::choose("plan format", format, &[()], &plan::FORMATS)?;
        let moves: Result<Vec<Shift>, _> = moves.iter().map(|mv| shift(mv)).collect();
        Ok(plan::write(&moves?))
    }

    fn solve(&self, request: &Request, watch: &mut dyn Watch) -> Result<Answer, RequestError> {
        solve::solve(&self.0, request, watch)
    }

    fn explore(
        &self,
        request: &Explore,
        watch: &mut dyn Watch,
    ) -> Result<Exploration, RequestError> {
        explore::explore(&self.0, request, watch)
    }

    fn boxed_clone(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}
