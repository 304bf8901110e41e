//! Coins as a [`Domain`].
//!
//! ```
//! use fewest_puzzle::puzzle::{Erased, Puzzle};
//! use fewest_coins::CoinsPuzzle;
//!
//! let mut position = Erased::<CoinsPuzzle>::PUZZLE.parse("oo-\no--\n\n-o-\noo-\n")?;
//! assert_eq!(position.moves(), ["0_0-1_1"]);
//! position.play("0_0-1_1")?;
//! assert!(position.is_solved());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::borrow::Cow;

use fewest::search::Budget;

use super::heuristics::{self, CoinsHeuristic};
use super::notation::{parse_hop, play, print_hop};
use super::rules::{hops_to, unhopped};
use super::{
    Coins, DEFAULT_FONT, Font, Format, Hop, Level, PlanFormat, commands, drafting, drawing,
    generator, plan, solve,
};
use crate::command::Commands;
use crate::draft::{Drafting, LevelForm, ReadResults};
use crate::puzzle::{
    Choice, Domain, Generate, Likeness, PuzzleSpace, Request, RequestError, Setting, Solved, Watch,
};
use crate::scene::{Motion, Scene};
use crate::text::{ParseError, Steps, count};

/// The puzzle `coins`.
#[derive(Clone, Copy, Debug)]
pub struct CoinsPuzzle;

impl Domain for CoinsPuzzle {
    const NAME: &'static str = "coins";
    const SUMMARY: &'static str =
        "coins that move to where they touch two others: make one glyph from another";
    const EXAMPLE: &'static str = "oo-\no--\n\n-o-\noo-\n";
    const DRAFTING: Option<Drafting<Level>> = Some(drafting::DRAFTING);

    type Level = Level;
    type Move = Hop;
    type Space = Coins;

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
        let (board, coins) = (level.board(), level.start().count_ones() as usize);
        let what = format!("{} × {}, {}", board.width(), board.height(), count(coins, "coin"));
        match level.names() {
            Some([start, target]) => format!("{start} to {target} on {what}"),
            None => what,
        }
    }

    fn space(level: &Level) -> (Coins, u64) {
        (Coins::new(*level.board(), level.target()), level.start())
    }
    fn play(level: &mut Level, hop: Hop) -> Result<(), RequestError> {
        *level = level.with_start(played(level, hop)?);
        Ok(())
    }

    fn print_move(level: &Level, hop: Hop) -> String {
        print_hop(level.board(), hop)
    }
    fn parse_move(level: &Level, text: &str) -> Result<Hop, RequestError> {
        parse_hop(level.board(), text.trim()).map_err(|error| RequestError::new(error.to_string()))
    }
    fn plan_formats() -> Vec<Choice> {
        PlanFormat::NAMES.choices()
    }
    fn read_plan(level: &Level, text: &str) -> Result<Steps<Hop>, ParseError> {
        Ok(plan::read(level, text)?.into_iter().collect())
    }
    fn write_plan(level: &Level, moves: &[Hop], format: &str) -> Result<String, RequestError> {
        plan::write(level, moves, PlanFormat::NAMES.by_name("plan format", format)?)
    }
    fn scene(level: &Level) -> Scene {
        drawing::scene(level)
    }
    fn motion(level: &Level, hop: Hop) -> Result<Motion, RequestError> {
        played(level, hop)?;
        Ok(drawing::motion(level, hop))
    }

    fn heuristics() -> Vec<Choice> {
        heuristics::NAMES.choices()
    }
    fn solve(
        level: &Level,
        request: &Request,
        watch: &mut dyn Watch,
    ) -> Result<Solved<Hop>, RequestError> {
        solve::solve(level, request, watch)
    }
    fn settings() -> &'static [Setting] {
        &generator::SETTINGS
    }
    fn generate(request: &Generate) -> Result<Level, RequestError> {
        generator::from_request(request)
    }
    fn level_form() -> Option<LevelForm> {
        drafting::level_form()
    }
    fn results() -> Option<ReadResults> {
        Some(drafting::results)
    }
    /// The target's coins, with rings where those of the start are.
    fn goal_scene(level: &Level) -> Option<Scene> {
        let turned = level.with_start(level.target()).with_target(level.start());
        Some(drawing::scene(&turned))
    }
    fn reverse_moves(level: &Level) -> Vec<(Hop, Level)> {
        let target = level.target();
        let before = |hop| (hop, level.with_target(unhopped(target, hop)));
        hops_to(level.board(), target).map(before).collect()
    }
    fn commands() -> &'static Commands {
        &commands::COMMANDS
    }
    /// `A-B`: two glyphs of the first font; `5x9:A-B`: of another.
    fn level(name: &str) -> Result<Cow<'static, str>, RequestError> {
        let (font, pair) = name.rsplit_once(':').unwrap_or((DEFAULT_FONT, name));
        let font = Font::embedded(font)?;
        let (from, to) = pair.split_once('-').ok_or_else(|| {
            RequestError::new(format!("'{pair}' is not a level; a level is two glyphs: A-B"))
        })?;
        let level = Level::between(&font, font.place_of(from)?, font.place_of(to)?);
        Ok(level.print(Format::Pictures).into())
    }
}

/// Where a move takes the coins.
fn played(level: &Level, hop: Hop) -> Result<u64, RequestError> {
    play(level.board(), level.start(), hop).map_err(|error| RequestError::new(error.to_string()))
}

impl PuzzleSpace<CoinsPuzzle> for Coins {
    type Heuristic = CoinsHeuristic;

    fn heuristic(&self, name: &str, _: &u64, _: &Budget) -> Result<CoinsHeuristic, RequestError> {
        Ok(heuristics::NAMES.by_name("heuristic", name)?)
    }
    fn level(&self, level: &Level, coins: &u64) -> Level {
        level.with_start(*coins)
    }
}
