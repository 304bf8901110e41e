//! `fewest campaign`: thousands of puzzles in one file, run, resumed and reported.

mod export;
mod new;
mod report;
pub(crate) mod run;
mod sources;
mod status;

use std::path::Path;

use clap::{Args, Subcommand};
use fewest_campaign::{Store, StoreError};
use fewest_puzzles::puzzle::Registry;

use crate::exit::Exit;
use crate::failure::{Failure, Result};

const EXAMPLES: &str = "\
Examples:
  fewest campaign new c.db boards/ --time 10s
  fewest campaign run c.db
  fewest campaign status c.db
  fewest campaign report c.db -o report.html
  fewest campaign export c.db -o answers.csv";

/// Solve thousands of puzzles, with everything found kept in one file
///
/// A campaign is a file (`SQLite`) with the puzzles to solve, what was tried, and what is
/// known. A run can be stopped and resumed at any moment. See
/// docs/campaigns.md for its tables.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Campaign {
    #[command(subcommand)]
    action: Action,
}

#[derive(Clone, Debug, Subcommand)]
enum Action {
    New(new::New),
    Add(new::Add),
    Run(run::Run),
    Status(status::Status),
    Report(report::Report),
    Export(export::Export),
    Import(export::Import),
    Check(export::Check),
    /// Solve what standard input asks for
    #[command(hide = true)]
    Child,
}

impl Campaign {
    /// Runs it.
    pub(crate) fn run(&self, registry: &Registry) -> Result<Exit> {
        match &self.action {
            Action::New(new) => new.run(registry),
            Action::Add(add) => add.run(registry),
            Action::Run(run) => run.run(registry),
            Action::Status(status) => status.run(),
            Action::Report(report) => report.run(registry),
            Action::Export(export) => export.run(registry),
            Action::Import(import) => import.run(registry),
            Action::Check(check) => check.run(registry),
            Action::Child => {
                // The runner is gone if it can't be written to.
                let _ = fewest_campaign::serve(registry);
                Ok(Exit::Done)
            }
        }
    }
}

/// Opens a campaign.
fn open(path: &Path) -> Result<Store> {
    Store::open(path).map_err(|error| failed(path, &error))
}

/// Opens a campaign that is only read.
fn read(path: &Path) -> Result<Store> {
    Store::read(path).map_err(|error| failed(path, &error))
}

/// What is wrong with a campaign.
pub(crate) fn failed(path: &Path, error: &StoreError) -> Failure {
    let name = path.display();
    let message = format!("{name}: {error}");
    match error {
        StoreError::Missing => Failure::file(format!("file not found: {name}"))
            .with_help("to make a campaign, run: fewest campaign new FILE SOURCE…"),
        StoreError::Exists => Failure::file(message)
            .with_help("to add tasks to a campaign, run: fewest campaign add FILE SOURCE…"),
        StoreError::NoCampaign | StoreError::Version { .. } | StoreError::Damaged(_) => {
            Failure::input(message)
        }
        StoreError::Locked { .. } => Failure::file(message)
            .with_help("wait for it, or stop it; nothing that it found is lost"),
        StoreError::Full => Failure::file(message)
            .with_help("make room and run the same command again; what was stored is kept"),
        _ => Failure::file(message),
    }
}
