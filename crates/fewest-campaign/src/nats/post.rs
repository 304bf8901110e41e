//! How a worker's results get to the server.

use async_nats::jetstream::Context;
use async_nats::jetstream::context::PublishError;
use async_nats::jetstream::message::PublishMessage;
use fewest::search::Cancel;
use tokio::time::timeout;

use super::{Came, PAUSE, SENT_WITHIN, results_subject};

/// The way of results to the server.
#[derive(Clone)]
pub(super) struct Post {
    pub(super) context: Context,
    pub(super) cancel: Cancel,
}

impl Post {
    /// Sends a result until the server has it, or this worker is stopped.
    pub(super) async fn send(&self, campaign: &str, came: &Came, id: Option<&str>) {
        let payload = serde_json::to_vec(came).unwrap_or_default();
        let message = PublishMessage::build().payload(payload.into());
        let message = match id {
            Some(id) => message.message_id(id),
            None => message,
        };
        loop {
            let send = async {
                let subject = results_subject(campaign);
                self.context.send_publish(subject, message.clone()).await?.await?;
                Ok::<(), PublishError>(())
            };
            let sent = timeout(SENT_WITHIN, send).await;
            if matches!(sent, Ok(Ok(()))) || self.cancel.is_cancelled() {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}
