//! A number and the edges that end there.

use super::NONE;
use super::sums::{self, Word};

/// No vertex has more edges. Solutions of the game's largest levels have up to 8, and
/// hardly ever that many; eight sets of sums are two cache lines.
pub(super) const MOST_EDGES: usize = 8;

/// What is asked of a vertex when an edge to it is thought of.
#[derive(Clone, Copy)]
pub(super) struct Vertex<W> {
    /// The sums of its number and all its edges.
    pub(super) sums: W,
    /// What it costs when it is unbalanced.
    pub(super) weight: i32,
    /// Its place in the list of the unbalanced, or [`NONE`].
    pub(super) wrong: u32,
    pub(super) degree: u8,
    /// 1 if the sums are odd.
    pub(super) odd: u8,
}

impl<W: Word> Vertex<W> {
    /// Whether the number and the edges split into two halves of equal sum.
    #[inline]
    pub(super) fn is_balanced(&self) -> bool {
        self.odd == 0 && self.sums.has(0)
    }

    #[inline]
    pub(super) fn is_wrong(&self) -> bool {
        self.wrong != NONE
    }

    /// What it costs more if it is balanced then, or unbalanced.
    #[inline]
    pub(super) fn change(&self, balanced: bool) -> i32 {
        (i32::from(!balanced) - i32::from(self.is_wrong())) * self.weight
    }
}

/// The edges of a vertex.
#[derive(Clone, Copy)]
pub(super) struct Ends<W> {
    /// The sums without each of the edges.
    pub(super) without: [W; MOST_EDGES],
    /// The vertices at the other ends.
    pub(super) to: [u32; MOST_EDGES],
    pub(super) lengths: [u16; MOST_EDGES],
    /// The edges' places among those of the other ends.
    pub(super) back: [u8; MOST_EDGES],
}

impl<W: Word> Ends<W> {
    pub(super) fn new() -> Self {
        Ends {
            without: [W::default(); MOST_EDGES],
            to: [NONE; MOST_EDGES],
            lengths: [0; MOST_EDGES],
            back: [0; MOST_EDGES],
        }
    }

    /// Computes all sums of a vertex with this value anew.
    #[inline]
    pub(super) fn refresh(&mut self, value: u32, vertex: &mut Vertex<W>) {
        let degree = usize::from(vertex.degree);
        let (mut all, mut odd) = (sums::of::<W>(value), value & 1);
        // All sets without a later edge come from the set of the edges before it.
        for edge in 0..degree {
            let length = u32::from(self.lengths[edge]);
            self.without[edge] = all;
            all = sums::add(all, odd, length);
            odd ^= length & 1;
        }
        vertex.sums = all;
        vertex.odd = odd as u8;
        let mut odd = value & 1;
        for edge in 0..degree {
            let mut parity = odd;
            let mut set = self.without[edge];
            for &length in &self.lengths[edge + 1..degree] {
                let length = u32::from(length);
                set = sums::add(set, parity, length);
                parity ^= length & 1;
            }
            self.without[edge] = set;
            odd ^= u32::from(self.lengths[edge]) & 1;
        }
    }
}
