//! A barrier that can be given up: if a thread panics, the others don't wait for it.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

pub(super) struct Rendezvous {
    threads: u32,
    /// How many wait; [`ABANDONED`] if one never will.
    waiting: Mutex<u32>,
    /// How often all have met. Looked at without the lock.
    met: AtomicU32,
    all_are_here: Condvar,
}

const ABANDONED: u32 = u32::MAX;

/// The others are about to come, as a rule, and waking up is slow.
const SPINS: u32 = 2000;

/// Somebody will never come.
#[derive(Debug)]
pub(super) struct Abandoned;

impl Rendezvous {
    pub(super) fn new(threads: usize) -> Self {
        Rendezvous {
            threads: threads as u32,
            waiting: Mutex::new(0),
            met: AtomicU32::new(0),
            all_are_here: Condvar::new(),
        }
    }

    /// Waits until all threads wait.
    pub(super) fn wait(&self) -> Result<(), Abandoned> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if *waiting == ABANDONED {
            return Err(Abandoned);
        }
        let before = self.met.load(Ordering::Acquire);
        *waiting += 1;
        if *waiting == self.threads {
            *waiting = 0;
            self.met.store(before.wrapping_add(1), Ordering::Release);
            self.all_are_here.notify_all();
            return Ok(());
        }
        drop(waiting);
        let is_met = || self.met.load(Ordering::Acquire) != before;
        for _ in 0..SPINS {
            if is_met() {
                return Ok(());
            }
            std::hint::spin_loop();
        }
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        while !is_met() {
            if *waiting == ABANDONED {
                return Err(Abandoned);
            }
            waiting = self.all_are_here.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        Ok(())
    }

    /// Lets everybody go: one thread will not come again.
    pub(super) fn abandon(&self) {
        *self.waiting.lock().unwrap_or_else(PoisonError::into_inner) = ABANDONED;
        self.all_are_here.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel;

    #[test]
    fn nobody_is_a_round_ahead() {
        let (rendezvous, rounds) = (Rendezvous::new(3), AtomicU32::new(0));
        parallel::map(0..3, |_| {
            for round in 1..=100 {
                rounds.fetch_add(1, Ordering::Relaxed);
                rendezvous.wait().unwrap();
                assert_eq!(rounds.load(Ordering::Relaxed), 3 * round);
                rendezvous.wait().unwrap();
            }
        });
    }

    #[test]
    fn nobody_waits_for_one_that_never_comes() {
        let rendezvous = Rendezvous::new(2);
        let ends = parallel::map([false, true], |abandons| {
            if abandons {
                std::thread::sleep(std::time::Duration::from_millis(20));
                rendezvous.abandon();
            }
            rendezvous.wait().is_err()
        });
        assert_eq!(ends, [true, true]);
    }
}
