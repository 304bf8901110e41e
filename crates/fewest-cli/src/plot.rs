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
  fewest plot astar.csv greedy.csv --kind graph -o both.svg
  fewest plot history.csv --x index --y h -o h.svg
  fewest plot history.csv --title 'A* on a board' --size 1200x800 --log y -o p.png";

/// Draw what a search did, from its trace
///
/// Draws the history of a search, from a file written by `fewest solve --trace`: the
/// priority or the moves of expanded states over time; their number per priority,
/// iteration or layer; the score of a local search; or the search tree. Several
/// traces share one picture, on the same axes or side by side.
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Plot {
    /// Draw these traces: .csv, .jsonl, or .parquet if built with that feature
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<PathBuf>,

    /// Write to this file: .svg or .png [default: SVG on standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Draw this kind of plot [default: what the trace has most of]
    #[arg(short, long, value_name = "KIND", value_parser = choice::plot())]
    kind: Option<Kind>,

    /// Use this column as the horizontal axis [default: index]
    #[arg(long, value_name = "COLUMN", requires = "y")]
    x: Option<String>,

    /// Use this column as the vertical axis
    #[arg(long, value_name = "COLUMN", conflicts_with = "kind")]
    y: Option<String>,

    /// Use the colours of this theme
    #[arg(long, value_name = "THEME", value_parser = choice::theme())]
    theme: Option<Theme>,

    /// Use this title instead of what was solved
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Set the width and height in pixels, e.g. 1200x800
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Option<Size>,

    /// Use a logarithmic scale on this axis
    #[arg(long, value_name = "AXIS")]
    log: Option<Axes>,

    /// Show only this part of the horizontal axis, e.g. 0:500
    #[arg(long, value_name = "A:B", value_parser = range, allow_hyphen_values = true)]
    x_range: Option<Range>,

    /// Show only this part of the vertical axis, e.g. 0:500
    #[arg(long, value_name = "A:B", value_parser = range, allow_hyphen_values = true)]
    y_range: Option<Range>,
}

/// Which axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Axes {
    X,
    Y,
    Both,
}

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Size(f64, f64);

/// From one number to another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Range(f64, f64);

/// The least and the largest side of a picture.
const SIDES: std::ops::RangeInclusive<u32> = 200..=20_000;

fn size(text: &str) -> std::result::Result<Size, String> {
    let side = |side: &str| side.trim().parse().ok().filter(|side| SIDES.contains(side));
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(width, height)| Some((side(width)?, side(height)?)));
    let size = sides.map(|(width, height): (u32, u32)| Size(width.into(), height.into()));
    let (low, high) = (SIDES.start(), SIDES.end());
    size.ok_or_else(|| format!("expected width and height from {low} to {high}, e.g. 1200x800"))
}

fn range(text: &str) -> std::result::Result<Range, String> {
    let number = |end: &str| end.trim().parse().ok().filter(|end: &f64| end.is_finite());
    let ends = text.split_once(':').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    match ends {
        Some((low, high)) if low < high => Ok(Range(low, high)),
        Some(_) => Err("the first number must be less than the second, e.g. 0:500".into()),
        None => Err("expected two numbers separated by a colon, e.g. 0:500".into()),
    }
}

impl Plot {
    /// Draws.
    pub(crate) fn run(&self) -> Result<Exit> {
        let inputs: Vec<&Path> = self.traces.iter().map(PathBuf::as_path).collect();
        let drawing = Drawing::new(self.output.as_deref(), &inputs)?;
        let mut view = self.view(drawing.scale());
        let mut digests = Vec::new();
        for path in &self.traces {
            let rows = fewest_trace::open(path).map_err(|error| failure(path, &error))?;
            view.columns = self.columns(&rows.estimates).map_err(|error| failure(path, &error))?;
            let name = path.display().to_string();
            let digest = Digest::of(&name, rows, &view).map_err(|error| report(path, &error))?;
            digests.push(digest);
        }
        let svg = plot::draw(&digests, &view).map_err(|error| match error {
            PlotError::NoAxes | PlotError::TooManyTraces { .. } => {
                Failure::usage(error.to_string())
            }
            error => Failure::input(error.to_string()),
        })?;
        drawing.write(&svg)?;
        Ok(Exit::Done)
    }

    /// What to show, in a picture with this many pixels per unit.
    fn view(&self, scale: f64) -> View {
        let range = |range: Option<Range>| range.map(|Range(low, high)| (low, high));
        let is_log = |axis| self.log.is_some_and(|log| log == axis || log == Axes::Both);
        View {
            kind: self.kind,
            columns: None,
            theme: self.theme.unwrap_or_default(),
            title: self.title.clone(),
            size: self.size.map(|Size(width, height)| (width / scale, height / scale)),
            log: (is_log(Axes::X), is_log(Axes::Y)),
            x_range: range(self.x_range),
            y_range: range(self.y_range),
        }
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

fn report(path: &Path, error: &PlotError) -> Failure {
    match error {
        PlotError::Trace(error) => failure(path, error),
        error => Failure::input(error.to_string()),
    }
}

/// The pixels of a PNG per unit of the drawing.
const SCALE: f32 = 2.0;

/// Where a drawing goes.
pub(crate) enum Drawing {
    /// As SVG to standard output.
    Stdout,
    /// To a file, as SVG or PNG.
    File(Target, &'static str),
}

impl Drawing {
    /// The file of this name, or `None`.
    pub(crate) fn new(path: Option<&Path>, inputs: &[&Path]) -> Result<Drawing> {
        let Some(path) = path else { return Ok(Drawing::Stdout) };
        Drawing::of(picture::ending(path, &["svg", "png"])?, Some(path), inputs)
    }

    /// The file of this name, whatever it ends in, or `None`.
    pub(crate) fn of(form: &'static str, path: Option<&Path>, inputs: &[&Path]) -> Result<Drawing> {
        let Some(path) = path else { return Ok(Drawing::Stdout) };
        Ok(Drawing::File(Target::new(path, inputs)?, form))
    }

    /// The number of pixels per unit of the drawing.
    fn scale(&self) -> f64 {
        match self {
            Drawing::File(_, "png") => f64::from(SCALE),
            _ => 1.0,
        }
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
