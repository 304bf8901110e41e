//! What the parts of the default search cost, in nanoseconds of one core, as measured.
//!
//! Turns are bounded by these costs and not by the clock: a level has the same answer each
//! time, however busy the machine is.

use super::portfolio::Portfolio;
use super::word::Word;
use fewest::search::Counts;

/// A state that the search from both ends generates: what it takes for each byte of the word, and
/// beside that.
const GENERATED_BYTE: u64 = 3;
const GENERATED: u64 = 6;

/// A step of annealing; and the bytes of states of its list that make it a nanosecond longer.
const STEP: u64 = 60;
const PLAYED: u64 = 6;

/// An expansion around a plan, for each byte of the word.
const NEIGHBOUR: u64 = 60;

/// The same for a subset of a pattern database.
const SUBSET_BYTE: u64 = 1;
const SUBSET: u64 = 10;

/// What a layer's search takes for a state: it generates four.
pub(super) fn expansion_cost<W: Word>() -> u64 {
    4 * generation_cost::<W>(1)
}

fn generation_cost<W>(states: u64) -> u64 {
    states.saturating_mul(GENERATED_BYTE * size_of::<W>() as u64 + GENERATED)
}

impl<W: Word> Portfolio<'_, W> {
    const BYTES: u64 = size_of::<W>() as u64;

    /// What the search from both ends has cost.
    pub(super) fn kernel_cost(spent: &Counts) -> u64 {
        generation_cost::<W>(spent.generated)
    }

    /// An expansion of a beam: it sorts and looks up four states, and asks for each pair of
    /// their blocks.
    pub(super) fn beam_cost(&self) -> u64 {
        let blocks = u64::from(self.space.blocks());
        generation_cost::<W>(8 + blocks * blocks.saturating_sub(1) / 8)
    }

    /// Building a pattern database of this number of subsets.
    pub(super) fn table_cost(subsets: u64) -> u64 {
        subsets.saturating_mul(SUBSET_BYTE * Self::BYTES + SUBSET)
    }

    /// A step of annealing a list of this length, of which a part is played.
    pub(super) fn annealing_cost(length: u64) -> u64 {
        STEP + length * Self::BYTES / PLAYED
    }

    /// An expansion of the search for a shorter plan around one.
    pub(super) fn neighbour_cost() -> u64 {
        NEIGHBOUR * Self::BYTES
    }
}
