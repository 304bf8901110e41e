//! One puzzle on many machines: workers share the subtrees of IDA*, or attempts that are
//! nearly right.

use std::time::{Duration, Instant};

use fewest::search::{Budget, Counts, Event, Progress, Status, Stop};
use fewest::space::{Cost, DEAD_END};
use fewest_puzzles::puzzle::{
    Answer, Found, Method, Moves, Position, Remaining, Request, Subtrees, Teamwork, Wanted, Watch,
};

use super::desk::Desk;
use super::{NatsError, NatsOptions};
use crate::frontier::Frontier;
use crate::message::{Finding, Job};
use crate::task::{Limits, Options, Task};

/// The time in which this machine tries alone: most puzzles need no others.
const ALONE: Duration = Duration::from_secs(1);

/// A part of an iteration takes about this many expansions, a fraction of a second, unless
/// there would be too few parts for many workers, or too many to send.
const PART: u64 = 4_000_000;
const MIN_PARTS: u64 = 64;
const MAX_PARTS: u64 = 2000;

/// By how much an iteration is expected to be larger than the one before.
const GROWTH: u64 = 8;

/// The time of one search that exchanges attempts, before it begins again with those of
/// all.
const SLICE: Duration = Duration::from_secs(60);

/// The number of such searches that wait for workers.
const SLICES: usize = 32;

/// How long those that end at the time limit may take to tell.
const GRACE: Duration = Duration::from_secs(3);

/// A puzzle that the workers of a NATS server solve together.
///
/// Of the request, the limits of time and nodes are for all workers together, and the
/// threads for the first second, in which this machine tries alone.
///
/// ```no_run
/// use fewest_campaign::{NatsOptions, Together};
/// use fewest_puzzles::puzzle::{Registry, Request};
///
/// let position = Registry::standard().parse("10 7 12 13\n3 15 14 8\n0 2 5 1\n9 6 4 11\n", None)?;
/// let (request, nats) = (Request::default(), NatsOptions::at("nats://coordinator:4222"));
/// let together = Together { position: &*position, goal: None, request: &request, memory: None };
/// let answer = together.solve(&nats, &mut (), &mut |note| eprintln!("{note}"))?;
/// assert_eq!(answer.cost(), Some(56));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Together<'a> {
    /// The puzzle.
    pub position: &'a dyn Position,
    /// What [`Position::with_goal`] took, if it was called.
    pub goal: Option<&'a str>,
    /// How to solve it.
    pub request: &'a Request,
    /// Bytes of memory for each search; by default a worker's share.
    pub memory: Option<u64>,
}

impl Together<'_> {
    /// Solves it. With subtrees of IDA*, the plan is proved to have the fewest moves.
    pub fn solve(
        &self,
        nats: &NatsOptions,
        watch: &mut dyn Watch,
        note: &mut dyn FnMut(&str),
    ) -> Result<Answer, NatsError> {
        let started = Instant::now();
        let teamwork = self.teamwork()?;
        let alone = self.alone(watch)?;
        let is_done = match teamwork {
            Teamwork::Subtrees => matches!(alone.status, Status::Optimal | Status::Unsolvable),
            Teamwork::Exchange => alone.status != Status::Unknown || alone.stop == Stop::Done,
        };
        let is_out = alone.stop.is_limit() && !self.is_only_time(&alone, started);
        if teamwork == Teamwork::Exchange && alone.status == Status::Solved && !is_out {
            // Others find plans, but do not shorten them.
            return self.position.solve(self.request, watch).map_err(unfit);
        }
        if is_done || is_out {
            return Ok(alone);
        }
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let found = runtime.block_on(async {
            let connection = nats.connect().await?;
            let mut desk = Desk::new(&connection, note);
            let mut search = Search { together: self, desk: &mut desk, watch, started, alone };
            let found = match teamwork {
                Teamwork::Subtrees => Box::pin(search.by_subtrees()).await,
                Teamwork::Exchange => Box::pin(search.by_exchange()).await,
            };
            Box::pin(desk.close()).await;
            found
        })?;
        self.position.conclude(found).map_err(unfit)
    }

    fn teamwork(&self) -> Result<Teamwork, NatsError> {
        let Request { method, wanted, .. } = self.request;
        let name = self.position.puzzle().name();
        if *wanted != Wanted::One {
            return Err(unfit("several machines find one plan together, not all of them"));
        }
        self.position.teamwork(method).ok_or_else(|| match method {
            Method::Automatic => unfit(format!(
                "{name} is not solved by several machines together, except with --algorithm idastar"
            )),
            method => unfit(format!(
                "{name} is not solved by several machines together with {}",
                method.name()
            )),
        })
    }

    /// What this machine finds in a short time.
    fn alone(&self, watch: &mut dyn Watch) -> Result<Answer, NatsError> {
        let budget = &self.request.budget;
        let time = Some(budget.time.map_or(ALONE, |time| time.min(ALONE)));
        let budget = Budget { time, ..budget.clone() };
        let request = Request { budget, ..self.request.clone() };
        self.position.solve(&request, watch).map_err(unfit)
    }

    /// Whether it stopped only because it had so little time.
    fn is_only_time(&self, alone: &Answer, started: Instant) -> bool {
        let budget = &self.request.budget;
        alone.stop == Stop::Time && budget.time.is_none_or(|time| started.elapsed() < time)
    }

    /// A job for this puzzle.
    fn job(&self) -> Result<Job, NatsError> {
        let Request { method, heuristic, seed, .. } = self.request.clone();
        let task = Task::of("together", self.position, self.goal).map_err(unfit)?;
        let named = (method != Method::Automatic).then(|| method.name().to_string());
        Ok(Job {
            options: Options { algorithm: named, heuristic, seed, ..Options::default() },
            limits: Limits { memory: self.memory, ..Limits::default() },
            ..Job::new(0, task.puzzle, task.question)
        })
    }
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
fn unfit(reason: impl ToString) -> NatsError {
    NatsError::Unfit(reason.to_string())
}

/// A search by all workers.
struct Search<'a, 'd> {
    together: &'a Together<'a>,
    desk: &'a mut Desk<'d>,
    watch: &'a mut dyn Watch,
    started: Instant,
    /// What this machine found before.
    alone: Answer,
}

impl Search<'_, '_> {
    /// Which limit is reached, if any.
    fn limit(&self, counts: &Counts) -> Option<Stop> {
        let budget = &self.together.request.budget;
        if budget.cancel.is_cancelled() {
            Some(Stop::Cancelled)
        } else if budget.time.is_some_and(|time| self.started.elapsed() >= time) {
            Some(Stop::Time)
        } else if budget.nodes.is_some_and(|nodes| counts.expanded >= nodes) {
            Some(Stop::Nodes)
        } else {
            None
        }
    }

    fn count(counts: &mut Counts, finding: &Finding) {
        let spent = finding.spent;
        counts.expanded += spent.expanded;
        counts.generated += spent.generated;
        counts.peak_bytes = counts.peak_bytes.max(spent.bytes);
    }

    fn counts(&self, counts: &Counts) -> Counts {
        Counts { elapsed: self.started.elapsed(), ..*counts }
    }

    /// One iteration of IDA* after another, each in parts.
    async fn by_subtrees(&mut self) -> Result<Found, NatsError> {
        let Together { position, goal, .. } = *self.together;
        let base = self.together.job()?;
        let mut frontier = Frontier::new(position, goal).map_err(unfit)?;
        let mut counts = self.alone.counts;
        let mut last = counts.expanded;
        let best = self.alone.cost();
        let mut found = Found {
            moves: self.alone.plan().cloned(),
            bound: self.alone.bound,
            stop: Stop::Done,
            counts,
            algorithm: "idastar".into(),
            heuristic: self.alone.heuristic.clone(),
        };
        while best.is_none_or(|best| found.bound < best) {
            let bound = found.bound;
            let parts = (last.saturating_mul(GROWTH) / PART).clamp(MIN_PARTS, MAX_PARTS) as usize;
            frontier.split(parts, bound as usize / 2);
            let all: Vec<_> = frontier.parts(parts).collect();
            for (key, part) in all.iter().enumerate() {
                let subtrees = Subtrees { prefixes: frontier.prefixes(part), bound };
                self.desk.add(key, Job { subtrees: Some(subtrees), ..base.clone() });
            }
            let (mut next, before): (Cost, u64) = (DEAD_END, counts.expanded);
            while self.desk.open() > 0 {
                if let Some(stop) = self.limit(&counts) {
                    return Ok(Found { stop, counts: self.counts(&counts), ..found });
                }
                for (key, finding) in Box::pin(self.desk.turn()).await? {
                    Self::count(&mut counts, &finding);
                    frontier.measured(&all[key], finding.spent.expanded);
                    found.heuristic = finding.heuristic.clone().or(found.heuristic);
                    if let Some(plan) = &finding.plan {
                        found.moves = Some(self.read(plan)?);
                        return Ok(Found { counts: self.counts(&counts), ..found });
                    }
                    if finding.stop != Stop::Done.name() {
                        return Err(NatsError::Failed(format!(
                            "a worker stopped a part of the search: {} limit reached",
                            finding.stop
                        )));
                    }
                    next = next.min(finding.bound.unwrap_or(DEAD_END));
                }
                self.watch.event(Event::Progress(Progress {
                    counts: self.counts(&counts),
                    bound,
                    best,
                    depth: None,
                }));
            }
            if next <= bound {
                let message = "internal error (please report): a bound that does not rise";
                return Err(NatsError::Failed(message.into()));
            }
            last = counts.expanded - before;
            self.watch.event(Event::Iteration { bound, counts: self.counts(&counts) });
            found.bound = next;
        }
        Ok(Found { counts: self.counts(&counts), ..found })
    }

    /// Searches with different seeds that tell each other what is nearly right, until one
    /// of them has a plan.
    async fn by_exchange(&mut self) -> Result<Found, NatsError> {
        let base = self.together.job()?;
        let time = self.together.request.budget.time;
        let mut counts = self.alone.counts;
        let mut found = Found {
            moves: self.alone.partial.as_ref().map(|partial| partial.moves.clone()),
            bound: self.alone.bound,
            stop: Stop::Done,
            counts,
            algorithm: self.alone.algorithm.clone(),
            heuristic: None,
        };
        let mut least = self.alone.partial.as_ref().map(|partial| partial.remaining.count);
        let mut number = 0;
        loop {
            let left = time.map(|time| time.saturating_sub(self.started.elapsed()));
            let stop = self.limit(&counts);
            let is_late =
                left.is_none_or(|_| self.started.elapsed() > time.unwrap_or_default() + GRACE);
            if let Some(stop) = stop
                && (stop != Stop::Time || is_late || self.desk.open() == 0)
            {
                return Ok(Found { stop, counts: self.counts(&counts), ..found });
            }
            while stop.is_none() && self.desk.open() < SLICES {
                // No seed is used twice.
                let first = base.options.seed.unwrap_or(1);
                let seed = first.wrapping_add((number as u64 + 1).wrapping_mul(0x9e37_79b9));
                let slice = left.map_or(SLICE, |left| left.min(SLICE)).as_secs_f64();
                let mut job = Job { exchanges: true, ..base.clone() };
                (job.options.seed, job.limits.time) = (Some(seed), Some(slice));
                job.options.first = true;
                self.desk.add(number, job);
                number += 1;
            }
            for (_, finding) in Box::pin(self.desk.turn()).await? {
                Self::count(&mut counts, &finding);
                found.algorithm.clone_from(&finding.algorithm);
                if let Some(plan) = &finding.plan {
                    found.moves = Some(self.read(plan)?);
                    return Ok(Found { counts: self.counts(&counts), ..found });
                }
                if let (Some(partial), Some(remaining)) = (&finding.partial, finding.remaining)
                    && least.is_none_or(|least| remaining < least)
                {
                    let moves = self.read(partial)?;
                    least = Some(remaining);
                    self.tell(remaining, &moves);
                    found.moves = Some(moves);
                }
            }
            let (counts, bound) = (self.counts(&counts), found.bound);
            let progress = Progress { counts, bound, best: None, depth: None };
            self.watch.event(Event::Progress(progress));
        }
    }

    fn tell(&mut self, count: u64, moves: &Moves) {
        let what = self.together.position.remaining().map_or("", |remaining| remaining.what);
        let remaining = Remaining { count, what };
        self.watch.partial(remaining, moves);
        self.watch.event(Event::Remaining(remaining));
    }

    /// Moves of a worker.
    fn read(&self, text: &str) -> Result<Moves, NatsError> {
        let read = self.together.position.read_plan(text);
        let read = read.map_err(|error| {
            NatsError::Failed(format!("internal error (please report): a worker's plan: {error}"))
        })?;
        Ok(read.moves)
    }
}
