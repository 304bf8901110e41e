//! The heuristics of coins, by name.

use super::rules::Coins;
use fewest::names::{Name, Names};
use fewest::space::{Cost, Heuristic};

use super::board::Hop;

/// The heuristics, from weak to strong.
pub const NAMES: Names<CoinsHeuristic> = Names::new(&[
    Name::new("blind", CoinsHeuristic::Blind, "zero: every set of coins looks the same"),
    Name::new(
        "misplaced",
        CoinsHeuristic::Misplaced,
        "the coins that are not where the target has one",
    ),
]);

/// Any of them.
#[derive(Clone, Copy, Debug)]
pub enum CoinsHeuristic {
    /// Zero everywhere.
    Blind,
    /// [`Misplaced`].
    Misplaced,
}

impl Heuristic<Coins> for CoinsHeuristic {
    type Value = Cost;

    fn evaluate(&self, space: &Coins, coins: &u64) -> Cost {
        match self {
            CoinsHeuristic::Blind => 0,
            CoinsHeuristic::Misplaced => Misplaced.evaluate(space, coins),
        }
    }
    fn estimate(&self, value: Cost) -> Cost {
        value
    }
    fn update(&self, space: &Coins, value: Cost, hop: Hop, (): &(), coins: &u64) -> Cost {
        match self {
            CoinsHeuristic::Blind => 0,
            CoinsHeuristic::Misplaced => Misplaced.update(space, value, hop, &(), coins),
        }
    }
    fn is_admissible(&self) -> bool {
        true
    }
    fn is_consistent(&self) -> bool {
        true
    }
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
