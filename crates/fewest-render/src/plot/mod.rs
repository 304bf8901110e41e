//! Plots of what searches did, from their traces.
//!
//! A trace is read once, row by row, into a [`Digest`] of bounded size; [`draw`] makes
//! a drawing of one digest or compares several.
//!
//! ```
//! use fewest_puzzles::puzzle::{self, Request};
//! use fewest_render::plot::{self, Digest, Kind, View};
//! use fewest::search::Algorithm;
//! use fewest_trace::{Row, Tracer};
//!
//! let position = puzzle::parse("1 2 3\n4 _ 6\n7 5 8\n", None)?;
//! let request = Request { expansions: true, ..Request::by(Algorithm::AStar) };
//! let mut rows: Vec<Row> = Vec::new();
//! let mut tracer = Tracer::new((), &mut rows);
//! tracer.start(&position.describe());
//! let answer = position.solve(&request, &mut tracer)?;
//! tracer.finish(&answer)?;
//!
//! let view = View::default();
//! let digest = Digest::of("A*", rows.into_iter().map(Ok), &view)?;
//! let svg = plot::draw(&[digest], &view)?;
//! assert!(svg.to_string().contains("3 × 3 sliding tiles"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bars;
mod chart;
mod clip;
mod curves;
mod density;
mod digest;
mod figure;
mod kind;
mod legend;
mod panels;
mod points;
mod scale;
mod ticks;
mod tree;

#[cfg(test)]
mod tests;

pub use chart::{Chart, Series, Shape};
pub use digest::Digest;
pub use kind::{Kind, PlotError};

use super::svg::Svg;
use super::theme::Theme;
use fewest_trace::Column;

/// What to plot, and how.
#[derive(Clone, Debug, Default)]
pub struct View {
    /// The kind of plot; by default the one that shows most of the trace.
    pub kind: Option<Kind>,
    /// Any column over any other, instead of a kind.
    pub columns: Option<(Column, Column)>,
    /// The theme of the page.
    pub theme: Theme,
    /// The title, instead of what was solved.
    pub title: Option<String>,
    /// Width and height of the whole drawing, in units.
    pub size: Option<(f64, f64)>,
    /// Whether the horizontal and the vertical axis have powers of ten. The counts of
    /// layers and iterations have them always.
    pub log: (bool, bool),
    /// The range of the horizontal axis.
    pub x_range: Option<(f64, f64)>,
    /// The range of the vertical axis.
    pub y_range: Option<(f64, f64)>,
}

/// Draws one trace, or several in one picture.
pub fn draw(digests: &[Digest], view: &View) -> Result<Svg, PlotError> {
    let Some(first) = digests.first() else { return Err(PlotError::NoTrace) };
    if let Some((x, y)) = &view.columns {
        return curves::of_columns(digests, x, y, view);
    }
    let kind = view.kind.unwrap_or_else(|| first.default_kind());
    for digest in digests {
        digest.has(kind)?;
    }
    match kind {
        Kind::Priority => Ok(curves::priority(digests, view)),
        Kind::Score => Ok(curves::score(digests, view)),
        Kind::Moves => density::moves(digests, view),
        Kind::Histogram => Ok(bars::histogram(digests, view)),
        Kind::Iterations => Ok(bars::iterations(digests, view)),
        Kind::Layers => Ok(bars::layers(digests, view)),
        Kind::Graph => tree::graph(digests, view),
    }
}
