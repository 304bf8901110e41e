//! The kinds of plots.

use fewest::names::{Name, Names};
use fewest_trace::TraceError;

/// A kind of plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The priority of each state that was expanded, over time.
    Priority,
    /// The moves to each state that was expanded, over time: how dense they are.
    Moves,
    /// The number of expanded states of each priority.
    Histogram,
    /// The number of states expanded by each iteration of IDA*.
    Iterations,
    /// The number of states at each depth.
    Layers,
    /// The score of a local search over time.
    Score,
    /// Every state that was expanded, as a tree, with the solution marked.
    Graph,
}

impl Kind {
    /// All of them by name.
    pub const NAMES: Names<Kind> = Names::new(&[
        Name::new("priority", Kind::Priority, "the priority of each expanded state over time"),
        Name::new("moves", Kind::Moves, "the moves to each expanded state over time, as density"),
        Name::new("histogram", Kind::Histogram, "the number of expanded states of each priority"),
        Name::new(
            "iterations",
            Kind::Iterations,
            "the number of states expanded by each iteration of IDA*",
        ),
        Name::new("layers", Kind::Layers, "the number of states at each depth"),
        Name::new("score", Kind::Score, "the score of a local search over time"),
        Name::new("graph", Kind::Graph, "all expanded states as a tree, with the solution marked"),
    ]);

    /// All of them.
    pub const ALL: [Kind; 7] = Kind::NAMES.values();

    /// Its name.
    pub fn name(self) -> &'static str {
        Kind::NAMES.name_of(&self)
    }

    /// What a trace must have for it.
    pub(super) fn needs(self) -> &'static str {
        match self {
            Kind::Priority | Kind::Moves | Kind::Histogram | Kind::Graph => {
                "single expansions; most algorithms record them when named with --algorithm"
            }
            Kind::Iterations => "iterations; IDA* has them",
            Kind::Layers => "layers; searches by layers have them",
            Kind::Score => "walks; local searches have them",
        }
    }
}

/// Why traces can't be plotted: one sentence without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// There is no trace.
    #[error("no trace to plot")]
    NoTrace,
    /// A trace can't be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// A trace lacks what the plot shows.
    #[error("cannot plot {trace} as '{}': it has no {}", kind.name(), kind.needs())]
    Lacks {
        /// The name of the trace.
        trace: String,
        /// The kind of plot.
        kind: Kind,
    },
    /// A column has no values.
    #[error("{trace} has no row with both '{x}' and '{y}'")]
    NoPoints {
        /// The name of the trace.
        trace: String,
        /// The column of the horizontal axis.
        x: String,
        /// The column of the vertical axis.
        y: String,
    },
    /// There are too many traces to be drawn side by side.
    #[error("'{}' shows at most {most} traces side by side, not {count}", kind.name())]
    TooManyTraces {
        /// The kind of plot.
        kind: Kind,
        /// The number of traces.
        count: usize,
        /// The limit.
        most: usize,
    },
    /// A range or powers of ten for a plot without axes.
    #[error("--log, --x-range and --y-range cannot be used with 'graph': it has no axes")]
    NoAxes,
    /// A tree without all of its nodes.
    #[error("{trace} has only one in {every} expansions; a graph needs all of them")]
    Sampled {
        /// The name of the trace.
        trace: String,
        /// One in this number of expansions is in the trace.
        every: i64,
    },
    /// A tree with too many nodes.
    #[error("{trace} has too many expansions for a graph; the maximum is {most}")]
    TooManyNodes {
        /// The name of the trace.
        trace: String,
        /// The limit.
        most: usize,
    },
}
