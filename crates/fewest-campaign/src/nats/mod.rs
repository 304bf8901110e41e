//! Many machines: tasks and results go through streams of a NATS server.
//!
//! A coordinator has the store. It publishes the jobs of a campaign to a stream in which
//! a message stays until it is done, and gathers results from another one. Workers on
//! any machine take jobs that fit their memory. A job whose worker dies is delivered
//! again; a result that comes twice is stored once, by the identity of its attempt; a
//! coordinator that dies begins again with what its store and the streams have.
//!
//! Nothing here listens: both sides are clients of the server.

mod connect;
mod control;
mod coordinator;
mod desk;
mod fetch;
mod near;
mod place;
mod post;
mod streams;
mod together;
mod worker;

pub use connect::NatsOptions;
pub use coordinator::coordinate;
pub use together::Together;
pub use worker::{WorkerOptions, work};

use std::time::Duration;

use async_nats::jetstream::consumer::pull;
use async_nats::jetstream::stream::{self, RetentionPolicy, Stream};
use async_nats::jetstream::{self, Context};
use serde::{Deserialize, Serialize};

use crate::message::{Ended, Job};
use crate::store::StoreError;
use crate::task::Limits;

/// The streams.
const TASKS: &str = "fewest-tasks";
const RESULTS: &str = "fewest-results";

/// A worker that is silent for this long is taken for dead, and its jobs go to another.
const ACK_WAIT: Duration = Duration::from_secs(10);

/// How often a worker tells that it still works.
const ALIVE: Duration = Duration::from_secs(3);

/// A job that was delivered this number of times without an end is given up.
const DELIVERIES: i64 = 5;

/// The number of jobs that are published and not done.
const WINDOW: usize = 2000;

/// After this time without a result, it is checked that the jobs are still there.
const DOUBT: Duration = Duration::from_secs(5);

/// How long to wait before another try.
const PAUSE: Duration = Duration::from_millis(500);

/// What the server has not confirmed within this time is sent again.
const SENT_WITHIN: Duration = Duration::from_secs(3);

/// Why the coordinator or a worker ended.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The connection can't be made as asked.
    #[error("{0}")]
    Connect(String),
    /// The other side is of another version.
    #[error("{what} has version {found}; this program has {known}")]
    Version {
        /// Which side.
        what: &'static str,
        /// Its version.
        found: String,
        /// This one.
        known: &'static str,
    },
    /// The puzzle can't be solved by several machines together as asked.
    #[error("{0}")]
    Unfit(String),
    /// Workers failed to do it.
    #[error("{0}")]
    Failed(String),
    /// The system can't do it.
    #[error("{0}")]
    System(#[from] std::io::Error),
}

/// A job on its way to a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Sent {
    version: String,
    campaign: String,
    /// Whether the coordinator tells all the time that it is there; nobody works for one
    /// that is not.
    #[serde(default)]
    is_live: bool,
    job: Job,
}

/// A result on its way back.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Came {
    version: String,
    uid: String,
    task: i64,
    host: String,
    limits: Limits,
    seconds: f64,
    what: What,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum What {
    Part(String),
    Ended(Box<Ended>),
}

/// Whether the server tells of jobs that were delivered too often, on this subject.
fn given_up_subject() -> String {
    format!("$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES.{TASKS}.*")
}

/// Why a job that no worker survived is a crash.
fn given_up_reason() -> String {
    format!("it was delivered {DELIVERIES} times, and no worker finished it")
}

/// The class of a job by its memory: 0 where a worker decides, otherwise the power of
/// two, in MiB, that it fits into. Workers take the classes that fit their memory.
fn class(memory: Option<u64>) -> u32 {
    memory.map_or(0, |memory| 1 + memory.div_ceil(1 << 20).max(1).next_power_of_two().ilog2())
}

/// The memory of all jobs in a class.
fn memory_of(class: u32) -> u64 {
    class.checked_sub(1).map_or(0, |power| (1_u64 << 20).checked_shl(power).unwrap_or(u64::MAX))
}

/// The name of the consumer that gives workers the jobs of a class.
fn consumer_name(class: u32) -> String {
    format!("workers-{class}")
}

fn tasks_subject(campaign: &str, class: u32) -> String {
    format!("fewest.tasks.{campaign}.{class}")
}

fn results_subject(campaign: &str) -> String {
    format!("fewest.results.{campaign}")
}

/// The stream with this name, made if it is missing.
async fn stream(context: &Context, name: &str, subjects: &str) -> Result<Stream, String> {
    let config = stream::Config {
        name: name.into(),
        subjects: vec![subjects.into()],
        // A message stays until it is acknowledged.
        retention: RetentionPolicy::WorkQueue,
        ..stream::Config::default()
    };
    context.get_or_create_stream(config).await.map_err(|error| error.to_string())
}

async fn tasks_stream(context: &Context) -> Result<Stream, String> {
    stream(context, TASKS, "fewest.tasks.>").await
}

async fn results_stream(context: &Context) -> Result<Stream, String> {
    stream(context, RESULTS, "fewest.results.>").await
}

type Pull = jetstream::consumer::Consumer<pull::Config>;

/// The consumer with this name, made if it is missing.
async fn consumer(
    stream: &Stream,
    name: &str,
    subject: String,
    max_deliver: i64,
    idle: Option<Duration>,
) -> Result<Pull, String> {
    let config = pull::Config {
        durable_name: Some(name.into()),
        filter_subject: subject,
        ack_wait: ACK_WAIT,
        max_deliver,
        max_ack_pending: 100_000,
        inactive_threshold: idle.unwrap_or_default(),
        ..pull::Config::default()
    };
    stream.get_or_create_consumer(name, config).await.map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_has_room_for_its_jobs() {
        assert_eq!(class(None), 0);
        assert_eq!(class(Some(0)), 1);
        for memory in [1, 1 << 20, (1 << 20) + 1, 3 << 30, 1 << 40] {
            let class = class(Some(memory));
            assert!(memory_of(class) >= memory && memory_of(class) <= memory.max(1 << 20) * 2);
        }
        assert_eq!(memory_of(0), 0);
    }
}
