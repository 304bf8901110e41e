//! What the coordinator of one puzzle tells all workers: that it is there, or that it is
//! done. Nobody works for a coordinator that is gone.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::Client;
use async_nats::connection::State;
use futures_util::StreamExt;
use tokio::runtime::Handle;

use super::PAUSE;
use crate::run::hand::locked;

/// A coordinator tells this often that it is there.
pub(super) const TELL: Duration = Duration::from_secs(1);

/// After this time without a word, a coordinator is taken for dead.
const SILENCE: Duration = Duration::from_secs(15);

const SUBJECT: &str = "fewest.control.";
const ALIVE: &str = "alive";
const DONE: &str = "done";

/// Tells all workers that the coordinator is there, or that it is done.
pub(super) async fn tell(client: &Client, campaign: &str, is_done: bool) {
    let word = if is_done { DONE } else { ALIVE };
    // If it does not arrive, the next one may.
    let _ = client.publish(format!("{SUBJECT}{campaign}"), word.into()).await;
}

/// What a worker has heard of coordinators.
#[derive(Clone)]
pub(super) struct Controls {
    heard: Arc<Mutex<HashMap<String, Heard>>>,
    client: Client,
}

struct Heard {
    at: Instant,
    is_done: bool,
}

impl Controls {
    /// Listens in the background.
    pub(super) fn listen(client: Client, handle: &Handle) -> Controls {
        let controls = Controls { heard: Arc::default(), client };
        let listener = controls.clone();
        handle.spawn(async move {
            loop {
                if let Ok(mut words) = listener.client.subscribe(format!("{SUBJECT}*")).await {
                    while let Some(word) = words.next().await {
                        let campaign = word.subject.strip_prefix(SUBJECT).unwrap_or_default();
                        listener.hear(campaign, word.payload == DONE);
                    }
                }
                tokio::time::sleep(PAUSE).await;
            }
        });
        controls
    }

    fn hear(&self, campaign: &str, is_done: bool) {
        let mut heard = locked(&self.heard);
        // Of those that are long gone, no more jobs come.
        heard.retain(|_, heard| heard.at.elapsed() < 100 * SILENCE);
        let known = heard.entry(campaign.into());
        let known = known.or_insert(Heard { at: Instant::now(), is_done });
        (known.at, known.is_done) = (Instant::now(), known.is_done || is_done);
    }

    /// Whether somebody waits for the jobs of a coordinator. One of whom nothing was heard
    /// so far has some time to tell.
    pub(super) fn is_wanted(&self, campaign: &str) -> bool {
        let mut heard = locked(&self.heard);
        let fresh = Heard { at: Instant::now(), is_done: false };
        let known = heard.entry(campaign.into()).or_insert(fresh);
        if self.client.connection_state() != State::Connected {
            // Who does not hear anybody has no reason to doubt.
            known.at = Instant::now();
        }
        !known.is_done && known.at.elapsed() < SILENCE
    }
}
