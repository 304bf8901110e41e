//! Campaigns: thousands of puzzles in one file, worked on by all cores of one machine or
//! of many, stopped and resumed at any moment, with nothing lost.
//!
//! A [`Store`] holds [`Task`]s, what was tried, and what is known. [`run`] works on the
//! open tasks; an answer is stored only after its plan was replayed, and never replaces a
//! better one. The tables are `SQLite`'s, so any program can read them while it runs.
//!
//! ```
//! use fewest_campaign::{Options, RunOptions, Store, Task, run};
//! use fewest_puzzles::puzzle::Registry;
//!
//! # let folder = std::env::temp_dir().join(format!("fewest-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let path = folder.join("c.db");
//! let registry = Registry::standard();
//! let boards = ["1 2 3\n4 5 6\n7 _ 8\n", "1 2 3\n4 5 6\n_ 7 8\n"];
//! let mut tasks = Vec::new();
//! for (board, number) in boards.iter().zip(1..) {
//!     let position = registry.parse(board, None)?;
//!     tasks.push(Task::of(format!("board {number}"), &*position, None)?);
//! }
//! let mut store = Store::create(&path)?;
//! store.add("default", &Options::default(), &tasks)?;
//! let end = run(&mut store, &registry, &RunOptions::threads(), &mut |_| {})?;
//! assert_eq!(end.answered, 2);
//!
//! let mut moves = Vec::new();
//! store.each_row(|row| {
//!     moves.push(row.moves);
//!     Ok::<_, fewest_campaign::StoreError>(())
//! })?;
//! assert_eq!(moves, [Some(1), Some(2)]);
//! # drop(store);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod child;
mod export;
mod frontier;
mod message;
#[cfg(feature = "nats-plain")]
mod nats;
mod report;
mod run;
mod solve;
mod store;
mod task;
mod uid;
mod verify;

pub use child::{Start, serve};
pub use export::{ExportError, Form, Wrong, check, export, import};
pub use frontier::Frontier;
pub use message::{Ended, Finding, Job, Order, Spent};
#[cfg(feature = "nats-plain")]
pub use nats::{NatsError, NatsOptions, Together, WorkerOptions, coordinate, work};
pub use report::Report;
pub use run::{Estimate, Progress, RunEnd, RunOptions, Workers, run};
pub use solve::{Listener, attempt};
pub use store::{Lock, Open, Recorded, Room, Row, Store, StoreError, Tally, by_puzzle};
pub use task::{Limits, Options, Question, Task};
pub use verify::Checked;

use std::sync::OnceLock;

/// The version of this program. Those of different versions do not work together.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The name of this machine.
pub fn host() -> &'static str {
    static HOST: OnceLock<String> = OnceLock::new();
    HOST.get_or_init(|| {
        let named = ["/proc/sys/kernel/hostname", "/etc/hostname"];
        let name = named.iter().find_map(|path| std::fs::read_to_string(path).ok());
        let name = name.or_else(|| std::env::var("HOSTNAME").ok());
        let name = name.or_else(|| std::env::var("COMPUTERNAME").ok());
        name.map_or("unknown".into(), |name| name.trim().to_string())
    })
}
