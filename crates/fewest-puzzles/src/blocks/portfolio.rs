//! What solves a level when no algorithm is named.
//!
//! Most levels are small: the bidirectional search solves them at once. While it grows,
//! it pauses at intervals for a beam that searches for its backward side. The beam's
//! plan is an upper bound, often already the fewest moves. With it, pattern databases
//! thin out the forward layers, and the last and largest layer need not be searched.
//! When the set outgrows the memory, the best plan and the bound remain, and sorted
//! layers continue the proof.

use super::Direction;
use super::beam::Beam;
use super::bidirectional::{Bidirectional, End};
use super::layers::Layers;
use super::pattern_database::PatternDatabase;
use super::solve::BlocksAdapter;
use super::space::Blocks;
use super::word::Word;
use crate::puzzle::{Incumbent, Solved};
use fewest::search::{Budget, Counts, Meter, Outcome, Plan, Stop};
use fewest::space::Cost;

/// After this number of stored states, beams of these widths are tried.
const PAUSES: [(u64, &[usize]); 3] =
    [(1 << 20, &[1_000, 10_000]), (1 << 25, &[100_000]), (1 << 27, &[400_000])];

/// Beams are scored by pairs of blocks: triples cost more than they gain.
const SCORED: u32 = 2;

/// The tables that thin out the forward layers.
const FILTERED: [u32; 3] = [2, 3, 4];

/// Larger tables take longer to build than they save.
const MAX_TABLE_BYTES: u64 = 1 << 24;

pub(super) struct Portfolio<'a, W> {
    pub(super) space: &'a Blocks<W>,
    pub(super) start: W,
    pub(super) budget: &'a Budget,
}

impl<W: Word> Portfolio<'_, W> {
    pub(super) fn solve(&self, adapter: &mut BlocksAdapter<'_, W>) -> Solved<Direction> {
        let mut kernel = Bidirectional::new(self.space, self.start, self.budget);
        let mut best = Incumbent::new("bidirectional", 0);
        let mut end = End::Full;
        for (stored, widths) in PAUSES {
            if end == End::Full {
                end = kernel.run(stored, adapter);
            }
            if end == End::Full && kernel.has_plain_labels() {
                self.improve(&mut kernel, widths, &mut best, adapter);
            }
        }
        if end == End::Full {
            end = kernel.run(u64::MAX, adapter);
        }
        let spent = kernel.counts();
        let (moves, bound, mut stop) = match end {
            End::Met(meeting) => {
                let moves = kernel.plan(meeting);
                let fewest = moves.len() as Cost;
                (Some(moves), fewest, Stop::Done)
            }
            End::Exhausted => (None, best.upper(), Stop::Done),
            End::Full => (None, kernel.bound(), Stop::Memory),
            End::Stopped(stop) => (None, kernel.bound(), stop),
        };
        let elapsed = spent.elapsed.saturating_sub(best.counts.elapsed);
        let counts = Counts { elapsed, ..spent };
        self.take(&mut best, moves, bound, counts, "bidirectional");
        drop(kernel);
        if stop == Stop::Memory {
            best.tell(adapter);
            stop = self.resume(&mut best, adapter);
        }
        best.conclude(self.space, &self.start, stop)
    }

    fn take(
        &self,
        best: &mut Incumbent<Direction>,
        moves: Option<Vec<Direction>>,
        bound: Cost,
        counts: Counts,
        algorithm: &'static str,
    ) {
        let outcome = Outcome::conclude(self.space, &self.start, moves, bound, Stop::Done, counts);
        best.take(outcome, algorithm);
    }

    /// Resumes with sorted layers, in all of the memory.
    fn resume(&self, best: &mut Incumbent<Direction>, adapter: &mut BlocksAdapter<'_, W>) -> Stop {
        let mut budget = best.left(self.budget);
        let mut meter = Meter::start(&budget);
        let tables = self.tables(&mut meter);
        budget.memory = Some(meter.free_bytes());
        let upper = best.upper();
        let found = Layers::new(self.space, self.start, upper, &tables, &budget).run(adapter);
        self.take(best, found.moves, found.bound, found.counts, "sorted layers");
        found.stop
    }

    /// The tables that thin out the forward layers, as far as memory goes.
    fn tables(&self, meter: &mut Meter) -> Vec<PatternDatabase<W>> {
        let mut tables = Vec::new();
        for chosen in FILTERED {
            // A filter has a mask for each subset of one block less.
            let cells = (self.space.rules().width() * self.space.rules().height()) as u64;
            let masks = cells.pow(chosen - 1) * size_of::<W>() as u64;
            let bytes = PatternDatabase::bytes(self.space, chosen).saturating_add(masks);
            if chosen <= self.space.blocks()
                && bytes <= (meter.free_bytes() / 16).min(MAX_TABLE_BYTES)
                && let Ok(table) = PatternDatabase::new(self.space, chosen, meter)
                && meter.take(masks as usize).is_ok()
            {
                tables.push(table);
            }
        }
        tables
    }

    /// Searches for a shorter plan with beams, and gives it to the kernel.
    fn improve(
        &self,
        kernel: &mut Bidirectional<'_, W>,
        widths: &[usize],
        best: &mut Incumbent<Direction>,
        adapter: &mut BlocksAdapter<'_, W>,
    ) {
        let spent = kernel.counts();
        let budget = Budget {
            memory: Some(kernel.meter.free_bytes()),
            time: kernel.meter.time_left(),
            ..self.budget.after(&spent)
        };
        let mut meter = Meter::start(&budget);
        let found = self.beams(kernel, widths, best, &mut meter, adapter);
        let counts = meter.finish();
        best.counts.expanded += counts.expanded;
        best.counts.generated += counts.generated;
        let peak = &mut kernel.meter.counts.peak_bytes;
        *peak = (*peak).max(spent.peak_bytes + counts.peak_bytes);
        let has_plan = found.is_ok() && best.has_plan();
        let tables = if has_plan { self.tables(&mut kernel.meter) } else { Vec::new() };
        kernel.restrict(best.upper(), tables);
        best.tell(adapter);
    }

    fn beams(
        &self,
        kernel: &Bidirectional<'_, W>,
        widths: &[usize],
        best: &mut Incumbent<Direction>,
        meter: &mut Meter,
        adapter: &mut BlocksAdapter<'_, W>,
    ) -> Result<(), Stop> {
        let score = PatternDatabase::new(self.space, SCORED.min(self.space.blocks()), meter)?;
        for &width in widths {
            let beam = Beam {
                space: self.space,
                start: self.start,
                perimeter: kernel.visited().0,
                score: &score,
                width,
                upper: best.upper(),
                bound: kernel.bound(),
            };
            // Every reported plan was replayed here.
            if let Some(moves) = beam.run(meter, adapter)?
                && let Ok(plan) = Plan::replay(self.space, &self.start, moves)
            {
                best.improve(plan, "beam");
            }
        }
        Ok(())
    }
}
