//! The turns of annealing while the search from both ends pauses: a first plan where beams find
//! none, then shorter ones.

use super::Direction;
use super::annealing;
use super::portfolio::Portfolio;
use super::word::Word;
use crate::puzzle::Incumbent;
use fewest::search::layered::Bidirectional;
use fewest::search::{Budget, Counts, Meter, Stop, neighbourhood};

/// Annealing and shortening cost at most one part in this number of what the search from both
/// ends and A* have cost: more, as long as there is no plan, and still more after this many
/// nanoseconds, since then there may be no proof in time.
const PART: u64 = 10;
const PART_AT_FIRST: u64 = 8;
const PART_LATER: u64 = 4;
const LATER: u64 = 1_000_000_000;

/// On boards of up to 8 × 8, beams mostly find a plan before this much was spent, in nanoseconds.
const SMALL_FIRST: u64 = 1_000_000_000;

/// The steps of the first two attempts. Each two after them have four times as many.
const FIRST_STEPS: u64 = 1 << 15;

/// The moves of an attempt, in quarters of the board's width and height, one after the other.
const LENGTHS: [usize; 3] = [12, 8, 18];

/// With a plan, the moves of an attempt are fewer by one part in this number.
const SHORTER: usize = 12;

/// The expansions that a plan is first shortened with; later twice as many.
const FIRST_NODES: u64 = 10_000;

/// What annealing has done.
#[derive(Default)]
pub(super) struct Anneals {
    tried: u32,
    /// What it has cost, with shortening, in nanoseconds.
    cost: u64,
    /// How often the plan of this many moves was shortened.
    shortened: u32,
    shortest: Option<u32>,
}

impl<W: Word> Portfolio<'_, W> {
    /// Looks for a plan, or a shorter one, as far as its turn allows: a part of the `cost` of the
    /// other searches.
    pub(super) fn anneal(
        &self,
        kernel: &Bidirectional<'_, W>,
        spent: &Counts,
        cost: u64,
        anneals: &mut Anneals,
        best: &Incumbent<Direction>,
    ) -> Result<(), Stop> {
        if W::CELLS <= 64 && (cost < SMALL_FIRST || best.has_plan()) {
            return Ok(());
        }
        while kernel.bound().max(best.bound()) < best.upper() {
            let part = match best.has_plan() {
                true => PART,
                false if cost < LATER => PART_AT_FIRST,
                false => PART_LATER,
            };
            let left = (cost / part).saturating_sub(anneals.cost);
            if let Some(plan) = best.plan() {
                if anneals.shortest != Some(plan.cost()) {
                    (anneals.shortest, anneals.shortened) = (Some(plan.cost()), 0);
                }
                let nodes = FIRST_NODES << anneals.shortened;
                let is_next = anneals.shortened == 0 || anneals.tried.is_multiple_of(4);
                if is_next && nodes * Self::neighbour_cost() <= left {
                    let mut better = |_: &_| ();
                    let budget = self.budget_for(kernel, spent).at_most(nodes);
                    let end =
                        neighbourhood::improve(self.space, &self.start, plan, &budget, &mut better);
                    anneals.shortened += 1;
                    anneals.cost += end.counts.expanded * Self::neighbour_cost();
                    Self::note(kernel, &end.counts, best);
                    if best.improve(end.plan, "annealing") {
                        continue;
                    }
                }
            }
            let size = self.space.rules().width() + self.space.rules().height();
            let length = match best.plan() {
                Some(plan) => {
                    let moves = plan.moves().len();
                    moves - (moves / SHORTER).max(1)
                }
                None => size * LENGTHS[anneals.tried as usize % LENGTHS.len()] / 4,
            };
            let steps = FIRST_STEPS << (anneals.tried / 2 * 2).min(20);
            if steps * Self::annealing_cost(length as u64) > left {
                return Ok(());
            }
            anneals.tried += 1;
            let mut meter = Meter::start(&self.budget_for(kernel, spent));
            let seed = u64::from(anneals.tried);
            let found = annealing::search(self.space, self.start, length, steps, seed, &mut meter);
            let counts = meter.finish();
            anneals.cost += steps * Self::annealing_cost(length as u64);
            Self::note(kernel, &counts, best);
            if let Some(moves) = found? {
                best.offer(self.space, &self.start, moves, "annealing");
            }
        }
        Ok(())
    }

    fn budget_for(&self, kernel: &Bidirectional<'_, W>, spent: &Counts) -> Budget {
        Budget { nodes: self.budget.after(spent).nodes, ..self.left_beside(kernel) }
    }

    fn note(kernel: &Bidirectional<'_, W>, counts: &Counts, best: &Incumbent<Direction>) {
        best.spend(&Counts { peak_bytes: 0, ..*counts });
        kernel.note_peak(counts.peak_bytes);
    }
}
