//! Numbers for the subsets of up to four free cells: the combinatorial number system
//! (Lehmer 1960).

use super::word::Word;
use fewest::rank::binomial;

/// The maximum size of the subsets.
pub(super) const MAX_CHOSEN: usize = 4;

/// Numbers the subsets of one size.
#[derive(Clone, Debug)]
pub(super) struct SubsetRank {
    chosen: usize,
    /// For a cell and a place in the order of a subset, what it adds to the rank.
    terms: Vec<[u32; MAX_CHOSEN]>,
}

impl SubsetRank {
    /// The number of subsets. All ranks are below it.
    pub(super) fn len<W: Word>(free: W, chosen: u32) -> u64 {
        binomial(free.count(), chosen).unwrap_or(u64::MAX)
    }

    /// The number of subsets must fit into 32 bits.
    ///
    /// # Panics
    /// If the subsets don't have 1 to 4 cells.
    pub(super) fn new<W: Word>(cells: usize, free: W, chosen: u32) -> Self {
        assert!((1..=MAX_CHOSEN as u32).contains(&chosen), "a subset has 1 to 4 cells");
        let mut terms = vec![[0; MAX_CHOSEN]; cells];
        for (nth, cell) in (0..).zip(free.cells()) {
            // No term exceeds the number of subsets, which fits.
            terms[cell] = std::array::from_fn(|i| binomial(nth, i as u32 + 1).unwrap_or(0) as u32);
        }
        SubsetRank { chosen: chosen as usize, terms }
    }

    #[inline]
    pub(super) fn rank<W: Word>(&self, set: W) -> usize {
        let terms = set.cells().zip(0..).map(|(cell, i)| self.terms[cell][i]);
        terms.sum::<u32>() as usize
    }

    /// What a cell adds to the rank as the n-th one of a subset.
    #[inline]
    pub(super) fn term(&self, cell: usize, nth: u32) -> usize {
        self.terms[cell][nth as usize] as usize
    }

    /// The places of a state's blocks among the free cells, in order.
    #[inline]
    pub(super) fn places<'a, W: Word>(&self, state: W, list: &'a mut [u8; 256]) -> &'a [u8] {
        let mut blocks = 0;
        for (place, cell) in list.iter_mut().zip(state.cells()) {
            *place = self.terms[cell][0] as u8;
            blocks += 1;
        }
        &list[..blocks]
    }

    /// Calls `show` with the rank of every subset of a state's blocks.
    #[inline]
    pub(super) fn for_each<W: Word>(&self, state: W, mut show: impl FnMut(usize)) {
        self.any(state, |rank| {
            show(rank);
            false
        });
    }

    /// Whether a test holds for the rank of any subset of a state's blocks.
    #[inline]
    pub(super) fn any<W: Word>(&self, state: W, mut test: impl FnMut(usize) -> bool) -> bool {
        // To clear rows that are not used would take longer than the rest.
        if state.count() <= 16 {
            self.any_in(&mut [[0; MAX_CHOSEN]; 16], state, &mut test)
        } else {
            self.any_in(&mut [[0; MAX_CHOSEN]; 256], state, &mut test)
        }
    }

    fn any_in<W: Word>(
        &self,
        rows: &mut [[u32; MAX_CHOSEN]],
        state: W,
        test: &mut impl FnMut(usize) -> bool,
    ) -> bool {
        let mut blocks = 0;
        for (row, cell) in rows.iter_mut().zip(state.cells()) {
            *row = self.terms[cell];
            blocks += 1;
        }
        descend(&rows[..blocks], self.chosen, 0, test)
    }
}

/// Chooses the highest cell first, so that the ranks of the last choice are close
/// together.
fn descend(
    rows: &[[u32; MAX_CHOSEN]],
    left: usize,
    rank: u32,
    test: &mut impl FnMut(usize) -> bool,
) -> bool {
    if left == 1 {
        return rows.iter().any(|row| test((rank + row[0]) as usize));
    }
    (left - 1..rows.len())
        .rev()
        .any(|i| descend(&rows[..i], left - 1, rank + rows[i][left - 1], test))
}
