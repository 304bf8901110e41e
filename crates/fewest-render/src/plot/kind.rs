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
    /// How many states were expanded of each priority.
    Histogram,
    /// How many states each iteration of IDA* expanded.
    Iterations,
    /// How many states there are at each depth.
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
        Name::new("histogram", Kind::Histogram, "how many states were expanded of each priority"),
        Name::new(
            "iterations",
            Kind::Iterations,
            "how many states each iteration of IDA* expanded",
        ),
        Name::new("layers", Kind::Layers, "how many states there are at each depth"),
        Name::new("score", Kind::Score, "the score of a local search over time"),
        Name::new("graph", Kind::Graph, "all expanded states as a tree, the solution marked"),
    ]);

    /// All of them.
    pub const ALL: [Kind; 7] = Kind::NAMES.values();

    /// What one types.
    pub fn name(self) -> &'static str {
        Kind::NAMES.name_of(&self)
    }

    /// What a trace must have for it.
    pub(super) fn needs(self) -> &'static str {
        match self {
            Kind::Priority | Kind::Moves | Kind::Histogram | Kind::Graph => {
                "single expansions, which most algorithms trace when they are named with --algorithm"
            }
            Kind::Iterations => "iterations, which IDA* has",
            Kind::Layers => "layers, which searches by layers have",
            Kind::Score => "walks, which local searches have",
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
    /// A trace has not what the plot shows.
    #[error("{trace} has nothing to show as '{}': it has no {}", kind.name(), kind.needs())]
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
    #[error("'{}' shows up to {most} traces side by side, not {count}", kind.name())]
    TooManyTraces {
        /// The kind of plot.
        kind: Kind,
        /// How many traces there are.
        count: usize,
        /// The limit.
        most: usize,
    },
    /// A range or powers of ten for a plot without axes.
    #[error("'graph' has no axes, so that --log, --x-range and --y-range mean nothing to it")]
    NoAxes,
    /// A tree without all of its nodes.
    #[error("{trace} has only one expansion of {every}, and a graph needs them all")]
    Sampled {
        /// The name of the trace.
        trace: String,
        /// How many expansions there are for one in the trace.
        every: i64,
    },
    /// A tree with too many nodes.
    #[error("{trace} has more than {most} expansions, too many for a graph")]
    TooManyNodes {
        /// The name of the trace.
        trace: String,
        /// The limit.
        most: usize,
    },
}
