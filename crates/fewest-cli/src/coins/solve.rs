//! `fewest solve coins`: from one glyph to another, to all, or all to all.

use std::path::PathBuf;

use clap::Args;
use fewest_puzzles::coins::results::Results;
use fewest_puzzles::coins::{FONTS, Font, Level};

use super::font;
use super::ledger::Ledger;
use super::survey;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::is_dash;
use crate::interrupt;
use crate::limits::Limits;
use crate::output::Output;
use crate::request::{How, Search};
use crate::solve::Told;

const EXAMPLES: &str = "\
Examples:
  fewest solve coins A B
  fewest solve coins A B | fewest check coins:A-B -
  fewest solve coins --font 5x9 --from A --results results.txt
  fewest solve coins --all --results results.txt
  fewest coins table results.txt -o lengths.svg";

/// Make one glyph of a font of coins from another
///
/// Finds the fewest moves from one glyph to another, from one to all others, or
/// from each to each. Answers for several pairs are lines of start, target,
/// number of moves and moves; with --results they are gathered in a file, and a
/// later run goes on where an earlier one ended, however it ended. The exit code
/// is 10 if any pair is proved unsolvable. Several pairs have no time limit
/// unless one is given.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveCoins {
    /// The glyph to start from
    #[arg(value_name = "A", required_unless_present_any = ["from", "all"])]
    #[arg(conflicts_with_all = ["from", "all"])]
    start: Option<String>,

    /// The glyph to make
    #[arg(value_name = "B", required_unless_present_any = ["from", "all"])]
    target: Option<String>,

    /// The font: 5x7, 5x9, or a file; `fewest coins font` shows it
    #[arg(long, default_value = FONTS[0].name)]
    font: String,

    /// Make every other glyph from this one
    #[arg(long, value_name = "A", conflicts_with = "all")]
    from: Option<String>,

    /// Make every glyph from every other
    #[arg(long)]
    all: bool,

    /// Gather the answers for --from and --all in this file, and leave out the
    /// pairs that it has
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "output"])]
    results: Option<PathBuf>,

    #[command(flatten)]
    search: Search,

    #[command(flatten)]
    limits: Limits,

    #[command(flatten)]
    told: Told,
}

impl SolveCoins {
    /// Solves.
    pub(crate) fn run(&self) -> Result<Exit> {
        let font = font::named(&self.font)?;
        if let (Some(start), Some(target)) = (&self.start, &self.target) {
            let level = Level::between(&font, font.place_of(start)?, font.place_of(target)?);
            let position =
                fewest_puzzles::puzzle::Erased::<fewest_puzzles::coins::CoinsPuzzle>::position(
                    level,
                );
            let how = How::one(self.search.clone());
            let request = how.request(position.puzzle(), &self.limits)?;
            return self.told.answer(&*position, &request, None);
        }
        if !self.search.is_open() {
            let message = "an algorithm and its options go with two glyphs, not with several pairs";
            return Err(Failure::usage(message));
        }
        if let Some(option) = self.told.form_option() {
            let message = format!("{option} goes with two glyphs, not with several pairs");
            return Err(Failure::usage(message)
                .with_help("fewest coins table gives a table as text, JSON or a heat map"));
        }
        if self.results.as_deref().is_some_and(is_dash) {
            let message = "--results needs a file; without it the lines go to standard output";
            return Err(Failure::usage(message));
        }
        let pairs = self.pairs(&font)?;
        let (mut ledger, known) = if let Some(path) = &self.results {
            Ledger::open(&font, path)?
        } else {
            let output = Output::open(self.told.output(), None)?;
            (Ledger::new(&font, output)?, Results::default())
        };
        let budget = self.limits.long_budget();
        interrupt::stops(&budget.cancel);
        survey::run(&font, &pairs, &known, &mut ledger, &budget, self.told.quiet())
    }

    /// The pairs that are asked for.
    fn pairs(&self, font: &Font) -> Result<Vec<(usize, usize)>> {
        let glyphs = 0..font.glyphs().len();
        let starts = match &self.from {
            Some(name) => {
                let place = font.place_of(name)?;
                place..place + 1
            }
            None => glyphs.clone(),
        };
        let pairs = starts.flat_map(|from| glyphs.clone().map(move |to| (from, to)));
        Ok(pairs.filter(|(from, to)| from != to).collect())
    }
}
