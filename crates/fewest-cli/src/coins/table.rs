//! `fewest coins table`: the lengths of all pairs in a file of results.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use fewest_puzzles::coins::Lengths;

use super::form::Written;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::Source;
use crate::output::Output;

const EXAMPLES: &str = "\
Examples:
  fewest coins table results.txt
  fewest coins table results.txt -o lengths.svg
  fewest coins table results.txt --format json";

/// Make the table of lengths from a file of results
///
/// Reads what `fewest solve coins --all --results FILE` gathered, replays every
/// plan, and gives the fewest moves from each glyph to each other.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Table {
    /// The file of results
    results: PathBuf,

    #[command(flatten)]
    written: Written<Form>,
}

/// What the table is written as.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Form {
    /// Rows and columns
    Text,
    /// One JSON object
    Json,
    /// A heat map
    Svg,
}

impl Table {
    pub(super) fn run(&self) -> Result<Exit> {
        let source = Source::read(&self.results)?;
        let lengths =
            Lengths::read(&source.text).map_err(|error| Failure::parse(&source, &error))?;
        let text = match self.written.form()? {
            Form::Text => lengths.text(),
            Form::Json => lengths.json(),
            Form::Svg => {
                fewest_render::figure::draw(&lengths.figure(), fewest_render::theme::Theme::Light)
                    .to_string()
            }
        };
        Output::open(self.written.output(), Some(&self.results))?.write(&text)?;
        Ok(Exit::Done)
    }
}
