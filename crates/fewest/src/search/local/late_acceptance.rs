//! Late acceptance (Burke and Bykov 2017), with a list that grows towards the end.

use std::ops::Range;

use super::{Acceptance, Advice, Draws, Score, Standing};

/// Accepts what is no worse than now, or no worse than some hundred or thousand steps
/// ago. The list of those scores is short while much is wrong, since a long one would
/// waste time on bad attempts; and long near the end, where a short one would get stuck
/// in the first local minimum.
///
/// A walk without a new best for long is reset to an earlier best a few times, and then
/// restarts.
#[derive(Clone, Debug)]
pub struct LateAcceptance {
    lengths: Lengths,
    list: Vec<Score>,
    length: usize,
    next: usize,
    patience: u64,
    flashbacks: u32,
    left: u32,
    slack: Score,
    /// The list is to be filled with the score of the attempt that comes next.
    forget: bool,
}

/// The length of the list.
#[derive(Clone, Debug)]
pub struct Lengths {
    /// The share of the problem that is right, in thousandths: below the first the list
    /// is shortest, from the second on longest, and between them it grows evenly.
    pub coverage: Range<u64>,
    /// The shortest and the longest list.
    pub lengths: Range<usize>,
}

impl Default for Lengths {
    fn default() -> Self {
        Lengths { coverage: 900..960, lengths: 150..4600 }
    }
}

impl Lengths {
    fn at(&self, remaining: u64, size: u64) -> usize {
        let covered = 1000 - (remaining.min(size) * 1000).div_ceil(size.max(1));
        let (from, to) = (self.coverage.start, self.coverage.end.max(self.coverage.start + 1));
        let part = covered.clamp(from, to) - from;
        let (short, long) = (self.lengths.start.max(1), self.lengths.end);
        short + long.saturating_sub(short) * part as usize / (to - from) as usize
    }
}

impl LateAcceptance {
    /// A walk is reset after `patience` steps without a new best, `flashbacks` times
    /// before it restarts.
    pub fn new(lengths: Lengths, patience: u64, flashbacks: u32) -> Self {
        let length = lengths.lengths.start.max(1);
        LateAcceptance {
            lengths,
            list: vec![0; length],
            length,
            next: 0,
            patience,
            flashbacks,
            left: flashbacks,
            slack: 0,
            forget: true,
        }
    }

    /// A walk that was reset may at first be worse by this much: enough to leave the
    /// local minimum that it was reset into.
    #[must_use]
    pub fn with_slack(self, slack: Score) -> Self {
        LateAcceptance { slack, ..self }
    }

    /// Makes the list longer by scores like the last one, or shorter.
    fn resize(&mut self, length: usize) {
        let last = self.list[self.next.checked_sub(1).unwrap_or(self.length - 1)];
        self.list.resize(length, last);
        self.length = length;
        self.next %= length;
    }
}

impl Acceptance for LateAcceptance {
    #[inline]
    fn limit(&mut self, score: Score, _draws: &mut Draws) -> Score {
        if self.forget {
            self.list.fill(score + self.slack);
            self.forget = false;
        }
        (self.list[self.next] - score).max(0)
    }

    #[inline]
    fn stepped(&mut self, score: Score) {
        let late = &mut self.list[self.next];
        // Only what is better is noted: the list goes down (Burke and Bykov's second form).
        *late = score.min(*late);
        self.next += 1;
        if self.next == self.length {
            self.next = 0;
        }
    }

    fn reset(&mut self) {
        self.forget = true;
    }

    fn check(&mut self, standing: &Standing) -> Advice {
        self.resize(self.lengths.at(standing.remaining, standing.size));
        if standing.idle < self.patience {
            return Advice::Go;
        }
        if self.left == 0 {
            self.left = self.flashbacks;
            return Advice::Restart;
        }
        self.left -= 1;
        Advice::Flashback
    }

    fn parameter(&self) -> f64 {
        self.length as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_grows_with_what_is_right() {
        let lengths = Lengths::default();
        let at = |remaining| lengths.at(remaining, 1000);
        assert_eq!([1000, 500, 100].map(at), [150, 150, 150]);
        assert_eq!([70, 40, 0].map(at), [150 + 4450 / 2, 4600, 4600]);
        assert_eq!(lengths.at(5, 0), 4600);
    }

    #[test]
    fn a_walk_is_sent_back_before_it_begins_again() {
        let mut late = LateAcceptance::new(Lengths::default(), 10, 2);
        let standing = |idle| Standing { step: 0, idle, remaining: 5, size: 100 };
        let mut advice = |idle| late.check(&standing(idle));
        assert_eq!(advice(9), Advice::Go);
        assert_eq!(
            [10, 10, 10].map(&mut advice),
            [Advice::Flashback, Advice::Flashback, Advice::Restart]
        );
        assert_eq!(advice(10), Advice::Flashback);
    }

    #[test]
    fn what_was_good_enough_long_ago_is_accepted() {
        let lengths = Lengths { coverage: 0..1, lengths: 2..2 };
        let mut late = LateAcceptance::new(lengths, 100, 0);
        let draws = &mut Draws::new(1);
        assert_eq!(late.limit(10, draws), 0);
        late.stepped(8);
        assert_eq!(late.limit(8, draws), 2);
        late.stepped(8);
        assert_eq!(late.limit(8, draws), 0);
    }
    #[test]
    fn a_walk_that_was_sent_has_slack() {
        let lengths = Lengths { coverage: 0..1, lengths: 2..2 };
        let mut late = LateAcceptance::new(lengths, 100, 0).with_slack(5);
        let draws = &mut Draws::new(1);
        assert_eq!(late.limit(10, draws), 5);
        late.stepped(10);
        late.stepped(10);
        assert_eq!(late.limit(10, draws), 0);
        late.reset();
        assert_eq!(late.limit(7, draws), 5);
    }
}
