//! What plots need from a trace, collected in one pass.

use std::collections::BTreeMap;

use super::View;
use super::kind::{Kind, PlotError};
use super::points::Points;
use super::tree::Nodes;
use fewest_puzzle::text::grouped;
use fewest_trace::{Event, Row, Sink, TraceError};

/// A trace, as far as plots show it.
#[derive(Clone, Debug, Default)]
pub struct Digest {
    /// Its name where several are in one picture.
    pub(super) name: String,
    /// What was solved.
    pub(super) title: Option<String>,
    /// The last row, if the search finished.
    pub(super) end: Option<Row>,
    /// Of expansions, one of `every` is in the trace.
    pub(super) every: i64,
    pub(super) priorities: Points,
    pub(super) moves: Points,
    /// The bound at each expansion.
    pub(super) bounds: Points,
    /// Expansions by priority, in thousandths of a move.
    pub(super) histogram: BTreeMap<i64, u64>,
    /// Expansions by the bound of the iteration.
    pub(super) iterations: BTreeMap<i64, u64>,
    /// States by depth.
    pub(super) layers: BTreeMap<i64, u64>,
    /// The score of each walk by its steps.
    pub(super) walks: BTreeMap<i64, Points>,
    /// The requested columns.
    pub(super) picked: Points,
    pub(super) nodes: Nodes,
}

impl Digest {
    /// An empty digest, with its name where several are in one picture.
    pub fn new(name: &str) -> Digest {
        Digest { name: name.to_string(), every: 1, ..Digest::default() }
    }

    /// Reads the rows of a trace, with what a view shows of them.
    pub fn of(
        name: &str,
        rows: impl Iterator<Item = Result<Row, TraceError>>,
        view: &View,
    ) -> Result<Digest, PlotError> {
        let mut digest = Digest::new(name);
        let wants_nodes = view.kind == Some(Kind::Graph);
        let mut is_empty = true;
        for row in rows {
            let row = row?;
            is_empty = false;
            if let Some((x, y)) = &view.columns
                && let (Some(x), Some(y)) = (x.of(&row), y.of(&row))
            {
                digest.picked.push(x, y);
            }
            if wants_nodes && matches!(row.event, Event::Expansion | Event::Path) {
                digest.nodes.add(&row, name)?;
            }
            digest.take(&row);
        }
        if is_empty { Err(TraceError::Empty.into()) } else { Ok(digest) }
    }

    fn take(&mut self, row: &Row) {
        let add = |to: &mut BTreeMap<i64, u64>, key: Option<i64>, count: Option<i64>| {
            if let (Some(key), Some(count)) = (key, count) {
                *to.entry(key).or_default() += u64::try_from(count).unwrap_or(0);
            }
        };
        match row.event {
            Event::Start => {
                self.title.clone_from(&row.text);
                self.every = row.index.unwrap_or(1).max(1);
            }
            Event::Expansion => {
                let x = row.index.unwrap_or_default() as f64;
                if let Some(priority) = row.priority {
                    self.priorities.push(x, priority);
                }
                if let Some(moves) = row.moves {
                    self.moves.push(x, moves as f64);
                }
                if let Some(bound) = row.bound {
                    self.bounds.push(x, bound as f64);
                }
                let thousandths = row.priority.map(|priority| (priority * 1e3).round() as i64);
                add(&mut self.histogram, thousandths, Some(self.every));
            }
            Event::Iteration => add(&mut self.iterations, row.bound, row.states),
            Event::Layer => add(&mut self.layers, row.moves, row.states),
            Event::Walk => {
                if let (Some(walk), Some(step), Some(score)) = (row.walk, row.index, row.score) {
                    self.walks.entry(walk).or_default().push(step as f64, score as f64);
                }
            }
            Event::End => self.end = Some(row.clone()),
            Event::Path | Event::Bound | Event::Solution => {}
        }
    }

    /// The kind that shows most of the trace.
    pub(super) fn default_kind(&self) -> Kind {
        [Kind::Priority, Kind::Iterations, Kind::Score, Kind::Layers]
            .into_iter()
            .find(|&kind| self.has(kind).is_ok())
            .unwrap_or(Kind::Priority)
    }

    /// Whether there is something to show.
    pub fn has(&self, kind: Kind) -> Result<(), PlotError> {
        let has = match kind {
            Kind::Priority => !self.priorities.is_empty(),
            Kind::Moves | Kind::Graph => !self.moves.is_empty(),
            Kind::Histogram => !self.histogram.is_empty(),
            Kind::Iterations => !self.iterations.is_empty(),
            Kind::Layers => !self.layers.is_empty(),
            Kind::Score => !self.walks.is_empty(),
        };
        if has { Ok(()) } else { Err(PlotError::Lacks { trace: self.name.clone(), kind }) }
    }

    /// How it ended, in words.
    pub(super) fn summary(&self) -> String {
        let Some(end) = &self.end else { return format!("{}, unfinished", self.name) };
        let mut parts = vec![end.text.clone().unwrap_or_default()];
        parts.extend(end.moves.map(|moves| format!("{} moves", grouped(moves))));
        parts.extend(end.states.map(|states| format!("{} expanded", grouped(states))));
        if self.every > 1 {
            parts.push(format!("one expansion of {} traced", self.every));
        }
        parts.join(", ")
    }
}

/// A search can be traced right into a digest, for all plots but graphs.
impl Sink for Digest {
    fn write(&mut self, row: &Row) -> Result<(), TraceError> {
        self.take(row);
        Ok(())
    }
    fn finish(&mut self) -> Result<(), TraceError> {
        Ok(())
    }
}
