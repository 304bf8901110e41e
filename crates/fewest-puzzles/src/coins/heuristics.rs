//! The heuristics of coins, by name.

use super::rules::Coins;
use crate::puzzle::{Choice, RequestError};
use fewest::space::{Cost, Heuristic};

use super::board::Hop;

/// The heuristics there are, from weak to strong.
pub const ALL: &[Choice] = &[
    Choice { name: "blind", summary: "nothing: every set of coins looks alike" },
    Choice { name: USUAL, summary: "the coins that are not where the target has one" },
];

/// The one that is used unless another is named.
pub const USUAL: &str = "misplaced";

/// A name that is none of theirs.
pub(super) fn unknown(name: &str) -> RequestError {
    RequestError::unknown("heuristic", name, ALL.iter().map(|choice| choice.name))
}

/// The coins that are not on a cell of the target. Each move puts at most one
/// coin right and at most one wrong, so that the estimate is admissible and
/// consistent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Misplaced;

impl Heuristic<Coins> for Misplaced {
    type Value = Cost;

    fn evaluate(&self, space: &Coins, coins: &u64) -> Cost {
        (coins & !space.target()).count_ones()
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
    fn update(&self, space: &Coins, value: Cost, hop: Hop, (): &(), _: &u64) -> Cost {
        let on_target = |cell: u8| (space.target() >> cell & 1) as Cost;
        value + on_target(hop.from) - on_target(hop.to)
    }
    fn is_admissible(&self) -> bool {
        true
    }
    fn is_consistent(&self) -> bool {
        true
    }
}
