//! One iteration after another, each on several threads.
//!
//! The nodes a few moves below the start are shared out one by one, in order. A hard
//! iteration begins with many of them, found breadth-first, each board once (after Bu and
//! Korf 2019): depth-first search below them meets fewer boards again. A thread
//! that finds a plan makes those with later nodes stop; those with earlier ones go on,
//! so that the plan is the first one in the order of the moves, as on one thread.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rustc_hash::FxHashSet;

use fewest::clock::Instant;
use fewest::parallel;
use fewest::search::{Budget, Counts, Stop};
use fewest::space::Cost;

use super::descent::{End, Key, Tally, key};
use super::tree::Tree;
use crate::Direction;

/// Each thread checks the limits once in this number of expansions.
const CHECK_EVERY: u64 = 1 << 14;
/// The limits of the clock are checked from the start, where this is all the time.
const FIRST_CHECK: u64 = 1 << 10;
/// The number of shares for each thread.
const SHARES: usize = 400;
/// Iterations with fewer expansions than this are not worth a second thread.
const SMALL: u64 = 200_000;
/// After an iteration with more expansions than this, the next one begins with a frontier.
/// Tests have both on small boards.
const HARD: u64 = if cfg!(test) { 1 << 6 } else { 1 << 27 };
/// The boards of that frontier: some hundred megabytes.
const FRONTIER: usize = if cfg!(test) { 1 << 10 } else { 1 << 18 };
/// Progress is reported at most once in this time.
const REPORT_EVERY: Duration = Duration::from_millis(50);

/// How an iteration ended.
pub(super) enum Ended {
    Solved(Vec<Direction>),
    Exhausted,
    Stopped(Stop),
}

/// The search from one start.
pub(super) struct Search<'a> {
    tree: &'a mut dyn Tree,
    start: Key,
    manhattan: Cost,
    started: Instant,
    budget: &'a Budget,
    expanded: u64,
    generated: u64,
    /// The expansions of the last iteration.
    last: u64,
    /// The most bytes of shares, while they were found.
    peak_shares: u64,
}

impl<'a> Search<'a> {
    /// The search of the tree below a board.
    pub(super) fn new(tree: &'a mut dyn Tree, tiles: &[u16], budget: &'a Budget) -> Self {
        let geometry = tree.geometry();
        let distance = |(cell, &tile): (usize, &u16)| match tile {
            0 => 0,
            tile => geometry.distance(cell, geometry.goal_cell(tile as usize)) as u32,
        };
        let manhattan = tiles.iter().enumerate().map(distance).sum();
        Search {
            tree,
            start: key(tiles.iter().map(|&tile| tile as u8)),
            manhattan,
            started: Instant::now(),
            budget,
            expanded: 0,
            generated: 0,
            last: 0,
            peak_shares: 0,
        }
    }

    /// The first bound that is not below `least`, and possible by parity.
    pub(super) fn first_bound(&self, least: Cost) -> Cost {
        let estimate = self.manhattan + 2 * self.tree.half() as Cost;
        let least = least.max(estimate);
        least + (least - estimate) % 2
    }

    /// What was spent so far.
    pub(super) fn counts(&self) -> Counts {
        Counts {
            expanded: self.expanded,
            generated: self.generated,
            stored: 0,
            peak_bytes: self.tree.bytes() + self.peak_shares,
            elapsed: self.started.elapsed(),
        }
    }

    /// Looks for a plan of `bound` moves, when there is no shorter one; among those that
    /// begin with one of the prefixes, if there are any.
    pub(super) fn below(
        &mut self,
        bound: Cost,
        prefixes: Option<&[Vec<u8>]>,
        report: &mut dyn FnMut(Counts),
    ) -> Ended {
        if self.manhattan == 0 {
            return Ended::Solved(Vec::new());
        }
        self.tree.set_slack(((bound - self.manhattan) / 2) as i16);
        let is_small = self.last < SMALL && prefixes.is_none();
        let threads = if is_small { 1 } else { self.budget.threads.max(1) };
        match prefixes {
            Some(words) => self.tree.share(&words.iter().map(Vec::as_slice).collect::<Vec<_>>()),
            None if self.last >= HARD => self.share(bound, self.frontier()),
            None if threads == 1 => self.tree.share(&[&[]]),
            None => self.share(bound, threads * SHARES),
        }
        let common = Common {
            next: AtomicUsize::new(0),
            solved: AtomicUsize::new(usize::MAX),
            expanded: AtomicU64::new(self.expanded),
            stopped: AtomicBool::new(false),
            stop: Mutex::new(None),
            plan: Mutex::new(None),
        };
        let generated = self.generated;
        let search = &*self;
        let mut reported = Instant::now();
        let started = self.started;
        let peak_bytes = self.tree.bytes() + self.peak_shares;
        let counts = |expanded, generated| Counts {
            expanded,
            generated,
            stored: 0,
            peak_bytes,
            elapsed: started.elapsed(),
        };
        let mut own_report = |expanded: u64, own: (u64, u64)| {
            if reported.elapsed() >= REPORT_EVERY {
                reported = Instant::now();
                // This thread's share speaks for all.
                let ratio = own.1 as f64 / own.0.max(1) as f64;
                let more = ratio * (expanded - search.expanded) as f64;
                report(counts(expanded, generated + more as u64));
            }
        };
        let results = parallel::join(
            || common.work(search, bound, &mut own_report),
            (1..threads).map(|_| || common.work(search, bound, &mut |_, _| {})),
        );
        self.tree.share(&[]);
        let (expanded, generated) =
            results.into_iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        self.last = expanded;
        self.expanded += expanded;
        self.generated += generated;
        let stop = common.stop.into_inner().unwrap_or_else(PoisonError::into_inner);
        let plan = common.plan.into_inner().unwrap_or_else(PoisonError::into_inner);
        match (plan, stop) {
            (Some((_, plan)), _) => Ended::Solved(plan),
            (None, Some(stop)) => Ended::Stopped(stop),
            (None, None) => Ended::Exhausted,
        }
    }

    /// The number of shares of a hard iteration that memory has room for.
    fn frontier(&self) -> usize {
        let room = self.budget.memory.map_or(u64::MAX, |all| all.saturating_sub(self.tree.bytes()));
        let one = 4 * self.tree.share_bytes() as u64;
        FRONTIER.min((room / 2 / one) as usize).max(SHARES)
    }

    /// Shares the nodes within the bound that are a few moves below the start, in order, each
    /// board once.
    ///
    /// Of several words to a board only the first is kept. A word to the same board as an
    /// earlier one, or as a shorter one, is not the beginning of the first plan, which the
    /// pruning automaton leaves in too. So the first plan is never lost.
    fn share(&mut self, bound: Cost, wanted: usize) {
        let (started, budget) = (self.started, self.budget);
        // The limits are told by who searches the shares.
        let is_over = || {
            budget.cancel.is_cancelled()
                || budget.time.is_some_and(|time| started.elapsed() >= time)
        };
        let mut seen = FxHashSet::default();
        seen.insert(self.start);
        self.tree.share(&[&[]]);
        let mut depth = 0;
        // A plan has `bound` moves, so none is found on the way.
        while (1..wanted).contains(&self.tree.shares()) && depth + 1 < bound {
            let Some(bytes) = self.tree.deepen(&mut seen, &is_over) else { break };
            self.peak_shares = self.peak_shares.max(bytes);
            depth += 1;
        }
    }
}

/// What the threads of an iteration share.
struct Common {
    /// The next share to be searched, and the first one with a plan.
    next: AtomicUsize,
    solved: AtomicUsize,
    /// Expansions that were allowed.
    expanded: AtomicU64,
    stopped: AtomicBool,
    stop: Mutex<Option<Stop>>,
    plan: Mutex<Option<(usize, Vec<Direction>)>>,
}

impl Common {
    /// Searches shares until none is left; returns what was expanded and generated.
    fn work(
        &self,
        search: &Search<'_>,
        bound: Cost,
        report: &mut dyn FnMut(u64, (u64, u64)),
    ) -> (u64, u64) {
        let (mut expanded, mut generated) = (0, 0);
        // Expansions that are allowed and not spent.
        let mut left = 0;
        loop {
            let share = self.next.fetch_add(1, Relaxed);
            if share >= search.tree.shares() || self.is_over(share) {
                break;
            }
            let word = search.tree.word(share);
            let Some(rest) = (bound as usize).checked_sub(word.len()) else { continue };
            let mut gate = Gate {
                common: self,
                share,
                started: search.started,
                budget: search.budget,
                spent: (expanded, generated),
                report,
                plan: Vec::new(),
            };
            let (end, tally) = match rest {
                // What is left is the Manhattan distance and the slack.
                0 => (End::Solved, Tally { allowed: left, ..Tally::default() }),
                rest => search.tree.descend(share, rest as Cost, left, &mut gate),
            };
            if end == End::Solved {
                let before = word.iter().map(|&direction| Direction::ALL[direction as usize]);
                let moves = before.chain(gate.plan.into_iter().rev()).collect();
                self.solved.fetch_min(share, Relaxed);
                let mut plan = self.plan.lock().unwrap_or_else(PoisonError::into_inner);
                if plan.as_ref().is_none_or(|(known, _)| share < *known) {
                    *plan = Some((share, moves));
                }
            }
            left = tally.allowed - tally.expanded;
            expanded += tally.expanded;
            generated += tally.generated;
        }
        // What was allowed and not spent is not counted.
        self.expanded.fetch_sub(left, Relaxed);
        (expanded, generated)
    }

    /// Whether a share need not be searched any more.
    fn is_over(&self, share: usize) -> bool {
        self.stopped.load(Relaxed) || share > self.solved.load(Relaxed)
    }

    /// More expansions, or why there are none.
    fn allow(&self, started: Instant, budget: &Budget) -> Result<u64, Stop> {
        if budget.cancel.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        if budget.time.is_some_and(|time| started.elapsed() >= time) {
            return Err(Stop::Time);
        }
        let so_far = self.expanded.load(Relaxed);
        let wanted = if so_far < CHECK_EVERY { FIRST_CHECK } else { CHECK_EVERY };
        let limit = budget.nodes.unwrap_or(u64::MAX);
        let before = self.expanded.fetch_add(wanted, Relaxed);
        let more = wanted.min(limit.saturating_sub(before));
        if more < wanted {
            self.expanded.fetch_sub(wanted - more, Relaxed);
        }
        if more == 0 { Err(Stop::Nodes) } else { Ok(more) }
    }
}

/// What a depth-first search asks now and then whether it may go on.
pub(super) struct Gate<'a> {
    common: &'a Common,
    share: usize,
    started: Instant,
    budget: &'a Budget,
    /// What this thread expanded and generated before this share.
    spent: (u64, u64),
    report: &'a mut dyn FnMut(u64, (u64, u64)),
    /// The moves of the plan, the last one first.
    pub(super) plan: Vec<Direction>,
}

impl Gate<'_> {
    /// More expansions, if there may be any.
    #[cold]
    #[inline(never)]
    pub(super) fn ask(&mut self, expanded: u64, generated: u64) -> Option<u64> {
        let common = self.common;
        if common.is_over(self.share) {
            return None;
        }
        match common.allow(self.started, self.budget) {
            Ok(more) => {
                let own = (self.spent.0 + expanded, self.spent.1 + generated);
                (self.report)(common.expanded.load(Relaxed), own);
                Some(more)
            }
            Err(stop) => {
                common.stopped.store(true, Relaxed);
                let mut first = common.stop.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert(stop);
                None
            }
        }
    }
}
