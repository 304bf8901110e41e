//! Local search: from one complete attempt to the next, until one has nothing wrong.
//!
//! A problem says what a neighbour of the present attempt is and how the score would
//! change ([`Local`]); a rule says which changes are accepted ([`Acceptance`]):
//! simulated annealing ([`Annealing`]), late acceptance ([`LateAcceptance`]) or
//! weights that learn ([`Breakout`]). A [`Walk`] puts the two together, and [`race`]
//! lets several walks run on several threads until one of them is done. A [`Pool`]
//! keeps attempts that are nearly right, for walks to resume from. All of it is
//! compiled for the problem, and the same seed and number of threads give the same
//! answer.
//!
//! The rule speaks first: it draws the largest change that it would accept, and the
//! problem looks for a neighbour within it. This is what Metropolis et al. (1953) do,
//! with the draw before the proposal; and a problem may stop evaluating a neighbour
//! as soon as it is beyond the limit, or look at many of them and choose.
//!
//! ```
//! use fewest::search::local::{Annealing, Draws, Local, Score, race};
//! use fewest::search::{Budget, Stop};
//!
//! /// Numbers in two heaps that should weigh the same.
//! struct Heaps(Vec<i64>);
//!
//! impl Local for Heaps {
//!     type Move = usize;
//!     type Snapshot = Vec<i64>;
//!     fn score(&self) -> Score {
//!         self.0.iter().sum::<i64>().abs()
//!     }
//!     fn remaining(&self) -> u64 {
//!         self.score() as u64
//!     }
//!     fn propose(&mut self, limit: Score, draws: &mut Draws) -> Option<(usize, Score)> {
//!         let i = draws.index(self.0.len());
//!         let change = (self.0.iter().sum::<i64>() - 2 * self.0[i]).abs() - self.score();
//!         (change <= limit).then_some((i, change))
//!     }
//!     fn accept(&mut self, i: usize) {
//!         self.0[i] = -self.0[i];
//!     }
//!     fn snapshot(&self) -> Vec<i64> {
//!         self.0.clone()
//!     }
//!     fn restore(&mut self, heaps: &Vec<i64>) {
//!         self.0.clone_from(heaps);
//!     }
//! }
//!
//! let annealing = || Annealing::new(20.0, 0.5, 10_000);
//! let heaps = |_| Heaps(vec![31, 41, 59, 26, 53, 58, 97, 93, 23, 85, 46, 26]);
//! let end = race(heaps, |_| annealing(), 7, &Budget::default(), &mut |_| ());
//! assert_eq!((end.stop, end.best.iter().sum::<i64>()), (Stop::Done, 0));
//! ```

mod annealing;
mod breakout;
mod late_acceptance;
mod pool;
mod race;
mod walk;

#[cfg(test)]
mod tests;

pub use crate::draws::Draws;
pub use annealing::Annealing;
pub use breakout::Breakout;
pub use late_acceptance::{LateAcceptance, Lengths};
pub use pool::{Kept, Limits, Pool, Remains};
pub use race::{End, Report, race};
pub use walk::Walk;

/// How bad an attempt is. The unit is the problem's.
pub type Score = i64;

/// A problem for local search, in its present attempt.
pub trait Local {
    /// From an attempt to a neighbour.
    type Move;

    /// An attempt to return to.
    type Snapshot: Clone + Send;

    /// How bad the present attempt is, kept up to date from move to move.
    fn score(&self) -> Score;

    /// What is still wrong. The problem is solved when nothing is.
    fn remaining(&self) -> u64;

    /// The maximum that could be wrong: [`LateAcceptance`] measures its progress by it.
    fn size(&self) -> u64 {
        self.remaining().max(1)
    }

    /// A random neighbour that changes the score by `limit` at most, with that
    /// change; `None` if the one that was looked at, or all of those, are beyond it.
    fn propose(&mut self, limit: Score, draws: &mut Draws) -> Option<(Self::Move, Score)>;

    /// The neighbours that were looked at so far; `None` if it is one for each proposal.
    fn looked_at(&self) -> Option<u64> {
        None
    }

    /// Goes to the neighbour that was proposed last.
    fn accept(&mut self, mv: Self::Move);

    /// Keeps the present attempt.
    fn snapshot(&self) -> Self::Snapshot;

    /// Goes back to an attempt that was kept.
    fn restore(&mut self, snapshot: &Self::Snapshot);

    /// Makes what is wrong now count more from here on. Used by [`Breakout`]; a
    /// problem without weights has nothing to do.
    fn reweight(&mut self) {}
}

/// Which changes of the score are accepted.
pub trait Acceptance {
    /// The largest change to accept from an attempt with this score.
    fn limit(&mut self, score: Score, draws: &mut Draws) -> Score;

    /// A step is over; the score is now this, whether it changed or not.
    #[inline]
    fn stepped(&mut self, _score: Score) {}

    /// The walk was reset to an attempt that is no neighbour of the last one.
    fn reset(&mut self) {}

    /// Called once in [`CHECK_INTERVAL`] steps.
    fn check(&mut self, standing: &Standing) -> Advice;

    /// What samples show of the rule: the temperature, the length of the list.
    fn parameter(&self) -> f64;
}

/// The steps from one call of [`Acceptance::check`] to the next.
pub const CHECK_INTERVAL: u64 = 1024;

/// The progress of a walk.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The steps so far.
    pub step: u64,
    /// The steps since the walk was at its best, or was last reset.
    pub idle: u64,
    /// What is wrong now.
    pub remaining: u64,
    /// The maximum that could be wrong.
    pub size: u64,
}

/// What a walk should do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advice {
    /// Continue.
    Go,
    /// Go back to one of the attempts that were best when they were found.
    Flashback,
    /// Restart.
    Restart,
    /// Make what is wrong count more.
    Reweight,
}
