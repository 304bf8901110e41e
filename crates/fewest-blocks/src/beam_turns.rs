//! The turns of beams while the search from both ends pauses. A beam searches for the backward
//! side; its plan is an upper bound, often already the fewest moves.

use std::time::Duration;

use super::Direction;
use super::beam::Beam;
use super::packed::Packed;
use super::pattern_database::PatternDatabase;
use super::portfolio::Portfolio;
use super::solve::BlocksAdapter;
use super::tables::FILTERED;
use super::word::Word;
use crate::puzzle::Incumbent;
use fewest::search::layered::Bidirectional;
use fewest::search::{Budget, Counts, Meter, Plan, Stop};

/// The widths of the beams, one after the other. All beams cost at most a part of what the
/// search from both ends has cost so far, so a wider one is due when that has worked for
/// longer.
const WIDTHS: [usize; 5] = [250, 1_000, 10_000, 100_000, 400_000];

/// The divisor of that part: where beams don't help, a level takes a quarter longer.
const PART: u64 = 4;

/// A table for the filter of later layers may cost one part in this number of what the search
/// from both ends has cost.
const FILTER_PART: u64 = 8;

/// Beams and annealing are considered when the search from both ends has cost this much, in
/// nanoseconds, and at each doubling.
const SMALL_FIRST: u64 = 25_000_000;
const LARGE_FIRST: u64 = 100_000_000;

/// The blocks of the subsets that score a beam: triples cost more than they gain.
const SCORED: u32 = 2;

/// What the beams have done.
#[derive(Default)]
pub(super) struct Beams {
    /// The number of widths that were tried.
    tried: usize,
    /// What they have cost, in nanoseconds.
    cost: u64,
}

impl Beams {
    /// The width of the beam that comes next. On boards beyond 8 × 8, pairs tell too little.
    fn next<W: Word>(&self) -> Option<usize> {
        WIDTHS.get(self.tried).copied().filter(|_| W::CELLS <= 64)
    }
}

impl<W: Word> Portfolio<'_, W> {
    /// What the search from both ends has cost when others first look for a plan.
    pub(super) const FIRST: u64 = if W::CELLS > 64 { LARGE_FIRST } else { SMALL_FIRST };

    /// Looks for a shorter plan with beams, if any are due, and tells the kernel of it.
    pub(super) fn improve(
        &self,
        packed: &Packed<'_, W>,
        kernel: &mut Bidirectional<'_, W>,
        spent: &Counts,
        beams: &mut Beams,
        best: &Incumbent<Direction>,
        adapter: &mut BlocksAdapter<'_, W>,
    ) {
        // What stops a beam stops only the beams.
        while let Ok(true) = self.run_beam(kernel, spent, beams, best, adapter) {}
        if best.has_plan() {
            let cost = Self::kernel_cost(spent) / FILTER_PART;
            self.extend_tables(packed, kernel, cost, FILTERED.len());
            kernel.restrict(best.upper());
        }
        best.tell(adapter);
        // The kernel's clock has never stopped.
        adapter.spent.elapsed = Duration::ZERO;
    }

    /// Runs the next beam, if it is likely to be affordable. One that misses the goal ends when
    /// its layers or its part of the cost are spent. Returns whether another may be due.
    fn run_beam(
        &self,
        kernel: &Bidirectional<'_, W>,
        spent: &Counts,
        beams: &mut Beams,
        best: &Incumbent<Direction>,
        adapter: &mut BlocksAdapter<'_, W>,
    ) -> Result<bool, Stop> {
        let Some(width) = beams.next::<W>() else { return Ok(false) };
        let cost = self.beam_cost();
        let nodes = (Self::kernel_cost(spent) / PART).saturating_sub(beams.cost) / cost;
        let (perimeter, depth) = kernel.visited();
        // Without a plan, up to four times the proved moves: a beam that is given up
        // just before it meets the perimeter is wasted.
        let layers = best.upper().min(4 * kernel.bound()).saturating_sub(depth).max(1);
        if width as u64 * u64::from(layers) > nodes
            || !kernel.has_plain_labels()
            || kernel.bound() >= best.upper()
        {
            return Ok(false);
        }
        beams.tried += 1;
        let nodes_left = self.budget.after(spent).nodes;
        let budget = Budget { nodes: nodes_left, ..self.left_beside(kernel) };
        let mut meter = Meter::start(&budget.at_most(nodes));
        let mut run = || {
            let chosen = SCORED.min(self.space.blocks());
            let score = PatternDatabase::new(self.space, chosen, &mut meter)?;
            let beam = Beam {
                space: self.space,
                start: self.start,
                perimeter,
                score: &score,
                width,
                upper: best.upper(),
                layers,
                bound: kernel.bound(),
            };
            beam.run(&mut meter, adapter)
        };
        let found = run();
        let counts = meter.finish();
        beams.cost += counts.expanded * cost;
        best.spend(&Counts { peak_bytes: 0, ..counts });
        kernel.note_peak(counts.peak_bytes);
        // Every reported plan was replayed here.
        if let Some(moves) = found?
            && let Ok(plan) = Plan::replay(self.space, &self.start, moves)
        {
            best.improve(plan, "beam");
        }
        Ok(true)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::super::domain::BlocksPuzzle;
    use super::super::level::Level;
    use super::super::space::Blocks;
    use super::*;
    use crate::puzzle::{Adapter, Request};
    use fewest::search::layered::End;

    /// The goals can't be reached, but very many states can: a beam wanders.
    pub(crate) const UNSOLVABLE: &str = "\
        o o o . o . o .\n\
        . . . . . . . .\n\
        o # . o . # . o\n\
        o . o . . . . .\n\
        . . . . x . . .\n\
        x . . x . . x .\n\
        . . x . # . x .\n\
        . x . x . x . x\n";

    #[test]
    fn beams_cost_no_more_than_a_part_of_what_the_kernel_has_spent() {
        let level = Level::parse(UNSOLVABLE).unwrap();
        let (space, start) = Blocks::<u64>::of(&level);
        let (request, budget) = (Request::default(), Budget::default());
        let (space, budget) = (&space, &budget);
        let portfolio = Portfolio { space, start, budget, request: &request, is_resumable: false };
        let packed = Packed::new(space, start);
        let mut kernel = Bidirectional::new(&packed, start, budget);
        let mut watch = ();
        let mut adapter = Adapter::<BlocksPuzzle, _>::new(&level, &mut watch);
        assert_eq!(kernel.run(1000, &mut |_| ()), End::Full);
        let (mut beams, best) = (Beams::default(), Incumbent::new("", 0, &request));
        // As if it had spent more.
        let mut spend = |generated, beams: &mut Beams| {
            let spent = Counts { generated, ..kernel.counts() };
            portfolio.improve(&packed, &mut kernel, &spent, beams, &best, &mut adapter);
            (beams.tried, beams.cost)
        };
        assert_eq!(spend(30_000, &mut beams), (0, 0));
        let (tried, cost) = spend(3_000_000, &mut beams);
        assert!(tried > 0);
        let part =
            |generated| Portfolio::<u64>::kernel_cost(&Counts { generated, ..Counts::default() });
        assert!((1..=part(1_000_000)).contains(&cost), "{cost}");
        // The next one waits until the kernel has spent more.
        assert_eq!(spend(3_000_000, &mut beams), (tried, cost));
        let (tried_later, cost_later) = spend(30_000_000, &mut beams);
        assert!(tried_later > tried && cost_later <= part(10_000_000));
    }
}
