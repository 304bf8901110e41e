//! The orders in which the tiles of a group can stand on the cells that they occupy, and
//! what a slide along a column does to them.
//!
//! Cells are read row by row. A slide along a row keeps the order of the tiles. A slide
//! along a column takes a tile past those on the cells between, fewer than the board is
//! wide: the tile's position in the order changes, and the positions of those it passes
//! change by one. That is a fixed permutation of all orders, a rotation.
//!
//! A set of orders is a bitmap. Orders that differ only in their last four tiles are the bits
//! of one word, in lexicographic order. So a rotation of earlier positions moves whole words,
//! one of the last four does the same to every word, and one across moves parts of words:
//! a bitmap with many bits is rotated in far fewer steps than it has bits.

#![expect(clippy::inline_always, reason = "what is inlined gets its caller's instructions")]

use fewest::rank::Permutations;
use fewest::search::Meter;

use super::builder::BuildError;

/// The orders of `tiles` tiles, by code: the word and the bit in a bitmap.
#[derive(Clone, Debug)]
pub(super) struct Arrangements {
    tiles: usize,
    count: usize,
    words: usize,
    /// The bits of a word that stand for orders.
    full: u32,
    /// The orders by the number that [`Permutations`] of the tiles' positions have.
    by_positions: Vec<u16>,
    /// For each rotation, the code that each code gets.
    rotated: Vec<u16>,
    whole: Vec<Whole>,
    /// The work of each rotation of a whole bitmap, in single bits brought: as measured.
    work: Vec<u32>,
    /// The number of a rotation, by the positions from and to which a tile goes.
    rotations: Vec<u8>,
}

/// A slide that changes no order.
pub(super) const SAME: u8 = u8::MAX;

/// The last positions, whose orders are the bits of a word.
const LOW: usize = 4;
/// The bits of a word, of which the last ones stand for nothing.
pub(super) const WORD: usize = u32::BITS as usize;
/// A part of a word: the orders of its last three tiles.
const PART: u16 = 6;

/// How a rotation is done to a whole bitmap.
#[derive(Clone, Debug)]
enum Whole {
    /// The source of each word.
    Words(Vec<u16>),
    /// The sources of the parts of each word: four times a word, and a part.
    Parts(Vec<[u16; LOW]>),
    /// The bits of every word that move by the same distance, and the distance.
    Bits(Vec<(u32, i32)>),
    /// One rotation after another.
    Both(u8, u8),
}

impl Arrangements {
    /// The maximum number of tiles: their orders have 16-bit codes.
    pub(super) const MAX_TILES: usize = 8;

    /// For slides past fewer than `width` tiles.
    pub(super) fn new(tiles: usize, width: usize, meter: &mut Meter) -> Result<Self, BuildError> {
        let orders = Permutations::new(tiles as u32)?;
        let count = orders.len() as usize;
        let high = tiles.saturating_sub(LOW);
        let in_word: usize = (1..=tiles.min(LOW)).product();
        let words = count / in_word;
        let code = |number: usize| number / in_word * WORD + number % in_word;
        // The tiles by position, and the positions by tile.
        let (mut order, mut other) = (vec![0; tiles], vec![0; tiles]);
        let mut by_positions = vec![0; count];
        for number in 0..count {
            orders.unrank(number as u64, &mut order);
            for (position, &tile) in (0..).zip(&order) {
                other[tile as usize] = position;
            }
            by_positions[orders.rank(&other) as usize] = number as u16;
        }
        let mut all = Arrangements {
            tiles,
            count,
            words,
            full: u32::MAX >> (WORD - in_word),
            by_positions,
            rotated: Vec::new(),
            whole: Vec::new(),
            work: Vec::new(),
            rotations: vec![SAME; tiles * tiles],
        };
        let mut next = 0;
        for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
            if from == to || from.abs_diff(to) >= width {
                continue;
            }
            all.rotations[from * tiles + to] = next;
            next += 1;
            meter.check()?;
            let first = all.rotated.len();
            all.rotated.resize(first + words * WORD, 0);
            for number in 0..count {
                orders.unrank(number as u64, &mut order);
                if from < to {
                    order[from..=to].rotate_left(1);
                } else {
                    order[to..=from].rotate_right(1);
                }
                all.rotated[first + code(number)] = code(orders.rank(&order) as usize) as u16;
            }
        }
        for (from, to) in (0..tiles).flat_map(|from| (0..tiles).map(move |to| (from, to))) {
            if all.rotation(from, to) != SAME {
                let whole = all.whole_of(from, to, high);
                all.whole.push(whole);
            }
        }
        all.work = all.whole.iter().map(|whole| all.work_of(whole)).collect();
        Ok(all)
    }

    /// How a rotation is done to a whole bitmap, when the positions before `high` are not
    /// those of bits in a word.
    fn whole_of(&self, from: usize, to: usize, high: usize) -> Whole {
        let rotated = self.rotated(self.rotation(from, to));
        if from.max(to) < high {
            let mut sources = vec![0; self.words];
            for word in 0..self.words {
                sources[rotated[word * WORD] as usize / WORD] = word as u16;
            }
            Whole::Words(sources)
        } else if from.min(to) >= high {
            let mut moved: Vec<(u32, i32)> = Vec::new();
            for bit in 0..self.full.count_ones() {
                let by = i32::from(rotated[bit as usize]) - bit as i32;
                match moved.iter_mut().find(|(_, known)| *known == by) {
                    Some((mask, _)) => *mask |= 1 << bit,
                    None => moved.push((1 << bit, by)),
                }
            }
            Whole::Bits(moved)
        } else if from.max(to) == high {
            let mut sources = vec![[0; LOW]; self.words];
            for source in 0..self.words as u16 * LOW as u16 {
                let (word, part) = (source / LOW as u16, source % LOW as u16);
                let to = rotated[word as usize * WORD + (part * PART) as usize];
                sources[to as usize / WORD][(to % WORD as u16 / PART) as usize] = source;
            }
            Whole::Parts(sources)
        } else {
            Whole::Both(self.rotation(from, high), self.rotation(high, to))
        }
    }

    /// The number of arrangements.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// The words of a bitmap.
    pub(super) fn words(&self) -> usize {
        self.words
    }

    /// The bits of a word that stand for arrangements.
    pub(super) fn full(&self) -> u32 {
        self.full
    }

    /// The arrangements in the order of [`Permutations`] of the tiles' positions.
    pub(super) fn by_positions(&self) -> &[u16] {
        &self.by_positions
    }

    /// The arrangements of a word.
    pub(super) fn in_word(&self) -> usize {
        self.full.count_ones() as usize
    }

    /// The code of an arrangement.
    pub(super) fn code(&self, number: usize) -> usize {
        number / self.in_word() * WORD + number % self.in_word()
    }

    /// The rotation that takes the tile at one position to another, or [`SAME`].
    pub(super) fn rotation(&self, from: usize, to: usize) -> u8 {
        self.rotations[from * self.tiles + to]
    }

    /// The new codes of all arrangements by a rotation.
    pub(super) fn rotated(&self, rotation: u8) -> &[u16] {
        let codes = self.words * WORD;
        &self.rotated[rotation as usize * codes..][..codes]
    }

    /// The work of [`Arrangements::rotate`], in single bits brought.
    #[inline]
    pub(super) fn work(&self, rotation: u8) -> u32 {
        self.work[rotation as usize]
    }

    fn work_of(&self, whole: &Whole) -> u32 {
        let words = self.words as u32;
        match whole {
            Whole::Words(_) => words.div_ceil(4),
            Whole::Parts(_) => words,
            Whole::Bits(moved) => (words * moved.len() as u32).div_ceil(16),
            Whole::Both(first, second) => {
                let work = |rotation: u8| self.work_of(&self.whole[rotation as usize]);
                work(*first) + work(*second)
            }
        }
    }

    /// Adds a rotated bitmap to another one.
    #[inline(always)]
    pub(super) fn rotate(&self, rotation: u8, from: &[u32], between: &mut [u32], onto: &mut [u32]) {
        if let Whole::Both(first, second) = self.whole[rotation as usize] {
            between.fill(0);
            self.rotate_once(first, from, between);
            self.rotate_once(second, between, onto);
        } else {
            self.rotate_once(rotation, from, onto);
        }
    }

    /// The same for one that is not two, one after another.
    #[inline(always)]
    fn rotate_once(&self, rotation: u8, from: &[u32], onto: &mut [u32]) {
        match &self.whole[rotation as usize] {
            Whole::Words(sources) => {
                for (onto, &source) in onto.iter_mut().zip(sources) {
                    *onto |= from[source as usize];
                }
            }
            Whole::Parts(sources) => {
                let part = |source: u16| {
                    let word = from[(source / LOW as u16) as usize];
                    word >> (source % LOW as u16 * PART) & ((1 << PART) - 1)
                };
                for (onto, &[a, b, c, d]) in onto.iter_mut().zip(sources) {
                    *onto |=
                        part(a) | part(b) << PART | part(c) << (2 * PART) | part(d) << (3 * PART);
                }
            }
            Whole::Bits(moved) => {
                for &(mask, by) in moved {
                    let both = onto.iter_mut().zip(from);
                    if by >= 0 {
                        both.for_each(|(onto, &from)| *onto |= (from & mask) << by);
                    } else {
                        both.for_each(|(onto, &from)| *onto |= (from & mask) >> -by);
                    }
                }
            }
            // Neither of two rotations is two again.
            Whole::Both(..) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fewest::search::Budget;

    fn all(tiles: usize, width: usize) -> Arrangements {
        Arrangements::new(tiles, width, &mut Meter::start(&Budget::default())).unwrap()
    }

    fn codes(all: &Arrangements) -> impl Iterator<Item = usize> {
        let full = all.full();
        (0..all.words() * WORD).filter(move |code| full >> (code % WORD) & 1 == 1)
    }

    #[test]
    fn every_arrangement_has_a_code_and_is_there_by_positions() {
        for tiles in 1..=6 {
            let all = all(tiles, 3);
            assert!((0..all.len()).map(|number| all.code(number)).eq(codes(&all)), "{tiles}");
            let mut numbers = all.by_positions().to_vec();
            numbers.sort_unstable();
            assert!(numbers.into_iter().eq(0..all.len() as u16), "{tiles}");
        }
    }

    #[test]
    fn a_rotation_and_its_inverse_cancel() {
        let all = all(5, 4);
        for (from, to) in (0..5).flat_map(|from| (0..5).map(move |to| (from, to))) {
            let (there, back) = (all.rotation(from, to), all.rotation(to, from));
            if from == to || from.abs_diff(to) > 3 {
                assert_eq!(there, SAME);
                continue;
            }
            for code in codes(&all) {
                let moved = all.rotated(there)[code] as usize;
                assert_eq!(all.rotated(back)[moved] as usize, code);
            }
        }
    }

    #[test]
    fn whole_bitmaps_are_rotated_as_their_bits() {
        let mut draws = fewest::draws::Draws::new(1);
        for tiles in 2..=6 {
            let all = all(tiles, 8);
            let mut from = vec![0; all.words()];
            for word in &mut from {
                *word = draws.below(1 << 32) as u32 & all.full();
            }
            for rotation in 0..(tiles * tiles - tiles) as u8 {
                let mut single = vec![0_u32; all.words()];
                for code in codes(&all).filter(|code| from[code / WORD] >> (code % WORD) & 1 == 1) {
                    let to = all.rotated(rotation)[code] as usize;
                    single[to / WORD] |= 1 << (to % WORD);
                }
                let (mut whole, mut between) = (vec![0; all.words()], vec![7; all.words()]);
                all.rotate(rotation, &from, &mut between, &mut whole);
                assert_eq!(whole, single, "{tiles} tiles, {rotation}");
            }
        }
    }
}
