//! What one request may take.

use std::time::Duration;

use fewest::search::{Budget, Cancel};

/// What one request may take. A request can ask for less, never for more.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The time of a search, unless the request says otherwise.
    pub default_time: Duration,
    /// The longest time of a search.
    pub max_time: Duration,
    /// The memory of a search, in bytes.
    pub memory: u64,
    /// The threads of a search.
    pub threads: usize,
    /// The most cells of a board.
    pub cells: usize,
    /// The most legal moves that are listed.
    pub legal: usize,
    /// The most moves that are played before a position.
    pub played: usize,
    /// The most plans that are listed.
    pub plans: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            default_time: Duration::from_secs(60),
            max_time: Duration::from_secs(3600),
            memory: 512 << 20,
            threads: 1,
            cells: 1 << 16,
            legal: 20_000,
            played: 100_000,
            plans: 1000,
        }
    }
}

impl Limits {
    /// The budget of a search that asks for this much.
    pub(crate) fn budget(
        &self,
        seconds: Option<f64>,
        memory: Option<u64>,
        nodes: Option<u64>,
        cancel: &Cancel,
    ) -> Budget {
        let asked = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        Budget {
            time: Some(asked.unwrap_or(self.default_time).min(self.max_time)),
            memory: Some(memory.unwrap_or(u64::MAX).min(self.memory)),
            nodes,
            threads: self.threads,
            cancel: cancel.clone(),
            // No request reaches the file system.
            checkpoint: None,
        }
    }

    /// The budget of work that a person waits for: levels that are made.
    pub(crate) fn short(&self) -> Budget {
        self.budget(Some(20.0), None, None, &Cancel::default())
    }
}
