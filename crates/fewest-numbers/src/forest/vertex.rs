//! A vertex: a number and its edges.

use std::num::NonZeroU16;

use super::NONE;
use super::state::UNIT;
use crate::sums::{self, Word};

/// The maximum number of edges of a vertex. Solutions of the game's largest levels rarely
/// have 8; eight sets of sums are two cache lines.
pub(super) const MAX_EDGES: usize = 8;

/// The part of a vertex that the evaluation of an edge reads.
#[derive(Clone, Copy)]
pub(super) struct Vertex<W> {
    /// The sums of its number and all its edges.
    pub(super) sums: W,
    /// Its current cost: 0 if it is balanced.
    pub(super) cost: i32,
    /// Its cost when it is unbalanced.
    pub(super) weight: i32,
    /// Its index in the list of unbalanced vertices, or [`NONE`].
    pub(super) wrong: u32,
    pub(super) degree: u8,
    /// 1 if the sums are odd.
    pub(super) odd: u8,
    /// The longest possible edge, if the number is larger. It then needs several edges, and
    /// the first ones alone would only cost their price.
    pub(super) reach: Option<NonZeroU16>,
}

/// The cost of each unit by which the least sum of a vertex exceeds its longest edge.
const BEYOND: i32 = UNIT / 5;

impl<W: Word> Vertex<W> {
    pub(super) fn new(value: u32, reach: u32, weight: i32, wrong: u32) -> Self {
        let (sums, cost, degree, odd) = (W::default(), 0, 0, 0);
        let mut vertex = Vertex { sums, cost, weight, wrong, degree, odd, reach: None };
        vertex.set_reach(value, reach);
        vertex
    }

    /// The least sum without edges, and the longest possible edge.
    pub(super) fn set_reach(&mut self, least: u32, reach: u32) {
        self.reach = (least > reach).then_some(reach as u16).and_then(NonZeroU16::new);
    }

    /// Whether the number and the edges split into two halves of equal sum.
    #[inline]
    pub(super) fn is_balanced(&self) -> bool {
        self.odd == 0 && self.sums.has(0)
    }

    #[inline]
    pub(super) fn is_wrong(&self) -> bool {
        self.wrong != NONE
    }

    /// Its cost with these sums.
    #[inline]
    pub(super) fn cost_of(&self, sums: W, odd: u8) -> i32 {
        if odd == 0 && sums.has(0) {
            return 0;
        }
        let Some(reach) = self.reach else { return self.weight };
        let least = 2 * sums.lowest().unwrap_or(W::BITS) + u32::from(odd);
        self.weight + least.saturating_sub(reach.get().into()) as i32 * BEYOND
    }

    /// Its cost with these sums and one more edge; `bit` is the edge's length, encoded like
    /// a sum.
    #[inline]
    pub(super) fn cost_with(&self, sums: W, odd: u8, (bit, odd_length): (u32, usize)) -> i32 {
        if usize::from(odd) == odd_length && sums.has(bit) {
            0
        } else if self.reach.is_none() {
            self.weight
        } else {
            let more = sums::add(sums, odd.into(), 2 * bit + odd_length as u32);
            self.cost_of(more, odd ^ odd_length as u8)
        }
    }
}

/// The edges of a vertex.
#[derive(Clone, Copy)]
pub(super) struct Ends<W> {
    /// The sums without each of the edges.
    pub(super) without: [W; MAX_EDGES],
    /// The vertices at the other ends.
    pub(super) to: [u32; MAX_EDGES],
    pub(super) lengths: [u16; MAX_EDGES],
    /// The indices of the edges at their other ends.
    pub(super) back: [u8; MAX_EDGES],
}

impl<W: Word> Ends<W> {
    pub(super) fn new() -> Self {
        Ends {
            without: [W::default(); MAX_EDGES],
            to: [NONE; MAX_EDGES],
            lengths: [0; MAX_EDGES],
            back: [0; MAX_EDGES],
        }
    }

    /// Recomputes all sums of a vertex with these sums without edges.
    #[inline]
    pub(super) fn refresh(&mut self, base: (W, u32), vertex: &mut Vertex<W>) {
        let degree = usize::from(vertex.degree);
        let (mut all, mut odd) = base;
        // All sets without a later edge come from the set of the edges before it.
        for edge in 0..degree {
            let length = u32::from(self.lengths[edge]);
            self.without[edge] = all;
            all = sums::add(all, odd, length);
            odd ^= length & 1;
        }
        vertex.sums = all;
        vertex.odd = odd as u8;
        vertex.cost = vertex.cost_of(all, vertex.odd);
        let mut odd = base.1;
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
