//! What solves a level when no algorithm is named.
//!
//! Most levels are small: the bidirectional search solves them at once. While it grows, it
//! pauses at intervals, and others take a turn whose cost is bounded by its own:
//!
//! - A* with pattern databases, towards the backward side: where these tell much, it is done
//!   soon.
//! - Annealing of lists of moves on boards beyond 8 × 8, and later on smaller ones: a plan where
//!   blocks have far to go.
//! - Beams that search for the backward side. A beam's plan is an upper bound, often already
//!   the fewest moves. With it, pattern databases thin out the forward layers, and the last
//!   and largest layer need not be searched.
//!
//! When the set outgrows the memory, the best plan and the bound remain, and sorted
//! layers continue the proof.

use std::time::Duration;

use super::Direction;
use super::annealing_turns::Anneals;
use super::astar_turns::AStarTurns;
use super::beam_turns::Beams;
use super::bidirectional;
use super::packed::{self, Packed};
use super::solve::BlocksAdapter;
use super::space::Blocks;
use super::tables::FILTERED;
use super::word::Word;
use crate::puzzle::{Incumbent, Request, Solved};
use fewest::search::layered::{self, Bidirectional, End, Found};
use fewest::search::{Budget, Counts, Event, Meter, Observer, Stop};

/// The first pause is when this number of states is stored, which takes a millisecond or two.
const FIRST_PAUSE: u64 = 1 << 14;

/// With layers on the disk, the search from both ends ends at this number of states.
const RESUMED: u64 = 1 << 24;

pub(super) struct Portfolio<'a, W> {
    pub(super) space: &'a Blocks<W>,
    pub(super) start: W,
    pub(super) budget: &'a Budget,
    pub(super) request: &'a Request,
    /// Whether there are layers on the disk to resume from.
    pub(super) is_resumable: bool,
}

impl<W: Word> Portfolio<'_, W> {
    pub(super) fn solve(&self, adapter: &mut BlocksAdapter<'_, W>) -> Solved<Direction> {
        let packed = Packed::new(self.space, self.start);
        let best = Incumbent::new("bidirectional", 0, self.request);
        best.tell(adapter);
        let mut kernel = Bidirectional::new(&packed, self.start, &best.left(self.budget));
        let (mut turns, mut beams) = (AStarTurns::new(), Beams::default());
        let mut anneals = Anneals::default();
        let (mut pause, mut next_beam) = (FIRST_PAUSE, Self::FIRST);
        // To store many goals takes a while, and A* needs none of them.
        let goals = packed.searched_goals();
        if goals >= FIRST_PAUSE {
            let spent = Counts { generated: goals, ..Counts::default() };
            if self.look_ahead(&packed, &kernel, &spent, &mut turns, &best, adapter) {
                return best.conclude(self.space, &self.start, Stop::Done, self.budget);
            }
        }
        let mut expanded = 0;
        let end = loop {
            let mut layers = Vec::new();
            let run = kernel.run(pause, &mut |event| {
                if let Event::Layer { depth, states } = event {
                    expanded += states;
                    // With that layer, one more is finished, and a plan has one move more.
                    layers.push((depth + 2, expanded));
                }
                adapter.event(event);
            });
            match run {
                // The layers on the disk have more: only a plan is wanted.
                End::Full if self.is_resumable && pause >= RESUMED => break End::Full,
                End::Full => {}
                end => break end,
            }
            let counts = kernel.counts();
            // A predecessor that is dropped takes about half as long as one that is stored.
            let generated = counts.generated + goals + packed.dropped() / 2;
            let spent = Counts { generated, ..counts };
            let each = Self::kernel_cost(&spent) / counts.expanded.max(1);
            for (bound, expanded) in layers {
                turns.layers.note(bound, expanded * each);
            }
            if self.look_ahead(&packed, &kernel, &spent, &mut turns, &best, adapter) {
                best.spend(&kernel.counts());
                return best.conclude(self.space, &self.start, Stop::Done, self.budget);
            }
            let cost = Self::kernel_cost(&spent);
            if cost >= Self::FIRST {
                // What stops annealing stops only annealing.
                let all = cost + turns.cost();
                let _ = self.anneal(&kernel, &spent, all, &mut anneals, &best);
                best.tell(adapter);
                // The kernel's clock has never stopped.
                adapter.spent.elapsed = Duration::ZERO;
            }
            if cost >= next_beam {
                self.improve(&packed, &mut kernel, &spent, &mut beams, &best, adapter);
                while next_beam <= cost {
                    next_beam *= 2;
                }
            }
            pause = spent.stored + spent.stored / 2;
        };
        let mut found = kernel.found(end);
        drop((kernel, turns));
        let (mut stop, mut reason) = (found.stop, None);
        found.bound = found.bound.min(best.upper());
        self.take(&best, found, "bidirectional");
        if stop == Stop::Memory {
            best.tell(adapter);
            (stop, reason) = self.resume(&packed, &best, adapter);
        }
        let solved = best.conclude(self.space, &self.start, stop, self.budget);
        Solved { reason: reason.or(solved.reason), ..solved }
    }

    fn take(&self, best: &Incumbent<Direction>, found: Found<W>, algorithm: &'static str) {
        let found = Found { stop: Stop::Done, ..found };
        best.take(bidirectional::conclude(self.space, self.start, found), algorithm);
    }

    /// Resumes with sorted layers, in all of the memory.
    fn resume(
        &self,
        packed: &Packed<'_, W>,
        best: &Incumbent<Direction>,
        adapter: &mut BlocksAdapter<'_, W>,
    ) -> (Stop, Option<String>) {
        let mut budget = best.left(self.budget);
        let mut meter = Meter::start(&budget);
        packed.change_tables(|tables| {
            tables.clear();
            self.add_tables(tables, u64::MAX, FILTERED.len(), &mut meter);
        });
        budget.memory = Some(meter.free_bytes());
        let mut tell = |event: Event<'_>| adapter.event(event);
        let plan = best.plan().map(|plan| packed::states(self.space, self.start, plan.moves()));
        let mut found = layered::search_sorted(packed, self.start, plan, &budget, &mut tell);
        let (stop, reason) = (found.stop, found.problem.take());
        self.take(best, found, "sorted layers");
        (stop, reason)
    }
}
