//! Running a campaign on this machine: the open tasks on all cores, within one memory
//! limit, each answer stored as soon as it is checked.

mod crew;
mod estimate;
pub(crate) mod hand;
pub(crate) mod shares;

pub use estimate::Estimate;

use std::sync::Arc;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use fewest::search::Cancel;
use fewest_puzzles::puzzle::Registry;

use crate::child::Start;
use crate::message::Ended;
use crate::store::{Open, Recorded, Room, Store, StoreError};
use crate::task::Limits;
use crew::Crew;
use shares::Shares;

/// Who makes the attempts.
#[derive(Clone)]
pub enum Workers {
    /// Threads of this process. A search that crashes the process ends the run.
    Threads,
    /// Child processes, started with this command and used again and again. It must call
    /// [`serve`](crate::serve).
    Processes(Arc<Start>),
}

/// How a campaign is run.
#[derive(Clone)]
pub struct RunOptions {
    /// Who makes the attempts.
    pub workers: Workers,
    /// The number of threads that search at a time.
    pub threads: usize,
    /// Bytes of memory for all searches at a time.
    pub memory: u64,
    /// Limits for each attempt that take the place of those of the campaign.
    pub limits: Limits,
    /// A task that crashed this number of times is given up.
    pub crashes: u32,
    /// Stops the run.
    pub cancel: Cancel,
}

impl RunOptions {
    /// In this process, with all cores, 2 GiB of memory and the limits of the campaign.
    pub fn threads() -> RunOptions {
        RunOptions {
            workers: Workers::Threads,
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            memory: 2 << 30,
            limits: Limits::default(),
            crashes: 3,
            cancel: Cancel::default(),
        }
    }

    fn room(&self) -> Room {
        Room { threads: self.threads.max(1), memory: self.memory }
    }
}

/// What a run reports.
#[derive(Clone, Debug)]
pub enum Progress<'a> {
    /// The number of tasks to do.
    Begins(u64),
    /// An attempt is over and stored.
    Ended(&'a Recorded),
    /// A sentence for whoever looks on.
    Note(&'a str),
    /// Nothing new, but time has passed.
    Tick(&'a Estimate),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunEnd {
    /// The attempts that ended with an answer.
    pub answered: u64,
    /// Those that can't be made.
    pub refused: u64,
    /// Those that did not survive.
    pub crashed: u64,
    /// Whether it was stopped.
    pub interrupted: bool,
}

impl RunEnd {
    /// Counts an attempt.
    pub(crate) fn count(&mut self, ended: &Ended) {
        match ended {
            Ended::Answer(finding) if finding.stop == "cancelled" => {}
            Ended::Answer(_) => self.answered += 1,
            Ended::Refused(_) => self.refused += 1,
            Ended::Crash(_) => self.crashed += 1,
        }
    }
}

/// Results are stored together when this much time has passed, or this number are
/// there.
pub(crate) const COMMIT_AFTER: Duration = Duration::from_millis(100);
pub(crate) const COMMIT_MANY: usize = 500;

/// How long searches may take to stop after they are told.
const STOP_WITHIN: Duration = Duration::from_millis(700);

/// Works on the open tasks of a campaign until all are done, or the run is stopped.
pub fn run(
    store: &mut Store,
    registry: &Registry,
    options: &RunOptions,
    report: &mut dyn FnMut(Progress<'_>),
) -> Result<RunEnd, StoreError> {
    let _lock = store.lock()?;
    let room = options.room();
    let mut open = store.open_tasks(options.limits, Some(room), options.crashes)?;
    // Those that need more than the share of a thread come last, when there is room for them.
    open.sort_by_key(|open| {
        let is_wide = room.threads_of(&open.limits, open.is_batch) > 1;
        is_wide || open.limits.memory.is_some_and(|memory| memory > room.share())
    });
    report(Progress::Begins(open.len() as u64));
    let campaign = store.id()?;
    let shares = Shares::new(options.threads, options.memory);
    let mut estimate = Estimate::new(open.len() as u64);
    let mut end = RunEnd::default();
    let mut waiting = open.into_iter().collect::<std::collections::VecDeque<_>>();
    let ended: Result<(), StoreError> = std::thread::scope(|scope| {
        let crew = Crew::start(scope, registry, options, &shares);
        let mut results: Vec<Recorded> = Vec::new();
        let mut committed = Instant::now();
        let mut stopped: Option<Instant> = None;
        let mut in_flight: u64 = 0;
        let mut outcome = Ok(());
        loop {
            if stopped.is_none() && outcome.is_ok() {
                while crew.wants_more() {
                    let Some(next) = waiting.pop_front() else { break };
                    match store.job(&campaign, &next) {
                        Ok(job) => crew.give(next, job, options),
                        Err(error) => {
                            outcome = Err(error);
                            break;
                        }
                    }
                    in_flight += 1;
                }
            }
            if let Some(reason) = crew.broken() {
                outcome = Err(StoreError::Other(reason));
            }
            if options.cancel.is_cancelled() || outcome.is_err() {
                stopped.get_or_insert_with(Instant::now);
                in_flight -= crew.stop();
            }
            if stopped.is_some_and(|since| since.elapsed() > STOP_WITHIN) {
                crew.kill();
            }
            crew.kill_overdue();
            let is_over = in_flight == 0 && (waiting.is_empty() || stopped.is_some());
            let is_due = results.len() >= COMMIT_MANY || committed.elapsed() >= COMMIT_AFTER;
            if (is_over || is_due) && !results.is_empty() {
                match store.record(&results) {
                    Ok(_) => results.iter().for_each(|result| report(Progress::Ended(result))),
                    Err(error) => outcome = Err(error),
                }
                results.clear();
                committed = Instant::now();
                report(Progress::Tick(&estimate));
            }
            if is_over {
                break;
            }
            let recorded = match crew.results.recv_timeout(COMMIT_AFTER / 4) {
                Ok(recorded) => recorded,
                Err(RecvTimeoutError::Timeout) => {
                    report(Progress::Tick(&estimate));
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Recorded::Attempt { ended, seconds, .. } = &recorded.recorded {
                in_flight -= 1;
                end.count(ended);
                let tries_again = matches!(**ended, Ended::Crash(_))
                    && recorded.open.crashes + 1 < options.crashes;
                if tries_again {
                    let open = recorded.open.clone();
                    let (attempts, crashes) = (open.attempts + 1, open.crashes + 1);
                    waiting.push_back(Open { attempts, crashes, ..open });
                } else {
                    estimate.done(*seconds);
                }
            }
            results.push(recorded.recorded);
        }
        crew.end();
        outcome
    });
    ended?;
    end.interrupted = options.cancel.is_cancelled();
    Ok(end)
}
