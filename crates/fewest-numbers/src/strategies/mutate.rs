//! Mutations: a step takes a part of a set of strategies apart, and inserts the loose
//! numbers where they fit.

use super::attempt::Attempt;
use super::visits::Visits;
use super::{MAX_VISITS, NONE};
use crate::Sign;
use crate::sums::Word;
use fewest::search::local::Draws;

/// Out of this number of steps …
const ODDS: usize = 64;

/// … this number let a remaining number replace a visitor …
const REPLACE: usize = 18;

/// … this number redirect another number to a remaining one …
const INVITE: usize = 12;

/// … this number remove the move of any number …
const REMOVE: usize = 14;

/// (as many of these in a line of a remaining number as the next says, where it makes room, the
/// others anywhere) …
const IN_LINE: usize = 40;

/// … this number remove the move of one that a remaining number could move onto …
const UNCOVER: usize = 8;

/// … this number remove a visitor of a remaining number …
const REDUCE: usize = 6;

/// … this number truncate a list of visits, and the others flip signs of a remaining
/// number.
const TRUNCATE: usize = 4;

/// A number whose value changes can't make its move, so the next one loses a visit. The
/// maximum length of such a chain.
const CASCADE: usize = 6;

/// The number of remaining numbers to place again, besides the loose ones.
const AGAIN: usize = 3;

/// One in this number of visitors of a remaining number is added, not subtracted.
const ADDED: usize = 8;

impl<W: Word> Attempt<'_, W> {
    /// Moves to a neighbour. Returns whether there is one.
    pub(super) fn mutate(&mut self, draws: &mut Draws) -> bool {
        self.loose.clear();
        if !self.take_apart(draws) {
            return false;
        }
        for _ in 0..AGAIN {
            if let Some(number) = self.any_remaining(draws) {
                self.loose.push(number as u32);
            }
        }
        while !self.loose.is_empty() {
            let number = self.loose.swap_remove(draws.index(self.loose.len())) as usize;
            if self.state.is_remaining(number) {
                self.place(number, draws);
            }
        }
        true
    }

    fn any_remaining(&self, draws: &mut Draws) -> Option<usize> {
        let remaining = self.state.remaining();
        let drawn = remaining.get(draws.index(remaining.len()));
        drawn.map(|&number| number as usize)
    }

    fn take_apart(&mut self, draws: &mut Draws) -> bool {
        let Some(number) = self.any_remaining(draws) else { return false };
        let mut odds = draws.index(ODDS);
        let mut is = |share: usize| {
            let is = odds < share;
            odds = odds.wrapping_sub(share);
            is
        };
        if is(REPLACE) {
            self.replace(number, draws)
        } else if is(INVITE) {
            self.invite(number, draws)
        } else if is(REMOVE) {
            let any = if draws.index(ODDS) < IN_LINE {
                let mut line = self.state.grid.line(number, draws.index(4), draws);
                line.next().map_or(number, |(mate, _)| mate)
            } else {
                draws.index(self.state.grid.len())
            };
            self.remove(any, draws)
        } else if is(UNCOVER) {
            let targets = self.state.grid.targets(number, self.state.number(number).value);
            let target = targets[draws.index(4)];
            self.loose.push(number as u32);
            target != NONE && self.remove(target as usize, draws)
        } else if is(REDUCE) {
            let visitors = self.state.visitors(number);
            let visitor = visitors.get(draws.index(visitors.len())).copied();
            visitor.is_some_and(|visitor| self.remove(visitor as usize, draws))
        } else if is(TRUNCATE) {
            let any = draws.index(self.state.grid.len());
            self.truncate(any, draws)
        } else {
            self.turn(number, draws)
        }
    }

    /// Lets a remaining number replace a visitor.
    fn replace(&mut self, number: usize, draws: &mut Draws) -> bool {
        let new = self.state.visit_of(number, Sign::Minus);
        let targets = self.state.grid.targets(number, new.length);
        let first = draws.index(4);
        for turn in 0..4 {
            let target = targets[(first + turn) % 4];
            if target == NONE {
                continue;
            }
            let target = target as usize;
            // The target's sum keeps its parity, so half of the visitors need not be tried.
            let parity = self.state.surplus(target) ^ new.length;
            let (all, start) = (self.state.visits(target), self.state.grid.values[target]);
            let (count, wanted) = (all.as_slice().len(), self.state.wanted(target));
            let first = draws.index(count);
            for turn in 0..count {
                let place = (first + turn) % count;
                if (all.as_slice()[place].length ^ parity) & 1 == 1 {
                    continue;
                }
                let mut visits = all;
                let gone = visits.remove(place).who as usize;
                if visits.squeeze_in::<W>(new, start, wanted, draws)
                    && self.state.end_of(target) != number
                {
                    self.state.go(number, target);
                    self.state.set_visits(target, &mut visits);
                    self.state.stay(gone);
                    self.loose.push(gone as u32);
                    return true;
                }
            }
        }
        false
    }

    /// Redirects a number to a remaining one, if signs can make its value their distance.
    fn invite(&mut self, number: usize, draws: &mut Draws) -> bool {
        if self.state.visits(number).is_full() {
            return false;
        }
        let direction = draws.index(4);
        let grid = self.state.grid;
        let guest = grid.line(number, direction, draws).find_map(|(guest, far)| {
            let mut visits = self.state.visits(guest);
            let comes = self.state.number(guest).to != number as u32
                && visits.turn::<W>(grid.values[guest], far, draws);
            comes.then_some((guest, visits))
        });
        let Some((guest, mut visits)) = guest else { return false };
        if self.state.number(guest).to != NONE && !self.remove(guest, draws) {
            return false;
        }
        self.state.set_visits(guest, &mut visits);
        let mut visits = self.state.visits(number);
        visits.push(self.state.visit_of(guest, Sign::Minus));
        visits.turn::<W>(grid.values[number], 0, draws);
        self.state.go(guest, number);
        self.state.set_visits(number, &mut visits);
        self.loose.push(number as u32);
        true
    }

    /// Removes the move of a number.
    fn remove(&mut self, number: usize, draws: &mut Draws) -> bool {
        let to = self.state.number(number).to;
        self.loose.push(number as u32);
        if to == NONE {
            return true;
        }
        let mut visits = self.state.visits(to as usize);
        let place = visits.as_slice().iter().position(|visit| visit.who as usize == number);
        place.map(|place| visits.remove(place));
        self.state.stay(number);
        self.keep_only(to as usize, visits, draws)
    }

    /// Truncates the list of visits of a number.
    fn truncate(&mut self, number: usize, draws: &mut Draws) -> bool {
        let mut visits = self.state.visits(number);
        let all = visits;
        let left = draws.index(all.as_slice().len());
        for visit in &all.as_slice()[left..] {
            self.state.stay(visit.who as usize);
            self.loose.push(visit.who);
        }
        visits.truncate(left);
        left < all.as_slice().len() && self.keep_only(number, visits, draws)
    }

    /// Sets the visits of a number, with signs that keep its value if possible; otherwise its
    /// move ends, and so on along the chain. Returns whether the chain ended in time.
    fn keep_only(&mut self, number: usize, visits: Visits, draws: &mut Draws) -> bool {
        let (mut number, mut visits) = (number, visits);
        for _ in 0..CASCADE {
            let (start, wanted) = (self.state.grid.values[number], self.state.wanted(number));
            let same = visits.turn::<W>(start, wanted, draws);
            self.state.set_visits(number, &mut visits);
            if same {
                return true;
            }
            self.loose.push(number as u32);
            let to = self.state.number(number).to;
            if to == NONE {
                return true;
            }
            self.state.stay(number);
            visits = self.state.visits(to as usize);
            let place = visits.as_slice().iter().position(|visit| visit.who as usize == number);
            place.map(|place| visits.remove(place));
            number = to as usize;
        }
        false
    }

    /// Flips signs of the visits of a remaining number.
    fn turn(&mut self, number: usize, draws: &mut Draws) -> bool {
        let mut visits = self.state.visits(number);
        let count = visits.as_slice().len();
        if count == 0 {
            return false;
        }
        visits.flip(draws.index(count));
        self.state.set_visits(number, &mut visits);
        self.loose.push(number as u32);
        true
    }

    /// Lets a remaining number move, if possible: preferably where nothing else changes.
    fn place(&mut self, number: usize, draws: &mut Draws) {
        let value = self.state.number(number).value;
        let targets = self.state.grid.targets(number, value);
        let first = draws.index(4);
        let turned = |turn: usize| targets[(first + turn) % 4];
        for target in (0..4).map(turned).filter(|&target| target != NONE) {
            if self.absorb(number, target as usize, draws) {
                return;
            }
        }
        for target in (0..4).map(turned).filter(|&target| target != NONE) {
            let target = target as usize;
            if self.state.is_remaining(target) && self.state.visitors(target).len() < MAX_VISITS {
                let sign = if draws.index(ADDED) == 0 { Sign::Plus } else { Sign::Minus };
                let mut visits = self.state.visits(target);
                visits.push(self.state.visit_of(number, sign));
                self.state.go(number, target);
                self.state.set_visits(target, &mut visits);
                self.loose.push(target as u32);
                return;
            }
        }
    }

    /// Lets a remaining number visit another one that still reaches its required value.
    fn absorb(&mut self, number: usize, target: usize, draws: &mut Draws) -> bool {
        let new = self.state.visit_of(number, Sign::Minus);
        // Before the visits are read, which costs the most: no signs make an odd sum even.
        if (self.state.surplus(target) ^ new.length) & 1 == 1 {
            return false;
        }
        let mut visits = self.state.visits(target);
        let (start, wanted) = (self.state.grid.values[target], self.state.wanted(target));
        let fits = !visits.is_full()
            && visits.squeeze_in::<W>(new, start, wanted, draws)
            && self.state.end_of(target) != number;
        if fits {
            self.state.go(number, target);
            self.state.set_visits(target, &mut visits);
        }
        fits
    }
}
