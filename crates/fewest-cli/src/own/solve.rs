//! `fewest solve PUZZLE`: a position that a puzzle makes from names, or a batch.

use std::path::PathBuf;

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use fewest_puzzles::command::{BatchWords, Solve, Work};

use super::ledger::Ledger;
use super::{Files, batch, declared};
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::input::{Label, is_dash};
use crate::interrupt;
use crate::limits::Limits;
use crate::output::Output;
use crate::request::{How, Search};
use crate::solve::Reporting;

/// The subcommand of a puzzle.
pub(super) fn command(puzzle: &'static str, solve: &Solve) -> Command {
    let mut command = declared(puzzle, &solve.command);
    let (about, long_about) = (solve.command.summary, command.get_long_about().cloned());
    if let Some(help) = solve.results {
        let results = Arg::new("results").long("results").value_name("FILE").help(help);
        let results = results.value_parser(value_parser!(PathBuf)).conflicts_with("output");
        command = command.arg(results);
    }
    // The options' own descriptions would take the place of the command's.
    Reporting::augment_args(Limits::augment_args(Search::augment_args(command)))
        .about(about)
        .long_about(long_about.unwrap_or_default())
}

/// Solves.
pub(super) fn run(solve: &'static Solve, matches: &ArgMatches) -> Result<Exit> {
    let options = || {
        let search = Search::from_arg_matches(matches)?;
        Ok((search, Limits::from_arg_matches(matches)?, Reporting::from_arg_matches(matches)?))
    };
    let (search, limits, reporting) =
        options().map_err(|error: clap::Error| Failure::usage(error.to_string()))?;
    let results = solve.results.and_then(|_| matches.get_one::<PathBuf>("results"));
    let mut files = Files::default();
    let mut batch = match files.run(&solve.command, solve.command.args, matches)? {
        Work::Position(_) if results.is_some() => {
            return Err(Failure::usage("--results cannot be used for a single answer"));
        }
        Work::Position(position) => {
            let request = How::one(search).request(position.puzzle(), &limits)?;
            return reporting.answer(&*position, &request, &Label::default(), None, None);
        }
        Work::Batch(batch) => batch,
    };
    let BatchWords { one, single, forms } = batch.words();
    if !search.is_open() {
        let message = format!(
            "an algorithm and its options cannot be used for several {one}s, only for {single}"
        );
        return Err(Failure::usage(message));
    }
    if let Some(option) = reporting.form_option() {
        let failure = Failure::usage(format!(
            "{option} cannot be used for several {one}s, only for {single}"
        ));
        return Err(match forms {
            Some(forms) => failure.with_help(forms),
            None => failure,
        });
    }
    let (mut ledger, known) = match results {
        Some(path) if is_dash(path) => {
            let message = "--results needs a file; omit it to write to standard output";
            return Err(Failure::usage(message));
        }
        Some(path) => Ledger::resume(&mut *batch, path)?,
        None => {
            let output = Output::open(reporting.output(), None)?;
            (Ledger::new(&batch.header(), output)?, Vec::new())
        }
    };
    let budget = limits.long_budget();
    interrupt::stops(&budget.cancel);
    batch::run(&mut *batch, &known, &mut ledger, &budget, reporting.quiet())
}
