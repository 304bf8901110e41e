//! Several walks on several threads, until one of them is done.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{Acceptance, CHECK_INTERVAL, Local, Walk};
use crate::parallel;
use crate::search::event::{Event, Progress, Sample};
use crate::search::{Budget, Counts, Meter, Stop};

/// How a race ended.
#[derive(Clone, Debug)]
pub struct End<T> {
    /// The best attempt of all walks.
    pub best: T,
    /// What is wrong with it.
    pub remaining: u64,
    /// [`Stop::Done`] if nothing is.
    pub stop: Stop,
    /// Steps as expansions, neighbours that were looked at as generated states.
    pub counts: Counts,
}

/// What a local search reports while it runs.
#[derive(Debug)]
pub enum Report<'a, T> {
    /// An event: samples of every walk, at the same steps for the same seed, and
    /// progress with what all walks together have spent.
    Event(Event<'a>),
    /// There is a new best attempt.
    Best {
        /// The attempt.
        attempt: &'a T,
        /// What is wrong with it.
        remaining: u64,
    },
}

/// Each walk is reported once in [`SAMPLE`] check intervals, and the best attempt,
/// which may be costlier for the receiver, once in [`LOOK`].
const SAMPLE: u64 = 8;
const LOOK: u64 = 64;

/// Who receives reports: the caller, from the walk on its own thread.
type Reporter<'a, T> = Option<&'a mut dyn FnMut(Report<'_, T>)>;

/// What the walks share.
struct Track<T> {
    /// A walk finished in this round, so that walks past it may stop; another one may
    /// still finish in an earlier round.
    done: AtomicU64,
    /// The steps of all walks.
    steps: AtomicU64,
    /// The neighbours that they looked at.
    looked_at: AtomicU64,
    /// The least that is wrong with any attempt, to check before taking the lock.
    remaining: AtomicU64,
    best: Mutex<Option<(T, u64)>>,
    samples: Mutex<Vec<Option<Sample>>>,
}

/// One walk for each of the budget's threads, made by `problem` and `rule` from the
/// walk's number, until one is done or the budget is spent. Of several that are done
/// the one with the fewest steps wins, on whatever thread and whenever it ran.
///
/// The budget's nodes are steps, the same number for each walk. Its memory is the
/// problem's concern.
pub fn race<P: Local, A: Acceptance>(
    problem: impl Fn(usize) -> P + Sync,
    rule: impl Fn(usize) -> A + Sync,
    seed: u64,
    budget: &Budget,
    report: &mut dyn FnMut(Report<'_, P::Snapshot>),
) -> End<P::Snapshot> {
    let threads = budget.threads.max(1);
    let meter = Meter::start(budget);
    let budget =
        Budget { nodes: budget.nodes.map(|nodes| nodes / threads as u64), ..budget.clone() };
    let track = Track {
        done: AtomicU64::new(u64::MAX),
        steps: AtomicU64::new(0),
        looked_at: AtomicU64::new(0),
        remaining: AtomicU64::new(u64::MAX),
        best: Mutex::new(None),
        samples: Mutex::new(vec![None; threads]),
    };
    let run = |number: usize, report: Reporter<'_, P::Snapshot>| {
        let walk = Walk::new(problem(number), rule(number), seed_of(seed, number));
        // The problem took some of the time.
        let budget = Budget { time: meter.time_left(), ..budget.clone() };
        let (walk, stop) = track.run(walk, number, &budget, report);
        let (best, remaining) = walk.best();
        (remaining, walk.steps(), number, best.clone(), stop)
    };
    let run = &run;
    let others = (1..threads).map(|number| move || run(number, None));
    let mut ends = parallel::join(|| run(0, Some(report)), others);
    let first = (0..ends.len()).min_by_key(|&end| {
        let (remaining, steps, number, ..) = ends[end];
        (remaining, steps, number)
    });
    let (remaining, _, _, best, stop) = ends.swap_remove(first.unwrap_or(0));
    let counts = Counts {
        expanded: track.steps.load(Ordering::Relaxed),
        generated: track.looked_at.load(Ordering::Relaxed),
        ..meter.finish()
    };
    End { best, remaining, stop, counts }
}

/// A seed for each walk; the generator's own seeding makes unlike sequences of them.
fn seed_of(seed: u64, walk: usize) -> u64 {
    seed.wrapping_add((walk as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl<T: Clone> Track<T> {
    fn run<P: Local<Snapshot = T>, A: Acceptance>(
        &self,
        mut walk: Walk<P, A>,
        number: usize,
        budget: &Budget,
        mut report: Reporter<'_, T>,
    ) -> (Walk<P, A>, Stop) {
        // If this walk panics the others may stop at once.
        let _stop = parallel::on_panic(|| self.done.store(0, Ordering::Relaxed));
        let mut meter = Meter::start(budget);
        for round in 0.. {
            let (steps, looked_at) = (walk.steps(), walk.looked_at());
            // A walk stops before a round that it may not finish.
            meter.counts.expanded = steps;
            let nodes = budget.nodes.is_some_and(|nodes| nodes < steps + CHECK_INTERVAL);
            let checked = if nodes { Err(Stop::Nodes) } else { meter.check() };
            if walk.best().1 > 0
                && let Err(stop) = checked
            {
                return (walk, stop);
            }
            let is_over = !walk.run_while(&mut || meter.check().is_ok());
            self.steps.fetch_add(walk.steps() - steps, Ordering::Relaxed);
            self.looked_at.fetch_add(walk.looked_at() - looked_at, Ordering::Relaxed);
            if walk.best().1 == 0 {
                self.done.fetch_min(round, Ordering::Relaxed);
            }
            let is_solved = walk.best().1 == 0;
            if round % SAMPLE == 0 || is_solved {
                self.tell(&walk, number);
                if let Some(report) = &mut report {
                    self.report_walks(*report);
                    if round % LOOK == 0 || is_solved {
                        self.report_best(*report, &meter);
                    }
                }
            }
            if is_over
                && walk.best().1 > 0
                && let Err(stop) = meter.check()
            {
                return (walk, stop);
            }
            if round >= self.done.load(Ordering::Relaxed) {
                return (walk, Stop::Done);
            }
        }
        unreachable!("rounds are not counted to the end")
    }

    /// Publishes the progress of a walk. A poisoned lock only means that another walk
    /// panicked: what it guards is replaced as a whole.
    fn tell<P: Local<Snapshot = T>, A: Acceptance>(&self, walk: &Walk<P, A>, number: usize) {
        let sample = walk.sample(number);
        self.samples.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(sample);
        let (best, remaining) = walk.best();
        if self.remaining.fetch_min(remaining, Ordering::Relaxed) > remaining {
            let mut shared = self.best.lock().unwrap_or_else(PoisonError::into_inner);
            *shared = Some((best.clone(), remaining));
        }
    }

    fn report_walks(&self, report: &mut dyn FnMut(Report<'_, T>)) {
        let samples = self.samples.lock().unwrap_or_else(PoisonError::into_inner).clone();
        for sample in samples.into_iter().flatten() {
            report(Report::Event(Event::Sample(sample)));
        }
    }

    fn report_best(&self, report: &mut dyn FnMut(Report<'_, T>), meter: &Meter) {
        let best = self.best.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((best, remaining)) = best {
            report(Report::Best { attempt: &best, remaining });
        }
        let counts = Counts {
            expanded: self.steps.load(Ordering::Relaxed),
            generated: self.looked_at.load(Ordering::Relaxed),
            ..meter.finish()
        };
        report(Report::Event(Event::Progress(Progress { counts, ..Progress::default() })));
    }
}
