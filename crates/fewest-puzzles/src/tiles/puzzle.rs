//! Sliding tiles behind the edge.
//!
//! ```
//! use fewest_puzzles::puzzle;
//!
//! let mut position = puzzle::parse("1 2 3\n4 5 6\n7 _ 8\n", Some("tiles"))?;
//! assert_eq!(position.moves(), ["D", "L", "R"]);
//! position.play("L")?;
//! assert!(position.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    Direction, Format, Level, PlanFormat, explore, generator, heuristics, plan, scene, solve,
};
use crate::puzzle::{
    Answer, Choice, Exploration, Explore, Generate, Likeness, Position, Puzzle, Request,
    RequestError, Setting, Step, Watch,
};
use crate::scene::{Motion, Scene};
use crate::text::{ParseError, quoted};
use fewest::search::Algorithm;

/// The puzzle `tiles`.
#[derive(Clone, Copy, Debug)]
pub struct SlidingTiles;

impl Puzzle for SlidingTiles {
    fn name(&self) -> &'static str {
        "tiles"
    }

    fn summary(&self) -> &'static str {
        "sliding tiles of any size: slide tiles into the blank until all are in order"
    }

    fn formats(&self) -> &'static [Choice] {
        &Format::CHOICES
    }

    fn plan_formats(&self) -> &'static [Choice] {
        &PlanFormat::CHOICES
    }

    fn heuristics(&self) -> &'static [Choice] {
        heuristics::ALL
    }

    fn algorithms(&self) -> &'static [Algorithm] {
        &Algorithm::ALL
    }

    fn settings(&self) -> &'static [Setting] {
        &generator::SETTINGS
    }

    fn recognise(&self, text: &str) -> Likeness {
        Level::recognise(text)
    }

    fn parse(&self, text: &str) -> Result<Box<dyn Position>, ParseError> {
        Ok(Box::new(TilesPosition(Level::parse(text)?)))
    }

    fn generate(&self, request: &Generate) -> Result<Box<dyn Position>, RequestError> {
        Ok(Box::new(TilesPosition(generator::from_request(request)?)))
    }
}

#[derive(Clone)]
struct TilesPosition(Level);

impl TilesPosition {
    /// Why a move can't be played.
    fn illegal(&self, mv: &str) -> RequestError {
        let why = match direction(mv) {
            Some(Direction::U) => "no tile can slide up, the blank is in the bottom row".into(),
            Some(Direction::D) => "no tile can slide down, the blank is in the top row".into(),
            Some(Direction::L) => "no tile can slide left, the blank is in the last column".into(),
            Some(Direction::R) => {
                "no tile can slide right, the blank is in the first column".into()
            }
            None => format!("{} is no move", quoted(mv)),
        };
        let legal = self.moves().join(", ");
        RequestError::new(format!("{why}; the legal moves are {legal}"))
    }
}

/// The direction that a move of the edge names: one letter, in either case.
fn direction(mv: &str) -> Option<Direction> {
    let mut letters = mv.trim().chars();
    let direction = letters.next().and_then(Direction::from_letter)?;
    letters.next().is_none().then_some(direction)
}

impl Position for TilesPosition {
    fn puzzle(&self) -> &'static dyn Puzzle {
        &SlidingTiles
    }

    fn describe(&self) -> String {
        let geometry = self.0.geometry();
        format!("{} × {} sliding tiles", geometry.width(), geometry.height())
    }

    fn print(&self, format: &str) -> Result<String, RequestError> {
        Ok(self.0.print(Format::by_name(format)?))
    }

    fn moves(&self) -> Vec<String> {
        self.0.moves().map(|mv| mv.to_string()).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), RequestError> {
        let slides = direction(mv).is_some_and(|direction| self.0.slide(direction));
        if slides { Ok(()) } else { Err(self.illegal(mv)) }
    }

    fn is_solved(&self) -> bool {
        self.0.is_solved()
    }

    fn scene(&self) -> Scene {
        scene::scene(&self.0)
    }

    fn motion(&self, mv: &str) -> Result<Motion, RequestError> {
        let motion = direction(mv).and_then(|direction| scene::motion(&self.0, direction));
        motion.ok_or_else(|| self.illegal(mv))
    }

    fn read_plan(&self, text: &str) -> Result<Vec<Step>, ParseError> {
        let steps = plan::read(&self.0, text)?.into_iter();
        let step = |(direction, place): (Direction, _)| Step { mv: direction.to_string(), place };
        Ok(steps.map(step).collect())
    }

    fn write_plan(&self, moves: &[String], format: &str) -> Result<String, RequestError> {
        let format = PlanFormat::by_name(format)?;
        let moves = moves.iter().map(|mv| {
            direction(mv).ok_or_else(|| {
                let mv = quoted(mv);
                RequestError::new(format!("{mv} is no move; moves are U, D, L and R"))
            })
        });
        plan::write(&self.0, &moves.collect::<Result<Vec<_>, _>>()?, format)
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

#[cfg(test)]
mod tests {
    use crate::puzzle::{Generate, by_name, parse};

    #[test]
    fn an_illegal_move_is_told_with_the_legal_ones() {
        let mut position = parse("1 2 3\n4 5 6\n7 _ 8", None).unwrap();
        for (mv, says) in [
            (
                "u",
                "no tile can slide up, the blank is in the bottom row; the legal moves are D, L, R",
            ),
            ("RR", "'RR' is no move; the legal moves are D, L, R"),
        ] {
            assert_eq!(position.play(mv).unwrap_err().to_string(), says);
        }
        position.play("l").unwrap();
        assert!(position.is_solved());
    }

    #[test]
    fn all_formats_are_there_by_name() {
        let tiles = by_name("tiles").unwrap();
        let request = Generate { size: Some("3x4".into()), ..Generate::default() };
        let position = tiles.generate(&request).unwrap();
        assert_eq!(position.describe(), "3 × 4 sliding tiles");
        for format in tiles.formats() {
            let text = position.print(format.name).unwrap();
            assert_eq!(parse(&text, None).unwrap().print("grid"), position.print("grid"));
        }
        let moves = &position.moves()[..1];
        for format in tiles.plan_formats() {
            let text = position.write_plan(moves, format.name).unwrap();
            assert_eq!(position.read_plan(&text).unwrap()[0].mv, moves[0]);
        }
        let unknown = position.print("snail").unwrap_err().to_string();
        assert_eq!(unknown, "unknown format 'snail'; available: grid, sized, dotted, json");
        assert!(position.write_plan(moves, "snail").is_err());
        assert!(position.write_plan(&["X".into()], "moves").is_err());
    }
}
