//! What the parts of the default search cost, in nanoseconds of one core, as measured.
//!
//! Turns are bounded by these costs and not by the clock: a level has the same answer each
//! time, however busy the machine is.

use super::beam_turns::Kind;
use super::portfolio::Portfolio;
use super::word::Word;
use fewest::rank::binomial;
use fewest::search::Counts;

/// A state that the search from both ends generates, for each byte of the word.
const GENERATED: u64 = 6;

/// A block and a goal of a beam's four states, where shifts are counted.
const SHIFT: u64 = 12;

/// The bytes of masks that are looked up in a nanosecond, for four states.
const MASKS: u64 = 6;

/// A subset of a pattern database.
const SUBSET: u64 = 40;

impl<W: Word> Portfolio<'_, W> {
    const BYTES: u64 = size_of::<W>() as u64;

    /// What the search from both ends has cost.
    pub(super) fn kernel_cost(spent: &Counts) -> u64 {
        Self::generation_cost(spent.generated)
    }

    fn generation_cost(states: u64) -> u64 {
        states.saturating_mul(GENERATED * Self::BYTES)
    }

    /// An expansion of deepening with subsets of up to `chosen` blocks: four states, and for
    /// each of them the masks of all subsets of one block less.
    pub(super) fn deepening_cost(&self, chosen: u32) -> u64 {
        let masks = binomial(self.space.blocks(), chosen.saturating_sub(1)).unwrap_or(u64::MAX);
        let filter = masks.saturating_mul(Self::BYTES) / MASKS;
        Self::generation_cost(5).saturating_add(filter)
    }

    /// An expansion of a beam: it sorts and looks up four states, and asks for each pair of
    /// their blocks, or of a block and a goal.
    pub(super) fn beam_cost(&self, kind: Kind) -> u64 {
        let blocks = u64::from(self.space.blocks());
        let goals = u64::from(self.space.goal_cells().count());
        match kind {
            Kind::Pairs => Self::generation_cost(8 + blocks * blocks.saturating_sub(1) / 8),
            Kind::Shifts => Self::generation_cost(8) + SHIFT * blocks * goals,
        }
    }

    /// Building a pattern database of this number of subsets.
    pub(super) fn table_cost(subsets: u64) -> u64 {
        subsets.saturating_mul(SUBSET)
    }
}
