//! The plots of a search, drawn while it runs and when it is over.

use std::cell::RefCell;

use fewest_render::plot::{self, Digest, Kind, View};
use fewest_render::theme::Theme;
use fewest_trace::{Event, Head, Row, Sink, TraceError};
use serde::{Deserialize, Serialize};

use crate::ApiError;

/// The most expansions that are kept one by one, for the tree and the table.
const MAX_ROWS: usize = 20_000;

/// The most nodes of a tree whose boards are sent.
const MAX_STATES: usize = 3000;

/// What to draw.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Ask {
    dark: bool,
    width: Option<f64>,
    height: Option<f64>,
    /// Whether to send the rows as comma-separated values when the search is over.
    pub(crate) table: bool,
    /// Whether to send the nodes of a small search with their boards.
    pub(crate) tree: bool,
}

/// One drawing.
#[derive(Serialize)]
pub(crate) struct Plot {
    kind: &'static str,
    summary: &'static str,
    svg: String,
}

/// A node of the search tree.
#[derive(Serialize)]
pub(crate) struct Node {
    #[serde(rename = "node")]
    number: i64,
    parent: Option<i64>,
    moves: Option<i64>,
    h: Option<i64>,
    priority: Option<f64>,
    state: Option<String>,
}

/// What a search did so far, as much as plots need.
pub(crate) struct Record {
    ask: Ask,
    digest: Digest,
    rows: Vec<Row>,
    /// Whether there were more rows.
    is_cut: bool,
}

impl Record {
    pub(crate) fn new(ask: &Ask) -> Self {
        let digest = Digest::new("the search");
        Record { ask: ask.clone(), digest, rows: Vec::new(), is_cut: false }
    }

    fn view(&self, kind: Option<Kind>) -> View {
        let side = |side: Option<f64>, default| side.unwrap_or(default).clamp(200.0, 4000.0);
        View {
            kind,
            theme: if self.ask.dark { Theme::Dark } else { Theme::Light },
            size: Some((side(self.ask.width, 640.0), side(self.ask.height, 400.0))),
            ..View::default()
        }
    }

    /// The plot that shows most, as far as the search is.
    pub(crate) fn running(&self) -> Option<Plot> {
        let kinds = [Kind::Priority, Kind::Iterations, Kind::Score, Kind::Layers];
        let kind = kinds.into_iter().find(|&kind| self.digest.has(kind).is_ok())?;
        self.plot(kind)
    }

    /// All plots that there are.
    pub(crate) fn all(&self) -> Vec<Plot> {
        Kind::ALL.into_iter().filter_map(|kind| self.plot(kind)).collect()
    }

    fn plot(&self, kind: Kind) -> Option<Plot> {
        self.digest.has(kind).ok()?;
        let view = self.view(Some(kind));
        // A tree needs every node, and is drawn only up to some size.
        let of_rows = || {
            let rows = self.rows.iter().cloned().map(Ok);
            (!self.is_cut).then(|| Digest::of("the search", rows, &view).ok()).flatten()
        };
        let svg = match kind {
            Kind::Graph => plot::draw(&[of_rows()?], &view),
            _ => plot::draw(std::slice::from_ref(&self.digest), &view),
        };
        let summary = Kind::NAMES.row_of(&kind).map_or("", |row| row.summary);
        Some(Plot { kind: kind.name(), summary, svg: svg.ok()?.to_string() })
    }

    /// The nodes of a small search.
    pub(crate) fn tree(&self) -> Option<Vec<Node>> {
        let nodes = self.rows.iter().filter(|row| row.event == Event::Expansion);
        let nodes = nodes.filter_map(|row| {
            let (parent, moves, h) = (row.parent, row.moves, row.h);
            let (priority, state) = (row.priority, row.state.clone());
            Some(Node { number: row.node?, parent, moves, h, priority, state })
        });
        let nodes: Vec<Node> = nodes.collect();
        let fits = self.ask.tree && !self.is_cut && !nodes.is_empty() && nodes.len() <= MAX_STATES;
        fits.then_some(nodes)
    }

    /// The rows as comma-separated values.
    #[cfg(feature = "csv")]
    pub(crate) fn table(&self) -> Result<String, ApiError> {
        let wrong = |error: TraceError| ApiError::internal(&error.to_string());
        let mut bytes = Vec::new();
        let mut sink = fewest_trace::write(fewest_trace::Format::Csv, &mut bytes, &Head::new())
            .map_err(wrong)?;
        self.rows.iter().try_for_each(|row| sink.write(row)).map_err(wrong)?;
        sink.finish().map_err(wrong)?;
        drop(sink);
        String::from_utf8(bytes).map_err(|error| ApiError::internal(&error.to_string()))
    }

    #[cfg(not(feature = "csv"))]
    pub(crate) fn table(&self) -> Result<String, ApiError> {
        let _ = Head::new();
        Err(ApiError::bad("this engine writes no comma-separated values"))
    }
}

/// Where a tracer writes its rows while others look at them.
pub(crate) struct Recorder<'a>(pub(crate) &'a RefCell<Record>);

impl Sink for Recorder<'_> {
    fn write(&mut self, row: &Row) -> Result<(), TraceError> {
        let mut record = self.0.borrow_mut();
        // The text of a state is only for the tree.
        let has_text = row.state.is_some() && record.rows.len() > MAX_STATES;
        if record.rows.len() < MAX_ROWS {
            let state = row.state.clone().filter(|_| !has_text);
            record.rows.push(Row { state, ..row.clone() });
        } else if row.event == Event::Expansion {
            record.is_cut = true;
        }
        record.digest.write(row)
    }
    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(())
    }
}
