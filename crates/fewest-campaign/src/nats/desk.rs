//! The desk of whoever has one puzzle solved by all workers: jobs go out, and the end of
//! each comes back once, whatever happens to workers and to the server.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use async_nats::Subscriber;
use async_nats::jetstream::consumer::pull;
use futures_util::StreamExt;
use tokio::time::timeout;

use super::connect::Connection;
use super::streams::Streams;
use super::{Came, DOUBT, NatsError, PAUSE, WINDOW, What, control, near};
use super::{given_up_reason, given_up_subject};
use crate::message::{Ended, Finding, Job};

/// A job that crashed this number of times ends everything.
const CRASHES: u32 = 3;

/// How long a turn waits for results.
const TURN: Duration = Duration::from_millis(100);

/// Without a coordinator for this long, the server forgets what was for it.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(3600);

/// The desk.
pub(super) struct Desk<'a> {
    connection: &'a Connection,
    note: &'a mut dyn FnMut(&str),
    id: String,
    nonce: String,
    line: Option<Line>,
    queue: VecDeque<(Sender, Job)>,
    sent: HashMap<String, (Sender, Job)>,
    /// When a result came last, and when workers were last told that somebody waits.
    heard: Instant,
    told: Option<Instant>,
    /// The hosts that worked.
    pub(super) hosts: Vec<String>,
}

/// What a job is for, and how often it crashed.
#[derive(Clone, Copy)]
struct Sender {
    key: usize,
    crashes: u32,
}

/// What an open connection has.
struct Line {
    streams: Streams,
    results: pull::Stream,
    given_up: Subscriber,
}

impl<'a> Desk<'a> {
    pub(super) fn new(connection: &'a Connection, note: &'a mut dyn FnMut(&str)) -> Self {
        Desk {
            connection,
            note,
            id: format!("solve{}", crate::uid::fresh()),
            nonce: crate::uid::fresh(),
            line: None,
            queue: VecDeque::new(),
            sent: HashMap::new(),
            heard: Instant::now(),
            told: None,
            hosts: Vec::new(),
        }
    }

    /// Adds a job; its end comes with this key.
    pub(super) fn add(&mut self, key: usize, job: Job) {
        self.queue.push_back((Sender { key, crashes: 0 }, job));
    }

    /// The number of jobs whose end has not come.
    pub(super) fn open(&self) -> usize {
        self.queue.len() + self.sent.len()
    }

    /// Sends what is to be sent, and returns what came within a short time.
    pub(super) async fn turn(&mut self) -> Result<Vec<(usize, Finding)>, NatsError> {
        for note in self.connection.notes() {
            (self.note)(&note);
        }
        if self.told.is_none_or(|told| told.elapsed() >= control::TELL) {
            self.told = Some(Instant::now());
            let client = self.connection.context.client();
            let _ = timeout(PAUSE, control::tell(&client, &self.id, false)).await;
        }
        let mut line = if let Some(line) = self.line.take() {
            line
        } else {
            let Ok(Ok(line)) = timeout(PAUSE, self.connect()).await else {
                tokio::time::sleep(PAUSE).await;
                return Ok(Vec::new());
            };
            line
        };
        let mut came = Vec::new();
        let mut is_fine = self.post(&line.streams).await?;
        let until = Instant::now() + TURN;
        while is_fine && Instant::now() < until && self.open() > 0 {
            match timeout(TURN / 4, line.results.next()).await {
                Ok(Some(Ok(message))) => {
                    self.heard = Instant::now();
                    if let Ok(result) = serde_json::from_slice::<Came>(&message.payload) {
                        self.take(result, &mut came)?;
                    }
                    // If it does not arrive, the result comes again and is dropped.
                    let _ = message.ack().await;
                }
                Ok(_) => is_fine = false,
                Err(_) if !came.is_empty() => break,
                Err(_) => {}
            }
        }
        while let Ok(Some(advisory)) = timeout(Duration::ZERO, line.given_up.next()).await {
            let given_up = line.streams.given_up(&advisory.payload).await;
            if let Some((sender, job)) = given_up.and_then(|job| self.sent.remove(&job.uid)) {
                self.try_again(sender, job, &given_up_reason())?;
            }
        }
        if self.heard.elapsed() > DOUBT {
            self.heard = Instant::now();
            if line.streams.is_empty().await == Some(true) {
                self.nonce = crate::uid::fresh();
                self.queue.extend(self.sent.drain().map(|(_, sent)| sent));
            }
        }
        if is_fine {
            self.line = Some(line);
        }
        Ok(came)
    }

    async fn connect(&self) -> Result<Line, String> {
        let context = &self.connection.context;
        let streams = Streams::open(context, &self.id, Some(FORGOTTEN_AFTER)).await?;
        let given_up = context.client().subscribe(given_up_subject()).await;
        let given_up = given_up.map_err(|error| error.to_string())?;
        let results = streams.results.stream().max_messages_per_batch(500).messages().await;
        let results = results.map_err(|error| error.to_string())?;
        Ok(Line { streams, results, given_up })
    }

    /// Posts jobs until enough are on their way. Returns whether the server took them.
    async fn post(&mut self, streams: &Streams) -> Result<bool, NatsError> {
        let room = WINDOW.saturating_sub(self.sent.len()).min(self.queue.len());
        let mut jobs: Vec<(Sender, Job)> = self.queue.drain(..room).collect();
        for (sender, job) in &mut jobs {
            job.uid = format!("{}-{}-{}", self.id, crate::uid::fresh(), sender.key);
        }
        let posted = streams.post(jobs, &self.nonce, true).await;
        if !posted.too_long.is_empty() {
            let reason = "the puzzle is longer than a message of the server may be";
            return Err(NatsError::Failed(reason.into()));
        }
        for (sender, job) in posted.sent {
            self.sent.insert(job.uid.clone(), (sender, job));
        }
        let is_fine = posted.failed.is_empty();
        self.queue.extend(posted.failed);
        Ok(is_fine)
    }

    fn take(&mut self, came: Came, all: &mut Vec<(usize, Finding)>) -> Result<(), NatsError> {
        let What::Ended(ended) = came.what else { return Ok(()) };
        let Some((sender, job)) = self.sent.remove(&came.uid) else { return Ok(()) };
        if came.version != crate::VERSION {
            let (what, found, known) = ("a worker", came.version, crate::VERSION);
            return Err(NatsError::Version { what, found, known });
        }
        if !self.hosts.contains(&came.host) {
            self.hosts.push(came.host);
        }
        match *ended {
            Ended::Answer(finding) if finding.stop == "cancelled" => {
                // Its worker was stopped, and another one takes it.
                self.queue.push_back((sender, job));
            }
            Ended::Answer(finding) => all.push((sender.key, finding)),
            Ended::Refused(reason) => return Err(NatsError::Unfit(reason)),
            Ended::Crash(reason) => self.try_again(sender, job, &reason)?,
        }
        Ok(())
    }

    fn try_again(&mut self, sender: Sender, job: Job, reason: &str) -> Result<(), NatsError> {
        let sender = Sender { crashes: sender.crashes + 1, ..sender };
        if sender.crashes >= CRASHES {
            let message = format!("a part of the search crashed {CRASHES} times: {reason}");
            return Err(NatsError::Failed(message));
        }
        self.queue.push_back((sender, job));
        Ok(())
    }

    /// Tells all workers to stop, and leaves nothing behind.
    pub(super) async fn close(mut self) {
        let context = &self.connection.context;
        let client = context.client();
        let close = async {
            control::tell(&client, &self.id, true).await;
            match self.line.take() {
                Some(line) => line.streams.remove().await,
                None => {
                    if let Ok(streams) = Streams::open(context, &self.id, None).await {
                        streams.remove().await;
                    }
                }
            }
            near::forget(context, &self.id).await;
            let _ = client.flush().await;
        };
        let _ = Box::pin(timeout(2 * PAUSE, close)).await;
    }
}
