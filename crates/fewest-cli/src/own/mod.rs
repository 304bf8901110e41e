//! The puzzles' own commands: their options are made from what a puzzle declares, and
//! their results are solved, stored in files, or shown.

mod batch;
mod ledger;
mod show;
mod solve;

use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command};
use fewest_puzzles::command::{
    self, ArgKind, Args, CommandError, Host, Required, Source as Text, Unread,
};
use fewest_puzzles::puzzle::Registry;

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::{Source, is_dash};

/// Adds the puzzles' commands to the whole command line. Existing names are not
/// replaced.
pub(crate) fn commands(mut command: Command, registry: &Registry) -> Command {
    for puzzle in registry.puzzles() {
        let own = puzzle.commands();
        if let Some(declared) = &own.solve {
            command = command.mut_subcommand(SOLVE, |solve| {
                let examples = solve.get_after_help().map(ToString::to_string);
                let example = declared.command.examples.first().map(|line| format!("\n  {line}"));
                solve
                    .after_help(examples.unwrap_or_default() + &example.unwrap_or_default())
                    .args_conflicts_with_subcommands(true)
                    .subcommand_value_name("PUZZLE")
                    .subcommand_help_heading("Puzzles without a file")
                    .disable_help_subcommand(true)
                    .subcommand(solve::command(puzzle.name(), declared))
            });
        }
        let is_taken = command.get_subcommands().any(|known| known.get_name() == puzzle.name());
        if !own.show.is_empty() && !is_taken {
            command = command.subcommand(
                Command::new(puzzle.name())
                    .about(own.summary)
                    .long_about(long(own.summary, own.about))
                    .subcommand_required(true)
                    .arg_required_else_help(true)
                    .disable_help_subcommand(true)
                    .subcommands(own.show.iter().map(show::command)),
            );
        }
    }
    command
}

/// A puzzle's command and its arguments.
#[derive(Clone, Debug)]
pub(crate) enum Own {
    Solve(&'static command::Solve, ArgMatches),
    Show(&'static command::Show, ArgMatches),
}

impl Own {
    /// The puzzle's command on the command line, if it is one.
    pub(crate) fn find(registry: &Registry, matches: &ArgMatches) -> Option<Own> {
        let (outer, matches) = matches.subcommand()?;
        let (inner, matches) = matches.subcommand()?;
        let own = |name| Some(registry.by_name(name).ok()?.commands());
        let matches = matches.clone();
        if outer == SOLVE {
            return Some(Own::Solve(own(inner)?.solve.as_ref()?, matches));
        }
        let show = own(outer)?.show.iter().find(|show| show.name == inner)?;
        Some(Own::Show(show, matches))
    }

    /// Runs it.
    pub(crate) fn run(&self) -> Result<Exit> {
        match self {
            Own::Solve(declared, matches) => solve::run(declared, matches),
            Own::Show(declared, matches) => show::run(declared, matches),
        }
    }
}

/// The subcommand under which a puzzle's positions can be named.
const SOLVE: &str = "solve";

/// A command with the arguments that a puzzle declares.
fn declared<T>(name: &'static str, declared: &command::Command<T>) -> Command {
    let examples = declared.examples.iter().map(|example| format!("\n  {example}"));
    let command = Command::new(name)
        .about(declared.summary)
        .long_about(long(declared.summary, declared.about))
        .args(declared.args.iter().map(arg));
    match declared.examples {
        [] => command,
        _ => command.after_help(format!("Examples:{}", examples.collect::<String>())),
    }
}

fn long(summary: &str, about: &str) -> String {
    format!("{summary}\n\n{about}")
}

fn arg(declared: &command::Arg) -> Arg {
    let arg = Arg::new(declared.name)
        .help(declared.help)
        .conflicts_with_all(declared.conflicts.iter().copied());
    let arg = declared.requires.iter().copied().fold(arg, Arg::requires);
    let arg = match declared.default {
        Some(value) => arg.default_value(value),
        None => arg,
    };
    let arg = match declared.required {
        Required::Never => arg,
        Required::Always => arg.required(true),
        Required::Unless(others) => arg.required_unless_present_any(others.iter().copied()),
    };
    match declared.kind {
        ArgKind::Positional(value) => arg.value_name(value),
        ArgKind::Option(value) => arg.value_name(value).long(declared.name),
        ArgKind::Flag => arg.long(declared.name).action(ArgAction::SetTrue),
    }
}

/// The values of the arguments that a puzzle declares.
fn given(declared: &'static [command::Arg], matches: &ArgMatches) -> Args {
    declared.iter().fold(Args::default(), |args, arg| {
        let value = match arg.kind {
            ArgKind::Flag => matches.get_flag(arg.name).then(String::new),
            _ => matches.get_one::<String>(arg.name).cloned(),
        };
        match value {
            Some(value) => args.with(arg.name, value),
            None => args,
        }
    })
}

/// The files that a puzzle's command reads, and why one could not be.
#[derive(Debug, Default)]
struct Files {
    read: Vec<PathBuf>,
    failure: Option<Failure>,
}

impl Files {
    /// Runs a puzzle's command.
    fn run<T>(
        &mut self,
        declared: &command::Command<T>,
        args: &'static [command::Arg],
        matches: &ArgMatches,
    ) -> Result<T> {
        (declared.run)(&given(args, matches), self).map_err(|error| match error {
            CommandError::Request(error) => error.into(),
            CommandError::Text { text: Text { name, text }, error } => {
                Failure::parse(&Source { name, text, first: 1 }, &error)
            }
            CommandError::NoFile { message, help } => Failure::file(message).with_help(help),
            CommandError::Unread(unread) => {
                self.failure.take().unwrap_or_else(|| Failure::file(unread.to_string()))
            }
        })
    }

    /// The files that an output must not overwrite.
    fn inputs(&self) -> Vec<&Path> {
        self.read.iter().map(PathBuf::as_path).collect()
    }
}

impl Host for Files {
    fn read(&mut self, name: &str) -> Result<Text, Unread> {
        let path = Path::new(name);
        match Source::read(path) {
            Ok(Source { name, text, .. }) => {
                self.read.push(path.to_path_buf());
                Ok(Text { name, text })
            }
            Err(failure) => {
                self.failure = Some(failure);
                Err(Unread)
            }
        }
    }

    fn has(&self, name: &str) -> bool {
        let path = Path::new(name);
        is_dash(path) || path.exists()
    }
}
