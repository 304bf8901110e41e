//! Work on several threads that ends before the caller continues.
//!
//! It guarantees two things. A worker that panics makes the caller panic, with the same
//! payload, after the other workers have ended: no result is silently missing from an
//! answer. And where there are no threads (in a browser) the caller does all the work
//! itself, with the same results.
//!
//! ```
//! use fewest::parallel;
//!
//! let squares = parallel::map([1, 2, 3], |number| number * number);
//! assert_eq!(squares, [1, 4, 9]);
//! ```

use std::sync::{Mutex, PoisonError};

/// Runs `own` on the caller's thread and each job on its own thread. Returns all
/// results: that of `own` first, then those of the jobs in order.
pub fn join<R: Send, J: FnOnce() -> R + Send>(
    own: impl FnOnce() -> R,
    jobs: impl IntoIterator<Item = J>,
) -> Vec<R> {
    let mut jobs = jobs.into_iter();
    if cfg!(target_family = "wasm") {
        return std::iter::once(own()).chain(jobs.map(|job| job())).collect();
    }
    let Some(first) = jobs.next() else { return vec![own()] };
    std::thread::scope(|scope| {
        let workers: Vec<_> =
            std::iter::once(first).chain(jobs).map(|job| scope.spawn(job)).collect();
        let mut results = vec![own()];
        for worker in workers {
            match worker.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        results
    })
}

/// Does the same work on each item at the same time: on the first in the caller's
/// thread, on each other in its own thread. Returns the results in order.
pub fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let mut items = items.into_iter();
    let Some(first) = items.next() else { return Vec::new() };
    let work = &work;
    join(|| work(first), items.map(|item| move || work(item)))
}

/// Runs `work` on each item of a queue, with one worker for each element of `own`,
/// which that worker alone uses.
///
/// ```
/// let mut sums = [0, 0];
/// fewest::parallel::drain(&mut sums, (1..=100).collect(), |number, sum| *sum += number);
/// assert_eq!(sums[0] + sums[1], 5050);
/// ```
pub fn drain<T: Send, O: Send>(own: &mut [O], items: Vec<T>, work: impl Fn(T, &mut O) + Sync) {
    let queue = Mutex::new(items.into_iter());
    let take = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
    map(own, |own| {
        // The rest of the queue would be wasted work.
        let _stop = on_panic(|| while take().is_some() {});
        while let Some(item) = take() {
            work(item, own);
        }
    });
}

/// Runs an action if it is dropped by a panic, so that other workers learn that they
/// can stop.
pub fn on_panic<F: FnMut()>(action: F) -> OnPanic<F> {
    OnPanic(action)
}

/// What [`on_panic`] returns.
#[must_use = "it acts when it is dropped"]
#[derive(Debug)]
pub struct OnPanic<F: FnMut()>(F);

impl<F: FnMut()> Drop for OnPanic<F> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            (self.0)();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    /// What the caller's panic says.
    fn panic_of(action: impl FnOnce()) -> &'static str {
        let panic = catch_unwind(AssertUnwindSafe(action)).expect_err("it panics");
        panic.downcast_ref::<&str>().copied().expect("the payload of the worker")
    }

    #[test]
    fn results_come_in_order() {
        for items in 0..5 {
            assert_eq!(map(0..items, |item| 10 * item), [0, 10, 20, 30][..items]);
        }
        assert_eq!(join(|| 1, [|| 2, || 3]), [1, 2, 3]);
        assert_eq!(join(|| 1, [fn_never; 0]), [1]);
        let mut own = [Vec::new(), Vec::new(), Vec::new()];
        drain(&mut own, (0..1000).collect(), |item, own| own.push(item));
        let mut all = own.concat();
        all.sort_unstable();
        assert!(all.into_iter().eq(0..1000));
    }

    fn fn_never() -> i32 {
        unreachable!("there is no such job")
    }

    #[test]
    fn a_worker_that_panics_is_the_callers_panic_after_all_have_ended() {
        for who in 0..4 {
            let ended = AtomicU32::new(0);
            let message = panic_of(|| {
                map(0..4, |item| {
                    if item == who {
                        std::panic::panic_any("lost");
                    }
                    std::thread::sleep(std::time::Duration::from_millis(5));
                    ended.fetch_add(1, Relaxed);
                });
            });
            assert_eq!((message, ended.load(Relaxed)), ("lost", 3));
        }
    }

    #[test]
    fn a_queue_is_left_when_a_worker_panics() {
        let done = AtomicU32::new(0);
        let message = panic_of(|| {
            drain(&mut [(), ()], (0..1_000_000).collect(), |item, ()| {
                if item == 10 {
                    std::panic::panic_any("queue");
                }
                done.fetch_add(1, Relaxed);
            });
        });
        assert_eq!(message, "queue");
        assert!(done.load(Relaxed) < 1_000_000);
    }
}
