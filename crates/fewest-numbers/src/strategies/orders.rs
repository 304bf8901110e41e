//! Visits in any order and with any signs: all values that a number can reach.
//!
//! n visitors have n! orders and 2ⁿ signs, but only 2ⁿ subsets. The values after a subset
//! are sums in a word, and follow from those of the subsets with one visitor less (Held and
//! Karp 1962).

use super::visits::Set;
use crate::Sign;
use crate::sums::Word;
use fewest::draws::Draws;

/// The maximum number of visitors that are permuted.
pub(super) const PERMUTED: usize = 9;

/// The sums for each subset of visitors.
pub(super) struct Orders<W>(Vec<Set<W>>);

impl<W: Word> Orders<W> {
    pub(super) fn new() -> Self {
        Orders(Vec::with_capacity(1 << PERMUTED))
    }

    /// All values that a number can reach by visits of these lengths, without being 0 before
    /// the last one. There may be at most [`PERMUTED`].
    pub(super) fn ends(&mut self, start: u32, lengths: &[u32]) -> Set<W> {
        self.0.clear();
        let mut ends = Set::of(start);
        self.0.push(ends);
        for come in 1..1_usize << lengths.len() {
            let by = |last: usize| self.0[come ^ 1 << last].met(lengths[last]);
            let lasts = (0..lengths.len()).filter(|last| come >> last & 1 == 1);
            // There is at least one.
            ends = lasts.map(by).reduce(Set::or).unwrap_or_default();
            self.0.push(ends);
        }
        ends
    }

    /// An order and signs that lead to one of the last [`Orders::ends`], which were of
    /// these lengths.
    pub(super) fn order(
        &self,
        lengths: &[u32],
        end: u32,
        draws: &mut Draws,
    ) -> Option<Vec<(usize, Sign)>> {
        let (mut come, mut value) = ((1_usize << lengths.len()) - 1, end);
        let mut order = Vec::with_capacity(lengths.len());
        while come != 0 {
            let lasts = (0..lengths.len()).filter(|last| come >> last & 1 == 1);
            let (last, (before, sign)) = lasts.into_iter().find_map(|last| {
                let origin = self.0[come ^ 1 << last].origin(lengths[last], value, draws);
                origin.map(|origin| (last, origin))
            })?;
            order.push((last, sign));
            (come, value) = (come ^ 1 << last, before);
        }
        order.reverse();
        Some(order)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::super::visits::tests::ends;
    use super::*;
    use crate::sums::Narrow;

    /// All orders, one by one.
    fn orders(lengths: &[u32]) -> Vec<Vec<u32>> {
        if lengths.is_empty() {
            return vec![Vec::new()];
        }
        let first = |place: usize| {
            let mut rest = lengths.to_vec();
            let first = rest.remove(place);
            orders(&rest).into_iter().map(move |rest| [vec![first], rest].concat())
        };
        (0..lengths.len()).flat_map(first).collect()
    }

    proptest! {
        #[test]
        fn ends_are_those_of_all_orders(
            start in 1..20_u32,
            lengths in prop::collection::vec(1..12_u32, 0..6),
            seed: u64,
        ) {
            let mut found = Orders::<Narrow>::new();
            let reached: BTreeSet<u32> = found.ends(start, &lengths).values().collect();
            let all: BTreeSet<u32> =
                orders(&lengths).iter().flat_map(|order| ends(start, order)).collect();
            prop_assert_eq!(&reached, &all);
            for end in reached {
                let order = found.order(&lengths, end, &mut Draws::new(seed)).unwrap();
                let mut come: Vec<usize> = order.iter().map(|&(place, _)| place).collect();
                let value = order.iter().fold(start, |value, &(place, sign)| {
                    assert!(value > 0);
                    sign.apply(value, lengths[place])
                });
                prop_assert_eq!(value, end);
                come.sort_unstable();
                prop_assert!(come.into_iter().eq(0..lengths.len()));
            }
        }
    }
}
