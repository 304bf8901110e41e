//! Those who make the attempts: a thread for each core, most of which only wait for a
//! child process.

use std::sync::mpsc::{self, Receiver, Sender, SyncSender, TrySendError};
use std::sync::{Arc, Mutex};
use std::thread::Scope;
use std::time::Instant;

use fewest_puzzles::puzzle::Registry;

use super::RunOptions;
use super::hand::{Hand, Seat, locked};
use super::shares::Shares;
use crate::message::Job;
use crate::store::{Open, Recorded};
use crate::verify;

/// The number of jobs for each thread that lie ready.
const AHEAD: usize = 8;

/// What an attempt brought, and the task that it was for.
pub(super) struct Result {
    pub(super) recorded: Recorded,
    pub(super) open: Open,
}

/// A job and the threads that it takes.
type Ready = (Open, Job, usize);

/// Threads that take jobs and give results.
pub(super) struct Crew {
    pub(super) results: Receiver<Result>,
    jobs: SyncSender<Ready>,
    queue: Arc<Mutex<Receiver<Ready>>>,
    room: Arc<Mutex<usize>>,
    seats: Vec<Arc<Seat>>,
}

impl Crew {
    pub(super) fn start<'scope, 'env>(
        scope: &'scope Scope<'scope, 'env>,
        registry: &'env Registry,
        options: &'env RunOptions,
        shares: &'env Shares,
    ) -> Crew {
        let threads = options.threads.max(1);
        let (jobs, queue) = mpsc::sync_channel(threads * AHEAD);
        let queue = Arc::new(Mutex::new(queue));
        let room = Arc::new(Mutex::new(threads * AHEAD));
        let (sender, results) = mpsc::channel();
        let seats: Vec<Arc<Seat>> = (0..threads).map(|_| Arc::default()).collect();
        for seat in &seats {
            let hand = Hand::new(registry, &options.workers, Arc::clone(seat));
            let worker = Worker { registry, shares, hand, results: sender.clone() };
            let (queue, room) = (Arc::clone(&queue), Arc::clone(&room));
            scope.spawn(move || worker.work(&queue, &room));
        }
        Crew { results, jobs, queue, room, seats }
    }

    /// Whether there is room for another job.
    pub(super) fn wants_more(&self) -> bool {
        *locked(&self.room) > 0
    }

    /// Gives a job to whoever is free next.
    pub(super) fn give(&self, open: Open, mut job: Job, options: &RunOptions) {
        let threads = options.room().threads_of(&open.limits, open.is_batch);
        job.limits.threads = Some(threads);
        job.limits.memory = job.limits.memory.map(|memory| memory.min(options.memory));
        *locked(&self.room) -= 1;
        // There is room: only this thread gives.
        let given = self.jobs.try_send((open, job, threads));
        debug_assert!(!matches!(given, Err(TrySendError::Full(_))), "there was room");
    }

    /// Stops all searches. Returns the number of jobs that nobody had begun.
    pub(super) fn stop(&self) -> u64 {
        let mut dropped = 0;
        // Whoever holds the queue waits for a job, or for its share of the memory.
        if let Ok(queue) = self.queue.try_lock() {
            while queue.try_recv().is_ok() {
                *locked(&self.room) += 1;
                dropped += 1;
            }
        }
        for seat in &self.seats {
            seat.stop();
        }
        dropped
    }

    /// Why nobody can work, if that is so.
    pub(super) fn broken(&self) -> Option<String> {
        self.seats.iter().find_map(|seat| seat.broken())
    }

    /// Ends those that do not stop.
    pub(super) fn kill(&self) {
        for seat in &self.seats {
            seat.kill();
        }
    }

    /// Ends the attempts that do not keep their time limit.
    pub(super) fn kill_overdue(&self) {
        for seat in &self.seats {
            seat.kill_if_overdue();
        }
    }

    /// No more jobs come.
    pub(super) fn end(self) {
        drop(self.jobs);
    }
}

/// One of them.
struct Worker<'a> {
    registry: &'a Registry,
    shares: &'a Shares,
    hand: Hand<'a>,
    results: Sender<Result>,
}

impl Worker<'_> {
    fn work(mut self, queue: &Mutex<Receiver<Ready>>, room: &Mutex<usize>) {
        loop {
            // The share is taken while the queue is held: a large job is not overtaken.
            let taken = {
                let queue = locked(queue);
                queue.recv().ok().map(|(open, job, threads)| {
                    let memory = job.limits.memory.unwrap_or(0);
                    (self.shares.take(threads, memory), open, job)
                })
            };
            let Some((share, open, job)) = taken else { return };
            *locked(room) += 1;
            let result = self.attempt(&open, job);
            self.shares.give_back(share);
            if self.results.send(result).is_err() {
                return;
            }
        }
    }

    /// Makes an attempt, and checks what it brought.
    fn attempt(&mut self, open: &Open, job: Job) -> Result {
        let began = Instant::now();
        let (registry, results) = (self.registry, &self.results);
        let ended = self.hand.attempt(&job, &mut |line: String| {
            // One that does not replay is not stored; its question stays open.
            if let Ok(answer) = verify::part(registry, &job, &line) {
                let recorded = Recorded::Part { task: job.task, answer };
                // If nobody takes results any more, the run is over.
                let _ = results.send(Result { recorded, open: open.clone() });
            }
        });
        let (ended, answer) = verify::ended(registry, &job, ended);
        let recorded = Recorded::Attempt {
            job: Box::new(job),
            host: crate::host().to_string(),
            ended: Box::new(ended),
            answer,
            seconds: began.elapsed().as_secs_f64(),
        };
        Result { recorded, open: open.clone() }
    }
}
