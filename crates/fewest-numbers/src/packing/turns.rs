//! What a thread does with its time: first other plans of the whole level, then by turns small
//! trees ([`Repack::step`]), once they are listed, and parts of whatever trees ([`Links`]).

use std::sync::OnceLock;
use std::time::Duration;

use super::links::{Leave, Links};
use super::repack::Repack;
use crate::puzzle::{Incumbent, Worker};
use crate::space::Numbers;
use crate::{Level, Shift};
use fewest::clock::Instant;
use fewest::search::Counts;
use fewest::search::local::{CHECK_INTERVAL, Draws};
use fewest::space::Cost;

/// On levels of this many numbers, threads begin with another forest, with edges at these
/// prices. At first it takes `FRESH_STEPS` for each number.
const FRESH: usize = 100;
const PRICES: [f64; 2] = [0.8, 0.9];
const FRESH_STEPS: u64 = 20_000;

/// A step takes less than this, with all that follows. Where the time is too short for all
/// steps, threads begin with the plan that there is.
const FRESH_STEP: Duration = Duration::from_nanos(300);

/// Each further forest takes `MORE` times as many steps, while that is likely to take no more
/// than this share of the time that is left; where time is not limited, there is one only.
const MORE: u32 = 4;
const FRESH_SHARE: f64 = 0.6;

pub(super) struct Turns<'a> {
    pub(super) level: &'a Level,
    pub(super) best: &'a Incumbent<Shift>,
    /// Known as soon as the small trees are listed.
    pub(super) repack: OnceLock<Repack<'a>>,
}

impl<'a> Turns<'a> {
    pub(super) fn new(level: &'a Level, best: &'a Incumbent<Shift>) -> Self {
        Turns { level, best, repack: OnceLock::new() }
    }

    /// Looks for more trees until the worker is told to stop.
    pub(super) fn run(&self, seed: u64, thread: usize, worker: &mut Worker<'_, '_, Shift>) {
        let mut draws = Draws::new(seed ^ (thread as u64) << 32);
        self.renew(&mut draws, thread, worker);
        let mut links: Option<Links<'_>> = None;
        while !worker.is_over() {
            // By turns: small trees, and parts of whatever trees.
            if let Some(repack) = self.repack.get()
                && draws.index(2) == 0
            {
                repack.step(&mut draws, worker);
                continue;
            }
            let is_behind = |links: &Links<'_>| links.len() as Cost > self.best.upper();
            if links.as_ref().is_none_or(is_behind) {
                links = self.best.plan().map(|plan| Links::of(self.level, plan.moves()));
            }
            let Some(improved) = &mut links else { continue };
            let before = improved.len();
            let budget = worker.budget();
            let leave = &mut Leave { budget, may_continue: &mut || may_continue(worker) };
            improved.improve(&mut draws, leave);
            if improved.len() < before && !self.offer(improved) {
                links = None;
            }
        }
    }

    /// Makes other plans of the whole level, in more and more steps.
    fn renew(&self, draws: &mut Draws, thread: usize, worker: &mut Worker<'_, '_, Shift>) {
        let numbers = self.level.numbers() as u64;
        let (price, mut each) = (PRICES[thread % PRICES.len()], FRESH_STEPS);
        while numbers >= FRESH as u64 && !worker.is_over() {
            let (started, steps) = (Instant::now(), numbers.saturating_mul(each));
            let budget = worker.budget();
            // Mending takes about as many steps again.
            let time = FRESH_STEP.mul_f64(steps as f64);
            if budget.nodes.is_some_and(|nodes| nodes / 4 < steps)
                || budget.time.is_some_and(|left| left < time)
            {
                break;
            }
            let mut links = Links::of(self.level, &[]);
            let leave = &mut Leave { budget, may_continue: &mut || may_continue(worker) };
            if links.renew(price, steps, draws, leave) {
                self.offer(&links);
            }
            each *= u64::from(MORE);
            let is_short = |left: Duration| started.elapsed() * MORE < left.mul_f64(FRESH_SHARE);
            let is_worth_it = worker.budget().time.is_some_and(is_short);
            if !is_worth_it {
                break;
            }
        }
    }

    /// Takes links that clear the level, if they are fewer.
    fn offer(&self, links: &Links<'_>) -> bool {
        if links.len() as Cost >= self.best.upper() {
            return false;
        }
        let (space, start) = Numbers::<Box<[u32]>>::of(self.level);
        let is_taken = self.best.offer(&space, &start, links.moves(), "packing");
        if is_taken && let Some(repack) = self.repack.get() {
            repack.adopt();
        }
        is_taken
    }
}

/// Counts the steps since it was last asked.
fn may_continue(worker: &mut Worker<'_, '_, Shift>) -> bool {
    worker.spend(&Counts { expanded: CHECK_INTERVAL, ..Counts::default() });
    !worker.is_over()
}
