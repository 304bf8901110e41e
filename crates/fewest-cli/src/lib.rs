//! The command `fewest` as a library: the fewest moves that solve a puzzle, and the proof.
//!
//! A program of three lines has the whole command for the puzzles that it names:
//! solving, checking, pictures, animations, generators, traces, plots, completions and
//! manual pages.
//!
//! ```no_run
//! use fewest_puzzles::puzzle::Registry;
//!
//! fn main() -> std::process::ExitCode {
//!     fewest_cli::run(Registry::standard())
//! }
//! ```
//!
//! Inside there is one file for each subcommand. Each has a `run` that gives an `Exit`
//! or a `Failure`; nothing else ends the process, but for a second Ctrl-C.

mod animate;
mod args;
mod check;
mod choice;
mod colour;
mod compare;
mod exit;
mod explore;
mod failure;
mod generate;
mod goal;
mod input;
mod instances;
mod interrupt;
mod json;
mod limits;
mod list;
mod many;
mod memory;
mod number;
mod output;
mod own;
mod picture;
mod pieces;
mod plans;
mod plot;
mod progress;
mod report;
mod request;
mod sections;
mod series;
mod shell;
mod show;
mod snippet;
mod solve;
mod spec;
mod table;
mod terminal;
mod trace;
mod words;

use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use fewest_puzzles::puzzle::Registry;

use crate::exit::Exit;
use crate::failure::Failure;

/// Does what the command line of this process asks for, with the puzzles of `registry`.
#[allow(clippy::needless_pass_by_value, reason = "a registry is made for this call")]
pub fn run(registry: Registry) -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let colour = colour::asked(&words);
    colour::apply(colour);
    let cli = match args::parse(&registry, words, colour) {
        Ok(cli) => cli,
        Err(error) => {
            // Help, version, or bad usage. If it can't be printed there is
            // nobody to tell.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    // Nothing is used afterwards that a panic could have left half done.
    let ended =
        panic::catch_unwind(AssertUnwindSafe(|| cli.run(&registry).unwrap_or_else(Failure::tell)));
    let exit = ended.unwrap_or_else(|_| {
        // The place is told already; what is left is to say whose fault it is.
        terminal::note("error: internal error (please report)");
        Exit::Internal
    });
    exit.into()
}
