//! The options that limit a search.

use std::num::NonZero;
use std::thread;
use std::time::Duration;

use clap::Args;
use fewest::search::Budget;

use crate::memory;
use crate::number::{self, Limit};

/// The default time limit.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// The limits of a search.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Limits {
    /// Stop after this time: 500ms, 10s, 2m, 1h, or none [default: 60s, or earlier if
    /// plans become no better]
    #[arg(long, value_name = "TIME", value_parser = number::time)]
    #[arg(allow_negative_numbers = true)]
    time: Option<Limit<Duration>>,

    /// Stop before using more memory than this: 100M, 2G (powers of 1024), or
    /// none [default: half of what is available]
    #[arg(long, value_name = "SIZE", value_parser = number::memory)]
    #[arg(allow_negative_numbers = true)]
    memory: Option<Limit<u64>>,

    /// Stop after N expanded nodes: 500, 20k, 3M, 1e9
    #[arg(long, value_name = "N", value_parser = number::count)]
    #[arg(allow_negative_numbers = true)]
    nodes: Option<u64>,

    /// Use up to N threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = number::threads)]
    #[arg(allow_negative_numbers = true)]
    threads: Option<usize>,
}

impl Limits {
    /// Whether a time was given. Otherwise a search ends when gains dry up.
    pub(crate) fn has_time(&self) -> bool {
        self.time.is_some()
    }

    /// The limits as the library takes them.
    pub(crate) fn budget(&self) -> Budget {
        self.budget_within(Limit::At(DEFAULT_TIME))
    }

    /// The same for work that may be slow: it has no default time limit.
    pub(crate) fn long_budget(&self) -> Budget {
        self.budget_within(Limit::Off)
    }

    /// The limits of each task of a campaign: without a memory limit, its share. What may
    /// be slow has no default time limit.
    pub(crate) fn of_tasks(&self, is_long: bool) -> fewest_campaign::Limits {
        let default = if is_long { Limit::Off } else { Limit::At(DEFAULT_TIME) };
        let time = self.time.unwrap_or(default).get();
        fewest_campaign::Limits {
            time: time.map(|time| time.as_secs_f64()),
            memory: self.memory.and_then(Limit::get),
            nodes: self.nodes,
            threads: self.threads,
        }
    }

    fn budget_within(&self, time: Limit<Duration>) -> Budget {
        Budget {
            time: self.time.unwrap_or(time).get(),
            memory: self.memory.unwrap_or_else(|| Limit::At(memory::default_limit())).get(),
            nodes: self.nodes,
            threads: self.threads.unwrap_or_else(cores),
            ..Budget::default()
        }
    }
}

/// The number of cores.
fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// What all searches of a campaign on this machine share.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(crate) struct Machine {
    /// Use at most this memory for all searches together: 100M, 2G [default: half of
    /// what is available]
    #[arg(long, value_name = "SIZE", value_parser = number::memory)]
    #[arg(allow_negative_numbers = true)]
    memory: Option<Limit<u64>>,

    /// Search with N threads at a time [default: all cores]
    #[arg(long, value_name = "N", value_parser = number::threads)]
    #[arg(allow_negative_numbers = true)]
    threads: Option<usize>,
}

impl Machine {
    /// The bytes for all searches.
    pub(crate) fn memory(&self) -> u64 {
        let limit = self.memory.unwrap_or_else(|| Limit::At(memory::default_limit()));
        limit.get().unwrap_or(u64::MAX)
    }

    /// The threads for all searches.
    pub(crate) fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }
}
