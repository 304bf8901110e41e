//! The coordinator: it has the store, publishes jobs, and stores results.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use fewest_puzzles::puzzle::Registry;
use futures_util::StreamExt;
use tokio::time::timeout;

use super::connect::Connection;
use super::streams::Streams;
use super::{Came, DOUBT, NatsError, NatsOptions, PAUSE, WINDOW, What};
use super::{given_up_reason, given_up_subject};
use crate::message::{Ended, Job};
use crate::run::{COMMIT_AFTER, COMMIT_MANY, Estimate, Progress, RunEnd, RunOptions};
use crate::store::{Open, Recorded, Store};
use crate::verify;

/// Runs a campaign on the workers of a NATS server until all is done, or the run is
/// stopped. Of `options`, only the limits, the crashes and the cancel flag count.
pub fn coordinate(
    store: &mut Store,
    registry: &Registry,
    options: &RunOptions,
    nats: &NatsOptions,
    report: &mut dyn FnMut(Progress<'_>),
) -> Result<RunEnd, NatsError> {
    let _lock = store.lock()?;
    let campaign = store.id()?;
    let open = store.open_tasks(options.limits, None, options.crashes)?;
    report(Progress::Begins(open.len() as u64));
    let estimate = Estimate::new(open.len() as u64);
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(async {
        let connection = nats.connect().await?;
        let mut coordinator = Coordinator {
            store,
            registry,
            options,
            campaign,
            nonce: crate::uid::fresh(),
            waiting: open.into(),
            sent: HashMap::new(),
            estimate,
            end: RunEnd::default(),
            report,
        };
        coordinator.run(&connection).await?;
        coordinator.end.interrupted = options.cancel.is_cancelled();
        Ok(coordinator.end)
    })
}

struct Coordinator<'a> {
    store: &'a mut Store,
    registry: &'a Registry,
    options: &'a RunOptions,
    campaign: String,
    nonce: String,
    waiting: VecDeque<Open>,
    /// What is published and not done, by the identity of the attempt.
    sent: HashMap<String, (Open, Job)>,
    estimate: Estimate,
    end: RunEnd,
    report: &'a mut dyn FnMut(Progress<'_>),
}

impl Coordinator<'_> {
    fn is_over(&self) -> bool {
        self.options.cancel.is_cancelled() || self.waiting.is_empty() && self.sent.is_empty()
    }

    async fn run(&mut self, connection: &Connection) -> Result<(), NatsError> {
        let mut is_first = true;
        while !self.is_over() {
            self.tell(connection);
            let Ok(streams) = self.streams(connection).await else {
                self.pause(connection).await;
                continue;
            };
            if is_first {
                // What an earlier coordinator published is published again, if it is
                // still open; what is in the hands of workers comes all the same.
                if !streams.purge().await {
                    continue;
                }
                is_first = false;
            }
            self.serve(connection, &streams).await?;
        }
        if self.options.cancel.is_cancelled()
            && let Ok(Ok(streams)) = timeout(PAUSE, self.streams(connection)).await
        {
            // Nobody is to begin what nobody waits for.
            let _ = timeout(PAUSE, streams.purge()).await;
        }
        Ok(())
    }

    async fn streams(&self, connection: &Connection) -> Result<Streams, String> {
        Streams::open(&connection.context, &self.campaign, None).await
    }

    /// Publishes and gathers until something is wrong with the connection.
    async fn serve(&mut self, connection: &Connection, streams: &Streams) -> Result<(), NatsError> {
        let client = connection.context.client();
        let Ok(mut given_up) = client.subscribe(given_up_subject()).await else {
            return Ok(());
        };
        let Ok(mut messages) =
            streams.results.stream().max_messages_per_batch(500).messages().await
        else {
            return Ok(());
        };
        let mut heard = Instant::now();
        while !self.is_over() {
            self.tell(connection);
            if !self.publish(streams).await {
                return Ok(());
            }
            let mut came: Vec<Message> = Vec::new();
            let until = Instant::now() + COMMIT_AFTER;
            while came.len() < COMMIT_MANY && Instant::now() < until {
                match timeout(COMMIT_AFTER / 4, messages.next()).await {
                    Ok(Some(Ok(message))) => came.push(message),
                    Ok(_) => return self.take(came).await,
                    Err(_) if came.is_empty() && self.options.cancel.is_cancelled() => break,
                    Err(_) if !came.is_empty() => break,
                    Err(_) => {}
                }
            }
            while let Ok(Some(note)) = timeout(Duration::ZERO, given_up.next()).await {
                self.give_up(&note.payload, streams).await?;
            }
            if !came.is_empty() {
                heard = Instant::now();
            }
            self.take(came).await?;
            (self.report)(Progress::Tick(&self.estimate));
            if heard.elapsed() > DOUBT {
                heard = Instant::now();
                if !self.republish_lost(streams).await {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Publishes jobs until enough are on their way. Returns whether the server took
    /// them.
    async fn publish(&mut self, streams: &Streams) -> bool {
        let mut jobs = Vec::new();
        while self.sent.len() + jobs.len() < WINDOW {
            let Some(open) = self.waiting.pop_front() else { break };
            match self.store.job(&self.campaign, &open) {
                Ok(job) => jobs.push((open, job)),
                Err(error) => {
                    (self.report)(Progress::Note(&error.to_string()));
                    self.waiting.push_front(open);
                    self.options.cancel.cancel();
                    break;
                }
            }
        }
        self.publish_all(streams, jobs).await
    }

    async fn publish_all(&mut self, streams: &Streams, jobs: Vec<(Open, Job)>) -> bool {
        let posted = streams.post(jobs, &self.nonce, false).await;
        for (_, job) in posted.too_long {
            self.refuse(job, "the task is longer than a message of the server may be");
        }
        for (open, job) in posted.sent {
            self.sent.insert(job.uid.clone(), (open, job));
        }
        let all_sent = posted.failed.is_empty();
        for (open, _) in posted.failed {
            self.waiting.push_front(open);
        }
        all_sent
    }

    fn refuse(&mut self, job: Job, reason: &str) {
        let ended = Ended::Refused(reason.into());
        self.end.count(&ended);
        self.estimate.done(0.0);
        let recorded = Recorded::Attempt {
            job: Box::new(job),
            host: crate::host().into(),
            ended: Box::new(ended),
            answer: None,
            seconds: 0.0,
        };
        if self.store.record(std::slice::from_ref(&recorded)).is_ok() {
            (self.report)(Progress::Ended(&recorded));
        }
    }

    /// Stores what came, then acknowledges it: what was not stored comes again.
    async fn take(&mut self, came: Vec<Message>) -> Result<(), NatsError> {
        let mut results = Vec::new();
        for message in &came {
            let Ok(result) = serde_json::from_slice::<Came>(&message.payload) else { continue };
            if result.version != crate::VERSION {
                let note = format!(
                    "a result of version {} from {} is not taken; this program has {}",
                    result.version,
                    result.host,
                    crate::VERSION
                );
                (self.report)(Progress::Note(&note));
                continue;
            }
            if let Some(recorded) = self.check(result)? {
                results.push(recorded);
            }
        }
        if !results.is_empty() {
            self.store.record(&results)?;
            for result in &results {
                (self.report)(Progress::Ended(result));
            }
        }
        for message in &came {
            // If it does not reach the server, the message comes again and is dropped.
            let _ = message.ack().await;
        }
        Ok(())
    }

    /// Checks a result: every plan is replayed.
    fn check(&mut self, came: Came) -> Result<Option<Recorded>, NatsError> {
        let Came { uid, task, host, limits, seconds, what, .. } = came;
        let known = match &what {
            What::Part(_) => self.sent.get(&uid).cloned(),
            What::Ended(_) => self.sent.remove(&uid),
        };
        let is_known = known.is_some();
        let (open, mut job) = match known {
            Some(known) => known,
            // Of an earlier coordinator.
            None => match self.store.job_of(task, &uid)? {
                Some(job) => {
                    let open = Open { task, limits, is_batch: false, attempts: 0, crashes: 0 };
                    (open, job)
                }
                None => return Ok(None),
            },
        };
        job.limits = limits;
        Ok(match what {
            What::Part(line) => match verify::part(self.registry, &job, &line) {
                Ok(answer) => Some(Recorded::Part { task, answer }),
                Err(_) => None,
            },
            What::Ended(ended) => {
                let (ended, answer) = verify::ended(self.registry, &job, *ended);
                if is_known {
                    self.ended(&open, &ended, seconds);
                }
                let (job, ended) = (Box::new(job), Box::new(ended));
                Some(Recorded::Attempt { job, host, ended, answer, seconds })
            }
        })
    }

    /// Counts an attempt, and lets a task that crashed be tried again.
    fn ended(&mut self, open: &Open, ended: &Ended, seconds: f64) {
        self.end.count(ended);
        let is_stopped = matches!(ended, Ended::Answer(finding) if finding.stop == "cancelled");
        let is_crash = matches!(ended, Ended::Crash(_));
        let crashes = open.crashes + u32::from(is_crash);
        if is_stopped || is_crash && crashes < self.options.crashes {
            self.waiting.push_back(Open { attempts: open.attempts + 1, crashes, ..open.clone() });
        } else {
            self.estimate.done(seconds);
        }
    }

    /// A job that no worker survived: the dead letter.
    async fn give_up(&mut self, advisory: &[u8], streams: &Streams) -> Result<(), NatsError> {
        let Some(job) = streams.given_up(advisory).await else { return Ok(()) };
        let Some((open, job)) = self.sent.remove(&job.uid) else { return Ok(()) };
        let ended = Ended::Crash(given_up_reason());
        self.ended(&open, &ended, 0.0);
        let (job, ended) = (Box::new(job), Box::new(ended));
        let host = crate::host().into();
        let recorded = Recorded::Attempt { job, host, ended, answer: None, seconds: 0.0 };
        self.store.record(std::slice::from_ref(&recorded))?;
        (self.report)(Progress::Ended(&recorded));
        Ok(())
    }

    /// Publishes again what the server does not have any more. Returns whether that could
    /// be found out.
    async fn republish_lost(&mut self, streams: &Streams) -> bool {
        match streams.is_empty().await {
            None => false,
            Some(true) if !self.sent.is_empty() => {
                let lost: Vec<(Open, Job)> = self.sent.drain().map(|(_, sent)| sent).collect();
                self.nonce = crate::uid::fresh();
                self.publish_all(streams, lost).await
            }
            Some(_) => true,
        }
    }

    fn tell(&mut self, connection: &Connection) {
        for note in connection.notes() {
            (self.report)(Progress::Note(&note));
        }
    }

    async fn pause(&mut self, connection: &Connection) {
        self.tell(connection);
        (self.report)(Progress::Tick(&self.estimate));
        tokio::time::sleep(PAUSE).await;
    }
}
