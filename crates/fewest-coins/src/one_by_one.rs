//! Solves batches one start after the other, by breadth-first search with a hash map:
//! slow, plain, and the reference for tests of the kernel.

use rustc_hash::FxHashMap;

use super::batch::{Batch, BatchOutcome, PairAnswer, Phase, Report};
use super::board::Hop;
use super::rules::{Coins, hopped, hops};
use fewest::search::{Budget, Event, Meter, Plan, Stop};
use fewest::space::Cost;

/// Runs a checked batch.
pub(super) fn run(
    batch: &Batch<'_>,
    budget: &Budget,
    report: &mut dyn FnMut(Report<'_>),
) -> BatchOutcome {
    let name = "breadth-first search from each start";
    report(Report::Event(Phase::Preparation, Event::Method { name, memory: 0 }));
    let mut meter = Meter::start(budget);
    let mut pairs = batch.pairs.to_vec();
    pairs.sort_by_key(|&(from, _)| from);
    let mut bounds = Vec::new();
    let mut answered = 0;
    let mut stop = Stop::Done;
    for pairs in pairs.chunk_by(|a, b| a.0 == b.0) {
        let mut search = Search::new(batch, pairs);
        if stop == Stop::Done
            && let Err(stopped) = search.run(&mut meter, report)
        {
            stop = stopped;
        }
        meter.give_back(search.bytes());
        answered += pairs.len() - search.open.len();
        bounds.extend(search.open.iter().map(|&to| ((search.from, to), search.bound(to))));
    }
    BatchOutcome { answered, stop, counts: meter.finish(), bounds }
}

/// The search from one start.
struct Search<'a> {
    batch: &'a Batch<'a>,
    from: usize,
    open: Vec<usize>,
    /// Each reached set and its parent.
    parents: FxHashMap<u64, u64>,
    frontier: Vec<u64>,
    next: Vec<u64>,
    depth: Cost,
}

impl<'a> Search<'a> {
    fn new(batch: &'a Batch<'a>, pairs: &[(usize, usize)]) -> Self {
        Search {
            batch,
            from: pairs[0].0,
            open: pairs.iter().map(|&(_, to)| to).collect(),
            parents: FxHashMap::default(),
            frontier: Vec::new(),
            next: Vec::new(),
            depth: 0,
        }
    }

    fn run(&mut self, meter: &mut Meter, report: &mut dyn FnMut(Report<'_>)) -> Result<(), Stop> {
        meter.check()?;
        let start = self.batch.sets[self.from];
        self.make_room(meter)?;
        self.parents.insert(start, start);
        self.next.push(start);
        loop {
            std::mem::swap(&mut self.frontier, &mut self.next);
            self.next.clear();
            self.answer(report)?;
            let (from, open) = (self.from, self.open.len());
            let layer = Event::Layer { depth: self.depth, states: self.frontier.len() as u64 };
            report(Report::Event(Phase::Forward { from, open }, layer));
            if self.open.is_empty() {
                return Ok(());
            }
            if self.frontier.is_empty() {
                for to in std::mem::take(&mut self.open) {
                    report(Report::Answer { from, to, answer: PairAnswer::Unsolvable });
                }
                return Ok(());
            }
            for index in 0..self.frontier.len() {
                meter.expand()?;
                self.make_room(meter)?;
                let coins = self.frontier[index];
                for hop in hops(&self.batch.board, coins) {
                    meter.counts.generated += 1;
                    let reached = hopped(coins, hop);
                    self.parents.entry(reached).or_insert_with(|| {
                        self.next.push(reached);
                        coins
                    });
                }
                meter.counts.stored = meter.counts.stored.max(self.parents.len() as u64);
            }
            self.depth += 1;
        }
    }

    /// Answers the pairs whose targets are reached.
    fn answer(&mut self, report: &mut dyn FnMut(Report<'_>)) -> Result<(), Stop> {
        let mut still = Vec::new();
        for to in std::mem::take(&mut self.open) {
            let target = self.batch.sets[to];
            if self.parents.contains_key(&target) {
                let (space, start) =
                    (Coins::new(self.batch.board, target), self.batch.sets[self.from]);
                let plan = Plan::replay(&space, &start, self.way_to(target))
                    .map_err(|_| Stop::Contradiction)?;
                let answer = PairAnswer::Solved(plan.moves().to_vec());
                report(Report::Answer { from: self.from, to, answer });
            } else {
                still.push(to);
            }
        }
        self.open = still;
        Ok(())
    }

    /// The moves that lead to a set.
    fn way_to(&self, target: u64) -> Vec<Hop> {
        let mut hops = Vec::new();
        let mut coins = target;
        while let Some(&before) = self.parents.get(&coins) {
            if before == coins {
                break;
            }
            hops.push(Hop {
                from: (before & !coins).trailing_zeros() as u8,
                to: (coins & !before).trailing_zeros() as u8,
            });
            coins = before;
        }
        hops.reverse();
        hops
    }

    /// The proved lower bound of an open target: one more than the complete layers, and
    /// at least the number of misplaced coins.
    fn bound(&self, to: usize) -> Cost {
        let sets = self.batch.sets;
        let misplaced = (sets[self.from] & !sets[to]).count_ones();
        misplaced.max(if self.parents.is_empty() { 0 } else { self.depth + 1 })
    }

    /// Makes room for all successors of a set, if memory allows.
    fn make_room(&mut self, meter: &mut Meter) -> Result<(), Stop> {
        /// No set has more successors: 32 coins to 32 cells.
        const MAX_SUCCESSORS: usize = 1 << 10;
        if self.parents.capacity() - self.parents.len() < MAX_SUCCESSORS {
            let before = map_bytes(self.parents.capacity());
            let wanted = (2 * self.parents.capacity()).max(2 * MAX_SUCCESSORS);
            // Both exist while one is copied into the other.
            meter.take(map_bytes(wanted))?;
            self.parents.reserve(wanted - self.parents.len());
            meter.give_back(before);
        }
        if self.next.capacity() - self.next.len() < MAX_SUCCESSORS {
            let before = 8 * self.next.capacity();
            let wanted = (2 * self.next.capacity()).max(2 * MAX_SUCCESSORS);
            meter.take(8 * wanted)?;
            self.next.reserve_exact(wanted - self.next.len());
            meter.give_back(before);
        }
        Ok(())
    }

    /// The accounted bytes of this search.
    fn bytes(&self) -> usize {
        map_bytes(self.parents.capacity()) + 8 * (self.frontier.capacity() + self.next.capacity())
    }
}

/// The bytes of a map: a power of two of buckets, seven eighths of them full at
/// most, each with a key, a value and a byte of its hash.
fn map_bytes(capacity: usize) -> usize {
    if capacity == 0 { 0 } else { (capacity * 8 / 7).next_power_of_two() * 17 }
}
