//! How the cost of a search grows with what it proves, and what more is likely to cost.

use fewest::space::Cost;

/// The growth from move to move is seen over at most this number of moves. A single step may be
/// much larger.
const SEEN: Cost = 3;
const MAX: f64 = 3.0;

/// It slows down: what of the growth is likely to last for each move more.
const LASTS: f64 = 0.92;

/// The costs at which a search had proved some bounds, in nanoseconds.
#[derive(Default)]
pub(super) struct Growth(Vec<(Cost, u64)>);

impl Growth {
    /// A bound was proved at a cost.
    pub(super) fn note(&mut self, bound: Cost, cost: u64) {
        if self.0.last().is_none_or(|last| last.0 < bound) {
            self.0.push((bound, cost.max(1)));
        }
    }

    /// What it is likely to cost in all to prove a bound, if its growth was seen.
    pub(super) fn cost_of(&self, bound: Cost) -> Option<f64> {
        let &(reached, cost) = self.0.last()?;
        let is_near = |earlier: &&(Cost, u64)| earlier.0 + SEEN >= reached;
        let &(earlier, less) = self.0.iter().find(is_near).filter(|first| first.0 < reached)?;
        let growth = (cost as f64 / less as f64).powf(1.0 / f64::from(reached - earlier));
        let moves = bound.saturating_sub(reached).min(1 << 10) as i32;
        Some(cost as f64 * (growth * LASTS).clamp(1.0, MAX).powi(moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_moves_tell_the_growth() {
        let mut growth = Growth::default();
        assert_eq!(growth.cost_of(5), None);
        growth.note(3, 9_000);
        assert_eq!(growth.cost_of(5), None);
        growth.note(6, 10_000);
        growth.note(8, 40_000);
        growth.note(8, 90_000);
        // It has doubled with each of the last two moves.
        let two_more = 40_000.0 * (2.0 * LASTS).powi(2);
        assert!((growth.cost_of(10).unwrap() - two_more).abs() < 1.0);
        assert_eq!(growth.cost_of(7), Some(40_000.0));
    }
}
