//! What solves a level when no algorithm is named.
//!
//! Most levels are small: the bidirectional search solves them at once. While it grows, it
//! pauses at intervals, and others take a turn whose work is bounded by its own:
//!
//! - Iterative deepening by layers, with pattern databases: where these tell much, it is
//!   done soon.
//! - Beams that search for the backward side. A beam's plan is an upper bound, often already
//!   the fewest moves. With it, pattern databases thin out the forward layers, and the last
//!   and largest layer need not be searched.
//!
//! When the set outgrows the memory, the best plan and the bound remain, and sorted
//! layers continue the proof.

use std::sync::Arc;
use std::time::Duration;

use super::Direction;
use super::beam::Beam;
use super::bidirectional;
use super::deepening::Deepening;
use super::packed::{self, Packed};
use super::pattern_database::PatternDatabase;
use super::solve::BlocksAdapter;
use super::space::Blocks;
use super::word::Word;
use crate::puzzle::{Incumbent, Request, Solved};
use fewest::search::layered::{self, Bidirectional, End, Found};
use fewest::search::{Budget, Counts, Event, Meter, Observer, Plan, Stop};

/// The first pause is when this number of states is stored, which takes a millisecond or two.
const FIRST_PAUSE: u64 = 1 << 14;

/// Beams are considered when this number of states is stored, and at each doubling.
const FIRST_BEAM: u64 = 1 << 20;

/// With layers on the disk, the search from both ends ends at this number of states.
const RESUMED: u64 = 1 << 24;

/// The widths of the beams, one after the other. All beams cost at most a part of what the
/// search from both ends has cost so far, so a wider one is due when that has worked for
/// longer.
const WIDTHS: [usize; 4] = [1_000, 10_000, 100_000, 400_000];

/// That part, one in three: where beams don't help, they cost a third more.
const BEAM_PART: u64 = 3;

/// Beams are scored by pairs of blocks: triples cost more than they gain.
const SCORED: u32 = 2;

/// The pattern databases of deepening, and of the filter that thins out the forward layers.
const FILTERED: [u32; 3] = [2, 3, 4];

/// Larger tables take longer to build than they save.
const MAX_TABLE_BYTES: u64 = 1 << 24;

/// An entry of a table takes about as long as generating this number of states of a byte.
const ENTRY_COST: u64 = 16;

/// What the beams have done.
#[derive(Default)]
struct Beams {
    /// The number of widths that were tried.
    tried: usize,
    /// Their work, in states that the kernel generates in the same time.
    work: u64,
}

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
        let (mut deepening, mut beams) = (Deepening::default(), Beams::default());
        let (mut pause, mut next_beam) = (FIRST_PAUSE, FIRST_BEAM);
        let end = loop {
            match kernel.run(pause, &mut |event| adapter.event(event)) {
                // The layers on the disk have more: only a plan is wanted.
                End::Full if self.is_resumable && pause >= RESUMED => break End::Full,
                End::Full => {}
                end => break end,
            }
            let spent = kernel.counts();
            if self.deepen(&packed, &kernel, &spent, &mut deepening, &best, adapter) {
                best.spend(&kernel.counts());
                return best.conclude(self.space, &self.start, Stop::Done, self.budget);
            }
            if spent.stored >= next_beam {
                self.improve(&packed, &mut kernel, &spent, &mut beams, &best, adapter);
                while next_beam <= spent.stored {
                    next_beam *= 2;
                }
            }
            pause = (spent.stored + spent.stored / 2).min(next_beam);
        };
        let mut found = kernel.found(end);
        drop(kernel);
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

    /// The states that the kernel generates in the time of building a table.
    pub(super) fn table_cost(entries: u64) -> u64 {
        entries.saturating_mul(ENTRY_COST) / size_of::<W>() as u64
    }

    /// Adds up to `most` missing tables, small ones first, as far as memory goes, if they take
    /// no longer than generating `work` states.
    pub(super) fn add_tables(
        &self,
        tables: &mut Vec<Arc<PatternDatabase<W>>>,
        work: u64,
        most: usize,
        meter: &mut Meter,
    ) {
        let most = tables.len() + most;
        for chosen in FILTERED {
            let chosen = if tables.is_empty() { chosen.min(self.space.blocks()) } else { chosen };
            // A filter has a mask for each subset of one block less.
            let cells = (self.space.rules().width() * self.space.rules().height()) as u64;
            let masks = cells.pow(chosen - 1) * size_of::<W>() as u64;
            let entries = PatternDatabase::bytes(self.space, chosen);
            let bytes = entries.saturating_add(masks);
            if tables.len() < most
                && chosen <= self.space.blocks()
                && tables.iter().all(|table| table.chosen() != chosen)
                && Self::table_cost(entries) <= work
                && bytes <= (meter.free_bytes() / 16).min(MAX_TABLE_BYTES)
                && let Ok(table) = PatternDatabase::new(self.space, chosen, meter)
                && meter.take(masks as usize).is_ok()
            {
                tables.push(Arc::new(table));
            }
        }
    }

    /// Looks for a shorter plan with beams, if any are due, and tells the kernel of it.
    fn improve(
        &self,
        packed: &Packed<'_, W>,
        kernel: &mut Bidirectional<'_, W>,
        spent: &Counts,
        beams: &mut Beams,
        best: &Incumbent<Direction>,
        adapter: &mut BlocksAdapter<'_, W>,
    ) {
        let cost = self.expansion_cost();
        let nodes = (spent.generated / BEAM_PART).saturating_sub(beams.work) / cost;
        let budget = Budget {
            memory: Some(kernel.free_bytes()),
            time: kernel.time_left(),
            nodes: Some(nodes.min(self.budget.after(spent).nodes.unwrap_or(u64::MAX))),
            ..self.budget.clone()
        };
        let mut meter = Meter::start(&budget);
        // What stops a beam stops only the beams.
        let _ = self.run_beams(kernel, beams, nodes, best, &mut meter, adapter);
        let counts = meter.finish();
        beams.work += counts.expanded * cost;
        best.spend(&Counts { peak_bytes: 0, ..counts });
        kernel.note_peak(counts.peak_bytes);
        if best.has_plan() {
            let budget = Budget {
                memory: Some(kernel.free_bytes()),
                time: kernel.time_left(),
                ..self.budget.clone()
            };
            let mut meter = Meter::start(&budget);
            packed.change_tables(|tables| {
                self.add_tables(tables, spent.generated, FILTERED.len(), &mut meter);
            });
            // The tables had to fit into what is left.
            let _ = kernel.reserve(meter.counts.peak_bytes);
            kernel.restrict(best.upper());
        }
        best.tell(adapter);
        // The kernel's clock has never stopped.
        adapter.spent.elapsed = Duration::ZERO;
    }

    /// The states that the kernel generates in the time of a beam's expansion, as
    /// measured: a beam sorts and looks up four states, and asks for each pair of their
    /// blocks.
    fn expansion_cost(&self) -> u64 {
        let blocks = u64::from(self.space.blocks());
        8 + blocks * blocks.saturating_sub(1) / 8
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
    use super::*;
    use crate::puzzle::Adapter;

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
            (beams.tried, beams.work)
        };
        assert_eq!(spend(30_000, &mut beams), (0, 0));
        let (tried, work) = spend(3_000_000, &mut beams);
        assert_eq!(tried, 1);
        assert!((500_000..=1_000_000).contains(&work), "{work}");
        // A wider one waits until the kernel has spent ten times as much.
        assert_eq!(spend(6_000_000, &mut beams), (1, work));
    }
}
