//! The clock that time limits are checked by.
//!
//! [`Instant`] is the standard library's where there is one. In a browser
//! (`wasm32-unknown-unknown`) that one panics; there, the clock is one that the
//! program's host lends (`clock::follow`) or advances (`clock::set`), and that stands
//! still otherwise: searches run, report no time, and stop at no limit of it.
//!
//! ```
//! use fewest::clock::Instant;
//!
//! let began = Instant::now();
//! println!("that took {:?}", began.elapsed());
//! ```

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use hosted::{Instant, follow, set};

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
#[allow(unreachable_pub, reason = "only the tests see it elsewhere")]
mod hosted {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::time::Duration;

    /// Nanoseconds.
    static NOW: AtomicU64 = AtomicU64::new(0);

    /// Advances the clock to this time since any moment of the host's choice. It
    /// never goes back.
    pub fn set(now: Duration) {
        NOW.fetch_max(u64::try_from(now.as_nanos()).unwrap_or(u64::MAX), Relaxed);
    }

    /// The clock of the host.
    static HOST: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Asks the host for the time from now on: since any moment of its choice. Only the
    /// first call counts.
    pub fn follow(host: fn() -> Duration) {
        HOST.get_or_init(|| host);
    }

    /// A moment, with as much of the standard library's `Instant` as searches need.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// The moment to which the clock was last advanced.
        pub fn now() -> Self {
            if let Some(host) = HOST.get() {
                set(host());
            }
            Instant(Duration::from_nanos(NOW.load(Relaxed)))
        }

        /// The time since then.
        pub fn elapsed(&self) -> Duration {
            Self::now().saturating_duration_since(*self)
        }

        /// The time from an earlier moment to this one; zero if it is later.
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The same: the standard library's does not panic either.
        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.saturating_duration_since(earlier)
        }

        /// The moment after this much time, if it can be represented.
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0 + time)
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_clock_is_the_hosts_and_never_goes_back() {
            let began = Instant::now();
            assert_eq!((began, began.elapsed()), (Instant::now(), Duration::ZERO));
            let second = Duration::from_secs(1);
            set(second);
            assert_eq!(began.elapsed(), second);
            set(Duration::ZERO);
            assert_eq!(Instant::now(), began + second);
            assert_eq!(began.duration_since(Instant::now()), Duration::ZERO);
            assert_eq!(began.checked_add(second), Some(began + second));
            assert_eq!((began + second).checked_add(Duration::MAX), None);

            follow(|| Duration::from_secs(5));
            assert_eq!(began.elapsed(), 5 * second);
        }
    }
}
