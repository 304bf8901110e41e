//! One walk: a problem, a rule, and the best attempts found.

use std::collections::VecDeque;

use super::{Acceptance, Advice, CHECK_INTERVAL, Draws, Local, Standing};
use crate::search::event::Sample;

/// The best attempts that a walk may be reset to.
const HISTORY: usize = 16;

/// A problem that is walked by a rule.
pub struct Walk<P: Local, A> {
    problem: P,
    rule: A,
    draws: Draws,
    start: P::Snapshot,
    best: P::Snapshot,
    best_remaining: u64,
    /// The last attempts that were the best since the walk last began.
    history: VecDeque<P::Snapshot>,
    best_since: u64,
    steps: u64,
    best_at: u64,
}

impl<P: Local, A: Acceptance> Walk<P, A> {
    /// Starts at the problem's present attempt.
    pub fn new(problem: P, rule: A, seed: u64) -> Self {
        let start = problem.snapshot();
        let best_remaining = problem.remaining();
        Walk {
            best: start.clone(),
            start,
            best_remaining,
            history: VecDeque::with_capacity(HISTORY),
            best_since: best_remaining,
            steps: 0,
            best_at: 0,
            draws: Draws::new(seed),
            problem,
            rule,
        }
    }

    /// Continues for [`CHECK_INTERVAL`] steps, or until nothing is wrong.
    pub fn run(&mut self) {
        self.run_while(&mut || true);
    }

    /// Likewise, but asks after each attempt that it keeps whether it may continue, and
    /// returns the answer: to keep an attempt can take as long as thousands of steps.
    pub fn run_while(&mut self, may_continue: &mut dyn FnMut() -> bool) -> bool {
        for _ in 0..CHECK_INTERVAL {
            if self.best_remaining == 0 {
                return true;
            }
            if self.step() && !may_continue() {
                return false;
            }
        }
        let standing = Standing {
            step: self.steps,
            idle: self.idle(),
            remaining: self.problem.remaining(),
            size: self.problem.size(),
        };
        match self.rule.check(&standing) {
            Advice::Go => {}
            Advice::Flashback if !self.history.is_empty() => {
                let which = self.draws.index(self.history.len());
                self.problem.restore(&self.history[which]);
                self.best_at = self.steps;
                self.rule.reset();
            }
            Advice::Flashback | Advice::Restart => {
                let start = self.start.clone();
                self.reset(&start);
            }
            Advice::Reweight => self.problem.reweight(),
        }
        true
    }

    /// Restarts from another attempt. The best so far stays the best.
    pub fn reset(&mut self, to: &P::Snapshot) {
        self.problem.restore(to);
        self.history.clear();
        self.best_since = self.problem.remaining();
        self.best_at = self.steps;
        self.rule.reset();
        if self.best_since < self.best_remaining {
            self.improve();
        }
    }

    /// Returns whether the attempt was kept.
    #[inline]
    fn step(&mut self) -> bool {
        self.steps += 1;
        let mut is_kept = false;
        let limit = self.rule.limit(self.problem.score(), &mut self.draws);
        if let Some((mv, _)) = self.problem.propose(limit, &mut self.draws) {
            self.problem.accept(mv);
            if self.problem.remaining() < self.best_since {
                self.improve();
                is_kept = true;
            }
        }
        self.rule.stepped(self.problem.score());
        is_kept
    }

    fn improve(&mut self) {
        let snapshot = self.problem.snapshot();
        self.best_since = self.problem.remaining();
        self.best_at = self.steps;
        if self.best_since < self.best_remaining {
            self.best_remaining = self.best_since;
            self.best = snapshot.clone();
        }
        if self.history.len() == HISTORY {
            self.history.pop_front();
        }
        self.history.push_back(snapshot);
    }

    /// The best attempt so far, and what is wrong with it.
    pub fn best(&self) -> (&P::Snapshot, u64) {
        (&self.best, self.best_remaining)
    }

    /// The steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The neighbours that were looked at so far.
    pub fn looked_at(&self) -> u64 {
        self.problem.looked_at().unwrap_or(self.steps)
    }

    /// The steps since the walk was at its best, or was last reset.
    pub fn idle(&self) -> u64 {
        self.steps - self.best_at
    }

    /// The sample that observers receive; `walk` is its number.
    pub fn sample(&self, walk: usize) -> Sample {
        Sample {
            walk,
            step: self.steps,
            score: self.problem.score(),
            remaining: self.problem.remaining(),
            best: self.best_remaining,
            parameter: self.rule.parameter(),
        }
    }

    /// The problem in its present attempt.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// The problem, to change its settings; its attempt must not change.
    pub fn problem_mut(&mut self) -> &mut P {
        &mut self.problem
    }
}
