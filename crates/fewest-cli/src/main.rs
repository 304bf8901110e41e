//! The command `fewest`: the fewest moves that solve a puzzle, and the proof.
//!
//! One file for each subcommand. Each has a `run` that gives an [`Exit`]
//! or a [`Failure`]; nothing else ends the process, but for a second
//! Ctrl-C.

mod animate;
mod args;
mod check;
mod choice;
mod coins;
mod compare;
mod exit;
mod explore;
mod failure;
mod generate;
mod input;
mod interrupt;
mod limits;
mod list;
mod memory;
mod number;
mod output;
mod picture;
mod plans;
mod plot;
mod progress;
mod report;
mod request;
mod shell;
mod show;
mod snippet;
mod solve;
mod spec;
mod table;
mod terminal;
mod trace;
mod words;

use std::panic;
use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;
use crate::exit::Exit;
use crate::failure::Failure;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help, version, or bad usage. If it can't be printed there is
            // nobody to tell.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let ended = panic::catch_unwind(|| cli.run().unwrap_or_else(Failure::tell));
    let exit = ended.unwrap_or_else(|_| {
        // The place is told already; what is left is to say whose fault it is.
        terminal::note("error: this is a defect of fewest, please report it");
        Exit::Defect
    });
    exit.into()
}
