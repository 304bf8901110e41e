//! Coins behind the edge.
//!
//! ```
//! use fewest_puzzles::puzzle;
//!
//! let mut position = puzzle::parse("oo-\no--\n\n-o-\noo-\n", None)?;
//! assert_eq!(position.moves(), ["0_0-1_1"]);
//! position.play("0_0-1_1")?;
//! assert!(position.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::borrow::Cow;

use super::notation::{parse_hop, play, print_hop};
use super::{
    FONTS, Font, Format, Hop, Level, PlanFormat, commands, explore, generator, heuristics, plan,
    scene, solve,
};
use crate::command::Commands;
use crate::puzzle::{
    Answer, Choice, Exploration, Explore, Generate, Likeness, Position, Puzzle, Request,
    RequestError, Setting, Step, Watch,
};
use crate::scene::{Motion, Scene};
use crate::text::{ParseError, count};
use fewest::search::Algorithm;

/// The puzzle `coins`.
#[derive(Clone, Copy, Debug)]
pub struct CoinsPuzzle;

impl Puzzle for CoinsPuzzle {
    fn name(&self) -> &'static str {
        "coins"
    }

    fn summary(&self) -> &'static str {
        "coins that move to where they touch two others: make one glyph from another"
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

    fn commands(&self) -> &'static Commands {
        &commands::COMMANDS
    }

    /// `A-B`: two glyphs of the first font; `5x9:A-B`: of another.
    fn level(&self, name: &str) -> Result<Cow<'static, str>, RequestError> {
        let (font, pair) = name.rsplit_once(':').unwrap_or((FONTS[0].name, name));
        let font = Font::embedded(font).ok_or_else(|| {
            RequestError::unknown("font", font, FONTS.iter().map(|font| font.name))
        })?;
        let (from, to) = pair.split_once('-').ok_or_else(|| {
            RequestError::new(format!("'{pair}' is no level; one is two glyphs, as in A-B"))
        })?;
        let level = Level::between(&font, font.place_of(from)?, font.place_of(to)?);
        Ok(level.print(Format::Pictures).into())
    }

    fn recognise(&self, text: &str) -> Likeness {
        Level::recognise(text)
    }

    fn parse(&self, text: &str) -> Result<Box<dyn Position>, ParseError> {
        Ok(Box::new(CoinsPosition(Level::parse(text)?)))
    }

    fn generate(&self, request: &Generate) -> Result<Box<dyn Position>, RequestError> {
        Ok(Box::new(CoinsPosition(generator::from_request(request)?)))
    }
}

impl Level {
    /// The level as a position of the edge.
    pub fn position(self) -> Box<dyn Position> {
        Box::new(CoinsPosition(self))
    }
}

#[derive(Clone)]
struct CoinsPosition(Level);

impl CoinsPosition {
    fn hop(&self, mv: &str) -> Result<Hop, RequestError> {
        parse_hop(self.0.board(), mv.trim()).map_err(|error| RequestError::new(error.to_string()))
    }

    /// A move, and where it takes the coins.
    fn played(&self, mv: &str) -> Result<(Hop, u64), RequestError> {
        let hop = self.hop(mv)?;
        let coins = play(self.0.board(), self.0.start(), hop)
            .map_err(|error| RequestError::new(error.to_string()))?;
        Ok((hop, coins))
    }
}

impl Position for CoinsPosition {
    fn puzzle(&self) -> &'static dyn Puzzle {
        &CoinsPuzzle
    }

    fn describe(&self) -> String {
        let (board, coins) = (self.0.board(), self.0.start().count_ones() as usize);
        let what = format!("{} × {}, {}", board.width(), board.height(), count(coins, "coin"));
        match self.0.names() {
            Some([start, target]) => format!("{start} to {target} on {what}"),
            None => what,
        }
    }

    fn print(&self, format: &str) -> Result<String, RequestError> {
        Ok(self.0.print(Format::by_name(format)?))
    }

    fn moves(&self) -> Vec<String> {
        self.0.moves().map(|hop| print_hop(self.0.board(), hop)).collect()
    }

    fn play(&mut self, mv: &str) -> Result<(), RequestError> {
        let (_, coins) = self.played(mv)?;
        self.0 = self.0.with_start(coins);
        Ok(())
    }

    fn is_solved(&self) -> bool {
        self.0.is_solved()
    }

    fn scene(&self) -> Scene {
        scene::scene(&self.0)
    }

    fn motion(&self, mv: &str) -> Result<Motion, RequestError> {
        let (hop, _) = self.played(mv)?;
        Ok(scene::motion(&self.0, hop))
    }

    fn read_plan(&self, text: &str) -> Result<Vec<Step>, ParseError> {
        let steps = plan::read(&self.0, text)?.into_iter();
        Ok(steps.map(|(hop, place)| Step { mv: print_hop(self.0.board(), hop), place }).collect())
    }

    fn write_plan(&self, moves: &[String], format: &str) -> Result<String, RequestError> {
        let format = PlanFormat::by_name(format)?;
        let moves: Result<Vec<Hop>, _> = moves.iter().map(|mv| self.hop(mv)).collect();
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
