//! A small cell for every rank, many to a word.
//!
//! What is written to a cell when its state is reached at some depth is its code; 0 is
//! a state that was not reached. What a cell can hold depends on its width:
//!
//! | bits | code | tells |
//! |---|---|---|
//! | 1 | 1 | reached or not |
//! | 2 | 1 or 2 by the depth's parity, 3 once expanded | what is to be expanded (Korf 2008) |
//! | 3 | 1 + depth mod 3, and a bit that falls when expanded | that, and which neighbour is nearer (Cooperman and Finkelstein 1992) |
//! | 8, 16, 32 | 1 + depth | the depth |
//!
//! So from two bits up the states of the current depth can be found in the
//! table itself, a word at a time, and no list of them is needed.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::space::Cost;

/// A table is made this many words at a time: some milliseconds.
const WORDS_AT_A_TIME: usize = 1 << 19;

/// Why a table was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unmade {
    /// The system refused the memory.
    NoMemory,
    /// A limit was reached.
    Stopped,
}

/// A table of cells of `BITS` bits.
#[derive(Debug)]
pub(super) struct Cells<const BITS: u32> {
    words: Vec<AtomicU64>,
}

/// What a finished table can be asked, whatever its width.
pub(super) trait Marks {
    /// Whether the state was reached.
    fn is_marked(&self, rank: u64) -> bool;

    /// Whether the state was reached at `depth`, if all that can be is that,
    /// one more or one less. Tables of exact depths need no such promise, and
    /// those of one or two bits can't tell.
    fn is_at(&self, rank: u64, depth: Cost) -> bool;
}

impl<const BITS: u32> Cells<BITS> {
    const PER_WORD: u32 = u64::BITS / BITS;
    const FIELD: u64 = (1 << BITS) - 1;
    /// The lowest bit of every cell.
    const LOWS: u64 = {
        let (mut lows, mut cell) = (0, 0);
        while cell < Self::PER_WORD {
            lows |= 1 << (cell * BITS);
            cell += 1;
        }
        lows
    };
    /// The highest bit of every cell.
    const HIGHS: u64 = Self::LOWS << (BITS - 1);
    /// All bits of every cell but the highest.
    const BODIES: u64 = Self::HIGHS - Self::LOWS;

    /// Whether the states of one depth can be found in the table.
    pub(super) const TELLS_OPEN: bool = BITS > 1;

    /// The bytes of a table for `len` ranks.
    pub(super) fn bytes(len: u64) -> u64 {
        len.div_ceil(u64::from(Self::PER_WORD)).saturating_mul(8)
    }

    /// A table in which no state is reached. The system gives memory when it is first
    /// written, which takes a second for some gigabytes: `may_continue` is asked between
    /// parts.
    pub(super) fn new(len: u64, may_continue: &dyn Fn() -> bool) -> Result<Self, Unmade> {
        let words = usize::try_from(Self::bytes(len) / 8).map_err(|_| Unmade::NoMemory)?;
        let mut table = Vec::new();
        table.try_reserve_exact(words).map_err(|_| Unmade::NoMemory)?;
        while table.len() < words {
            if !table.is_empty() && !may_continue() {
                return Err(Unmade::Stopped);
            }
            let more = (table.len() + WORDS_AT_A_TIME).min(words);
            table.resize_with(more, AtomicU64::default);
        }
        Ok(Cells { words: table })
    }

    /// The number of words to scan.
    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// What is written to a cell that is reached at `depth`.
    #[inline]
    pub(super) fn code(depth: Cost) -> u64 {
        match BITS {
            1 => 1,
            2 => 1 + u64::from(depth % 2),
            3 => 4 | (1 + u64::from(depth % 3)),
            _ => u64::from(depth) + 1,
        }
    }

    /// Whether a cell can hold `depth`.
    pub(super) fn has_code(depth: Cost) -> bool {
        Self::code(depth) <= Self::FIELD
    }

    #[inline]
    fn place(rank: u64) -> (usize, u32) {
        let per_word = u64::from(Self::PER_WORD);
        ((rank / per_word) as usize, (rank % per_word) as u32 * BITS)
    }

    #[inline]
    fn get(&self, rank: u64) -> u64 {
        let (word, shift) = Self::place(rank);
        (self.words[word].load(Relaxed) >> shift) & Self::FIELD
    }

    /// Writes `code` to a cell unless its state was reached before, and returns whether
    /// it did.
    ///
    /// `SHARED` says whether other threads may write at the same time. All of
    /// them write the same code until the layer is done, so that whoever comes
    /// first, the table is the same.
    #[inline]
    pub(super) fn mark<const SHARED: bool>(&self, rank: u64, code: u64) -> bool {
        let (word, shift) = Self::place(rank);
        let word = &self.words[word];
        let before = word.load(Relaxed);
        let is_new = (before >> shift) & Self::FIELD == 0;
        if !SHARED {
            // No branch: it would be mispredicted, and would delay loading the next
            // cell.
            word.store(before | (code * u64::from(is_new)) << shift, Relaxed);
            return is_new;
        }
        is_new && (word.fetch_or(code << shift, Relaxed) >> shift) & Self::FIELD == 0
    }

    /// The cells of a word that hold `code`, as their highest bits.
    #[inline]
    fn holding(word: u64, code: u64) -> u64 {
        let differs = word ^ (Self::LOWS * code);
        // A body that is not 0 carries into its cell's highest bit.
        let is_nonzero = ((differs & Self::BODIES) + Self::BODIES) | differs;
        !is_nonzero & Self::HIGHS
    }

    /// Marks the cells of a word that hold `code` as expanded and appends
    /// their ranks to `out`.
    #[inline]
    pub(super) fn open<const SHARED: bool>(&self, word: usize, code: u64, out: &mut Vec<u64>) {
        let mut found = Self::holding(self.words[word].load(Relaxed), code);
        if found == 0 {
            return;
        }
        self.close::<SHARED>(word, found);
        let first = word as u64 * u64::from(Self::PER_WORD);
        while found != 0 {
            out.push(first + u64::from(found.trailing_zeros() / BITS));
            found &= found - 1;
        }
    }

    /// Marks a cell that was reached as expanded.
    #[inline]
    pub(super) fn open_one<const SHARED: bool>(&self, rank: u64) {
        let (word, shift) = Self::place(rank);
        self.close::<SHARED>(word, 1 << (shift + BITS - 1));
    }

    #[inline]
    fn close<const SHARED: bool>(&self, word: usize, highs: u64) {
        let word = &self.words[word];
        match (BITS, SHARED) {
            (2, true) => drop(word.fetch_or(highs | highs >> 1, Relaxed)),
            (2, false) => word.store(word.load(Relaxed) | highs | highs >> 1, Relaxed),
            (3, true) => drop(word.fetch_and(!highs, Relaxed)),
            (3, false) => word.store(word.load(Relaxed) & !highs, Relaxed),
            _ => {}
        }
    }

    /// The same exact depths in wider cells.
    pub(super) fn widen<const WIDER: u32>(
        &self,
        len: u64,
        may_continue: &dyn Fn() -> bool,
    ) -> Result<Cells<WIDER>, Unmade> {
        let wider = Cells::<WIDER>::new(len, may_continue)?;
        for rank in 0..len {
            if rank.is_multiple_of(WORDS_AT_A_TIME as u64) && !may_continue() {
                return Err(Unmade::Stopped);
            }
            wider.mark::<false>(rank, self.get(rank));
        }
        Ok(wider)
    }
}

impl<const BITS: u32> Marks for Cells<BITS> {
    fn is_marked(&self, rank: u64) -> bool {
        self.get(rank) != 0
    }

    fn is_at(&self, rank: u64, depth: Cost) -> bool {
        match BITS {
            3 => self.get(rank) & 3 == Self::code(depth) & 3,
            _ => self.get(rank) == Self::code(depth),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells_keep_to_themselves<const BITS: u32>() {
        let len = 200;
        for (rank, depth) in (0..len).flat_map(|rank| (0..7).map(move |depth| (rank, depth))) {
            let cells = Cells::<BITS>::new(len, &|| true).unwrap();
            let code = Cells::<BITS>::code(depth);
            assert!(cells.mark::<false>(rank, code));
            assert!(!cells.mark::<false>(rank, code));
            assert!(!cells.mark::<true>(rank, code));
            let other = (rank + 1) % len;
            assert!(cells.mark::<true>(other, Cells::<BITS>::code(depth + 1)));
            for any in 0..len {
                assert_eq!(cells.is_marked(any), any == rank || any == other);
            }
            if Cells::<BITS>::TELLS_OPEN {
                let mut found = Vec::new();
                for word in 0..cells.words() {
                    cells.open::<false>(word, code, &mut found);
                    if BITS <= 3 {
                        cells.open::<true>(word, code, &mut found);
                    }
                }
                assert_eq!(found, [rank]);
                assert!(cells.is_marked(rank) && cells.is_marked(other));
            }
            if BITS >= 3 {
                cells.open_one::<true>(other);
                assert!(cells.is_at(rank, depth) && cells.is_at(other, depth + 1));
                assert!(!cells.is_at(rank, depth + 1) && !cells.is_at(other, depth + 2));
                assert!(!cells.is_at((rank + 2) % len, depth));
            }
        }
    }

    #[test]
    fn cells_of_all_widths_keep_to_themselves() {
        cells_keep_to_themselves::<1>();
        cells_keep_to_themselves::<2>();
        cells_keep_to_themselves::<3>();
        cells_keep_to_themselves::<8>();
        cells_keep_to_themselves::<16>();
        cells_keep_to_themselves::<32>();
    }

    #[test]
    fn wider_cells_hold_the_same_depths() {
        let narrow = Cells::<8>::new(300, &|| true).unwrap();
        for rank in 0..254 {
            narrow.mark::<false>(rank, Cells::<8>::code(rank as Cost));
        }
        let wide: Cells<16> = narrow.widen(300, &|| true).unwrap();
        assert!((0..254).all(|rank| wide.is_at(rank, rank as Cost)));
        assert!((254..300).all(|rank| !wide.is_marked(rank)));
        assert!(Cells::<8>::has_code(254) && !Cells::<8>::has_code(255));
        assert!(Cells::<16>::has_code(255) && Cells::<2>::has_code(255));
    }

    #[test]
    fn a_limit_stops_a_table_while_it_is_made() {
        use std::cell::Cell;
        let asked = Cell::new(0);
        let may_continue = || {
            asked.set(asked.get() + 1);
            asked.get() < 3
        };
        let len = 100 * 8 * WORDS_AT_A_TIME as u64;
        assert_eq!(Cells::<8>::new(len, &may_continue).unwrap_err(), Unmade::Stopped);
        assert_eq!(asked.get(), 3);
        let narrow = Cells::<8>::new(300, &|| true).unwrap();
        assert_eq!(narrow.widen::<16>(300, &|| false).unwrap_err(), Unmade::Stopped);
    }

    #[test]
    fn tables_past_all_memory_are_refused() {
        assert_eq!(Cells::<8>::new(u64::MAX, &|| true).unwrap_err(), Unmade::NoMemory);
        assert_eq!(Cells::<2>::bytes(33), 16);
        assert_eq!(Cells::<3>::bytes(21), 8);
        assert_eq!(Cells::<32>::bytes(u64::MAX), u64::MAX);
    }
}
