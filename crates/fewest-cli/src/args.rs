//! The command line as a whole.

use clap::{CommandFactory, Parser, Subcommand};

use crate::animate::Animate;
use crate::check::Check;
use crate::coins::Coins;
use crate::compare::Compare;
use crate::exit::{self, Exit};
use crate::explore::Explore;
use crate::failure::Result;
use crate::generate::Generate;
use crate::list::List;
use crate::plot::Plot;
use crate::shell::{Completions, Manual};
use crate::show::Show;
use crate::solve::Solve;

/// The fewest moves that solve a puzzle, and the proof
///
/// Finds the fewest moves that solve a puzzle, proves that there are no fewer
/// where a proof can be had, and otherwise gives the best found with the bound
/// it proved. Reads a file or standard input, writes plans to standard output
/// and everything else to standard error.
#[derive(Debug, Parser)]
#[command(name = "fewest", version, after_help = after_help())]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Solve(Solve),
    Check(Check),
    Show(Show),
    Animate(Animate),
    Generate(Generate),
    Explore(Explore),
    Compare(Compare),
    Plot(Plot),
    Coins(Coins),
    List(List),
    Completions(Completions),
    #[command(name = "man")]
    Manual(Manual),
}

impl Cli {
    /// Does what was asked for.
    pub(crate) fn run(&self) -> Result<Exit> {
        match &self.action {
            Action::Solve(solve) => solve.run(),
            Action::Check(check) => check.run(),
            Action::Show(show) => show.run(),
            Action::Animate(animate) => animate.run(),
            Action::Generate(generate) => generate.run(),
            Action::Explore(explore) => explore.run(),
            Action::Compare(compare) => compare.run(),
            Action::Plot(plot) => plot.run(),
            Action::Coins(coins) => coins.run(),
            Action::List(list) => list.run(),
            Action::Completions(completions) => completions.run(Cli::command()),
            Action::Manual(manual) => manual.run(Cli::command()),
        }
    }
}

fn after_help() -> String {
    format!(
        "\
Examples:
  fewest solve board.txt
  fewest solve board.txt | fewest check board.txt -
  fewest generate tiles 4x4 --seed 7 | fewest solve

{}",
        exit::HELP
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Also that no puzzle's setting has the name of an option of `generate`.
    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
