//! One layer of a builder's breadth-first search from the layer before it.

#![expect(clippy::inline_always, reason = "what is inlined gets its caller's instructions")]

use super::arrangements::{Arrangements, SAME, WORD};
use super::occupied::{Occupied, Slide};

/// What one worker has of the next layer: some sets with all their nodes.
pub(super) struct Piece<'a> {
    pub(super) sets: std::ops::Range<usize>,
    /// Of the nodes of the layer's class.
    pub(super) next: &'a mut [u32],
    pub(super) next_count: &'a mut [u16],
    /// Of all nodes.
    pub(super) seen: &'a mut [u32],
    pub(super) unseen_count: &'a mut [u16],
    pub(super) moves: &'a mut [u8],
}

/// The step from one layer to the next.
pub(super) struct Step<'a> {
    pub(super) occupied: &'a Occupied,
    pub(super) arrangements: &'a Arrangements,
    /// The words of a bitmap.
    pub(super) words: usize,
    pub(super) last: &'a [u32],
    pub(super) last_count: &'a [u16],
    /// The class of the next layer's nodes, and its depth.
    pub(super) class: usize,
    pub(super) depth: u8,
}

impl Step<'_> {
    /// Finds the next layer in a piece. Returns the number of its states.
    pub(super) fn run(&self, piece: Piece<'_>) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("popcnt")
        {
            #[expect(unsafe_code, reason = "a function for instructions that were found")]
            // SAFETY: the processor has them.
            return unsafe { self.run_avx2(piece) };
        }
        self.run_anywhere(piece)
    }

    /// The same code with wider instructions: a sixth faster.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,popcnt")]
    fn run_avx2(&self, piece: Piece<'_>) -> u64 {
        self.run_anywhere(piece)
    }

    #[inline(always)]
    fn run_anywhere(&self, piece: Piece<'_>) -> u64 {
        let Piece { sets, next, seen, next_count, unseen_count, moves } = piece;
        let (words, count) = (self.words, self.arrangements.len());
        let first = self.occupied.nodes(sets.start).start;
        let first_place = self.occupied.places(sets.clone(), self.class).start;
        let (mut known, mut between) = (vec![0; words], vec![0; words]);
        let mut total = 0;
        for (set, moves) in sets.zip(moves.chunks_exact_mut(count)) {
            let places = self.occupied.places(set..set + 1, self.class);
            let nodes = self.occupied.nodes(set);
            let mut is_known = false;
            // No places: the other class.
            for (node, place) in nodes.clone().zip(places) {
                let (at, place) = (node - first, place - first_place);
                let fresh = &mut next[place * words..][..words];
                // The counts say which bitmaps are empty, so that old ones need not be
                // cleared.
                next_count[place] = 0;
                let unseen = unseen_count[at];
                let seen_here = seen_of(seen, at, words);
                if unseen == 0 || !self.collect(node, unseen, seen_here, &mut between, fresh) {
                    continue;
                }
                let mut bits = 0;
                for (fresh, &seen) in fresh.iter_mut().zip(seen_here) {
                    *fresh &= !seen;
                    bits += fresh.count_ones();
                }
                if bits == 0 {
                    continue;
                }
                // What another region of the same cells has reached before, or in this
                // layer, keeps its distance.
                if !is_known {
                    is_known = true;
                    known.fill(0);
                    for node in nodes.clone() {
                        or_into(&mut known, seen_of(seen, node - first, words));
                    }
                }
                self.mark(fresh, bits, &mut known, moves);
                let seen = &mut seen[at * words..][..words];
                or_into(seen, fresh);
                next_count[place] = bits as u16;
                unseen_count[at] -= bits as u16;
                total += u64::from(bits);
            }
        }
        total
    }

    /// Gives the arrangements that are not known yet their distance.
    #[inline(always)]
    fn mark(&self, fresh: &[u32], bits: u32, known: &mut [u32], moves: &mut [u8]) {
        let in_word = self.arrangements.in_word();
        let words = fresh.iter().zip(known).zip(moves.chunks_exact_mut(in_word));
        if in_word < 24 || (bits as usize) < self.words {
            for ((&fresh, known), moves) in words {
                let mut nearest = fresh & !*known;
                *known |= fresh;
                while nearest != 0 {
                    moves[nearest.trailing_zeros() as usize] = self.depth + 1;
                    nearest &= nearest - 1;
                }
            }
            return;
        }
        // Eight at a time, without a branch that nothing predicts: those that are not known
        // are zeros.
        let eight_times = u64::from(self.depth + 1) * 0x0101_0101_0101_0101;
        for ((&fresh, known), moves) in words {
            let nearest = fresh & !*known;
            *known |= fresh;
            let (eights, _) = moves.as_chunks_mut::<8>();
            for (eight, bits) in eights.iter_mut().zip(nearest.to_le_bytes()) {
                let moves = u64::from_le_bytes(*eight) | BYTES[bits as usize] & eight_times;
                *eight = moves.to_le_bytes();
            }
        }
    }

    /// The arrangements that slides of the last layer reach on a node: at least all that
    /// are unseen. Returns whether there can be any.
    #[inline(always)]
    fn collect(
        &self,
        node: usize,
        unseen: u16,
        seen: &[u32],
        between: &mut [u32],
        fresh: &mut [u32],
    ) -> bool {
        let slides = self.occupied.slides(node);
        let mut work = 0;
        let mut is_empty = true;
        for slide in slides {
            let count = u32::from(self.last_count[slide.from as usize]);
            if count == 0 {
                continue;
            }
            if is_empty {
                is_empty = false;
                fresh.fill(0);
            }
            if slide.rotation == SAME {
                or_into(fresh, self.last_of(*slide));
            } else {
                work += count.min(self.arrangements.work(slide.rotation));
            }
        }
        if work == 0 {
            return !is_empty;
        }
        // Whichever is less work: to bring every state of the last layer here, or to ask
        // for every state that is missing here where it could come from.
        if u32::from(unseen) * ASKED < work {
            self.pull(slides, seen, fresh);
        } else {
            self.push(slides, between, fresh);
        }
        true
    }

    #[inline(always)]
    fn push(&self, slides: &[Slide], between: &mut [u32], fresh: &mut [u32]) {
        for slide in slides {
            let count = u32::from(self.last_count[slide.from as usize]);
            if slide.rotation == SAME || count == 0 {
                continue;
            }
            if count > self.arrangements.work(slide.rotation) {
                let last = self.last_of(*slide);
                self.arrangements.rotate(slide.rotation, last, between, fresh);
                continue;
            }
            let rotated = self.arrangements.rotated(slide.rotation);
            for (rotated, &word) in rotated.chunks_exact(WORD).zip(self.last_of(*slide)) {
                let mut bits = word;
                while bits != 0 {
                    let to = rotated[bits.trailing_zeros() as usize] as usize;
                    fresh[to / WORD] |= 1 << (to % WORD);
                    bits &= bits - 1;
                }
            }
        }
    }

    #[inline(always)]
    fn pull(&self, slides: &[Slide], seen: &[u32], fresh: &mut [u32]) {
        let mut sources = [(&[][..], &[][..]); MAX_SLIDES];
        let mut count = 0;
        for slide in slides {
            if slide.rotation != SAME && self.last_count[slide.from as usize] != 0 {
                sources[count] = (self.arrangements.rotated(slide.inverse), self.last_of(*slide));
                count += 1;
            }
        }
        let full = self.arrangements.full();
        for (word, (fresh, &seen)) in fresh.iter_mut().zip(seen).enumerate() {
            let mut missing = full & !(seen | *fresh);
            while missing != 0 {
                let bit = missing & missing.wrapping_neg();
                let code = word * WORD + missing.trailing_zeros() as usize;
                missing ^= bit;
                let is_reached = sources[..count].iter().any(|(inverse, last)| {
                    let from = inverse[code] as usize;
                    last[from / WORD] >> (from % WORD) & 1 == 1
                });
                if is_reached {
                    *fresh |= bit;
                }
            }
        }
    }

    fn last_of(&self, slide: Slide) -> &[u32] {
        &self.last[slide.from as usize * self.words..][..self.words]
    }
}

/// A byte of ones for each bit.
const BYTES: [u64; 256] = {
    let mut bytes = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            bytes[bits] |= ((bits as u64 >> bit & 1) * 0xff) << (8 * bit);
            bit += 1;
        }
        bits += 1;
    }
    bytes
};

/// The work of asking where a missing state could come from, in states brought.
const ASKED: u32 = 4;

/// Each tile of a group has at most two slides along its column.
const MAX_SLIDES: usize = 2 * Arrangements::MAX_TILES;

fn seen_of(seen: &[u32], place: usize, words: usize) -> &[u32] {
    &seen[place * words..][..words]
}

#[inline(always)]
fn or_into(to: &mut [u32], from: &[u32]) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to |= from;
    }
}
