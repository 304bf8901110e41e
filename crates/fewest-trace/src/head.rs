//! The head of a trace: its columns and metadata.

/// The columns and metadata of a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The additional heuristics: each has a column.
    pub heuristics: Vec<String>,
    /// Whether there is a column with the text of each state.
    pub states: bool,
    /// The metadata, as keys and values: the version, the command, the puzzle.
    pub about: Vec<(String, String)>,
}

impl Head {
    /// An empty head.
    pub fn new() -> Self {
        Head::default()
    }

    /// With columns for these heuristics.
    #[must_use]
    pub fn heuristics(mut self, heuristics: &[String]) -> Self {
        self.heuristics = heuristics.to_vec();
        self
    }

    /// With a column for the text of each state.
    #[must_use]
    pub fn states(mut self, states: bool) -> Self {
        self.states = states;
        self
    }

    /// Adds metadata. Key and value are one line each.
    #[must_use]
    pub fn about(mut self, key: &str, value: &str) -> Self {
        let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.about.push((line(key).replace(':', ""), line(value)));
        self
    }
}
