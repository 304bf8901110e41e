//! Where a thread of a worker searches, and the jobs that wait for it.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::control::Controls;
use super::fetch::Fetched;
use crate::run::hand::{Seat, locked};

/// Jobs that wait for this long behind another one go to other workers.
const PATIENCE: Duration = Duration::from_secs(1);

/// Where a thread of the worker searches.
pub(super) struct Place {
    pub(super) seat: Arc<Seat>,
    /// Whose job it is, if its coordinator tells that it is there.
    pub(super) live: Mutex<Option<String>>,
    /// The jobs that are fetched and not begun.
    pub(super) waiting: Mutex<VecDeque<Fetched>>,
    /// When the last one was begun.
    began: Mutex<Instant>,
}

impl Place {
    pub(super) fn new(seat: Arc<Seat>) -> Place {
        let (live, waiting) = (Mutex::default(), Mutex::default());
        Place { seat, live, waiting, began: Mutex::new(Instant::now()) }
    }

    /// The next job, which begins now.
    pub(super) fn next(&self) -> Option<Fetched> {
        let mut waiting = locked(&self.waiting);
        *locked(&self.began) = Instant::now();
        waiting.pop_front()
    }

    /// The jobs that wait behind a long one, and that another worker may still be given: one
    /// that is delivered too often is taken for one that kills its workers.
    pub(super) fn held_up(&self) -> Vec<Fetched> {
        let mut waiting = locked(&self.waiting);
        if locked(&self.began).elapsed() < PATIENCE {
            return Vec::new();
        }
        let (new, old) = waiting.drain(..).partition(|fetched| fetched.is_new);
        *waiting = old;
        Vec::from(new)
    }

    /// Stops a search for which nobody waits any more.
    pub(super) fn stop_unwanted(&self, controls: &Controls) {
        // Held, so that it is not the next search that is stopped.
        let live = locked(&self.live);
        if live.as_ref().is_some_and(|campaign| !controls.is_wanted(campaign)) {
            self.seat.stop_search();
        }
    }
}
