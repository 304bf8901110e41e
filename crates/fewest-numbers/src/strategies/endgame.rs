//! The endgame: tries every order of visits to clear one more number.
//!
//! Near the end, nearly every small change makes the attempt worse. So the endgame examines
//! all values that each remaining number can reach with its visitors in any order and with
//! any signs. If 0 is among them, the number is cleared. If the distance to another number is
//! among them, and that number can take the visit, again in any order, it moves there.

use super::grid::Grid;
use super::orders::{Orders, PERMUTED};
use super::state::State;
use super::visits::{Visit, Visits};
use super::{MAX_VISITS, NONE, Strategies};
use crate::Sign;
use crate::sums::Word;
use fewest::search::local::Draws;

/// The maximum number of sets of visitors examined for one attempt.
pub(super) const WORK: u64 = 1 << 20;

/// The workspace of an endgame.
pub(super) struct Endgame<'a, W> {
    pub(super) state: State<'a>,
    orders: Orders<W>,
    work: u64,
}

/// A list of visits whose first ones stay in order.
struct Permuted {
    visits: Visits,
    fixed: usize,
    /// The value of the number after the first ones.
    start: u32,
}

impl Permuted {
    fn lengths(&self) -> Vec<u32> {
        self.visits.as_slice()[self.fixed..].iter().map(|visit| visit.length).collect()
    }

    /// The visits in this order.
    fn ordered(&self, order: &[(usize, Sign)]) -> Visits {
        let mut visits = self.visits;
        visits.truncate(self.fixed);
        for &(place, sign) in order {
            visits.push(Visit { sign, ..self.visits.as_slice()[self.fixed + place] });
        }
        visits
    }
}

impl<'a, W: Word> Endgame<'a, W> {
    pub(super) fn new(grid: &'a Grid) -> Self {
        Endgame { state: State::new(grid), orders: Orders::new(), work: 0 }
    }

    /// Clears as many remaining numbers as possible. Returns the number of examined sets.
    pub(super) fn run(&mut self, strategies: &Strategies, draws: &mut Draws) -> u64 {
        self.state.set_strategies(strategies);
        self.work = 0;
        while self.work < WORK {
            let mut remaining = self.state.remaining().to_vec();
            remaining.sort_unstable();
            let gone = remaining.into_iter().find(|&number| self.finish(number as usize, draws));
            if gone.is_none() {
                break;
            }
            self.state.commit();
        }
        self.work
    }

    /// The visits of a number, of which the last ones can be permuted, with room for one
    /// more.
    fn permuted(&self, number: usize) -> Permuted {
        let visits = self.state.visits(number);
        let fixed = (visits.as_slice().len() + 1).saturating_sub(PERMUTED);
        let mut first = visits;
        first.truncate(fixed);
        // The same visits come first, so no sign flips.
        let start = first.as_slice().iter().fold(self.state.grid.values[number], |value, visit| {
            visit.sign.apply(value, visit.length)
        });
        Permuted { visits, fixed, start }
    }

    fn ends(&mut self, start: u32, lengths: &[u32]) -> super::visits::Set<W> {
        self.work += 1 << lengths.len();
        self.orders.ends(start, lengths)
    }

    /// Clears a remaining number.
    fn finish(&mut self, number: usize, draws: &mut Draws) -> bool {
        let own = self.permuted(number);
        let lengths = own.lengths();
        let ends = self.ends(own.start, &lengths);
        if ends.has(0) {
            return self.become_of(number, &own, 0, draws);
        }
        for end in ends.values() {
            for target in self.state.grid.targets(number, end) {
                if target == NONE || self.state.end_of(target as usize) == number {
                    continue;
                }
                if self.work >= WORK {
                    return false;
                }
                if let Some(mut visits) = self.taken_in(number, end, target as usize, draws) {
                    return self.become_of(number, &own, end, draws) && {
                        self.state.go(number, target as usize);
                        self.state.set_visits(target as usize, &mut visits);
                        true
                    };
                }
            }
        }
        false
    }

    /// Returns a number one of the values that it can reach.
    fn become_of(&mut self, number: usize, own: &Permuted, end: u32, draws: &mut Draws) -> bool {
        let lengths = own.lengths();
        self.ends(own.start, &lengths);
        let order = self.orders.order(&lengths, end, draws);
        if let Some(order) = &order {
            self.state.set_visits(number, &mut own.ordered(order));
        }
        order.is_some()
    }

    /// The visits of a target that takes one more and still reaches its required value. A
    /// remaining target may reach any value: one number less remains all the same.
    fn taken_in(
        &mut self,
        number: usize,
        value: u32,
        target: usize,
        draws: &mut Draws,
    ) -> Option<Visits> {
        if self.state.visitors(target).len() == MAX_VISITS {
            return None;
        }
        let mut own = self.permuted(target);
        own.visits.push(Visit { who: number as u32, length: value, sign: Sign::Minus });
        let lengths = own.lengths();
        let (ends, wanted) = (self.ends(own.start, &lengths), self.state.wanted(target));
        let end = if ends.has(wanted) || !self.state.is_remaining(target) {
            wanted
        } else {
            ends.values().next()?
        };
        if !ends.has(end) {
            return None;
        }
        let order = self.orders.order(&lengths, end, draws)?;
        Some(own.ordered(&order))
    }
}
