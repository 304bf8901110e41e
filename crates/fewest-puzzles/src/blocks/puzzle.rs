//! Blocks behind the edge.
//!
//! ```
//! use fewest_puzzles::puzzle;
//!
//! let mut position = puzzle::parse("o . x\n", Some("blocks"))?;
//! assert_eq!(position.moves(), ["R"]);
//! position.play("R")?;
//! position.play("R")?;
//! assert!(position.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::{
    Direction, Format, Level, PlanFormat, explore, generator, heuristics, pack, plan, scene, solve,
};
use crate::puzzle::{
    Answer, Choice, Exploration, Explore, Generate, Likeness, NamedLevel, Position, Puzzle,
    Request, RequestError, Setting, Step, Watch,
};
use crate::scene::{Motion, Scene};
use crate::text::{ParseError, count, quoted};
use fewest::search::Algorithm;

/// The puzzle `blocks`.
#[derive(Clone, Copy, Debug)]
pub struct BlocksPuzzle;

impl Puzzle for BlocksPuzzle {
    fn name(&self) -> &'static str {
        "blocks"
    }

    fn summary(&self) -> &'static str {
        "blocks that all step together: move them through the walls onto the goals"
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

    fn levels(&self) -> &'static [NamedLevel] {
        pack::levels()
    }

    fn recognise(&self, text: &str) -> Likeness {
        Level::recognise(text)
    }

    fn parse(&self, text: &str) -> Result<Box<dyn Position>, ParseError> {
        Ok(Box::new(BlocksPosition(Level::parse(text)?)))
    }

    fn generate(&self, request: &Generate) -> Result<Box<dyn Position>, RequestError> {
        Ok(Box::new(BlocksPosition(generator::from_request(request)?.level)))
    }
}

#[derive(Clone)]
struct BlocksPosition(Level);

/// The direction that a move of the edge names: one letter, in either case.
fn direction(mv: &str) -> Result<Direction, RequestError> {
    let mut letters = mv.trim().chars();
    let direction = letters.next().and_then(Direction::from_letter);
    match (direction, letters.next()) {
        (Some(direction), None) => Ok(direction),
        _ => Err(RequestError::new(format!(
            "{} is no move; moves are U, R, D and L, the ways that the blocks can step",
            quoted(mv)
        ))),
    }
}

impl Position for BlocksPosition {
    fn puzzle(&self) -> &'static dyn Puzzle {
        &BlocksPuzzle
    }

    fn describe(&self) -> String {
        let level = &self.0;
        let (blocks, goals) = (level.blocks().count(), level.goals().count());
        let mut text =
            format!("{} × {}, {}", level.width(), level.height(), count(blocks, "block"));
        if goals != blocks {
            text += " and ";
            text += &count(goals, "goal");
        }
        text
    }

    fn print(&self, format: &str) -> Result<String, RequestError> {
        Ok(self.0.print(Format::by_name(format)?))
    }

    fn moves(&self) -> Vec<String> {
        self.0.moves().map(|mv| mv.to_string()).collect()
    }

    /// Every direction can be played: where no block can step, none does.
    fn play(&mut self, mv: &str) -> Result<(), RequestError> {
        self.0.slide(direction(mv)?);
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.0.is_solved()
    }

    fn scene(&self) -> Scene {
        scene::scene(&self.0)
    }

    fn motion(&self, mv: &str) -> Result<Motion, RequestError> {
        Ok(scene::motion(&self.0, direction(mv)?))
    }

    fn read_plan(&self, text: &str) -> Result<Vec<Step>, ParseError> {
        let steps = plan::read(&self.0, text)?.into_iter();
        let step = |(direction, place): (Direction, _)| Step { mv: direction.to_string(), place };
        Ok(steps.map(step).collect())
    }

    fn write_plan(&self, moves: &[String], format: &str) -> Result<String, RequestError> {
        let format = PlanFormat::by_name(format)?;
        let moves: Result<Vec<Direction>, _> = moves.iter().map(|mv| direction(mv)).collect();
        plan::write(&self.0, &moves?, format)
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
    use crate::puzzle::{Explore, Generate, Request, by_name, parse};

    #[test]
    fn all_formats_are_there_by_name() {
        let blocks = by_name("blocks").unwrap();
        let settings = [("blocks", "3"), ("walls", "8"), ("moves", "9..11")];
        let request = Generate {
            size: Some("6x6".into()),
            settings: settings.map(|(name, value)| (name.into(), value.into())).into(),
            ..Generate::default()
        };
        let position = blocks.generate(&request).unwrap();
        assert_eq!(position.describe(), "6 × 6, 3 blocks");
        for format in blocks.formats() {
            let text = position.print(format.name).unwrap();
            let read = parse(&text, None).unwrap();
            assert_eq!(read.puzzle().name(), "blocks", "{text}");
            assert_eq!(read.print("picture"), position.print("picture"));
        }
        let answer = position.solve(&Request::default(), &mut ()).unwrap();
        let plan = answer.outcome.plan.unwrap();
        assert!((9..=11).contains(&plan.cost()));
        for format in blocks.plan_formats() {
            let text = position.write_plan(plan.moves(), format.name).unwrap();
            let steps = position.read_plan(&text).unwrap();
            let moves: Vec<String> = steps.into_iter().map(|step| step.mv).collect();
            assert_eq!(moves, plan.moves());
        }
        let unknown = position.print("snail").unwrap_err().to_string();
        assert_eq!(unknown, "unknown format 'snail'; available: picture, numbers, json");
        assert!(position.write_plan(plan.moves(), "snail").is_err());
        let explored = position.explore(&Explore::default(), &mut ()).unwrap();
        assert!(explored.complete && explored.levels[0] == 1);
    }

    #[test]
    fn moves_that_move_nothing_can_be_played() {
        let mut position = parse("o . x", None).unwrap();
        assert_eq!(position.moves(), ["R"]);
        position.play("u").unwrap();
        assert_eq!(position.print("picture").unwrap(), "o . x\n");
        let error = position.play("RR").unwrap_err().to_string();
        assert!(error.starts_with("'RR' is no move; moves are U, R, D and L"), "{error}");
    }

    #[test]
    fn variants_are_described_and_solved() {
        for (text, describe, moves) in [
            ("o o . x", "4 × 1, 2 blocks and 1 goal", 2),
            ("o . x x", "4 × 1, 1 block and 2 goals", 2),
            ("o # x", "3 × 1, 1 block", u32::MAX),
        ] {
            let position = parse(text, None).unwrap();
            assert_eq!(position.describe(), describe);
            let outcome = position.solve(&Request::default(), &mut ()).unwrap().outcome;
            assert_eq!(outcome.bound, moves, "{text}");
        }
    }

    #[test]
    fn tiles_and_blocks_are_told_apart() {
        for (text, puzzle) in [
            ("2 2\n1 2\n3 0", "tiles"),
            ("2 2\n1 2\n0 0", "blocks"),
            ("2 2\n1 2\n-1 0", "blocks"),
            ("1 2 3\n4 _ 5", "tiles"),
            ("o . x", "blocks"),
        ] {
            assert_eq!(parse(text, None).unwrap().puzzle().name(), puzzle, "{text:?}");
        }
        // Nothing at all is said in the words of the first puzzle.
        let nothing = parse("", None).err().unwrap().to_string();
        assert!(nothing.contains("rows of numbers"), "{nothing}");
    }
}
