//! The kinds of plots.

use fewest_puzzles::puzzle::{Choice, RequestError, choose};
use fewest_trace::TraceError;

/// A kind of plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The weight of each state that was expanded, over time.
    Weight,
    /// The moves to each state that was expanded, over time: how dense they are.
    Moves,
    /// How many states were expanded of each weight.
    Layers,
    /// How many states each iteration of IDA* expanded.
    Iterations,
    /// How many states there are at each depth.
    Levels,
    /// The score of a local search over time.
    Score,
    /// Every state that was expanded, as a tree, with the solution marked.
    Graph,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] = [
        Kind::Weight,
        Kind::Moves,
        Kind::Layers,
        Kind::Iterations,
        Kind::Levels,
        Kind::Score,
        Kind::Graph,
    ];

    /// Names and summaries, in the same order.
    pub const CHOICES: [Choice; 7] = [
        Choice { name: "weight", summary: "the weight of each expanded state over time" },
        Choice { name: "moves", summary: "the moves to each expanded state over time, as density" },
        Choice { name: "layers", summary: "how many states were expanded of each weight" },
        Choice { name: "iterations", summary: "how many states each iteration of IDA* expanded" },
        Choice { name: "levels", summary: "how many states there are at each depth" },
        Choice { name: "score", summary: "the score of a local search over time" },
        Choice { name: "graph", summary: "all expanded states as a tree, the solution marked" },
    ];

    /// What one types.
    pub fn name(self) -> &'static str {
        Kind::CHOICES[self as usize].name
    }

    /// The kind with this name.
    pub fn by_name(name: &str) -> Result<Kind, RequestError> {
        choose("plot", name, &Kind::ALL, &Kind::CHOICES)
    }

    /// What a trace must have for it.
    pub(super) fn needs(self) -> &'static str {
        match self {
            Kind::Weight | Kind::Moves | Kind::Layers | Kind::Graph => {
                "single expansions, which are traced when an algorithm is named"
            }
            Kind::Iterations => "iterations, which IDA* has",
            Kind::Levels => "levels, which searches by layers have",
            Kind::Score => "walks, which local searches have",
        }
    }
}

/// Why traces can't be plotted: one sentence without a full stop.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// There is no trace.
    #[error("there is no trace to plot")]
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
    /// The kind of plot is of one trace only.
    #[error("'{}' shows one trace at a time, not {count}", kind.name())]
    OneTrace {
        /// The kind of plot.
        kind: Kind,
        /// How many traces there are.
        count: usize,
    },
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
