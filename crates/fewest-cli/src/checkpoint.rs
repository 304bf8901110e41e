//! The options for layers on disk.

use std::path::PathBuf;

use clap::Args;
use fewest::search::Checkpoint;
use fewest_puzzles::puzzle::{Puzzle, Request, Wanted};

use crate::failure::{Failure, Result};
use crate::number::{self, Limit};

/// Where a search keeps its layers.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Layers {
    /// Keep the layers of the search in DIR when memory ends, and resume from
    /// those that an earlier run left there
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,

    /// Stop before using more of the disk than this, with --checkpoint: 500M,
    /// 70G, or none [default: what is free]
    #[arg(long, value_name = "SIZE", value_parser = number::memory, requires = "checkpoint")]
    #[arg(allow_negative_numbers = true)]
    disk: Option<Limit<u64>>,
}

impl Layers {
    /// Several puzzles can't share a directory.
    pub(crate) fn refuse_many(&self) -> Result {
        match self.checkpoint {
            Some(_) => Err(Failure::usage("--checkpoint requires a single puzzle")),
            None => Ok(()),
        }
    }

    /// Another option has the search made where the directory is not.
    #[cfg(feature = "nats-plain")]
    pub(crate) fn refuse_others(&self, option: &str) -> Result {
        match self.checkpoint {
            Some(_) => Err(Failure::usage(format!("--checkpoint cannot be used with {option}"))),
            None => Ok(()),
        }
    }

    /// Adds the directory to a request, if the method can use it.
    pub(crate) fn add_to(&self, request: &mut Request, puzzle: &dyn Puzzle) -> Result {
        let Some(directory) = &self.checkpoint else { return Ok(()) };
        if !puzzle.has_checkpoints(&request.method) || request.wanted != Wanted::One {
            return Err(Failure::usage(format!(
                "--checkpoint cannot be used here: {} with --algorithm {} keeps no layers",
                puzzle.name(),
                request.method.name()
            )));
        }
        let limit = self.disk.and_then(Limit::get);
        request.budget.checkpoint = Some(Checkpoint { directory: directory.clone(), limit });
        Ok(())
    }
}
