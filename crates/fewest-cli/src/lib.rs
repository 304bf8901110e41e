//! The command `fewest` as a library: the fewest moves that solve a puzzle, and the proof.
//!
//! Three lines make the whole command for any set of puzzles: solving, checking,
//! pictures, animations, generators, traces, plots, completions and manual pages.
//!
//! ```no_run
//! use fewest_puzzles::puzzle::Registry;
//!
//! fn main() -> std::process::ExitCode {
//!     fewest_cli::run(Registry::standard())
//! }
//! ```
//!
//! Inside there is one file for each subcommand. Each has a `run` that returns an
//! `Exit` or a `Failure`; nothing else ends the process, except a second Ctrl-C.

mod animate;
mod args;
mod bench;
mod campaign;
mod check;
mod checkpoint;
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
#[cfg(feature = "nats-plain")]
mod nats;
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
#[cfg(feature = "serve")]
mod serve;
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

/// Runs the command line of this process with the puzzles of `registry`.
#[allow(clippy::needless_pass_by_value, reason = "a registry is made for this call")]
pub fn run(registry: Registry) -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().collect();
    let colour = colour::asked(&words);
    colour::apply(colour);
    let cli = match args::parse(&registry, words, colour) {
        Ok(cli) => cli,
        Err(error) => {
            // Help, version, or bad usage. If printing fails, there is nowhere to
            // report it.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    // Nothing that a panic could have left inconsistent is used afterwards.
    let ended = panic::catch_unwind(AssertUnwindSafe(|| {
        cli.run(&registry).unwrap_or_else(Failure::report)
    }));
    let exit = ended.unwrap_or_else(|_| {
        // The place is already printed.
        terminal::note("error: internal error (please report)");
        Exit::Internal
    });
    exit.into()
}
