//! The limits of a search, and the meter that enforces them.
//!
//! ```
//! use fewest::search::Budget;
//! use std::time::Duration;
//!
//! let budget = Budget {
//!     time: Some(Duration::from_secs(10)),
//!     memory: Some(1 << 30),
//!     ..Budget::default()
//! };
//! // From another thread, or a Ctrl-C handler:
//! let cancel = budget.cancel.clone();
//! cancel.cancel();
//! assert!(budget.cancel.is_cancelled());
//! ```

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Instant;

use super::outcome::{Counts, Stop};
use super::stop_rule::Enough;

/// The limits of one search. The default has none, and one thread.
#[derive(Clone, Debug)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Bytes of memory for everything that grows with the search.
    pub memory: Option<u64>,
    /// Expansions.
    pub nodes: Option<u64>,
    /// Threads, for the searches that can use more than one.
    pub threads: usize,
    /// The flag that stops the search from outside.
    pub cancel: Cancel,
    /// Where a search that outgrows the memory may keep its layers.
    pub checkpoint: Option<Checkpoint>,
}

/// A directory for the layers of a search, from which a later search resumes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The directory. It is made, if it is not there.
    pub directory: PathBuf,
    /// Bytes on the disk; by default as many as are free.
    pub limit: Option<u64>,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            time: None,
            memory: None,
            nodes: None,
            threads: 1,
            cancel: Cancel::default(),
            checkpoint: None,
        }
    }
}

impl Budget {
    /// The same with at most this number of expansions.
    #[must_use]
    pub fn at_most(&self, nodes: u64) -> Self {
        Budget { nodes: Some(self.nodes.map_or(nodes, |limit| limit.min(nodes))), ..self.clone() }
    }

    /// What is left after a first search has spent `counts`, if its memory has
    /// been freed.
    #[must_use]
    pub fn after(&self, counts: &Counts) -> Self {
        Budget {
            time: self.time.map(|time| time.saturating_sub(counts.elapsed)),
            nodes: self.nodes.map(|nodes| nodes.saturating_sub(counts.expanded)),
            ..self.clone()
        }
    }
}

/// A flag shared between a search and whoever may want to stop it.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    /// What stops the search too, and whether it does when gains dry up.
    enough: Option<(Enough, bool)>,
}

impl Cancel {
    /// Asks every search that holds this flag to stop.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested, or what was found is enough.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
            || self.enough.as_ref().is_some_and(|(enough, is_for_gains)| {
                if *is_for_gains { enough.is_reached_or_dry() } else { enough.is_reached() }
            })
    }

    /// The same flag for a search that also stops when the best plan is good enough.
    #[must_use]
    pub fn or_when(&self, enough: &Enough) -> Self {
        Cancel { flag: self.flag.clone(), enough: Some((enough.clone(), false)) }
    }

    /// The same flag for a search for better plans, which also stops when they dry up.
    #[must_use]
    pub fn or_when_dry(&self, enough: &Enough) -> Self {
        Cancel { flag: self.flag.clone(), enough: Some((enough.clone(), true)) }
    }
}

/// The clock and the cancel flag are checked at least once in this many expansions:
/// rarely enough to cost almost nothing.
const CHECK_EVERY: u64 = 1024;

/// Where expansions are slow, they are checked more often, so that a search stops
/// within about this time or one expansion.
const CHECK_WITHIN: Duration = Duration::from_millis(10);

/// Where an expansion generates many states, they are looked at once in this number.
const CHECK_GENERATED: u64 = 64;

/// Counts what a search spends, and says when to stop.
#[derive(Debug)]
pub struct Meter {
    started: Instant,
    deadline: Option<Instant>,
    memory: u64,
    nodes: u64,
    cancel: Cancel,
    bytes: u64,
    next_check: u64,
    check_every: u64,
    /// The counts so far. Searches add to `generated` and `stored` themselves.
    pub counts: Counts,
}

impl Meter {
    /// Starts the clock.
    pub fn start(budget: &Budget) -> Self {
        let started = Instant::now();
        Meter {
            started,
            deadline: budget.time.and_then(|time| started.checked_add(time)),
            memory: budget.memory.unwrap_or(u64::MAX),
            nodes: budget.nodes.unwrap_or(u64::MAX),
            cancel: budget.cancel.clone(),
            bytes: 0,
            next_check: 0,
            check_every: 1,
            counts: Counts::default(),
        }
    }

    /// Counts one expansion, or says why there may be no more.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Stop> {
        if self.counts.expanded >= self.next_check {
            self.check_due()?;
        }
        self.counts.expanded += 1;
        Ok(())
    }

    /// Checks every limit, and decides when to check again by the time that has passed.
    #[cold]
    fn check_due(&mut self) -> Result<(), Stop> {
        let before = self.counts.elapsed;
        self.check()?;
        self.check_every = if self.counts.elapsed.saturating_sub(before) < CHECK_WITHIN / 2 {
            (2 * self.check_every).min(CHECK_EVERY)
        } else {
            (self.check_every / 2).max(1)
        };
        self.next_check = (self.counts.expanded + self.check_every).min(self.nodes);
        Ok(())
    }

    /// Whether the next [`Meter::expand`] checks the clock: the moment to report
    /// progress.
    #[inline]
    pub fn is_due(&self) -> bool {
        self.counts.expanded >= self.next_check
    }

    /// Checks every limit except memory, now.
    #[cold]
    pub fn check(&mut self) -> Result<(), Stop> {
        self.counts.elapsed = self.started.elapsed();
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.counts.expanded >= self.nodes {
            return Err(Stop::Nodes);
        }
        self.check_clock()
    }

    /// Whether the time is up, or somebody asked to stop.
    #[cold]
    pub(crate) fn check_clock(&self) -> Result<(), Stop> {
        if self.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stop::Time);
        }
        Ok(())
    }

    /// Counts a generated state, and looks at the clock now and then: one expansion can
    /// generate millions of states.
    #[inline]
    pub fn generate(&mut self) -> Result<(), Stop> {
        self.counts.generated += 1;
        if self.counts.generated.is_multiple_of(CHECK_GENERATED) {
            self.check_clock()?;
        }
        Ok(())
    }

    /// Accounts for memory that is about to be allocated, or refuses it.
    #[inline]
    pub fn take(&mut self, bytes: usize) -> Result<(), Stop> {
        let wanted = self.bytes.saturating_add(bytes as u64);
        if wanted > self.memory {
            return Err(Stop::Memory);
        }
        self.bytes = wanted;
        self.counts.peak_bytes = self.counts.peak_bytes.max(wanted);
        Ok(())
    }

    /// Accounts for memory that has been freed.
    #[inline]
    pub fn give_back(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes as u64);
    }

    /// The memory that is left.
    #[inline]
    pub fn free_bytes(&self) -> u64 {
        self.memory - self.bytes
    }

    /// The time that is left, if time is limited.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Stops the clock and returns the final counts.
    pub fn finish(&self) -> Counts {
        Counts { elapsed: self.started.elapsed(), ..self.counts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Not even one in a thousand of these may be missed.
    #[test]
    fn slow_expansions_are_stopped_soon() {
        let budget = Budget { time: Some(Duration::from_millis(1)), ..Budget::default() };
        let mut meter = Meter::start(&budget);
        let stop = loop {
            if let Err(stop) = meter.expand() {
                break stop;
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        assert_eq!(stop, Stop::Time);
        assert!(meter.counts.expanded <= 2, "{}", meter.counts.expanded);
    }

    /// The states of one expansion, which may be millions.
    #[test]
    fn a_long_expansion_is_stopped_soon() {
        let budget = Budget { time: Some(Duration::ZERO), nodes: Some(1), ..Budget::default() };
        let mut meter = Meter::start(&budget);
        meter.counts.expanded = 1;
        let stop = loop {
            if let Err(stop) = meter.generate() {
                break stop;
            }
        };
        assert_eq!((stop, meter.counts.generated), (Stop::Time, CHECK_GENERATED));
    }

    #[test]
    fn no_more_nodes_than_allowed() {
        for nodes in [0, 1, 2, 3, 1000, 5000] {
            let mut meter = Meter::start(&Budget { nodes: Some(nodes), ..Budget::default() });
            let stop = loop {
                if let Err(stop) = meter.expand() {
                    break stop;
                }
            };
            assert_eq!((stop, meter.counts.expanded), (Stop::Nodes, nodes));
        }
    }
}
