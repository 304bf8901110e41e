//! What solves a level when no algorithm is named.
//!
//! Most levels are small: the search from both ends has them at once. While it
//! grows, it pauses now and then for a beam, which looks out for its backward side:
//! the beam's plan is an upper bound, often already the fewest moves, and then the
//! subset tables thin out the forward layers and the last and largest layer need
//! not be searched at all. When the set outgrows the memory, the best plan and the
//! bound stand, and sorted layers go on with the proof.

use super::Direction;
use super::beam::Beam;
use super::bidirectional::{Bidirectional, End};
use super::layers::Layers;
use super::pattern_database::PatternDatabase;
use super::space::Blocks;
use super::word::Word;
use crate::edge::Watched;
use fewest::search::{Budget, Counts, Meter, Outcome, Plan, Stop};
use fewest::space::{Cost, DEAD_END};

/// When so many states are stored, beams of these widths are tried.
const PAUSES: [(u64, &[usize]); 3] =
    [(1 << 20, &[1_000, 10_000]), (1 << 25, &[100_000]), (1 << 27, &[400_000])];

/// Beams are scored by pairs of blocks: triples cost more than they tell.
const SCORED: u32 = 2;

/// The tables that thin out the forward layers.
const SIEVED: [u32; 3] = [2, 3, 4];

/// Larger tables take longer to build than they spare.
const MOST_TABLE_BYTES: u64 = 1 << 24;

pub(super) struct Portfolio<'a, W> {
    pub(super) space: &'a Blocks<W>,
    pub(super) start: W,
    pub(super) budget: &'a Budget,
}

/// The best plan so far, and where it came from.
struct Incumbent {
    moves: Option<Vec<Direction>>,
    algorithm: &'static str,
    counts: Counts,
}

impl Incumbent {
    fn upper(&self) -> Cost {
        self.moves.as_ref().map_or(DEAD_END, |moves| moves.len() as Cost)
    }
}

impl<W: Word> Portfolio<'_, W> {
    /// The answer and the name of the algorithm that found its plan.
    pub(super) fn solve(
        &self,
        watched: &mut Watched<'_, Blocks<W>>,
    ) -> (Outcome<Direction>, &'static str) {
        let mut kernel = Bidirectional::new(self.space, self.start, self.budget);
        let mut best =
            Incumbent { moves: None, algorithm: "bidirectional", counts: Counts::default() };
        let mut end = End::Full;
        for (stored, widths) in PAUSES {
            if end == End::Full {
                end = kernel.run(stored, watched);
            }
            if end == End::Full && kernel.has_plain_labels() {
                self.improve(&mut kernel, widths, &mut best, watched);
            }
        }
        if end == End::Full {
            end = kernel.run(u64::MAX, watched);
        }
        let spent = kernel.counts();
        let (mut bound, mut stop) = match end {
            End::Met(meeting) => {
                let moves = kernel.plan(meeting);
                let fewest = moves.len() as Cost;
                best = Incumbent { moves: Some(moves), algorithm: "bidirectional", ..best };
                (fewest, Stop::Done)
            }
            End::Exhausted => (best.upper(), Stop::Done),
            End::Full => (kernel.bound(), Stop::Memory),
            End::Stopped(stop) => (kernel.bound(), stop),
        };
        best.counts = Counts { elapsed: spent.elapsed, ..best.counts.and(&spent) };
        drop(kernel);
        if stop == Stop::Memory {
            Self::tell(watched, &best, bound);
            (bound, stop) = self.go_on(bound, &mut best, watched);
        }
        let outcome =
            Outcome::conclude(self.space, &self.start, best.moves, bound, stop, best.counts);
        (outcome, best.algorithm)
    }

    /// Goes on with sorted layers, in all of the memory.
    fn go_on(
        &self,
        bound: Cost,
        best: &mut Incumbent,
        watched: &mut Watched<'_, Blocks<W>>,
    ) -> (Cost, Stop) {
        let mut budget = self.budget.after(&best.counts);
        let mut meter = Meter::start(&budget);
        let tables = self.tables(&mut meter);
        budget.memory = Some(meter.free_bytes());
        let upper = best.upper();
        let found = Layers::new(self.space, self.start, upper, &tables, &budget).run(watched);
        best.counts = best.counts.and(&found.counts);
        if let Some(moves) = found.moves {
            (best.moves, best.algorithm) = (Some(moves), "sorted layers");
        }
        (bound.max(found.bound), found.stop)
    }

    fn tell(watched: &mut Watched<'_, Blocks<W>>, best: &Incumbent, bound: Cost) {
        watched.best = best.moves.as_ref().map(|moves| moves.len() as Cost);
        watched.bound = bound;
        watched.spent = best.counts;
    }

    /// The tables that thin out the forward layers, as far as memory goes.
    fn tables(&self, meter: &mut Meter) -> Vec<PatternDatabase<W>> {
        let mut tables = Vec::new();
        for chosen in SIEVED {
            // A filter has a mask for each subset of one block less.
            let cells = (self.space.rules().width() * self.space.rules().height()) as u64;
            let masks = cells.pow(chosen - 1) * size_of::<W>() as u64;
            let bytes = PatternDatabase::bytes(self.space, chosen).saturating_add(masks);
            if chosen <= self.space.blocks()
                && bytes <= (meter.free_bytes() / 16).min(MOST_TABLE_BYTES)
                && let Ok(table) = PatternDatabase::new(self.space, chosen, meter)
                && meter.take(masks as usize).is_ok()
            {
                tables.push(table);
            }
        }
        tables
    }

    /// Looks for a shorter plan with beams, and tells the kernel of it.
    fn improve(
        &self,
        kernel: &mut Bidirectional<'_, W>,
        widths: &[usize],
        best: &mut Incumbent,
        watched: &mut Watched<'_, Blocks<W>>,
    ) {
        let spent = kernel.counts();
        let budget = Budget {
            memory: Some(kernel.meter.free_bytes()),
            time: kernel.meter.time_left(),
            ..self.budget.after(&spent)
        };
        let mut meter = Meter::start(&budget);
        let found = self.beams(kernel, widths, best, &mut meter, watched);
        let counts = meter.finish();
        best.counts.expanded += counts.expanded;
        best.counts.generated += counts.generated;
        let peak = &mut kernel.meter.counts.peak_bytes;
        *peak = (*peak).max(spent.peak_bytes + counts.peak_bytes);
        let has_plan = found.is_ok() && best.moves.is_some();
        let tables = if has_plan { self.tables(&mut kernel.meter) } else { Vec::new() };
        kernel.restrict(best.upper(), tables);
        watched.best = best.moves.as_ref().map(|moves| moves.len() as Cost);
    }

    fn beams(
        &self,
        kernel: &Bidirectional<'_, W>,
        widths: &[usize],
        best: &mut Incumbent,
        meter: &mut Meter,
        watched: &mut Watched<'_, Blocks<W>>,
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
            if let Some(moves) = beam.run(meter, watched)? {
                // Whatever is told further on was replayed here.
                if Plan::replay(self.space, &self.start, moves.clone()).is_ok() {
                    *best = Incumbent { moves: Some(moves), algorithm: "beam", ..*best };
                }
            }
        }
        Ok(())
    }
}
