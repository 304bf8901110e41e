//! Walks that share a pool of attempts with few remaining numbers, and resume from them.
//!
//! Each thread has a walk with its own copy of the pool. All walks make the same number of
//! steps, then merge their pools, and so on. What a walk knows of the others depends only
//! on the number of steps, so the same seed and number of threads give the same moves.

use std::time::Duration;

use super::attempt::Attempt;
use super::endgame::Endgame;
use super::grid::Grid;
use super::share::Shared;
use super::{Strategies, Team, limits};
use crate::sums::Word;
use crate::{Found, Level};
use fewest::parallel;
use fewest::search::local::{
    CHECK_INTERVAL, Draws, LateAcceptance, Lengths, Pool, Report, Score, Walk,
};
use fewest::search::{Budget, Event, Meter, Progress, Stop};

/// A walk without improvement for this number of steps resumes from an attempt of the pool …
const PATIENCE: u64 = 40_000;

/// (the first time after as many for each of these numbers of the level: a large one still
/// clears some after more steps than that, while there are many) …
const ORDINARY: u64 = 1000;

/// … or, if the pool is empty, after this number of steps from one of its own, or restarts.
const ALONE: u64 = 1_000_000;

/// How often it resumes from one of its own before it restarts.
const FLASHBACKS: u32 = 3;

/// By how much a resumed walk may be worse at first: two more numbers may remain.
const SLACK: Score = 80;

/// The maximum number of check intervals ([`CHECK_INTERVAL`]) between two exchanges. The
/// first exchange comes after one, and each further one after twice as many.
const LONGEST: u64 = 64;

/// The attempts of the pool that a walk exhausts from one exchange to the next.
const EXHAUSTED: usize = 4;

struct Explorer<'a, W: Word> {
    walk: Walk<Attempt<'a, W>, LateAcceptance>,
    endgame: Endgame<'a, W>,
    draws: Draws,
    patience: u64,
    /// The number of sets that the endgame examined.
    work: u64,
    to_exhaust: Vec<Strategies>,
}

impl<'a, W: Word> Explorer<'a, W> {
    fn new(grid: &'a Grid, pool: Pool<Strategies>, seed: u64) -> Self {
        let rule = LateAcceptance::new(Lengths::default(), ALONE, FLASHBACKS).with_slack(SLACK);
        Explorer {
            walk: Walk::new(Attempt::new(grid, pool), rule, seed),
            endgame: Endgame::new(grid),
            draws: Draws::new(!seed),
            patience: PATIENCE * (grid.len() as u64 / ORDINARY).max(1),
            work: 0,
            to_exhaust: Vec::new(),
        }
    }

    /// Steps, and sets of visitors examined in endgames.
    fn spent(&self) -> u64 {
        self.walk.steps() + self.work
    }

    /// Resumes from an attempt of the pool. If that is still empty, the first is the walk's best:
    /// a large level leaves more than the pool takes otherwise.
    fn resume(&mut self) {
        self.patience = PATIENCE;
        if self.walk.problem().pool.is_empty() {
            let (best, remaining) = self.walk.best();
            let best = best.clone();
            self.walk.problem_mut().pool.allow(remaining as usize);
            self.walk.reset(&best);
            let Attempt { pool, state, .. } = self.walk.problem_mut();
            Attempt::<W>::put(pool, state);
        } else if let Some(kept) = self.walk.problem().pool.sample(&mut self.draws) {
            let strategies = kept.item.clone();
            self.walk.reset(&strategies);
        }
    }

    /// Runs until the next exchange, or until a limit is reached.
    fn go(&mut self, intervals: u64, nodes: u64, budget: &Budget) -> Result<(), Stop> {
        let mut meter = Meter::start(budget);
        for strategies in std::mem::take(&mut self.to_exhaust) {
            if self.spent() + super::endgame::WORK > nodes {
                break;
            }
            meter.check()?;
            self.work += self.endgame.run(&strategies, &mut self.draws);
            let pool = &mut self.walk.problem_mut().pool;
            Attempt::<W>::put(pool, &self.endgame.state);
        }
        for _ in 0..intervals {
            if self.spent() + CHECK_INTERVAL > nodes {
                return Err(Stop::Nodes);
            }
            meter.check()?;
            if !self.walk.run_while(&mut || meter.check().is_ok()) {
                meter.check()?;
            }
            if self.walk.best().1 == 0 {
                break;
            }
            if self.walk.idle() >= self.patience {
                self.resume();
            }
        }
        Ok(())
    }
}

/// The time that a walk's first attempt takes for each number, measured with a million of
/// them. Nothing asks the clock meanwhile.
const SET_UP: Duration = Duration::from_nanos(150);

pub(super) fn explore<W: Word>(
    level: &Level,
    seed: u64,
    budget: &Budget,
    team: &mut dyn Team,
) -> Found {
    let mut found = Found::nothing(level);
    if found.remaining == 0 {
        return found;
    }
    let mut meter = Meter::start(budget);
    let walks = budget.threads.max(1);
    // An attempt and a workspace for endgames; the start, the best and the history.
    let each = 2 * Attempt::<W>::bytes(level.numbers()) + 20 * Strategies::bytes(level.numbers());
    if let Err(stop) = meter.take(Grid::bytes(level) + walks * each) {
        return Found { stop, ..found };
    }
    let set_up = SET_UP * u32::try_from(level.numbers() * walks).unwrap_or(u32::MAX);
    if meter.time_left().is_some_and(|left| left < set_up) {
        return Found { stop: Stop::Time, ..found };
    }
    let limits = limits(level.numbers(), walks + 1, meter.free_bytes());
    // It fits, by the choice of the limits.
    let _ = meter.take(limits.capacity * (walks + 1) * Strategies::bytes(level.numbers()));
    let grid = Grid::of(level);
    let mut pool = Pool::new(limits);
    let mut explorers: Vec<Explorer<'_, W>> = (0..walks as u64)
        .map(|walk| {
            let seed = seed.wrapping_add(walk.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            Explorer::new(&grid, pool.clone(), seed)
        })
        .collect();
    let nodes = budget.nodes.map_or(u64::MAX, |nodes| nodes / walks as u64);
    let mut intervals = 1;
    let mut shared = Shared::default();
    found.stop = loop {
        let left = Budget { time: meter.time_left(), nodes: None, ..budget.clone() };
        let ends = parallel::map(&mut explorers, |explorer| explorer.go(intervals, nodes, &left));
        exchange(&mut explorers, &mut pool, |pool| shared.exchange::<W>(&grid, pool, team));
        let walked = explorers.iter().map(|explorer| explorer.walk.best());
        let pooled = pool.best().map(|kept| (&kept.item, kept.remains.len() as u64));
        // If several are solved, the first walk's counts, and the pool's last.
        let best = walked.chain(pooled).min_by_key(|&(_, remaining)| remaining);
        if let Some((best, remaining)) = best
            && remaining < found.remaining as u64
        {
            found.take(level, best.moves(level));
            team.report(Report::Best { attempt: best, remaining });
        }
        meter.counts.expanded = explorers.iter().map(Explorer::spent).sum();
        meter.counts.generated = explorers.iter().map(|explorer| explorer.walk.looked_at()).sum();
        for (number, explorer) in explorers.iter().enumerate() {
            team.report(Report::Event(Event::Sample(explorer.walk.sample(number))));
        }
        let counts = meter.finish();
        team.report(Report::Event(Event::Progress(Progress { counts, ..Progress::default() })));
        if found.remaining == 0 {
            break Stop::Done;
        }
        if let Some(stop) = ends.into_iter().find_map(Result::err) {
            break stop;
        }
        intervals = (2 * intervals).min(LONGEST);
    };
    found.counts = meter.finish();
    found
}

/// Merges all pools, here and elsewhere, gives each explorer a copy, and distributes the endgames.
fn exchange<W: Word>(
    explorers: &mut [Explorer<'_, W>],
    pool: &mut Pool<Strategies>,
    with_others: impl FnOnce(&mut Pool<Strategies>),
) {
    for explorer in explorers.iter() {
        pool.allow(explorer.walk.problem().pool.limits().most);
        pool.merge(explorer.walk.problem().pool.clone());
    }
    with_others(pool);
    for _ in 0..EXHAUSTED {
        for explorer in explorers.iter_mut() {
            explorer.to_exhaust.extend(pool.exhaust_next().map(|kept| kept.item.clone()));
        }
    }
    for explorer in explorers {
        explorer.walk.problem_mut().pool.clone_from(pool);
    }
}
