//! The streams of the server, as a coordinator uses them: jobs go out, results come back.

use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::context::PublishAckFuture;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::Stream;
use futures_util::StreamExt;
use tokio::time::timeout_at;

use super::{
    DELIVERIES, Pull, SENT_WITHIN, Sent, class, consumer, consumer_name, results_stream,
    results_subject, tasks_stream, tasks_subject,
};
use crate::message::Job;

/// The streams of a campaign, or of one puzzle that is solved together.
pub(super) struct Streams {
    context: Context,
    campaign: String,
    tasks: Stream,
    pub(super) results: Pull,
}

/// What became of jobs that were posted.
pub(super) struct Posted<T> {
    /// The server has them.
    pub(super) sent: Vec<(T, Job)>,
    /// They are longer than a message may be.
    pub(super) too_long: Vec<(T, Job)>,
    /// The server is not there, or did not answer. They may be posted again: what comes
    /// twice is dropped by its id.
    pub(super) failed: Vec<(T, Job)>,
}

impl Streams {
    /// Opens them; makes what is missing. Without anybody who reads the results for `idle`,
    /// if given, the server forgets the reader.
    pub(super) async fn open(
        context: &Context,
        campaign: &str,
        idle: Option<Duration>,
    ) -> Result<Streams, String> {
        let tasks = tasks_stream(context).await?;
        let results = results_stream(context).await?;
        let (name, subject) = (reader(campaign), results_subject(campaign));
        let results = consumer(&results, &name, subject, -1, idle).await?;
        let (context, campaign) = (context.clone(), campaign.to_string());
        Ok(Streams { context, campaign, tasks, results })
    }

    fn filter(&self) -> String {
        format!("fewest.tasks.{}.>", self.campaign)
    }

    /// Takes back all jobs that nobody has begun. Returns whether that worked.
    pub(super) async fn purge(&self) -> bool {
        self.tasks.purge().filter(self.filter()).await.is_ok()
    }

    /// Removes everything that is left of a campaign that is never continued.
    pub(super) async fn remove(&self) {
        // What does not reach the server stays there, and harms nobody.
        let _ = self.purge().await;
        if let Ok(results) = results_stream(&self.context).await {
            let _ = results.delete_consumer(&reader(&self.campaign)).await;
            let _ = results.purge().filter(results_subject(&self.campaign)).await;
        }
    }

    /// Posts jobs. The server drops what it got before under the same `nonce`.
    pub(super) async fn post<T>(
        &self,
        jobs: Vec<(T, Job)>,
        nonce: &str,
        is_live: bool,
    ) -> Posted<T> {
        let mut posted = Posted { sent: Vec::new(), too_long: Vec::new(), failed: Vec::new() };
        let mut taken: Vec<(PublishAckFuture, T, Job)> = Vec::new();
        let mut classes: Vec<u32> = Vec::new();
        for (what, job) in jobs {
            let class = class(job.limits.memory);
            if !classes.contains(&class) {
                let (name, subject) = (consumer_name(class), format!("fewest.tasks.*.{class}"));
                if consumer(&self.tasks, &name, subject, DELIVERIES, None).await.is_err() {
                    posted.failed.push((what, job));
                    continue;
                }
                classes.push(class);
            }
            let (version, campaign) = (crate::VERSION.into(), self.campaign.clone());
            let sent = Sent { version, campaign, is_live, job: job.clone() };
            let payload = serde_json::to_vec(&sent).unwrap_or_default();
            let id = format!("{}/{nonce}", job.uid);
            let message = PublishMessage::build().payload(payload.into()).message_id(id);
            let subject = tasks_subject(&self.campaign, class);
            match self.context.send_publish(subject, message).await {
                Ok(future) => taken.push((future, what, job)),
                Err(error) if error.to_string().contains("payload") => {
                    posted.too_long.push((what, job));
                }
                Err(_) => posted.failed.push((what, job)),
            }
        }
        let until = tokio::time::Instant::now() + SENT_WITHIN;
        for (future, what, job) in taken {
            if matches!(timeout_at(until, future.into_future()).await, Ok(Ok(_))) {
                posted.sent.push((what, job));
            } else {
                posted.failed.push((what, job));
            }
        }
        posted
    }

    /// Whether the server has neither jobs nor results any more, e.g. after it lost its
    /// files; `None` if it does not answer.
    pub(super) async fn is_empty(&self) -> Option<bool> {
        let info = self.tasks.info_with_subjects(self.filter()).await.ok()?;
        let pending = self.results.get_info().await.ok()?;
        let jobs: usize = info.collect::<Vec<_>>().await.len();
        let coming = pending.num_pending + pending.num_ack_pending as u64;
        Some(jobs == 0 && coming == 0)
    }

    /// The job that no worker survived, of which an advisory tells. It is removed.
    pub(super) async fn given_up(&self, advisory: &[u8]) -> Option<Job> {
        #[derive(serde::Deserialize)]
        struct GivenUp {
            stream_seq: u64,
        }
        let GivenUp { stream_seq } = serde_json::from_slice(advisory).ok()?;
        let message = self.tasks.get_raw_message(stream_seq).await.ok()?;
        let sent = serde_json::from_slice::<Sent>(&message.payload).ok()?;
        if sent.campaign != self.campaign {
            return None;
        }
        // It is done with, whatever the server says to that.
        let _ = self.tasks.delete_message(stream_seq).await;
        Some(sent.job)
    }
}

/// The name of the consumer that reads the results.
fn reader(campaign: &str) -> String {
    format!("coordinator-{campaign}")
}
