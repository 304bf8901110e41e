//! The temperature schedule of the walks.

use super::part::Cooling;
use super::state::UNIT;
use fewest::search::local::Annealing;

/// The steps of one cooling, per number.
const STEPS: u64 = 8000;

/// The number of numbers from which a level is large, and up to which it is small.
const MANY: usize = 500;
const FEW: usize = 100;

/// The temperatures are in parts of what an ordinary unbalanced vertex costs. At 0.2 a
/// large level has some dozen unbalanced vertices at any time, and at 0.15 the last few
/// hardly move; between the two most levels are solved. Small levels have few solutions
/// that lie far apart, and are solved while they are hot.
pub(super) fn schedule(numbers: usize) -> Annealing {
    let few = (MANY - numbers.clamp(FEW, MANY)) as f64 / (MANY - FEW) as f64;
    let unit = f64::from(UNIT);
    Annealing::new((0.22 + 0.1 * few) * unit, 0.14 * unit, STEPS * numbers as u64)
}

/// The steps of one cooling of a repair, per number.
const REPAIR_STEPS: u64 = 200;

/// Temperatures for a forest that is nearly balanced: all but a few of its vertices should
/// stay so, and the more there are, the colder it must be for that.
pub(super) fn repairs(numbers: usize) -> Annealing {
    let many = (numbers.clamp(FEW, MANY) - FEW) as f64 / (MANY - FEW) as f64;
    let unit = f64::from(UNIT);
    let (hot, cold) = ((0.18 - 0.05 * many) * unit, (0.12 - 0.03 * many) * unit);
    Annealing::new(hot, cold, REPAIR_STEPS * numbers as u64)
}

/// The temperatures of a part, which falls from hot to cold once.
pub(super) fn cooling(rule: &Cooling) -> Annealing {
    let unit = f64::from(UNIT);
    Annealing::new(rule.hot * unit, rule.cold * unit, rule.steps)
}
