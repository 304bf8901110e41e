//! Running and waiting searches: in the order in which they came, a few at a time.

use std::collections::HashMap;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use fewest::search::Cancel;
use fewest_api::{Api, ApiError};
use serde_json::json;
use tokio::sync::{Semaphore, mpsc};

use crate::server::ServerLimits;

/// Events that wait for a slow reader; what is only of the moment is dropped beyond.
const BUFFERED: usize = 256;

/// An event by its name, and its content as JSON.
pub(crate) type Event = (&'static str, String);

/// All searches of a server.
pub(crate) struct Searches {
    /// A permit for each that may run. Waiting ones are served in their order.
    slots: Arc<Semaphore>,
    most: usize,
    /// The running and the waiting ones.
    all: Mutex<HashMap<u64, Cancel>>,
    next: AtomicU64,
}

/// A search that has begun or waits. It is cancelled when this is dropped, as it is when
/// the reader goes away.
pub(crate) struct Started {
    pub(crate) events: mpsc::Receiver<Event>,
    cancel: Cancel,
}

impl Drop for Started {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Its place among all searches, which it leaves when it ends, however it ends.
struct Entry {
    searches: Arc<Searches>,
    id: u64,
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.searches.all().remove(&self.id);
    }
}

impl Searches {
    pub(crate) fn new(limits: &ServerLimits) -> Arc<Searches> {
        Arc::new(Searches {
            slots: Arc::new(Semaphore::new(limits.running.max(1))),
            most: limits.running.max(1) + limits.waiting,
            all: Mutex::default(),
            next: AtomicU64::new(1),
        })
    }

    fn all(&self) -> MutexGuard<'_, HashMap<u64, Cancel>> {
        // A map of flags is consistent after any panic.
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a search as soon as one may run, unless too many are waiting.
    pub(crate) fn start(self: &Arc<Self>, api: &Api, body: Bytes) -> Option<Started> {
        let cancel = Cancel::default();
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        {
            let mut all = self.all();
            if all.len() >= self.most || self.slots.is_closed() {
                return None;
            }
            all.insert(id, cancel.clone());
        }
        let entry = Entry { searches: self.clone(), id };
        let (to, events) = mpsc::channel(BUFFERED);
        tokio::spawn(run(self.clone(), entry, api.clone(), body, cancel.clone(), to));
        Some(Started { events, cancel })
    }

    /// Asks a search to stop. Returns whether there is, or was, such a search: one that
    /// ended while the request was on its way has stopped too.
    pub(crate) fn stop(&self, id: u64) -> bool {
        self.all().get(&id).map(Cancel::cancel);
        (1..self.next.load(Ordering::Relaxed)).contains(&id)
    }

    /// Stops all searches and begins no more.
    pub(crate) fn close(&self) {
        self.slots.close();
        self.all().values().for_each(Cancel::cancel);
    }
}

async fn run(
    searches: Arc<Searches>,
    entry: Entry,
    api: Api,
    body: Bytes,
    cancel: Cancel,
    to: mpsc::Sender<Event>,
) {
    let waiting = searches.slots.available_permits() == 0;
    let first = json!({ "search": entry.id, "waiting": waiting }).to_string();
    let permit = tokio::select! {
        () = to.closed() => return,
        permit = async {
            // If nobody listens any more, `closed` is next.
            let _ = to.send(("started", first)).await;
            searches.slots.clone().acquire_owned().await
        } => permit,
    };
    // The server is shutting down.
    let Ok(permit) = permit else { return };
    // A thread of its own: the search does not give way to others.
    let search = tokio::task::spawn_blocking(move || {
        let mut last = None;
        let mut emit = |name, json| match name {
            // These come once, or one by one: none may be lost.
            "answer" => last = Some((name, json)),
            "progress" | "plot" => drop(to.try_send((name, json))),
            _ => drop(to.blocking_send((name, json))),
        };
        let ended = panic::catch_unwind(AssertUnwindSafe(|| api.solve(&body, &cancel, &mut emit)));
        let ended = ended.unwrap_or_else(|_| Err(ApiError::internal("the search")));
        if let Err(error) = ended {
            last = Some(("error", error.json()));
        }
        // The next search need not wait until this answer is read.
        drop((permit, entry));
        if let Some(last) = last {
            let _ = to.blocking_send(last);
        }
    });
    // Its panics are caught inside.
    let _ = search.await;
}
