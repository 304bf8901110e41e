//! `fewest plot`: what a search did, as a picture.

use std::path::{Path, PathBuf};

use clap::Args;
use fewest_render::plot::{self, Digest, Kind, PlotError, View};
use fewest_render::svg::Svg;
use fewest_render::theme::Theme;
use fewest_trace::{self, Column};

use crate::choice;
use crate::exit::Exit;
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::picture::{self, Target};
use crate::trace::failure;

const EXAMPLES: &str = "\
Examples:
  fewest solve board.txt --algorithm astar --trace history.csv
  fewest plot history.csv -o priority.svg
  fewest plot history.csv --kind graph -o graph.png --theme dark
  fewest plot manhattan.csv strongest.csv --kind histogram -o both.svg
  fewest plot history.csv --x index --y h -o h.svg";

/// Draw what a search did, from its trace
///
/// Draws the history of a search that `fewest solve --trace` wrote: the priority or
/// the moves of the expanded states over time, how many there were of each priority,
/// iteration or layer, the score of a local search, or the whole search as a tree.
/// Several traces are drawn into one picture, to be compared.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Plot {
    /// Draw these traces: .csv or .jsonl, or .parquet with that feature
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<PathBuf>,

    /// Write this file, .svg or .png [default: SVG to standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Draw this kind of plot [default: what the trace has most of]
    #[arg(short, long, value_name = "KIND", value_parser = choice::plot())]
    kind: Option<Kind>,

    /// Draw a column over this one [default: index]
    #[arg(long, value_name = "COLUMN", requires = "y")]
    x: Option<String>,

    /// Draw this column
    #[arg(long, value_name = "COLUMN", conflicts_with = "kind")]
    y: Option<String>,

    /// Colour it for a light or a dark page
    #[arg(long, value_name = "THEME", value_parser = choice::theme())]
    theme: Option<Theme>,
}

impl Plot {
    /// Draws.
    pub(crate) fn run(&self) -> Result<Exit> {
        let inputs: Vec<&Path> = self.traces.iter().map(PathBuf::as_path).collect();
        let drawing = Drawing::new(self.output.as_deref(), &inputs)?;
        let theme = self.theme.unwrap_or_default();
        let mut view = View { kind: self.kind, theme, ..View::default() };
        let mut digests = Vec::new();
        for path in &self.traces {
            let rows = fewest_trace::open(path).map_err(|error| failure(path, &error))?;
            view.columns = self.columns(&rows.estimates).map_err(|error| failure(path, &error))?;
            let name = path.display().to_string();
            let digest = Digest::of(&name, rows, &view).map_err(|error| told(path, &error))?;
            digests.push(digest);
        }
        let svg = plot::draw(&digests, &view).map_err(|error| Failure::input(error.to_string()))?;
        drawing.write(&svg)?;
        Ok(Exit::Done)
    }

    fn columns(
        &self,
        estimates: &[String],
    ) -> Result<Option<(Column, Column)>, fewest_trace::TraceError> {
        let Some(y) = &self.y else { return Ok(None) };
        let x = Column::by_name(self.x.as_deref().unwrap_or("index"), estimates)?;
        Ok(Some((x, Column::by_name(y, estimates)?)))
    }
}

fn told(path: &Path, error: &PlotError) -> Failure {
    match error {
        PlotError::Trace(error) => failure(path, error),
        error => Failure::input(error.to_string()),
    }
}

/// How many pixels of a PNG there are for each of the drawing's.
const SCALE: f32 = 2.0;

/// Where a drawing goes.
pub(crate) enum Drawing {
    /// As SVG to standard output.
    Stdout,
    /// To a file, as SVG or PNG.
    File(Target, &'static str),
}

impl Drawing {
    /// The file of this name, or none.
    pub(crate) fn new(path: Option<&Path>, inputs: &[&Path]) -> Result<Drawing> {
        let Some(path) = path else { return Ok(Drawing::Stdout) };
        Drawing::of(picture::ending(path, &["svg", "png"])?, Some(path), inputs)
    }

    /// The file of this name, whatever it ends in, or none.
    pub(crate) fn of(form: &'static str, path: Option<&Path>, inputs: &[&Path]) -> Result<Drawing> {
        let Some(path) = path else { return Ok(Drawing::Stdout) };
        Ok(Drawing::File(Target::new(path, inputs)?, form))
    }

    /// Writes a drawing there.
    pub(crate) fn write(&self, svg: &Svg) -> Result {
        match self {
            Drawing::Stdout => Output::open(None, None)?.write(&svg.to_string()),
            Drawing::File(target, "png") => target.write(&picture::png(svg, SCALE)?),
            Drawing::File(target, _) => target.write(svg.to_string().as_bytes()),
        }
    }
}
