//! The current strategies: which number moves where, what remains, and the score.

use super::grid::{Grid, WHOLE};
use super::visits::{Visit, Visits};
use super::{MAX_VISITS, Move, NONE, Strategies};
use crate::Sign;
use fewest::search::local::Score;

/// The cost of a remaining number, whatever its value …
const UNIT: Score = 30;

/// … and the value from which the cost no longer grows.
const LARGEST: u32 = 1000;

/// A number: its visitors, and where it moves.
#[derive(Clone, Copy)]
pub(super) struct Number {
    /// Where it moves; [`NONE`] if it stays.
    pub(super) to: u32,
    /// Its value after all visits.
    pub(super) value: u32,
    come: [u32; MAX_VISITS],
    /// A bit for each visit with a plus.
    plus: u16,
    visits: u8,
}

/// The undo log since the last accepted attempt.
enum Undo {
    Number(u32, Number),
    /// A number was appended to the remaining ones.
    Entered,
    /// A number was removed from this index of the remaining ones.
    Left(u32, u32),
}

/// A set of strategies on the numbers of a level.
///
/// The order of moves matters only at each number: which visitor lands first, second, third.
/// So a strategy is a tree of numbers that move onto each other, with an order at each of
/// them. A change at one number affects no other, as long as that number still gets the value
/// that its own move needs.
pub(super) struct State<'a> {
    pub(super) grid: &'a Grid,
    numbers: Vec<Number>,
    /// The remaining numbers: those that stay and are not 0.
    remaining: Vec<u32>,
    /// The index of each number among them.
    places: Vec<u32>,
    score: Score,
    undo: Vec<Undo>,
    score_before: Score,
    /// The attempt in which each number last changed, and the current attempt.
    changed: Vec<u64>,
    attempt: u64,
}

impl<'a> State<'a> {
    /// No moves.
    pub(super) fn new(grid: &'a Grid) -> Self {
        let blank = Number { to: NONE, value: 0, come: [NONE; MAX_VISITS], plus: 0, visits: 0 };
        let mut state = State {
            grid,
            numbers: vec![blank; grid.len()],
            remaining: Vec::with_capacity(grid.len()),
            places: vec![NONE; grid.len()],
            score: 0,
            undo: Vec::new(),
            score_before: 0,
            changed: vec![0; grid.len()],
            attempt: 0,
        };
        state.clear();
        state
    }

    /// The bytes for this number of numbers.
    pub(super) fn bytes(numbers: usize) -> usize {
        numbers * (size_of::<Number>() + 4 + 4 + 8)
    }

    /// What a number costs that remains with this value.
    #[inline]
    fn cost(&self, value: u32) -> Score {
        let of_value = value.min(LARGEST) * self.grid.scale / WHOLE;
        if value == 0 { 0 } else { UNIT + Score::from(of_value) }
    }

    fn clear(&mut self) {
        (self.score, self.attempt) = (0, self.attempt + 1);
        self.undo.clear();
        self.remaining.clear();
        for (place, (number, &value)) in self.numbers.iter_mut().zip(&self.grid.values).enumerate()
        {
            *number = Number { to: NONE, value, visits: 0, plus: 0, ..*number };
            self.places[place] = place as u32;
            self.remaining.push(place as u32);
        }
        let all: Score = self.grid.values.iter().map(|&value| self.cost(value)).sum();
        self.score += all;
        self.score_before = self.score;
    }

    pub(super) fn score(&self) -> Score {
        self.score
    }

    pub(super) fn remaining(&self) -> &[u32] {
        &self.remaining
    }

    #[inline]
    pub(super) fn number(&self, number: usize) -> &Number {
        &self.numbers[number]
    }

    pub(super) fn is_remaining(&self, number: usize) -> bool {
        self.places[number] != NONE
    }

    /// The value that a number must reach, whatever visits it.
    pub(super) fn wanted(&self, number: usize) -> u32 {
        let Number { to, value, .. } = self.numbers[number];
        if to == NONE { 0 } else { value }
    }

    /// What a number has beyond the value that it must reach.
    #[inline]
    pub(super) fn surplus(&self, number: usize) -> u32 {
        let Number { to, value, .. } = self.numbers[number];
        if to == NONE { value } else { 0 }
    }

    /// The last number of the strategy of a number.
    #[inline]
    pub(super) fn end_of(&self, number: usize) -> usize {
        let mut number = number;
        while self.numbers[number].to != NONE {
            number = self.numbers[number].to as usize;
        }
        number
    }

    /// The visitors of a number.
    #[inline]
    pub(super) fn visitors(&self, number: usize) -> &[u32] {
        let number = &self.numbers[number];
        &number.come[..usize::from(number.visits)]
    }

    #[inline]
    pub(super) fn visits(&self, number: usize) -> Visits {
        let mut visits = Visits::new();
        let plus = self.numbers[number].plus;
        for (place, &who) in self.visitors(number).iter().enumerate() {
            let sign = if plus >> place & 1 == 1 { Sign::Plus } else { Sign::Minus };
            visits.push(Visit { who, length: self.numbers[who as usize].value, sign });
        }
        visits
    }

    /// The visit that a number would make with its current value.
    pub(super) fn visit_of(&self, number: usize, sign: Sign) -> Visit {
        Visit { who: number as u32, length: self.numbers[number].value, sign }
    }

    fn touch(&mut self, number: usize) {
        if self.changed[number] != self.attempt {
            self.changed[number] = self.attempt;
            self.undo.push(Undo::Number(number as u32, self.numbers[number]));
        }
    }

    /// Replaces the visits of a number, which changes its value. New visitors need a call of
    /// [`State::go`], removed ones of [`State::stay`].
    pub(super) fn set_visits(&mut self, number: usize, visits: &mut Visits) {
        self.touch(number);
        let value = visits.play(self.grid.values[number]);
        let changed = &mut self.numbers[number];
        changed.visits = visits.as_slice().len() as u8;
        changed.plus = 0;
        for (place, visit) in visits.as_slice().iter().enumerate() {
            changed.come[place] = visit.who;
            changed.plus |= u16::from(visit.sign == Sign::Plus) << place;
        }
        let before = std::mem::replace(&mut changed.value, value);
        if changed.to == NONE {
            self.score += self.cost(value) - self.cost(before);
            self.list(number);
        }
    }

    /// Stops a number that moved.
    pub(super) fn stay(&mut self, number: usize) {
        self.touch(number);
        self.numbers[number].to = NONE;
        self.score += self.cost(self.numbers[number].value);
        self.list(number);
    }

    /// Lets a remaining number move; it is already among the visits of its target.
    pub(super) fn go(&mut self, number: usize, to: usize) {
        self.touch(number);
        self.numbers[number].to = to as u32;
        self.score -= self.cost(self.numbers[number].value);
        self.list(number);
    }

    /// Adds a number to the remaining ones, or removes it.
    fn list(&mut self, number: usize) {
        let Number { to, value, .. } = self.numbers[number];
        let remains = to == NONE && value > 0;
        let place = self.places[number];
        if remains && place == NONE {
            self.enter(number as u32);
            self.undo.push(Undo::Entered);
        } else if !remains && place != NONE {
            self.leave(place);
            self.undo.push(Undo::Left(place, number as u32));
        }
    }

    fn enter(&mut self, number: u32) {
        self.places[number as usize] = self.remaining.len() as u32;
        self.remaining.push(number);
    }

    fn leave(&mut self, place: u32) {
        let number = self.remaining.swap_remove(place as usize);
        self.places[number as usize] = NONE;
        if let Some(&moved) = self.remaining.get(place as usize) {
            self.places[moved as usize] = place;
        }
    }

    /// Accepts the changes.
    pub(super) fn commit(&mut self) {
        self.undo.clear();
        self.attempt += 1;
        self.score_before = self.score;
    }

    /// Undoes the changes.
    pub(super) fn roll_back(&mut self) {
        while let Some(undo) = self.undo.pop() {
            match undo {
                Undo::Number(number, before) => self.numbers[number as usize] = before,
                Undo::Entered => {
                    self.leave(self.remaining.len() as u32 - 1);
                }
                Undo::Left(place, number) => {
                    self.enter(number);
                    let last = self.remaining.len() - 1;
                    self.remaining.swap(place as usize, last);
                    self.places[self.remaining[last] as usize] = last as u32;
                    self.places[number as usize] = place;
                }
            }
        }
        self.attempt += 1;
        self.score = self.score_before;
    }

    /// All moves, in an order in which they can be played.
    pub(super) fn strategies(&self) -> Strategies {
        let mut moves: Vec<Move> = Vec::with_capacity(self.numbers.len());
        // The stack of a depth-first traversal: numbers with their processed visits.
        let mut path: Vec<(usize, usize)> = Vec::new();
        let ends = (0..self.numbers.len()).filter(|&end| self.numbers[end].to == NONE);
        for end in ends {
            path.push((end, 0));
            while let Some((number, seen)) = path.last_mut() {
                let (holder, place) = (*number, *seen);
                if let Some(&next) = self.visitors(holder).get(place) {
                    *seen += 1;
                    path.push((next as usize, 0));
                } else {
                    path.pop();
                    if let Some(&(to, seen)) = path.last() {
                        let plus = self.numbers[to].plus >> (seen - 1) & 1 == 1;
                        let sign = if plus { Sign::Plus } else { Sign::Minus };
                        moves.push(Move(holder as u32, to as u32, sign));
                    }
                }
            }
        }
        moves.into()
    }

    /// Replaces all moves by these, as far as each is legal after those before it.
    pub(super) fn set_strategies(&mut self, strategies: &Strategies) {
        self.clear();
        for &Move(from, to, sign) in strategies.0.iter() {
            let (from, to) = (from as usize, to as usize);
            let known = from.max(to) < self.numbers.len() && from != to;
            if known
                && self.is_remaining(from)
                && self.is_remaining(to)
                && self.visitors(to).len() < MAX_VISITS
                && self.grid.distance(from, to) == Some(self.numbers[from].value)
            {
                let mut visits = self.visits(to);
                visits.push(self.visit_of(from, sign));
                self.go(from, to);
                self.set_visits(to, &mut visits);
                self.commit();
            }
        }
    }
}
