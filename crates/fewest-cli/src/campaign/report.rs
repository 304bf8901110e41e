//! `fewest campaign report`: a page with tables and plots.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use fewest_puzzles::puzzle::Registry;
use fewest_render::theme::Theme;

use super::{failed, read};
use crate::choice;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::output::Output;

/// Make a page of a campaign: tables, plots, and the hardest puzzles
///
/// Writes one self-contained HTML page: what is solved, over time, by time limit
/// (cactus plot), by size, and the ten hardest puzzles with pictures.
#[derive(Args, Clone, Debug)]
pub(super) struct Report {
    /// Report on this campaign
    #[arg(value_name = "CAMPAIGN")]
    file: PathBuf,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Also write each plot as SVG into this folder, created if missing
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,

    /// Use the colours of this theme
    #[arg(long, value_name = "THEME", value_parser = choice::theme())]
    theme: Option<Theme>,
}

impl Report {
    /// Reports.
    pub(super) fn run(&self, registry: &Registry) -> Result<Exit> {
        let store = read(&self.file)?;
        let mut output = Output::open(self.output.as_deref(), Some(&self.file))?;
        let report = fewest_campaign::Report::of(&store, registry, self.theme.unwrap_or_default());
        let report = report.map_err(|error| failed(&self.file, &error))?;
        if let Some(folder) = &self.plots {
            let write = || {
                fs::create_dir_all(folder)?;
                for (name, svg) in report.plots() {
                    fs::write(folder.join(format!("{name}.svg")), svg.to_string())?;
                }
                Ok(())
            };
            write().map_err(|error: std::io::Error| {
                Failure::file(format!("cannot write the plots to {}: {error}", folder.display()))
            })?;
        }
        output.write(&report.html(&self.file.display().to_string()))?;
        Ok(Exit::Done)
    }
}
