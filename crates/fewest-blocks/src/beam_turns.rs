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
const WIDTHS: [usize; 4] = [1_000, 10_000, 100_000, 400_000];

/// That part, one in three: where beams don't help, they cost a third more.
const BEAM_PART: u64 = 3;

/// Beams are scored by pairs of blocks: triples cost more than they gain.
const SCORED: u32 = 2;

/// What the beams have done.
#[derive(Default)]
pub(super) struct Beams {
    /// The number of widths that were tried.
    tried: usize,
    /// What they have cost, in nanoseconds.
    cost: u64,
}

impl<W: Word> Portfolio<'_, W> {
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
        let cost = self.beam_cost();
        let nodes = (Self::kernel_cost(spent) / BEAM_PART).saturating_sub(beams.cost) / cost;
        let nodes_left = self.budget.after(spent).nodes;
        let budget = Budget { nodes: nodes_left, ..self.left_beside(kernel) };
        let mut meter = Meter::start(&budget.at_most(nodes));
        // What stops a beam stops only the beams.
        let _ = self.run_beams(kernel, beams, nodes, best, &mut meter, adapter);
        let counts = meter.finish();
        beams.cost += counts.expanded * cost;
        best.spend(&Counts { peak_bytes: 0, ..counts });
        kernel.note_peak(counts.peak_bytes);
        if best.has_plan() {
            self.extend_tables(packed, kernel, Self::kernel_cost(spent), FILTERED.len());
            kernel.restrict(best.upper());
        }
        best.tell(adapter);
        // The kernel's clock has never stopped.
        adapter.spent.elapsed = Duration::ZERO;
    }

    /// Runs the beams that are due: those that `nodes` expansions are likely to be enough
    /// for. A beam that misses the goal ends when they are spent.
    fn run_beams(
        &self,
        kernel: &Bidirectional<'_, W>,
        beams: &mut Beams,
        nodes: u64,
        best: &Incumbent<Direction>,
        meter: &mut Meter,
        adapter: &mut BlocksAdapter<'_, W>,
    ) -> Result<(), Stop> {
        let (perimeter, depth) = kernel.visited();
        let mut score = None;
        while let Some(&width) = WIDTHS.get(beams.tried)
            && kernel.has_plain_labels()
            && kernel.bound() < best.upper()
        {
            // Without a plan, up to four times the proved moves: a beam that is given up
            // just before it meets the perimeter is wasted.
            let layers = best.upper().min(4 * kernel.bound()).saturating_sub(depth).max(1);
            if meter.counts.expanded + width as u64 * u64::from(layers) > nodes {
                break;
            }
            beams.tried += 1;
            if score.is_none() {
                let chosen = SCORED.min(self.space.blocks());
                score = Some(PatternDatabase::new(self.space, chosen, meter)?);
            }
            let Some(score) = &score else { break };
            let beam = Beam {
                space: self.space,
                start: self.start,
                perimeter,
                score,
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
        assert_eq!(tried, 1);
        let part =
            |generated| Portfolio::<u64>::kernel_cost(&Counts { generated, ..Counts::default() });
        assert!((part(500_000)..=part(1_000_000)).contains(&cost), "{cost}");
        // A wider one waits until the kernel has spent ten times as much.
        assert_eq!(spend(6_000_000, &mut beams), (1, cost));
    }
}
