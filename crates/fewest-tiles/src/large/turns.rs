//! What solves a large board, in turns: beams for a good plan soon, a proof where the board may
//! be almost solved, then better plans.

use fewest::search::Stop;
use fewest::space::Cost;

use super::super::geometry::Direction;
use super::super::portfolio::Portfolio;
use super::super::solve::TilesAdapter;
use super::Large;
use crate::puzzle::{Incumbent, Solved};

/// The expansions that solve a large board, if it is almost solved: a fraction of a second.
const EASY: u64 = 1 << 18;

/// With a higher bound it is not, unless a plan is near.
const EASY_BOUND: Cost = 100;

impl Portfolio<'_> {
    /// A board that is too large for a proof, unless it is almost solved.
    pub(in super::super) fn solve_large(
        &self,
        best: Incumbent<Direction>,
        adapter: &mut TilesAdapter<'_>,
    ) -> Solved<Direction> {
        best.tell(adapter);
        let Portfolio { level, space, start, budget, .. } = *self;
        let large = Large { level, space, start, budget, best: &best };
        let mut stop = large.begin(adapter);
        if stop != Stop::Done || best.is_optimal() {
            return best.conclude(self.space, self.start, stop, self.budget);
        }
        for cap in [Some(EASY), None] {
            if cap.is_none() || is_perhaps_easy(&best) {
                let range = best.bound()..best.upper();
                stop = self.ida_star(&best, range, cap, self.heuristic, adapter);
                if cap.is_none() || !best.is_capped(stop, self.budget) {
                    break;
                }
            }
            stop = large.improve(adapter);
            best.tell(adapter);
            // Without a time limit, nobody waits for a proof that won't come.
            if stop != Stop::Done || self.budget.time.is_none() {
                break;
            }
        }
        best.conclude(self.space, self.start, stop, self.budget)
    }
}

/// Whether a large board may be almost solved.
fn is_perhaps_easy(best: &Incumbent<Direction>) -> bool {
    best.bound() <= EASY_BOUND || best.upper() - best.bound() <= best.bound() / 10
}
