//! The [`Meter`](crate::search::Meter) of a search by several threads: the same limits,
//! counted in atomics and checked once for a batch of expansions.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::clock::Instant;
use crate::search::{Budget, Cancel, Counts, Stop};

#[derive(Debug)]
pub(crate) struct SharedMeter {
    started: Instant,
    deadline: Option<Instant>,
    cancel: Cancel,
    nodes: u64,
    memory: u64,
    expanded: AtomicU64,
    generated: AtomicU64,
    stored: AtomicU64,
    bytes: AtomicU64,
    peak_bytes: AtomicU64,
    /// Why all threads are to stop: a [`Halt`] or 0.
    halt: AtomicU8,
}

/// Why a layer was left before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// A limit was reached.
    Stop(Stop),
    /// The one state that was looked for was reached.
    Found,
}

const HALTS: [Halt; 5] = [
    Halt::Stop(Stop::Time),
    Halt::Stop(Stop::Memory),
    Halt::Stop(Stop::Nodes),
    Halt::Stop(Stop::Cancelled),
    Halt::Found,
];

impl SharedMeter {
    /// Starts the clock.
    pub(crate) fn start(budget: &Budget) -> Self {
        let started = Instant::now();
        SharedMeter {
            started,
            deadline: budget.time.and_then(|time| started.checked_add(time)),
            cancel: budget.cancel.clone(),
            nodes: budget.nodes.unwrap_or(u64::MAX),
            memory: budget.memory.unwrap_or(u64::MAX),
            expanded: AtomicU64::new(0),
            generated: AtomicU64::new(0),
            stored: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            peak_bytes: AtomicU64::new(0),
            halt: AtomicU8::new(0),
        }
    }

    /// Makes all threads stop. The first one gives the reason.
    pub(crate) fn halt(&self, why: Halt) {
        let code = HALTS.iter().position(|&halt| halt == why).map_or(0, |index| index + 1);
        // A failure means that another thread came first.
        let _ = self.halt.compare_exchange(0, code as u8, Relaxed, Relaxed);
    }

    /// Why all threads are to stop, if they are.
    #[inline]
    pub(crate) fn halted(&self) -> Option<Halt> {
        let code = self.halt.load(Relaxed) as usize;
        (code > 0).then(|| HALTS[code - 1])
    }

    /// Halts if cancelled or out of time; returns whether to continue.
    pub(crate) fn check(&self) -> bool {
        if self.cancel.is_cancelled() {
            self.halt(Halt::Stop(Stop::Cancelled));
        } else if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            self.halt(Halt::Stop(Stop::Time));
        }
        self.halted().is_none()
    }

    /// How many of `wanted` expansions may be done. Halts if not all.
    pub(crate) fn claim(&self, wanted: usize) -> usize {
        if wanted == 0 || !self.check() {
            return 0;
        }
        let before = self.expanded.fetch_add(wanted as u64, Relaxed);
        let granted = self.nodes.saturating_sub(before).min(wanted as u64);
        if granted < wanted as u64 {
            self.expanded.fetch_sub(wanted as u64 - granted, Relaxed);
            self.halt(Halt::Stop(Stop::Nodes));
        }
        granted as usize
    }

    pub(crate) fn generated(&self, states: usize) {
        self.generated.fetch_add(states as u64, Relaxed);
    }

    pub(crate) fn stored(&self, states: u64) {
        self.stored.fetch_add(states, Relaxed);
    }

    /// The bytes that are left.
    pub(crate) fn free_bytes(&self) -> u64 {
        self.memory.saturating_sub(self.bytes.load(Relaxed))
    }

    /// Whether more than half of the memory is taken.
    pub(crate) fn is_scarce(&self) -> bool {
        self.bytes.load(Relaxed) > self.memory / 2
    }

    /// Accounts for memory that is about to be allocated, or refuses it.
    pub(crate) fn take(&self, bytes: u64) -> bool {
        let before = self.bytes.fetch_add(bytes, Relaxed);
        let wanted = before.saturating_add(bytes);
        if wanted > self.memory || wanted == u64::MAX {
            self.bytes.fetch_sub(bytes, Relaxed);
            return false;
        }
        self.peak_bytes.fetch_max(wanted, Relaxed);
        true
    }

    /// The same, for a search that stops if it gets none.
    pub(crate) fn reserve(&self, bytes: usize) -> Result<(), Stop> {
        if self.take(bytes as u64) { Ok(()) } else { Err(Stop::Memory) }
    }

    /// Why the search is to stop, if it is: halted, cancelled or out of time.
    pub(crate) fn check_stop(&self) -> Result<(), Stop> {
        self.check();
        self.stop()
    }

    /// Why the search was halted, if a limit was the reason.
    pub(crate) fn stop(&self) -> Result<(), Stop> {
        match self.halted() {
            Some(Halt::Stop(stop)) => Err(stop),
            Some(Halt::Found) | None => Ok(()),
        }
    }

    /// The time that is left, if time is limited.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// Accounts for memory that has been freed.
    pub(crate) fn give_back(&self, bytes: u64) {
        self.bytes.fetch_sub(bytes, Relaxed);
    }

    /// What was spent so far.
    pub(crate) fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded.load(Relaxed),
            generated: self.generated.load(Relaxed),
            stored: self.stored.load(Relaxed),
            peak_bytes: self.peak_bytes.load(Relaxed),
            elapsed: self.started.elapsed(),
        }
    }
}
