//! The command line as a whole.

use std::env::consts::EXE_SUFFIX;
use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::{Arg, ColorChoice, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use fewest_puzzles::puzzle::{Puzzle, Registry};

use crate::animate::Animate;
use crate::bench::Bench;
use crate::campaign::Campaign;
use crate::check::{self, Check};
use crate::choice;
use crate::colour;
use crate::compare::Compare;
use crate::exit::{self, Exit};
use crate::explore::Explore;
use crate::failure::Result;
use crate::generate::{self, Generate};
use crate::list::List;
use crate::own::{self, Own};
use crate::plot::Plot;
#[cfg(feature = "serve")]
use crate::serve::Serve;
use crate::shell::{Completions, Manual};
use crate::show::Show;
use crate::solve::Solve;

/// The program's name in the examples of all help texts.
const NAME: &str = "fewest";

/// Solve puzzles in the fewest moves, and prove it
///
/// Finds the fewest moves that solve a puzzle and proves that no fewer suffice.
/// Where it can't prove that, it gives the best plan found and a proven lower
/// bound. Reads files or standard input; writes plans to standard output and
/// everything else to standard error.
#[derive(Debug, Parser)]
#[command(name = NAME, version, after_help = after_help())]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    action: Action,

    /// Use colour; auto means on a terminal, unless `NO_COLOR` is set
    // It is read before the rest of the command line; here only for its help and its
    // values.
    #[arg(id = colour::OPTION, long = colour::OPTION, value_name = "WHEN", global = true)]
    #[arg(default_value = "auto", display_order = 990)]
    _color: ColorChoice,
}

#[derive(Debug, Subcommand)]
enum Action {
    Solve(Box<Solve>),
    Check(Check),
    Show(Show),
    Animate(Animate),
    Generate(Generate),
    Explore(Explore),
    Compare(Compare),
    Bench(Bench),
    Plot(Plot),
    Campaign(Campaign),
    #[cfg(feature = "nats-plain")]
    Worker(crate::nats::Worker),
    #[cfg(feature = "serve")]
    Serve(Serve),
    /// A puzzle's own command.
    #[command(skip)]
    Own(Own),
    // The puzzles' commands come before these.
    #[command(display_order = 900)]
    List(List),
    #[command(display_order = 901)]
    Completions(Completions),
    #[command(name = "man", display_order = 902)]
    Manual(Manual),
}

impl Cli {
    /// Runs the command.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        match &self.action {
            Action::Solve(solve) => solve.run(registry),
            Action::Check(check) => check.run(registry),
            Action::Show(show) => show.run(registry),
            Action::Animate(animate) => animate.run(registry),
            Action::Generate(generate) => generate.run(registry),
            Action::Explore(explore) => explore.run(registry),
            Action::Compare(compare) => compare.run(registry),
            Action::Bench(bench) => bench.run(registry),
            Action::Plot(plot) => plot.run(),
            Action::Campaign(campaign) => campaign.run(registry),
            #[cfg(feature = "nats-plain")]
            Action::Worker(worker) => worker.run(registry),
            #[cfg(feature = "serve")]
            Action::Serve(serve) => serve.run(registry),
            Action::Own(own) => own.run(),
            Action::List(list) => list.run(registry),
            Action::Completions(completions) => completions.run(command(registry, &program())),
            Action::Manual(manual) => manual.run(command(registry, &program())),
        }
    }
}

/// The name by which this program was called, which need not be ours: whoever brings a
/// puzzle has a program of their own.
pub(crate) fn program() -> String {
    let first = std::env::args_os().next();
    let name = first.as_deref().and_then(|first| Path::new(first).file_name());
    let name = name.and_then(OsStr::to_str).unwrap_or(NAME);
    name.strip_suffix(EXE_SUFFIX).unwrap_or(name).to_string()
}

/// Reads a command line.
pub(crate) fn parse(
    registry: &Registry,
    words: impl IntoIterator<Item = OsString>,
    colour: ColorChoice,
) -> Result<Cli, clap::Error> {
    let mut command = command(registry, &program()).color(colour);
    let matches = command.try_get_matches_from_mut(words)?;
    if let Some(own) = Own::find(registry, &matches) {
        return Ok(Cli { action: Action::Own(own), _color: colour });
    }
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The command line that knows the names of a registry's puzzles. What is the same
/// for all puzzles is derived from the types of the options; the rest is added here.
fn command(registry: &Registry, program: &str) -> Command {
    let command = Cli::command()
        .name(program.to_string())
        .mut_subcommand("check", |command| {
            command.override_usage(format!("{program} {}", check::USAGE))
        })
        .mut_subcommand("generate", |command| {
            command.subcommands(registry.puzzles().iter().map(|puzzle| generate::command(*puzzle)))
        });
    with_names(own::commands(command, registry), registry, program)
}

/// Adds the registry's names to the options that take them, and one of them and the
/// program's to the examples.
fn with_names(mut command: Command, registry: &Registry, program: &str) -> Command {
    if let Some(examples) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(filled(&examples, registry, program));
    }
    let named = |arg: Arg| match arg.get_id().as_str() {
        "puzzle" => arg.value_parser(choice::puzzle(registry)),
        "algorithm" => arg.value_parser(choice::algorithm(registry)),
        _ => arg,
    };
    command.mut_args(named).mut_subcommands(|command| with_names(command, registry, program))
}

/// Examples with the names of the program and of an available puzzle and level; lines
/// without such a name are dropped.
fn filled(examples: &str, registry: &Registry, program: &str) -> String {
    let level = |puzzle: &&dyn Puzzle| {
        let level = puzzle.levels().first()?;
        Some(format!("{}:{}", puzzle.name(), level.name))
    };
    let names = [
        ("{puzzle}", registry.puzzles().first().map(|puzzle| puzzle.name().to_string())),
        ("{level}", registry.puzzles().iter().find_map(level)),
    ];
    let line = |line: &str| {
        let is_example = line.trim_start().starts_with(NAME);
        let line = if is_example { line.replace(NAME, program) } else { line.to_string() };
        names.iter().try_fold(line, |line, (place, name)| match name {
            Some(name) => Some(line.replace(place, name)),
            None => (!line.contains(place)).then_some(line),
        })
    };
    examples.lines().filter_map(line).collect::<Vec<_>>().join("\n")
}

fn after_help() -> String {
    format!(
        "\
Examples:
  fewest solve board.txt
  fewest solve board.txt | fewest check board.txt -
  fewest generate {{puzzle}} --seed 7 | fewest solve

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
        command(&Registry::standard(), NAME).debug_assert();
    }

    #[test]
    fn examples_name_what_there_is() {
        let examples = "Examples:\n  make {puzzle}\n  show {level}\n  list";
        let none = filled(examples, &Registry::empty(), NAME);
        assert_eq!(none, "Examples:\n  list");
        let ours = filled(examples, &Registry::standard(), NAME);
        assert!(ours.starts_with("Examples:\n  make tiles\n  show blocks:"), "{ours}");
        let theirs = "Examples:\n  fewest solve a.txt | fewest check a.txt -\nthe fewest moves";
        let theirs = filled(theirs, &Registry::empty(), "lamps");
        assert_eq!(
            theirs,
            "Examples:\n  lamps solve a.txt | lamps check a.txt -\nthe fewest moves"
        );
    }
}
