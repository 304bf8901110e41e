//! How a worker gets its jobs: what is there at once, of the classes that fit its memory.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::jetstream::AckKind;
use async_nats::jetstream::consumer::pull::Batch;
use async_nats::jetstream::message::Acker;
use futures_util::StreamExt;
use tokio::time::timeout;

use super::worker::Shared;
use super::{NatsError, PAUSE, Pull, SENT_WITHIN, Sent, consumer_name, memory_of, tasks_stream};
use crate::run::hand::locked;

/// How long a fetch waits for a job.
const FETCH: Duration = Duration::from_millis(500);

/// New classes of jobs are looked for this often.
const ASK_AGAIN: Duration = Duration::from_secs(2);

/// What every version can read of a job.
#[derive(serde::Deserialize)]
struct Versioned {
    version: String,
}

/// A job that was fetched.
pub(super) struct Fetched {
    pub(super) key: u64,
    pub(super) acker: Arc<Acker>,
    pub(super) sent: Sent,
    /// Whether no worker had it before.
    pub(super) is_new: bool,
}

impl Shared<'_> {
    /// Jobs of the classes that fit, if there are any soon.
    pub(super) async fn fetch(&self, many: usize) -> Vec<Fetched> {
        let Ok(Ok(consumers)) = timeout(SENT_WITHIN, self.known_consumers()).await else {
            tokio::time::sleep(PAUSE).await;
            return Vec::new();
        };
        // What is there, without waiting for more of it.
        for consumer in &consumers {
            let asked = consumer.fetch().max_messages(many).messages();
            let Ok(Ok(messages)) = timeout(SENT_WITHIN, asked).await else {
                continue;
            };
            let fetched = self.take(messages).await;
            if !fetched.is_empty() {
                return fetched;
            }
        }
        // Otherwise the next one that comes.
        for (number, consumer) in consumers.iter().enumerate() {
            let is_last = number + 1 == consumers.len();
            let builder = consumer.batch().max_messages(1);
            let builder = builder.expires(if is_last { FETCH } else { FETCH / 10 });
            let asked = builder.messages();
            let Ok(Ok(messages)) = timeout(SENT_WITHIN, asked).await else { continue };
            let fetched = self.take(messages).await;
            if !fetched.is_empty() {
                return fetched;
            }
        }
        if consumers.is_empty() {
            tokio::time::sleep(FETCH / 5).await;
        }
        Vec::new()
    }

    /// The jobs in messages of the server.
    async fn take(&self, mut messages: Batch) -> Vec<Fetched> {
        let mut fetched = Vec::new();
        // A server that is cut off does not even say that there is nothing.
        while let Ok(Some(Ok(message))) = timeout(FETCH + SENT_WITHIN, messages.next()).await {
            let is_new = message.info().is_ok_and(|info| info.delivered == 1);
            let (message, acker) = message.split();
            let acker = Arc::new(acker);
            match serde_json::from_slice::<Sent>(&message.payload) {
                Ok(sent) if sent.version == crate::VERSION => {
                    let key = self.next_key.fetch_add(1, Ordering::Relaxed);
                    locked(&self.held).insert(key, Arc::clone(&acker));
                    fetched.push(Fetched { key, acker, sent, is_new });
                }
                _ => {
                    // For one who understands it.
                    let again = AckKind::Nak(Some(Duration::from_secs(5)));
                    let _ = timeout(SENT_WITHIN, acker.ack_with(again)).await;
                    // The rest of it may be of a form that this version does not know.
                    let found = serde_json::from_slice::<Versioned>(&message.payload)
                        .map_or("that is not known here".into(), |sent| sent.version);
                    let (what, known) = ("the coordinator", crate::VERSION);
                    *locked(&self.failed) = Some(NatsError::Version { what, found, known });
                    self.over.store(true, Ordering::Relaxed);
                }
            }
        }
        fetched
    }

    /// The same as [`Shared::consumers`], not asked again for a while.
    async fn known_consumers(&self) -> Result<Vec<Pull>, String> {
        let known = locked(&self.consumers).clone();
        if let Some((when, consumers)) = known
            && when.elapsed() < ASK_AGAIN
            && !consumers.is_empty()
        {
            return Ok(consumers);
        }
        let consumers = self.consumers().await?;
        *locked(&self.consumers) = Some((Instant::now(), consumers.clone()));
        Ok(consumers)
    }

    /// The consumers of the classes that fit this worker, the largest first.
    async fn consumers(&self) -> Result<Vec<Pull>, String> {
        let stream = tasks_stream(&self.context).await?;
        let mut classes: Vec<u32> = Vec::new();
        let mut names = stream.consumer_names();
        while let Some(name) = names.next().await {
            let name = name.map_err(|error| error.to_string())?;
            let class = name.strip_prefix("workers-").and_then(|class| class.parse().ok());
            classes.extend(class.filter(|&class| memory_of(class) <= self.options.memory));
        }
        classes.sort_unstable_by(|a, b| b.cmp(a));
        let mut consumers = Vec::new();
        for class in classes {
            let name = consumer_name(class);
            consumers.push(stream.get_consumer(&name).await.map_err(|error| error.to_string())?);
        }
        Ok(consumers)
    }
}
