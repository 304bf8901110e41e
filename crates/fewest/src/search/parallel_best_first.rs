//! Best-first search on several threads: each owns the states of a part of the hashes
//! (Kishimoto, Fukunaga and Botea 2009), and all work on one priority at a time.
//!
//! Guarantees: those of [`super::best_first`]. In a round, every thread expands some of its
//! nodes whose priority is the least of all, sends the children to their owners, and takes
//! in what was sent to it. So no node is expanded while there is one of lower priority, and
//! a plan costs what it would cost on one thread, with the same proof. Which of several
//! plans it is, is not told. Costs: as for one thread, and the children on their way. Choose it
//! for more than a million states.
//!
//! ```
//! use fewest::example::{Gaps, Pancakes};
//! use fewest::search::{Budget, Linear, Status, parallel_best_first};
//!
//! let budget = Budget { threads: 2, ..Budget::default() };
//! let stack = [4, 6, 2, 7, 1, 3, 0, 5];
//! let outcome =
//!     parallel_best_first::search(&Pancakes, &stack, &Gaps, Linear::A_STAR, &budget, &mut ());
//! assert_eq!((outcome.cost(), outcome.status), (Some(8), Status::Optimal));
//! ```

mod rendezvous;
mod shard;

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::algorithm::Ties;
use super::best_first;
use super::budget::Budget;
use super::event::{Event, Progress};
use super::observer::{Observer, shows_expansions};
use super::outcome::{Counts, Outcome, Stop};
use super::priority::{Linear, Priority};
use super::store::NodeId;
use crate::parallel;
use crate::space::{Cost, DEAD_END, Heuristic, Space};

use rendezvous::Rendezvous;
use shard::{Message, Shard};

/// Finds a plan with as many threads as the budget has. An observer that wants to see
/// single expansions gets the search on one thread.
pub fn search<S, H, O>(
    space: &S,
    start: &S::State,
    heuristic: &H,
    priority: Linear,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<S::Move>
where
    S: Space + Sync,
    S::State: Send,
    H: Heuristic<S> + Sync,
    O: Observer<S>,
{
    let threads = budget.threads.clamp(1, MAX_THREADS);
    // Without threads (in a browser), nobody would come to a rendezvous.
    if threads == 1 || cfg!(target_family = "wasm") || shows_expansions(observer) {
        let ties = Ties::default();
        return best_first::search(space, start, heuristic, priority, ties, budget, observer);
    }
    let mut shards: Vec<Shard<S>> = (0..threads)
        .map(|index| Shard::new(space, priority, index, threads, &share(budget, index, threads)))
        .collect();
    let h = heuristic.estimate(heuristic.evaluate(space, start));
    let table = Table {
        rendezvous: Rendezvous::new(threads),
        mailboxes: (0..threads * threads).map(|_| Mutex::default()).collect(),
        reports: (0..threads).map(|_| Mutex::default()).collect(),
    };
    if h != DEAD_END {
        let message = shard::message_of_start(start, h);
        let owner = shard::owner(message.hash, threads);
        lock(table.mailbox(owner, owner)).push(message);
    }
    let worker = Worker { space, heuristic, priority, table: &table };
    let (first, others) = shards.split_at_mut(1);
    let verdicts = parallel::join(
        || {
            worker.work(&mut first[0], |shard, bound| {
                // All threads do nearly the same.
                let own = shard.meter.finish();
                let counts = (1..threads).fold(own, |counts, _| sum(&counts, &own));
                let depth = Some(shard.depth);
                observer.event(Event::Progress(Progress { counts, bound, best: None, depth }));
            })
        },
        others.iter_mut().map(|shard| || worker.work(shard, |_, _| ())),
    );
    // All have seen the same reports, so they have come to the same end.
    let Verdict { goal, bound, stop } = verdicts[0];
    let moves = goal.map(|goal| shard::moves(space, &shards, goal));
    let bound = if heuristic.is_admissible() { bound } else { 0 };
    let counts = shards.iter().map(|shard| shard.meter.finish()).reduce(|a, b| sum(&a, &b));
    Outcome::conclude(space, start, moves, bound, stop, counts.unwrap_or_default())
}

/// Parents are numbered together with their thread.
const MAX_THREADS: usize = 64;

/// A thread's part of the limits. Hashes are spread evenly.
fn share(budget: &Budget, index: usize, threads: usize) -> Budget {
    let (index, threads) = (index as u64, threads as u64);
    Budget {
        memory: budget.memory.map(|bytes| bytes / threads),
        nodes: budget.nodes.map(|nodes| nodes / threads + u64::from(index < nodes % threads)),
        ..budget.clone()
    }
}

fn sum(a: &Counts, b: &Counts) -> Counts {
    Counts {
        expanded: a.expanded + b.expanded,
        generated: a.generated + b.generated,
        stored: a.stored + b.stored,
        peak_bytes: a.peak_bytes + b.peak_bytes,
        elapsed: a.elapsed.max(b.elapsed),
    }
}

/// Where threads meet and leave things for each other.
struct Table<T> {
    rendezvous: Rendezvous,
    /// What was sent from each thread to each.
    mailboxes: Vec<Mutex<Vec<Message<T>>>>,
    reports: Vec<Mutex<Report>>,
}

impl<T> Table<T> {
    fn mailbox(&self, from: usize, to: usize) -> &Mutex<Vec<Message<T>>> {
        &self.mailboxes[from * self.reports.len() + to]
    }
}

/// What a thread tells the others before a round.
#[derive(Clone, Copy, Default)]
struct Report {
    /// The least priority of its open nodes.
    least: Option<i64>,
    /// Why it can't go on.
    stop: Option<Stop>,
    /// A goal that it has taken out.
    goal: Option<Goal>,
    /// Whether it will soon need more memory.
    needs_room: bool,
}

impl Report {
    /// The least of what two threads have, and whatever ends the search.
    fn and(self, other: Report) -> Report {
        Report {
            least: self.least.into_iter().chain(other.least).min(),
            stop: self.stop.or(other.stop),
            goal: self.goal.into_iter().chain(other.goal).min(),
            needs_room: self.needs_room || other.needs_room,
        }
    }
}

/// A goal's cost, and its node's number among all threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Goal {
    g: Cost,
    node: NodeId,
}

/// How it ended.
#[derive(Clone, Copy)]
struct Verdict {
    goal: Option<Goal>,
    /// Every plan costs at least this, if the heuristic is admissible.
    bound: Cost,
    stop: Stop,
}

struct Worker<'a, S: Space, H> {
    space: &'a S,
    heuristic: &'a H,
    priority: Linear,
    table: &'a Table<S::State>,
}

impl<S: Space, H: Heuristic<S>> Worker<'_, S, H> {
    /// One round after another, until all threads see in their reports that it has ended.
    fn work(&self, shard: &mut Shard<S>, mut progress: impl FnMut(&Shard<S>, Cost)) -> Verdict {
        // A thread that panics must not leave the others waiting.
        let _guard = parallel::on_panic(|| self.table.rendezvous.abandon());
        let (mut report, mut bound) = (Report::default(), 0);
        loop {
            // Lists change hands, and nothing is copied. They are used again: fresh memory is
            // slow.
            for (from, inbox) in shard.inboxes.iter_mut().enumerate() {
                std::mem::swap(&mut *lock(self.table.mailbox(from, shard.index)), inbox);
            }
            let result = shard.take_in(self.priority);
            report.stop = report.stop.or(result.err());
            report.least = shard.frontier.open.least();
            report.needs_room = shard.needs_room();
            *lock(&self.table.reports[shard.index]) = report;
            if self.table.rendezvous.wait().is_err() {
                return Verdict { goal: None, bound, stop: Stop::Cancelled };
            }
            let reports = self.table.reports.iter().map(|report| *lock(report));
            let whole = reports.reduce(Report::and).unwrap_or_default();
            if whole.goal.is_some() {
                return Verdict { goal: whole.goal, bound, stop: Stop::Done };
            }
            if let Some(stop) = whole.stop {
                return Verdict { goal: None, bound, stop };
            }
            let Some(least) = whole.least else {
                return Verdict { goal: None, bound: DEAD_END, stop: Stop::Done };
            };
            bound = bound.max(self.priority.bound(least));
            if shard.meter.is_due() {
                progress(shard, bound);
            }
            if whole.needs_room {
                shard.make_room();
            }
            match shard.expand(self.space, self.heuristic, self.priority, least) {
                Ok(goal) => report.goal = goal,
                Err(stop) => report.stop = Some(stop),
            }
            for (to, outbox) in shard.outboxes.iter_mut().enumerate() {
                std::mem::swap(&mut *lock(self.table.mailbox(shard.index, to)), outbox);
            }
            // What was sent must be there before anybody looks.
            if self.table.rendezvous.wait().is_err() {
                return Verdict { goal: None, bound, stop: Stop::Cancelled };
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Whoever panicked ends the search with that panic.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{Gaps, Pancakes};
    use crate::search::Status;
    use crate::space::{Blind, Unranked};

    fn budget(threads: usize) -> Budget {
        Budget { threads, ..Budget::default() }
    }

    #[test]
    fn finds_what_one_thread_finds() -> Result<(), Unranked> {
        let ranking = Pancakes::<6>.ranking(&Pancakes::sorted())?;
        for rank in (0..ranking.len()).step_by(17) {
            let stack = ranking.unrank(rank);
            for priority in [Linear::A_STAR, Linear::UNIFORM_COST, Linear::weighted(1500)] {
                let one = best_first::search(
                    &Pancakes,
                    &stack,
                    &Gaps,
                    priority,
                    Ties::LowH,
                    &budget(1),
                    &mut (),
                );
                for threads in [2, 3] {
                    let found =
                        search(&Pancakes, &stack, &Gaps, priority, &budget(threads), &mut ());
                    assert_eq!((found.status, found.bound), (one.status, one.bound), "{stack:?}");
                    if one.status == Status::Optimal {
                        assert_eq!(found.cost(), one.cost(), "{stack:?}");
                    }
                }
            }
        }
        Ok(())
    }

    /// Rows of five light bulbs of which the middle three switch; the goal can't be reached.
    struct Switches;

    impl Space for Switches {
        type State = u8;
        type Move = u8;
        type Undo = ();
        fn is_goal(&self, &lit: &u8) -> bool {
            lit == 31
        }
        fn moves(&self, _: &u8, out: &mut Vec<u8>) {
            out.extend(1..4);
        }
        fn apply(&self, lit: &mut u8, bulb: u8) {
            *lit ^= 1 << bulb;
        }
        fn undo(&self, lit: &mut u8, bulb: u8, (): ()) {
            *lit ^= 1 << bulb;
        }
    }

    #[test]
    fn proves_that_there_is_no_plan() {
        let found = search(&Switches, &0, &Blind, Linear::A_STAR, &budget(2), &mut ());
        assert_eq!((found.status, found.counts.stored), (Status::Unsolvable, 8));
    }

    /// Blind; it panics on some states if it is broken.
    struct Brittle {
        is_broken: bool,
    }

    impl Heuristic<Pancakes<10>> for Brittle {
        type Value = Cost;
        fn evaluate(&self, _: &Pancakes<10>, stack: &[u8; 10]) -> Cost {
            assert!(!self.is_broken || stack[0] != 5 || stack[1] != 2, "broken");
            0
        }
        fn estimate(&self, value: Cost) -> Cost {
            value
        }
        fn is_admissible(&self) -> bool {
            true
        }
        fn is_consistent(&self) -> bool {
            true
        }
    }

    #[test]
    fn keeps_its_limits() {
        let stack = [7, 2, 9, 4, 0, 6, 1, 8, 3, 5];
        let blind = |budget: &Budget| {
            let blind = Brittle { is_broken: false };
            search(&Pancakes, &stack, &blind, Linear::UNIFORM_COST, budget, &mut ())
        };
        let few = blind(&Budget { nodes: Some(1001), ..budget(2) });
        assert_eq!((few.stop, few.status), (Stop::Nodes, Status::Unknown));
        assert!(few.counts.expanded <= 1001 && few.bound > 1, "{few:?}");
        let small = blind(&Budget { memory: Some(1 << 20), ..budget(2) });
        assert_eq!(small.stop, Stop::Memory);
        assert!(small.counts.peak_bytes <= 1 << 20);
        let short = blind(&Budget { time: Some(std::time::Duration::ZERO), ..budget(2) });
        assert_eq!(short.stop, Stop::Time);
        let cancelled = budget(2);
        cancelled.cancel.cancel();
        assert_eq!(blind(&cancelled).stop, Stop::Cancelled);
    }

    #[test]
    #[should_panic(expected = "broken")]
    fn a_panic_ends_the_search() {
        let stack = [4, 6, 2, 7, 1, 3, 0, 5, 8, 9];
        search(
            &Pancakes,
            &stack,
            &Brittle { is_broken: true },
            Linear::UNIFORM_COST,
            &budget(2),
            &mut (),
        );
    }
}
