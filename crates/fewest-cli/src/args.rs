//! The command line as a whole.

use std::ffi::OsString;

use clap::{Arg, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use fewest_puzzles::puzzle::Registry;

use crate::animate::Animate;
use crate::check::Check;
use crate::choice;
use crate::coins::Coins;
use crate::compare::Compare;
use crate::exit::{self, Exit};
use crate::explore::Explore;
use crate::failure::Result;
use crate::generate::{self, Generate};
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
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        match &self.action {
            Action::Solve(solve) => solve.run(registry),
            Action::Check(check) => check.run(registry),
            Action::Show(show) => show.run(registry),
            Action::Animate(animate) => animate.run(registry),
            Action::Generate(generate) => generate.run(registry),
            Action::Explore(explore) => explore.run(registry),
            Action::Compare(compare) => compare.run(registry),
            Action::Plot(plot) => plot.run(),
            Action::Coins(coins) => coins.run(),
            Action::List(list) => list.run(registry),
            Action::Completions(completions) => completions.run(command(registry)),
            Action::Manual(manual) => manual.run(command(registry)),
        }
    }
}

/// Reads a command line.
pub(crate) fn parse(
    registry: &Registry,
    words: impl IntoIterator<Item = OsString>,
) -> Result<Cli, clap::Error> {
    let mut command = command(registry);
    let matches = command.try_get_matches_from_mut(words)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The command line that knows the names of a registry's puzzles. What is the same
/// for all puzzles is derived from the types of the options; the rest is added here.
fn command(registry: &Registry) -> Command {
    let command = Cli::command().mut_subcommand("generate", |command| {
        command.subcommands(registry.puzzles().iter().map(|puzzle| generate::command(*puzzle)))
    });
    with_names(command, registry)
}

/// Gives the options that take names of the registry's these names.
fn with_names(command: Command, registry: &Registry) -> Command {
    let named = |arg: Arg| match arg.get_id().as_str() {
        "puzzle" => arg.value_parser(choice::puzzle(registry)),
        "algorithm" => arg.value_parser(choice::algorithm(registry)),
        _ => arg,
    };
    command.mut_args(named).mut_subcommands(|command| with_names(command, registry))
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
        command(&Registry::standard()).debug_assert();
    }
}
