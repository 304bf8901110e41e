//! `fewest completions` and `fewest man`: what a package installs with the command,
//! generated from the same definitions as its help.

use std::fs;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::output::Output;

/// Print a completion script for a shell
///
/// Prints a script that completes this command's options and their values. Your
/// shell's manual says where to put it.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  fewest completions bash > ~/.local/share/bash-completion/completions/fewest
  fewest completions fish > ~/.config/fish/completions/fewest.fish")]
pub(crate) struct Completions {
    /// Print the script for this shell
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    /// Prints the script.
    pub(crate) fn run(&self, mut command: Command) -> Result<Exit> {
        let mut script = Vec::new();
        let name = command.get_name().to_string();
        clap_complete::generate(self.shell, &mut command, name, &mut script);
        Output::open(None, None)?.write(&String::from_utf8_lossy(&script))?;
        Ok(Exit::Done)
    }
}

/// Print the manual page, or write all of them to a folder
///
/// Prints the manual page of the command, or writes the pages of the command and
/// all subcommands to a folder, created if missing.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  fewest man | man -l -
  fewest man ~/.local/share/man/man1")]
pub(crate) struct Manual {
    /// Write all pages to this folder
    dir: Option<PathBuf>,
}

impl Manual {
    /// Prints or writes the pages.
    pub(crate) fn run(&self, command: Command) -> Result<Exit> {
        if let Some(dir) = &self.dir {
            fs::create_dir_all(dir).and_then(|()| clap_mangen::generate_to(command, dir)).map_err(
                |error| {
                    let dir = dir.display();
                    Failure::file(format!("cannot write the pages to {dir}: {error}"))
                },
            )?;
        } else {
            let mut page = Vec::new();
            // Writing to a Vec can't fail.
            let _ = Man::new(command).render(&mut page);
            Output::open(None, None)?.write(&String::from_utf8_lossy(&page))?;
        }
        Ok(Exit::Done)
    }
}
