//! A worker: it takes jobs from the server, and gives results back.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_nats::jetstream::message::Acker;
use async_nats::jetstream::{AckKind, Context};
use fewest::search::Cancel;
use fewest_puzzles::puzzle::Registry;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::connect::Connection;
use super::control::Controls;
use super::fetch::Fetched;
use super::near;
use super::place::Place;
use super::post::Post;
use super::{ALIVE, Came, NatsError, NatsOptions, Pull, SENT_WITHIN, Sent, What, class, memory_of};
use crate::message::{Ended, Job};
use crate::run::Workers;
use crate::run::hand::{Hand, Seat, locked};
use crate::run::shares::Shares;
use crate::solve::Listener;

/// How a worker works.
#[derive(Clone)]
pub struct WorkerOptions {
    /// Who makes the attempts.
    pub workers: Workers,
    /// The number of threads that search at a time.
    pub threads: usize,
    /// Bytes of memory for all searches at a time.
    pub memory: u64,
    /// End after this time without a job, if given.
    pub idle: Option<Duration>,
    /// Stops it.
    pub cancel: Cancel,
}

/// Jobs are fetched for about this time ahead.
const AHEAD: Duration = Duration::from_millis(100);

/// The maximum number of jobs that are fetched at a time.
const MAX_FETCH: usize = 64;

/// How long searches may take to stop after they are told.
const STOP_WITHIN: Duration = Duration::from_millis(700);

/// Works for the campaigns of a NATS server until it is stopped, or idle for too long.
/// Returns the number of attempts that it made.
pub fn work(
    registry: &Registry,
    options: &WorkerOptions,
    nats: &NatsOptions,
    note: &mut dyn FnMut(&str),
) -> Result<u64, NatsError> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let connection = runtime.block_on(nats.connect())?;
    let threads = options.threads.max(1);
    let seats: Vec<Arc<Seat>> = (0..threads).map(|_| Arc::default()).collect();
    let crew = Shared {
        options,
        shares: Shares::new(threads, options.memory),
        handle: runtime.handle().clone(),
        context: connection.context.clone(),
        post: Post { context: connection.context.clone(), cancel: options.cancel.clone() },
        held: Arc::default(),
        next_key: AtomicU64::new(0),
        done: AtomicU64::new(0),
        busy: Mutex::new(Instant::now()),
        failed: Mutex::new(None),
        consumers: Mutex::new(None),
        over: AtomicBool::new(false),
        wide: AtomicUsize::new(0),
        controls: Controls::listen(connection.context.client(), runtime.handle()),
    };
    let places: Vec<Place> = seats.into_iter().map(Place::new).collect();
    std::thread::scope(|scope| {
        let hands: Vec<_> = places
            .iter()
            .map(|place| {
                let hand = Hand::new(registry, &options.workers, Arc::clone(&place.seat));
                let crew = &crew;
                scope.spawn(move || crew.work(hand, place))
            })
            .collect();
        let mut alive = Instant::now();
        let mut stopped: Option<Instant> = None;
        while !hands.iter().all(std::thread::ScopedJoinHandle::is_finished) {
            tell(&connection, note);
            if alive.elapsed() >= ALIVE {
                crew.keep_alive();
                alive = Instant::now();
            }
            for place in &places {
                place.stop_unwanted(&crew.controls);
                crew.leave_to_others(place);
                place.seat.kill_if_overdue();
                if let Some(reason) = place.seat.broken() {
                    *locked(&crew.failed) = Some(NatsError::Connect(reason));
                }
            }
            let is_idle = options.idle.is_some_and(|idle| locked(&crew.busy).elapsed() > idle);
            if options.cancel.is_cancelled() || is_idle || locked(&crew.failed).is_some() {
                crew.over.store(true, Ordering::Relaxed);
                if options.cancel.is_cancelled() {
                    for place in &places {
                        place.seat.stop();
                    }
                }
                let since = *stopped.get_or_insert_with(Instant::now);
                if since.elapsed() > STOP_WITHIN && options.cancel.is_cancelled() {
                    for place in &places {
                        place.seat.kill();
                    }
                }
            }
            std::thread::sleep(Duration::from_millis(25));
        }
    });
    tell(&connection, note);
    runtime.shutdown_timeout(Duration::from_millis(200));
    match crew.failed.into_inner() {
        Ok(Some(error)) => Err(error),
        _ => Ok(crew.done.into_inner()),
    }
}

fn tell(connection: &Connection, note: &mut dyn FnMut(&str)) {
    for text in connection.notes() {
        note(&text);
    }
}

/// What the threads of a worker share.
pub(super) struct Shared<'a> {
    pub(super) options: &'a WorkerOptions,
    shares: Shares,
    handle: Handle,
    pub(super) context: Context,
    post: Post,
    /// The jobs that are fetched and not done: the server is told that they are.
    pub(super) held: Arc<Mutex<BTreeMap<u64, Arc<Acker>>>>,
    pub(super) next_key: AtomicU64,
    done: AtomicU64,
    /// When there last was a job.
    busy: Mutex<Instant>,
    pub(super) failed: Mutex<Option<NatsError>>,
    /// The consumers, and when they were asked for.
    pub(super) consumers: Mutex<Option<(Instant, Vec<Pull>)>>,
    pub(super) over: AtomicBool,
    /// Jobs with all threads that run now: while there are any, no others are fetched.
    wide: AtomicUsize,
    controls: Controls,
}

/// What a search tells while it runs, on its way to the server.
struct Wire<'a> {
    shared: &'a Shared<'a>,
    campaign: &'a str,
    job: &'a Job,
    began: Instant,
}

impl Listener for Wire<'_> {
    fn part(&mut self, line: String) {
        let came = Came::of(self.job, self.began, What::Part(line));
        self.shared.handle.block_on(self.shared.post.send(self.campaign, &came, None));
    }

    /// What comes from others goes to the search as it comes.
    fn exchange(&mut self, new: Vec<String>) -> Vec<String> {
        if !new.is_empty() {
            let told = near::tell(&self.shared.context, self.campaign, &self.job.uid, new);
            self.shared.handle.block_on(told);
        }
        Vec::new()
    }
}

impl Shared<'_> {
    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed) || self.options.cancel.is_cancelled()
    }

    fn work(&self, mut hand: Hand<'_>, place: &Place) {
        let mut mean = AHEAD.as_secs_f64();
        let mut sending = None;
        while !self.is_over() {
            if self.wide.load(Ordering::Relaxed) > 0 {
                std::thread::sleep(AHEAD / 4);
                continue;
            }
            let many = (AHEAD.as_secs_f64() / mean.max(1e-4)) as usize;
            let fetched = self.handle.block_on(self.fetch(many.clamp(1, MAX_FETCH)));
            if fetched.is_empty() {
                continue;
            }
            locked(&place.waiting).extend(fetched);
            while let Some(job) = place.next() {
                *locked(&self.busy) = Instant::now();
                if self.is_over() {
                    self.give_back(&job);
                    continue;
                }
                let began = Instant::now();
                self.solve(&mut hand, place, job, &mut sending);
                mean = 0.8 * mean + 0.2 * began.elapsed().as_secs_f64();
                *locked(&self.busy) = Instant::now();
            }
        }
        self.wait_for(&mut sending);
    }

    /// Waits until the server has the result that is on its way.
    fn wait_for(&self, sending: &mut Option<JoinHandle<()>>) {
        if let Some(sending) = sending.take() {
            // It does not panic; if it did, the job would be done again.
            let _ = self.handle.block_on(sending);
        }
    }

    /// Tells the server that the jobs that are held are worked on.
    fn keep_alive(&self) {
        let held: Vec<Arc<Acker>> = locked(&self.held).values().cloned().collect();
        self.handle.block_on(async {
            let tell = async {
                for acker in held {
                    // If it does not arrive, another worker gets the job too.
                    let _ = acker.ack_with(AckKind::Progress).await;
                }
            };
            let _ = timeout(ALIVE, tell).await;
        });
    }

    fn solve(
        &self,
        hand: &mut Hand<'_>,
        place: &Place,
        fetched: Fetched,
        sending: &mut Option<JoinHandle<()>>,
    ) {
        let Fetched { key, acker, sent: Sent { campaign, is_live, mut job, .. }, .. } = fetched;
        let all = self.options.threads.max(1);
        let threads = job.threads(all);
        let is_wide = threads == all && all > 1;
        let share = self.options.memory / all as u64 * threads as u64;
        let memory = job.limits.memory.map_or(share, |_| memory_of(class(job.limits.memory)));
        if is_wide {
            self.wide.fetch_add(1, Ordering::Relaxed);
        }
        let taken = self.shares.take(threads, memory);
        job.limits.threads = Some(threads);
        job.limits.memory = Some(job.limits.memory.unwrap_or(share));
        let is_unwanted = || is_live && !self.controls.is_wanted(&campaign);
        let began = Instant::now();
        let ended = (!is_unwanted()).then(|| {
            *locked(&place.live) = is_live.then(|| campaign.clone());
            let others = job.exchanges.then(|| {
                let (context, seat) = (self.context.clone(), Arc::clone(&place.seat));
                self.handle.spawn(near::hear(context, campaign.clone(), job.uid.clone(), seat))
            });
            let ended = hand
                .attempt(&job, &mut Wire { shared: self, campaign: &campaign, job: &job, began });
            if let Some(others) = others {
                others.abort();
            }
            *locked(&place.live) = None;
            ended
        });
        self.shares.give_back(taken);
        if is_wide {
            self.wide.fetch_sub(1, Ordering::Relaxed);
        }
        let Some(ended) = ended.filter(|_| !is_unwanted()) else {
            locked(&self.held).remove(&key);
            // Nobody waits for it, here or elsewhere.
            self.answer(&acker, AckKind::Term);
            return;
        };
        let is_stopped = matches!(&ended, Ended::Answer(finding) if finding.stop == "cancelled");
        if !is_stopped || !self.options.cancel.is_cancelled() {
            self.done.fetch_add(1, Ordering::Relaxed);
        }
        // What a stopped worker found is told, and the job goes to another one.
        let came = Came::of(&job, began, What::Ended(Box::new(ended)));
        let (post, held) = (self.post.clone(), Arc::clone(&self.held));
        self.wait_for(sending);
        // The next job is begun meanwhile.
        *sending = Some(self.handle.spawn(async move {
            post.send(&campaign, &came, Some(&job.uid)).await;
            locked(&held).remove(&key);
            // Without this, the job would be done again, and the result dropped.
            let _ = timeout(SENT_WITHIN, acker.ack()).await;
        }));
    }

    /// Tells the server what becomes of a job, if it can be told.
    fn answer(&self, acker: &Acker, kind: AckKind) {
        // The timer needs the runtime around it.
        let _ = self.handle.block_on(async { timeout(SENT_WITHIN, acker.ack_with(kind)).await });
    }

    /// Gives back the jobs that wait behind a long one.
    fn leave_to_others(&self, place: &Place) {
        for fetched in place.held_up() {
            self.give_back(&fetched);
        }
    }

    /// Leaves a job that was fetched to others.
    fn give_back(&self, fetched: &Fetched) {
        locked(&self.held).remove(&fetched.key);
        // If it does not arrive, the job is delivered again all the same, but later.
        self.answer(&fetched.acker, AckKind::Nak(None));
    }
}

impl Came {
    fn of(job: &Job, began: Instant, what: What) -> Came {
        Came {
            version: crate::VERSION.into(),
            uid: job.uid.clone(),
            task: job.task,
            host: crate::host().into(),
            limits: job.limits,
            seconds: began.elapsed().as_secs_f64(),
            what,
        }
    }
}
