//! Threads and memory, shared by all searches of a run.

use std::sync::{Condvar, Mutex, PoisonError};

/// What is free.
#[derive(Debug)]
pub(crate) struct Shares {
    free: Mutex<(usize, u64)>,
    changed: Condvar,
    all: (usize, u64),
}

impl Shares {
    pub(crate) fn new(threads: usize, memory: u64) -> Shares {
        let all = (threads.max(1), memory);
        Shares { free: Mutex::new(all), changed: Condvar::new(), all }
    }

    /// Waits until there is this much, or everything where it asks for more, and takes
    /// it. Returns what was taken.
    pub(crate) fn take(&self, threads: usize, memory: u64) -> (usize, u64) {
        let wanted = (threads.min(self.all.0), memory.min(self.all.1));
        // A panic in between can't have changed the numbers.
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |free: &(usize, u64)| free.0 >= wanted.0 && free.1 >= wanted.1;
        let waited = self.changed.wait_while(free, |free| !fits(free));
        let mut free = waited.unwrap_or_else(PoisonError::into_inner);
        (free.0, free.1) = (free.0 - wanted.0, free.1 - wanted.1);
        wanted
    }

    /// Gives back what was taken.
    pub(crate) fn give_back(&self, (threads, memory): (usize, u64)) {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        (free.0, free.1) = (free.0 + threads, free.1 + memory);
        drop(free);
        self.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_there_is_waits_for_everything() {
        let shares = Shares::new(4, 100);
        let small = shares.take(1, 25);
        std::thread::scope(|scope| {
            let large = scope.spawn(|| shares.take(9, 1000));
            std::thread::sleep(std::time::Duration::from_millis(20));
            assert!(!large.is_finished());
            shares.give_back(small);
            assert_eq!(large.join().unwrap(), (4, 100));
        });
    }
}
