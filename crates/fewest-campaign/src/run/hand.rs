//! One who makes attempts: in a child process that is used again and again, or in this
//! one; and what stops it from another thread.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use fewest::search::Cancel;
use fewest_puzzles::puzzle::Registry;

use super::Workers;
use crate::child::{Handle, Running, Start};
use crate::message::{Ended, Finding, Job, Order, Report};
use crate::solve::{self, Listener};

/// An attempt that takes this much longer than it may is ended.
const OVERDUE: Duration = Duration::from_secs(30);

/// What is known of one who makes attempts from outside.
#[derive(Default)]
pub(crate) struct Seat {
    child: Mutex<Option<Handle>>,
    search: Mutex<Option<Cancel>>,
    deadline: Mutex<Option<Instant>>,
    stopped: Mutex<bool>,
    broken: Mutex<Option<String>>,
    /// Attempts of others, for a search in this process.
    near: Mutex<Vec<String>>,
}

impl Seat {
    /// Why no child process can be started, if that is so: no fault of any task.
    pub(crate) fn broken(&self) -> Option<String> {
        locked(&self.broken).clone()
    }

    /// Tells the search what others found.
    #[cfg(feature = "nats-plain")]
    pub(crate) fn tell(&self, near: Vec<String>) {
        match &*locked(&self.child) {
            Some(child) => {
                // One that is gone needs no news.
                let _ = child.order(&Order::Near(near));
            }
            None => locked(&self.near).extend(near),
        }
    }

    /// Stops the search, and all that would follow.
    pub(crate) fn stop(&self) {
        *locked(&self.stopped) = true;
        self.stop_search();
    }

    /// Stops the search.
    pub(crate) fn stop_search(&self) {
        if let Some(search) = &*locked(&self.search) {
            search.cancel();
        }
        if let Some(child) = &*locked(&self.child) {
            // One that is gone needs no order.
            let _ = child.order(&Order::Stop);
        }
    }

    /// Ends a search that does not stop.
    pub(crate) fn kill(&self) {
        if let Some(child) = &*locked(&self.child) {
            child.kill();
        }
    }

    /// Ends an attempt that does not keep its time limit.
    pub(crate) fn kill_if_overdue(&self) {
        if locked(&self.deadline).is_some_and(|deadline| Instant::now() > deadline) {
            self.kill();
        }
    }
}

pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is behind these is whole at any time.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The end of a search that was stopped before it found anything.
fn interrupted() -> Ended {
    Ended::Answer(Finding {
        status: "unknown".into(),
        stop: "cancelled".into(),
        ..Finding::default()
    })
}

/// A listener, and what others found meanwhile.
struct Link<'a> {
    listener: &'a mut dyn Listener,
    near: &'a Mutex<Vec<String>>,
}

impl Listener for Link<'_> {
    fn part(&mut self, line: String) {
        self.listener.part(line);
    }
    fn exchange(&mut self, new: Vec<String>) -> Vec<String> {
        let mut near = self.listener.exchange(new);
        near.append(&mut locked(self.near));
        near
    }
}

/// One who makes attempts.
pub(crate) struct Hand<'a> {
    registry: &'a Registry,
    workers: &'a Workers,
    seat: Arc<Seat>,
    running: Option<Running>,
}

impl<'a> Hand<'a> {
    pub(crate) fn new(registry: &'a Registry, workers: &'a Workers, seat: Arc<Seat>) -> Self {
        Hand { registry, workers, seat, running: None }
    }

    /// Makes an attempt.
    pub(crate) fn attempt(&mut self, job: &Job, listener: &mut dyn Listener) -> Ended {
        let overdue = |time| Duration::try_from_secs_f64(2.0 * time).ok();
        let allowed = job.limits.time.and_then(overdue);
        let deadline = allowed.and_then(|allowed| Instant::now().checked_add(allowed + OVERDUE));
        *locked(&self.seat.deadline) = deadline;
        let ended = match self.workers {
            Workers::Threads => self.by_thread(job, listener),
            Workers::Processes(start) => self.by_process(&**start, job, listener),
        };
        let is_overdue = locked(&self.seat.deadline).take().is_some_and(|at| Instant::now() > at);
        match ended {
            Ended::Crash(_) if is_overdue => {
                Ended::Crash("the search did not keep its time limit, and was killed".into())
            }
            // It was killed because it did not stop in time; that is no fault of the task.
            Ended::Crash(_) if *locked(&self.seat.stopped) => interrupted(),
            ended => ended,
        }
    }

    fn by_thread(&self, job: &Job, listener: &mut dyn Listener) -> Ended {
        let cancel = Cancel::default();
        *locked(&self.seat.search) = Some(cancel.clone());
        if *locked(&self.seat.stopped) {
            cancel.cancel();
        }
        locked(&self.seat.near).clear();
        let link = &mut Link { listener, near: &self.seat.near };
        let ended = solve::attempt(self.registry, job, &cancel, link);
        *locked(&self.seat.search) = None;
        ended
    }

    fn by_process(&mut self, start: &Start, job: &Job, listener: &mut dyn Listener) -> Ended {
        let mut running = match self.running.take() {
            Some(running) => running,
            None => match Running::start(start) {
                Ok(running) => {
                    *locked(&self.seat.child) = Some(running.handle.clone());
                    running
                }
                Err(reason) => {
                    *locked(&self.seat.broken) = Some(reason);
                    return interrupted();
                }
            },
        };
        // Why it can't be written is what the reader learns.
        let _ = running.give(job);
        if *locked(&self.seat.stopped) {
            let _ = running.handle.order(&Order::Stop);
        }
        loop {
            match running.next() {
                Ok(Report::Part(line)) => listener.part(line),
                Ok(Report::Near(new)) => {
                    // What comes from others goes to the child as it comes.
                    let _ = listener.exchange(new);
                }
                Ok(Report::Done(ended)) => {
                    if matches!(*ended, Ended::Crash(_)) {
                        *locked(&self.seat.child) = None;
                    } else {
                        self.running = Some(running);
                    }
                    return *ended;
                }
                Ok(Report::Ready { .. }) => {}
                Err(reason) => {
                    *locked(&self.seat.child) = None;
                    return Ended::Crash(reason);
                }
            }
        }
    }
}
