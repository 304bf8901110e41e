//! Walks that share a pool of attempts with few remaining numbers, and go on from there.
//!
//! Each thread has a walk with its own copy of the pool. All of them go the same number
//! of steps, then their pools become one, and so on: what a walk knows of the others
//! depends on nothing but steps, and the same seed and number of threads lead to the
//! same moves.

use super::attempt::Attempt;
use super::endgame::Endgame;
use super::grid::Grid;
use super::{Strategies, limits};
use crate::numbers::sums::Word;
use crate::numbers::{Found, Level};
use fewest::parallel;
use fewest::search::local::{
    CHECK_INTERVAL, Draws, LateAcceptance, Lengths, Pool, Report, Score, Walk,
};
use fewest::search::{Budget, Event, Meter, Progress, Stop};

/// A walk that was not at its best for so many steps goes on from an attempt of the pool …
const PATIENCE: u64 = 40_000;

/// … and if there is none, after so many, from one of its own, or begins again.
const ALONE: u64 = 1_000_000;

/// How often it goes on from one of its own before it begins again.
const FLASHBACKS: u32 = 3;

/// By how much a walk may be worse at first: two numbers more may remain.
const SLACK: Score = 80;

/// The longest way between two exchanges, in [`CHECK_INTERVAL`]s; the first is one, and each is
/// twice as long as the one before.
const LONGEST: u64 = 64;

/// The attempts of the pool that a walk exhausts from one exchange to the next.
const EXHAUSTED: usize = 4;

struct Explorer<'a, W: Word> {
    walk: Walk<Attempt<'a, W>, LateAcceptance>,
    endgame: Endgame<'a, W>,
    draws: Draws,
    /// What the endgame has looked at.
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
            work: 0,
            to_exhaust: Vec::new(),
        }
    }

    /// Steps, and sets of visitors looked at in endgames.
    fn spent(&self) -> u64 {
        self.walk.steps() + self.work
    }

    /// Goes on until the next exchange, or until a limit is reached.
    fn go(&mut self, paces: u64, nodes: u64, budget: &Budget) -> Result<(), Stop> {
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
        for _ in 0..paces {
            if self.spent() + CHECK_INTERVAL > nodes {
                return Err(Stop::Nodes);
            }
            meter.check()?;
            self.walk.run();
            if self.walk.best().1 == 0 {
                break;
            }
            if self.walk.idle() >= PATIENCE
                && let Some(kept) = self.walk.problem().pool.sample(&mut self.draws)
            {
                let strategies = kept.item.clone();
                self.walk.reset(&strategies);
            }
        }
        Ok(())
    }
}

pub(super) fn explore<W: Word>(
    level: &Level,
    seed: u64,
    budget: &Budget,
    report: &mut dyn FnMut(Report<'_, Strategies>),
) -> Found {
    let mut found = Found::nothing(level);
    if found.remaining == 0 {
        return found;
    }
    let mut meter = Meter::start(budget);
    let walks = budget.threads.max(1);
    // An attempt and a place for endgames; the start, the best and the history.
    let each = 2 * Attempt::<W>::bytes(level.numbers()) + 20 * Strategies::bytes(level.numbers());
    if let Err(stop) = meter.take(Grid::bytes(level) + walks * each) {
        return Found { stop, ..found };
    }
    let limits = limits(level.numbers(), walks + 1, meter.free_bytes());
    // It fits: that is how the limits were made.
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
    let mut paces = 1;
    found.stop = loop {
        let left = Budget { time: meter.time_left(), nodes: None, ..budget.clone() };
        let ends = parallel::map(&mut explorers, |explorer| explorer.go(paces, nodes, &left));
        exchange(&mut explorers, &mut pool);
        let walked = explorers.iter().map(|explorer| explorer.walk.best());
        let pooled = pool.best().map(|kept| (&kept.item, kept.remains.len() as u64));
        // Of several the first walk's, and that of the pool last.
        let best = walked.chain(pooled).min_by_key(|&(_, remaining)| remaining);
        if let Some((best, remaining)) = best
            && remaining < found.remaining as u64
        {
            found.take(level, best.moves(level));
            report(Report::Best { attempt: best, remaining });
        }
        meter.counts.expanded = explorers.iter().map(Explorer::spent).sum();
        meter.counts.generated = explorers.iter().map(|explorer| explorer.walk.looked_at()).sum();
        for (number, explorer) in explorers.iter().enumerate() {
            report(Report::Event(Event::Sample(explorer.walk.sample(number))));
        }
        let counts = meter.finish();
        report(Report::Event(Event::Progress(Progress { counts, ..Progress::default() })));
        if found.remaining == 0 {
            break Stop::Done;
        }
        if let Some(stop) = ends.into_iter().find_map(Result::err) {
            break stop;
        }
        paces = (2 * paces).min(LONGEST);
    };
    found.counts = meter.finish();
    found
}

/// Makes one pool of all, gives everybody a copy, and hands out what is to be exhausted.
fn exchange<W: Word>(explorers: &mut [Explorer<'_, W>], pool: &mut Pool<Strategies>) {
    for explorer in explorers.iter() {
        pool.merge(explorer.walk.problem().pool.clone());
    }
    for _ in 0..EXHAUSTED {
        for explorer in explorers.iter_mut() {
            explorer.to_exhaust.extend(pool.exhaust_next().map(|kept| kept.item.clone()));
        }
    }
    for explorer in explorers {
        explorer.walk.problem_mut().pool.clone_from(pool);
    }
}
