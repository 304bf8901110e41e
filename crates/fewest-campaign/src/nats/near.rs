//! Attempts that are nearly right, which searches on all machines share through a stream.
//!
//! The stream keeps the last ones of each puzzle, so that a worker that comes later has
//! them too. None of them is needed: what is lost is found again.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::pull::OrderedConfig;
use async_nats::jetstream::stream::{self, DiscardPolicy, Stream};
use futures_util::StreamExt;
use serde::{Deserialize, Serialize};

use super::PAUSE;
use crate::run::hand::Seat;

const NEAR: &str = "fewest-near";

/// The stream keeps this number of messages for each puzzle, and all of them for this time.
const KEPT: i64 = 500;
const KEPT_FOR: Duration = Duration::from_secs(3600);
const KEPT_BYTES: i64 = 256 << 20;

#[derive(Serialize, Deserialize)]
struct Near {
    /// The attempt that found them, which need not hear of them again.
    from: String,
    near: Vec<String>,
}

fn subject(campaign: &str) -> String {
    format!("fewest.near.{campaign}")
}

async fn stream(context: &Context) -> Option<Stream> {
    let config = stream::Config {
        name: NEAR.into(),
        subjects: vec!["fewest.near.>".into()],
        max_messages_per_subject: KEPT,
        max_age: KEPT_FOR,
        max_bytes: KEPT_BYTES,
        discard: DiscardPolicy::Old,
        ..stream::Config::default()
    };
    context.get_or_create_stream(config).await.ok()
}

/// Tells others what was found.
pub(super) async fn tell(context: &Context, campaign: &str, from: &str, near: Vec<String>) {
    let near = Near { from: from.into(), near };
    let payload = serde_json::to_vec(&near).unwrap_or_default();
    // If it does not arrive, others find something else.
    let _ = context.client().publish(subject(campaign), payload.into()).await;
}

/// Hears what others find, and tells a search, until it is aborted.
pub(super) async fn hear(context: Context, campaign: String, own: String, seat: Arc<Seat>) {
    loop {
        if let Some(stream) = stream(&context).await {
            let filter_subject = subject(&campaign);
            let config = OrderedConfig { filter_subject, ..OrderedConfig::default() };
            if let Ok(consumer) = stream.create_consumer(config).await
                && let Ok(mut messages) = consumer.messages().await
            {
                while let Some(Ok(message)) = messages.next().await {
                    if let Ok(Near { from, near }) = serde_json::from_slice(&message.payload)
                        && from != own
                    {
                        seat.tell(near);
                    }
                }
            }
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Forgets what was found for a puzzle.
pub(super) async fn forget(context: &Context, campaign: &str) {
    if let Ok(stream) = context.get_stream(NEAR).await {
        // What stays there goes after a while.
        let _ = stream.purge().filter(subject(campaign)).await;
    }
}
