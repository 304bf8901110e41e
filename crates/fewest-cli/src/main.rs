//! The command `fewest`, with the puzzles that come with it.

use std::process::ExitCode;

use fewest_puzzles::puzzle::Registry;

fn main() -> ExitCode {
    fewest_cli::run(Registry::standard())
}
