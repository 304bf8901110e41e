//! The numbers that land on one number, one after another, and its value after them.
//!
//! The final value of a number is given: the length of its own move, or 0 if it stays.
//! Every step asks which signs lead there. Sets of sums in a word ([`sums`]) answer this for
//! all signs at once.

use super::MAX_VISITS;
use crate::Sign;
use crate::sums::{self, Middle, Narrow, Word};
use fewest::draws::Draws;

/// A visit: a number that lands on another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Visit {
    pub(super) who: u32,
    /// The length of its move, which is its value.
    pub(super) length: u32,
    pub(super) sign: Sign,
}

/// All visits to a number, in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visits {
    list: [Visit; MAX_VISITS],
    len: usize,
}

/// A word for sums: a narrow one where that is enough, or the level's own.
enum Enough {
    Narrow,
    Middle,
    Own,
}

impl Visits {
    pub(super) fn new() -> Self {
        Visits { list: [Visit { who: 0, length: 0, sign: Sign::Minus }; MAX_VISITS], len: 0 }
    }

    #[inline]
    pub(super) fn as_slice(&self) -> &[Visit] {
        &self.list[..self.len]
    }

    pub(super) fn is_full(&self) -> bool {
        self.len == MAX_VISITS
    }

    /// The list must not be full.
    #[inline]
    pub(super) fn push(&mut self, visit: Visit) {
        self.list[self.len] = visit;
        self.len += 1;
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    #[inline]
    pub(super) fn remove(&mut self, place: usize) -> Visit {
        let visit = self.list[place];
        self.list.copy_within(place + 1..self.len, place);
        self.len -= 1;
        visit
    }

    fn insert(&mut self, place: usize, visit: Visit) {
        self.list.copy_within(place..self.len, place + 1);
        self.list[place] = visit;
        self.len += 1;
    }

    /// Flips one sign.
    pub(super) fn flip(&mut self, place: usize) {
        let sign = &mut self.list[place].sign;
        *sign = if *sign == Sign::Plus { Sign::Minus } else { Sign::Plus };
    }

    /// The value of a number after all visits. Where it would be 0 before the last visit, so
    /// that nothing could land on it, a minus becomes a plus.
    pub(super) fn play(&mut self, start: u32) -> u32 {
        let last = self.len.saturating_sub(1);
        self.list[..self.len].iter_mut().enumerate().fold(start, |value, (place, visit)| {
            if visit.sign == Sign::Minus && value == visit.length && place < last {
                visit.sign = Sign::Plus;
            }
            visit.sign.apply(value, visit.length)
        })
    }

    /// Flips signs so that a number becomes `wanted`, if possible; the order stays.
    #[inline]
    pub(super) fn turn<W: Word>(&mut self, start: u32, wanted: u32, draws: &mut Draws) -> bool {
        match self.enough(start, 0, wanted) {
            None => false,
            Some(Enough::Narrow) => self.turn_as::<Narrow>(start, wanted, draws),
            Some(Enough::Middle) => self.turn_as::<Middle>(start, wanted, draws),
            Some(Enough::Own) => self.turn_as::<W>(start, wanted, draws),
        }
    }

    /// The word that is wide enough for all sums of a number with these visits and perhaps a
    /// new one, if `wanted` can be among them. If the largest sum is odd, so are all others.
    /// Most fit into a narrow word, even where some numbers are large.
    #[inline]
    fn enough(&self, start: u32, new: u32, wanted: u32) -> Option<Enough> {
        let visits = self.as_slice().iter();
        let sum =
            visits.fold(start.saturating_add(new), |sum, visit| sum.saturating_add(visit.length));
        if (sum ^ wanted) & 1 == 1 {
            return None;
        }
        let least = sum.max(wanted) + 2;
        Some(if least <= sums::range::<Narrow>() {
            Enough::Narrow
        } else if least <= sums::range::<Middle>() {
            Enough::Middle
        } else {
            Enough::Own
        })
    }

    fn turn_as<W: Word>(&mut self, start: u32, wanted: u32, draws: &mut Draws) -> bool {
        let mut sets = [Set::<W>::default(); MAX_VISITS + 1];
        sets[0] = Set::of(start);
        for (place, visit) in self.as_slice().iter().enumerate() {
            sets[place + 1] = sets[place].met(visit.length);
        }
        if !sets[self.len].has(wanted) {
            return false;
        }
        self.trace(&sets, self.len, wanted, draws);
        true
    }

    /// Inserts a visit at any place and with any signs, such that the number still becomes
    /// `wanted`, if possible. The list must not be full.
    ///
    /// A merge (a visit with twice the current value) is one case of this.
    #[inline]
    pub(super) fn squeeze_in<W: Word>(
        &mut self,
        new: Visit,
        start: u32,
        wanted: u32,
        draws: &mut Draws,
    ) -> bool {
        match self.enough(start, new.length, wanted) {
            None => false,
            Some(Enough::Narrow) => self.squeeze_in_as::<Narrow>(new, start, wanted, draws),
            Some(Enough::Middle) => self.squeeze_in_as::<Middle>(new, start, wanted, draws),
            Some(Enough::Own) => self.squeeze_in_as::<W>(new, start, wanted, draws),
        }
    }

    fn squeeze_in_as<W: Word>(
        &mut self,
        mut new: Visit,
        start: u32,
        wanted: u32,
        draws: &mut Draws,
    ) -> bool {
        // The sums before the new visit, and after.
        let mut before = [Set::<W>::default(); MAX_VISITS + 1];
        let mut after = before;
        before[0] = Set::of(start);
        after[0] = before[0].met(new.length);
        for (place, visit) in self.as_slice().iter().enumerate() {
            before[place + 1] = before[place].met(visit.length);
            after[place + 1] = after[place].met(visit.length).or(before[place + 1].met(new.length));
        }
        if !after[self.len].has(wanted) {
            return false;
        }
        let (mut value, mut place) = (wanted, self.len);
        loop {
            if let Some((then, sign)) = before[place].origin(new.length, value, draws) {
                new.sign = sign;
                self.trace(&before, place, then, draws);
                self.insert(place, new);
                return true;
            }
            // Not here, so earlier: at place 0 it would have been here.
            let Some(earlier) = place.checked_sub(1) else { return false };
            let length = self.list[earlier].length;
            let Some((then, sign)) = after[earlier].origin(length, value, draws) else {
                return false;
            };
            self.list[earlier].sign = sign;
            (value, place) = (then, earlier);
        }
    }

    /// Sets the signs of the first visits so that they lead to `value`, which is one of
    /// the sums there.
    fn trace<W: Word>(&mut self, sets: &[Set<W>], len: usize, value: u32, draws: &mut Draws) {
        let mut value = value;
        for place in (0..len).rev() {
            let length = self.list[place].length;
            // Every sum has a predecessor among the sums before.
            if let Some((then, sign)) = sets[place].origin(length, value, draws) {
                (value, self.list[place].sign) = (then, sign);
            }
        }
    }
}

/// Sums, all odd or all even.
#[derive(Clone, Copy, Default)]
pub(super) struct Set<W> {
    sums: W,
    odd: u32,
}

impl<W: Word> Set<W> {
    pub(super) fn of(value: u32) -> Self {
        Set { sums: sums::of(value), odd: value & 1 }
    }

    /// The sums after a visit; a visit can't land on 0.
    #[inline]
    pub(super) fn met(mut self, length: u32) -> Self {
        if self.odd == 0 && self.sums.has(0) {
            self.sums.take_lowest();
        }
        Set { sums: sums::add(self.sums, self.odd, length), odd: self.odd ^ (length & 1) }
    }

    /// The sums of both, which must be all odd or all even.
    #[inline]
    pub(super) fn or(self, other: Self) -> Self {
        Set { sums: self.sums.or(other.sums), odd: self.odd }
    }

    #[inline]
    pub(super) fn has(&self, value: u32) -> bool {
        value & 1 == self.odd && self.sums.has(value / 2)
    }

    /// A sum other than 0 that becomes `then` by a visit, and the sign.
    pub(super) fn origin(&self, length: u32, then: u32, draws: &mut Draws) -> Option<(u32, Sign)> {
        let origins = [
            (then.saturating_sub(length), Sign::Plus),
            (then + length, Sign::Minus),
            (length.saturating_sub(then), Sign::Minus),
        ];
        let first = draws.index(3);
        let turned = (0..3).map(|turn| origins[(first + turn) % 3]);
        turned.into_iter().find(|&(value, _)| value > 0 && self.has(value))
    }

    /// The sums, in order.
    pub(super) fn values(self) -> impl Iterator<Item = u32> {
        let Set { mut sums, odd } = self;
        std::iter::from_fn(move || sums.take_lowest()).map(move |bit| 2 * bit + odd)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;

    pub(in super::super) fn visits(lengths: &[u32]) -> Visits {
        let mut visits = Visits::new();
        for (who, &length) in lengths.iter().enumerate() {
            visits.push(Visit { who: who as u32, length, sign: Sign::Minus });
        }
        visits
    }

    /// All that a number can become in this order, without being 0 before the last visit.
    pub(in super::super) fn ends(start: u32, lengths: &[u32]) -> Vec<u32> {
        match lengths {
            [] => vec![start],
            [first, rest @ ..] if start > 0 => {
                Sign::ALL.iter().flat_map(|sign| ends(sign.apply(start, *first), rest)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the visits lead there as they are, without being 0 before the last one.
    fn leads(visits: &Visits, start: u32, wanted: u32) -> bool {
        let mut value = start;
        for visit in visits.as_slice() {
            if value == 0 {
                return false;
            }
            value = visit.sign.apply(value, visit.length);
        }
        value == wanted
    }

    fn check<W: Word>(start: u32, lengths: &[u32], new: u32, wanted: u32, draws: &mut Draws) {
        let mut turned = visits(lengths);
        let can = turned.turn::<W>(start, wanted, draws);
        assert_eq!(can, ends(start, lengths).contains(&wanted));
        assert!(!can || leads(&turned, start, wanted));

        let with = |place: usize| [&lengths[..place], &[new], &lengths[place..]].concat();
        let can = (0..=lengths.len()).any(|place| ends(start, &with(place)).contains(&wanted));
        let mut more = visits(lengths);
        let visit = Visit { who: 99, length: new, sign: Sign::Plus };
        assert_eq!(more.squeeze_in::<W>(visit, start, wanted, draws), can);
        if can {
            assert!(leads(&more, start, wanted));
            let who: Vec<u32> = more.as_slice().iter().map(|visit| visit.who).collect();
            let old: Vec<u32> = who.iter().copied().filter(|&who| who != 99).collect();
            assert_eq!((who.len(), old), (lengths.len() + 1, (0..lengths.len() as u32).collect()));
        }
    }

    proptest! {
        #[test]
        fn signs_are_found_if_there_are_any(
            start in 1..20_u32,
            lengths in prop::collection::vec(1..12_u32, 0..6),
            new in 1..12_u32,
            wanted in 0..20_u32,
            seed: u64,
        ) {
            let draws = &mut Draws::new(seed);
            check::<Narrow>(start, &lengths, new, wanted, draws);
            check::<Middle>(start, &lengths, new, wanted, draws);
        }

        #[test]
        fn nothing_comes_to_0(
            start in 1..9_u32,
            lengths in prop::collection::vec(1..9_u32, 0..MAX_VISITS),
        ) {
            let mut visits = visits(&lengths);
            let end = visits.play(start);
            prop_assert!(leads(&visits, start, end));
        }
    }

    /// 2t lands on t, which keeps its value.
    #[test]
    fn a_merge_is_squeezed_in() {
        let mut visits = visits(&[3, 4]);
        let merge = Visit { who: 7, length: 10, sign: Sign::Plus };
        assert!(visits.squeeze_in::<Narrow>(merge, 8, 1, &mut Draws::new(1)));
        assert!(leads(&visits, 8, 1));
    }
}
