//! `fewest coins`: fonts, and the tables of their lengths.

mod font;
mod form;
mod ledger;
pub(crate) mod solve;
mod survey;
mod table;

use clap::{Args, Subcommand};

use crate::exit::Exit;
use crate::failure::Result;

/// Show coin fonts, and tables of the fewest moves between their glyphs
///
/// Shows a font of coins, or makes a table of the results that `fewest solve
/// coins --all --results FILE` gathers: the fewest moves from each glyph to each
/// other, as text, JSON, or a heat map.
#[derive(Args, Clone, Debug)]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(disable_help_subcommand = true)]
pub(crate) struct Coins {
    #[command(subcommand)]
    action: Action,
}

#[derive(Clone, Debug, Subcommand)]
enum Action {
    Font(font::Show),
    Table(table::Table),
}

impl Coins {
    /// Shows.
    pub(crate) fn run(&self) -> Result<Exit> {
        match &self.action {
            Action::Font(font) => font.run(),
            Action::Table(table) => table.run(),
        }
    }
}
