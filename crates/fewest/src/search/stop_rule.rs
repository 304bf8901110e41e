//! When a plan is good enough to stop, though it is not proved to be the best.
//!
//! A [`StopRule`] says what is good enough. [`Enough`] applies it to the best plan and the
//! proven bound of several searches on any number of threads. Put into a
//! [`Cancel`](super::Cancel), it stops all of them at their next check.
//!
//! ```
//! use fewest::search::{Budget, Enough, Gap, StopRule};
//!
//! let rule = StopRule { gap: Some(Gap::percent(5.0).unwrap()), ..StopRule::default() };
//! let enough = Enough::new(rule);
//! let budget = Budget::default();
//! let cancel = budget.cancel.or_when(&enough);
//! enough.note_plan(104);
//! enough.note_bound(99);
//! assert!(!cancel.is_cancelled());
//! enough.note_bound(100);
//! assert!(cancel.is_cancelled());
//! assert!(!budget.cancel.is_cancelled());
//! ```

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use crate::clock::Instant;
use crate::space::{Cost, DEAD_END};

/// What is good enough to stop at. The default is nothing less than a proof or a limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StopRule {
    /// Any plan.
    pub first: bool,
    /// A plan that is proved to be this close to the best.
    pub gap: Option<Gap>,
    /// A plan after which no better one was found for a while ([`StopRule::patience`]).
    /// Only searches for better plans ask for it, not those for a proof.
    pub dry: bool,
}

impl StopRule {
    /// Gains are awaited for at least this time.
    const MIN_PATIENCE: Duration = Duration::from_secs(3);

    /// How long to wait for the next gain, if the last one came after this time.
    pub fn patience(last_gain: Duration) -> Duration {
        (2 * last_gain).max(Self::MIN_PATIENCE)
    }
}

/// How much more than the fewest moves a plan may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap(u32);

impl Gap {
    /// A gap of one hundred percent, in thousandths of a percent.
    const WHOLE: u64 = 100_000;

    /// The maximum, in percent: larger ones would only be typing errors.
    pub const MAX_PERCENT: f64 = 1000.0;

    /// In percent, from 0 to [`Gap::MAX_PERCENT`].
    pub fn percent(percent: f64) -> Option<Self> {
        let is_valid = (0.0..=Self::MAX_PERCENT).contains(&percent);
        is_valid.then(|| Gap((percent * 1000.0).round() as u32))
    }

    /// In percent.
    pub fn to_percent(self) -> f64 {
        f64::from(self.0) / 1000.0
    }

    /// Whether a plan of this cost is proved to be within the gap.
    pub fn covers(self, cost: Cost, bound: Cost) -> bool {
        u64::from(cost) * Self::WHOLE <= u64::from(bound) * (Self::WHOLE + u64::from(self.0))
    }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.to_percent())
    }
}

/// Whether the best plan so far is good enough. Clones share what they know.
#[derive(Clone, Debug)]
pub struct Enough(Arc<State>);

#[derive(Debug)]
struct State {
    rule: StopRule,
    started: Instant,
    cost: AtomicU32,
    bound: AtomicU32,
    /// When the last better plan or bound came, in microseconds from the start.
    last_gain: AtomicU64,
    /// Whether a search for better plans was told to stop because gains have dried up.
    has_dried_up: AtomicBool,
}

impl Enough {
    /// Nothing is known yet. Starts the clock.
    pub fn new(rule: StopRule) -> Self {
        Enough(Arc::new(State {
            rule,
            started: Instant::now(),
            cost: AtomicU32::new(DEAD_END),
            bound: AtomicU32::new(0),
            last_gain: AtomicU64::new(0),
            has_dried_up: AtomicBool::new(false),
        }))
    }

    /// The time since the start.
    pub fn elapsed(&self) -> Duration {
        self.0.started.elapsed()
    }

    /// A plan of this cost was found.
    pub fn note_plan(&self, cost: Cost) {
        if self.0.cost.fetch_min(cost, Relaxed) > cost {
            self.gained();
        }
    }

    /// No plan is cheaper than this.
    pub fn note_bound(&self, bound: Cost) {
        if self.0.bound.fetch_max(bound, Relaxed) < bound {
            self.gained();
        }
    }

    fn gained(&self) {
        self.0.last_gain.fetch_max(self.elapsed().as_micros() as u64, Relaxed);
    }

    /// Whether a search for a proof can stop.
    pub fn is_reached(&self) -> bool {
        let State { rule, cost, bound, .. } = &*self.0;
        let cost = cost.load(Relaxed);
        let covers = |gap: Gap| gap.covers(cost, bound.load(Relaxed));
        cost != DEAD_END && (rule.first || rule.gap.is_some_and(covers))
    }

    /// Whether a search for better plans can stop: also when gains have dried up.
    pub fn is_reached_or_dry(&self) -> bool {
        if self.is_reached() {
            return true;
        }
        let State { rule, cost, last_gain, has_dried_up, .. } = &*self.0;
        if !rule.dry || cost.load(Relaxed) == DEAD_END {
            return false;
        }
        let last_gain = Duration::from_micros(last_gain.load(Relaxed));
        let is_dry = self.elapsed().saturating_sub(last_gain) > StopRule::patience(last_gain);
        if is_dry {
            has_dried_up.store(true, Relaxed);
        }
        is_dry
    }

    /// Why the searches were stopped, in words, if this stopped them.
    pub fn reason(&self) -> Option<String> {
        let State { rule, last_gain, has_dried_up, .. } = &*self.0;
        if self.is_reached() {
            return Some(match rule.gap {
                Some(gap) if !rule.first => format!("proved to be within {gap} of the fewest"),
                _ => "the first plan".into(),
            });
        }
        let patience = StopRule::patience(Duration::from_micros(last_gain.load(Relaxed)));
        let seconds = patience.as_secs_f64().round();
        has_dried_up.load(Relaxed).then(|| format!("nothing better for {seconds} s"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_compare_the_plan_with_the_bound() {
        let gap = |percent| Gap::percent(percent).expect("a valid gap");
        assert!(gap(5.0).covers(105, 100));
        assert!(!gap(5.0).covers(106, 100));
        assert!(gap(0.0).covers(100, 100));
        assert!(!gap(0.0).covers(101, 100));
        assert!(!gap(1000.0).covers(1, 0));
        assert!(gap(1000.0).covers(11, 1));
        assert_eq!(gap(2.5).to_string(), "2.5%");
        for wrong in [-1.0, 1000.1, f64::NAN, f64::INFINITY] {
            assert_eq!(Gap::percent(wrong), None);
        }
    }

    #[test]
    fn the_first_plan_is_enough_if_it_is_asked_for() {
        let enough = Enough::new(StopRule { first: true, ..StopRule::default() });
        enough.note_bound(7);
        assert!(!enough.is_reached());
        enough.note_plan(9);
        assert!(enough.is_reached());
        assert_eq!(enough.reason().as_deref(), Some("the first plan"));
        let patient = Enough::new(StopRule::default());
        patient.note_plan(9);
        assert!(!patient.is_reached_or_dry());
        assert_eq!(patient.reason(), None);
    }

    #[test]
    fn patience_grows_with_the_time_to_the_last_gain() {
        let seconds = Duration::from_secs;
        assert_eq!(StopRule::patience(seconds(0)), seconds(3));
        assert_eq!(StopRule::patience(seconds(1)), seconds(3));
        assert_eq!(StopRule::patience(seconds(10)), seconds(20));
    }

    /// A plan that is no gain does not prolong the search.
    #[test]
    fn gains_dry_up_only_when_there_is_a_plan() {
        let enough = Enough::new(StopRule { dry: true, ..StopRule::default() });
        assert!(!enough.is_reached_or_dry());
        enough.note_plan(9);
        let first = enough.0.last_gain.load(Relaxed);
        std::thread::sleep(Duration::from_millis(2));
        enough.note_plan(9);
        assert_eq!(enough.0.last_gain.load(Relaxed), first);
        enough.note_plan(8);
        assert!(enough.0.last_gain.load(Relaxed) > first);
        assert!(!enough.is_reached_or_dry());
    }
}
