//! The neighbours of a forest, and the choice of one.
//!
//! A step draws a vertex, mostly an unbalanced one, and evaluates many changes there at
//! once. With the sums of the vertex, a change costs a bit test: the sums tell at which
//! distances an edge would balance the vertex. Among the changes within the limit, the
//! step draws one that closes no cycle. Only this last test climbs trees.

use super::NONE;
use super::state::{Change, Forest};
use super::vertex::MAX_EDGES;
use crate::sums::Word;
use fewest::search::local::{Draws, Local, Score};

/// Out of this number of steps …
const ODDS: usize = 4096;

/// … this number are at any vertex, not at an unbalanced one …
const ANYWHERE: usize = 400;

/// … and this number consider edges of any length, not only those that balance the vertex:
/// an edge to a vertex that stays balanced gives the unbalanced one new sums.
const LOOSE: usize = 1200;

impl<W: Word> Local for Forest<'_, W> {
    type Move = Change;
    type Snapshot = super::Edges;

    fn score(&self) -> Score {
        self.score
    }

    fn remaining(&self) -> u64 {
        self.wrong.len() as u64
    }

    fn size(&self) -> u64 {
        self.vertices.len() as u64
    }

    #[inline]
    fn propose(&mut self, limit: Score, draws: &mut Draws) -> Option<(Change, Score)> {
        let vertex = if draws.index(ODDS) < ANYWHERE || self.wrong.is_empty() {
            draws.index(self.vertices.len())
        } else {
            self.wrong[draws.index(self.wrong.len())] as usize
        };
        let limit = limit.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        if draws.index(ODDS) < LOOSE {
            let (direction, drop) = (draws.index(4), draws.index(self.degree(vertex) + 1));
            self.looked_at += self.loose(vertex, direction, drop, limit, &mut candidates);
        } else {
            self.looked_at += self.balancing(vertex, limit, &mut candidates);
        }
        let mut chosen = None;
        while chosen.is_none() && !candidates.is_empty() {
            let candidate = candidates.swap_remove(draws.index(candidates.len()));
            if !self.closes_cycle(&candidate) {
                chosen = Some((candidate, candidate.by.into()));
            }
        }
        self.candidates = candidates;
        chosen
    }

    fn looked_at(&self) -> Option<u64> {
        Some(self.looked_at)
    }

    fn accept(&mut self, change: Change) {
        self.make(&change);
    }

    fn snapshot(&self) -> super::Edges {
        self.edges()
    }

    fn restore(&mut self, edges: &super::Edges) {
        self.set_edges(edges);
    }

    fn reweight(&mut self) {
        self.weigh();
    }
}

/// A vertex with one edge less, or with all of them.
struct Less<W> {
    drop: usize,
    /// The change of the score by the removed edge: its price and the other end.
    by: i32,
    sums: W,
    odd: u8,
    /// The other end of the removed edge, which is no candidate.
    not: u32,
}

impl<W: Word> Forest<'_, W> {
    #[inline]
    fn degree(&self, vertex: usize) -> usize {
        usize::from(self.vertices[vertex].degree)
    }

    /// A vertex without the edge at this index, or with all its edges if there is no such
    /// edge, before it takes a new one.
    #[inline]
    fn less(&self, number: usize, drop: usize) -> Less<W> {
        let vertex = &self.vertices[number];
        if drop >= self.degree(number) {
            let (sums, odd) = (vertex.sums, vertex.odd);
            return Less { drop: MAX_EDGES, by: self.price, sums, odd, not: NONE };
        }
        let ends = &self.ends[number];
        let (to, odd) = (ends.to[drop], (ends.lengths[drop] & 1) as u8);
        let other = &self.vertices[to as usize];
        let sums = self.ends[to as usize].without[usize::from(ends.back[drop])];
        let by = other.cost_of(sums, other.odd ^ odd) - other.cost;
        Less { drop, by, sums: ends.without[drop], odd: vertex.odd ^ odd, not: to }
    }

    /// The change that a new edge is: `length` is as sums are written, and `cost` what
    /// the vertex costs then.
    #[inline]
    fn new_edge(
        &self,
        number: usize,
        less: &Less<W>,
        direction: usize,
        length: (u32, usize),
        cost: i32,
    ) -> Change {
        let far = 2 * length.0 as usize + length.1;
        let to = self.lines.look(number, direction, far);
        let other = &self.vertices[to];
        let others = other.cost_with(other.sums, other.odd, length) - other.cost;
        Change {
            vertex: number as u32,
            to: to as u32,
            length: far as u16,
            drop: less.drop as u8,
            by: less.by + cost - self.vertices[number].cost + others,
        }
    }

    #[inline]
    fn keep(&self, less: &Less<W>, change: Change, limit: i32, candidates: &mut Vec<Change>) {
        let room = self.degree(change.to as usize) < MAX_EDGES;
        if change.by <= limit && change.to != less.not && room {
            candidates.push(change);
        }
    }

    /// All changes that balance a vertex by a new edge, and those that only remove one.
    /// Returns their number; those within the limit become candidates.
    #[inline]
    fn balancing(&self, number: usize, limit: i32, candidates: &mut Vec<Change>) -> u64 {
        let mut looked_at = 0;
        let degree = self.degree(number);
        for drop in 0..=degree.min(MAX_EDGES - 1) {
            let less = self.less(number, drop);
            let odd = usize::from(less.odd);
            for direction in 0..4 {
                let mut lengths = less.sums.and(self.lines.seen(number, odd, direction));
                while let Some(bit) = lengths.take_lowest() {
                    looked_at += 1;
                    let change = self.new_edge(number, &less, direction, (bit, odd), 0);
                    self.keep(&less, change, limit, candidates);
                }
            }
            if drop < degree {
                looked_at += 1;
                let vertex = &self.vertices[number];
                let cost = vertex.cost_of(less.sums, less.odd);
                let by = less.by + cost - vertex.cost - self.price;
                if by <= limit {
                    let (vertex, drop) = (number as u32, drop as u8);
                    candidates.push(Change { vertex, to: NONE, length: 0, drop, by });
                }
            }
        }
        looked_at
    }

    /// All changes that remove a given edge of a vertex, or none, and add any edge in one
    /// direction. Returns their number.
    #[inline]
    fn loose(
        &self,
        number: usize,
        direction: usize,
        drop: usize,
        limit: i32,
        candidates: &mut Vec<Change>,
    ) -> u64 {
        let less = self.less(number, drop);
        if less.drop == MAX_EDGES && self.degree(number) == MAX_EDGES {
            return 0;
        }
        let mut looked_at = 0;
        for odd in 0..2 {
            let mut lengths = self.lines.seen(number, odd, direction);
            while let Some(bit) = lengths.take_lowest() {
                looked_at += 1;
                let vertex = &self.vertices[number];
                let cost = vertex.cost_with(less.sums, less.odd, (bit, odd));
                let change = self.new_edge(number, &less, direction, (bit, odd), cost);
                self.keep(&less, change, limit, candidates);
            }
        }
        looked_at
    }

    fn closes_cycle(&self, change: &Change) -> bool {
        let (vertex, to) = (change.vertex as usize, change.to as usize);
        if change.to == NONE {
            false
        } else if usize::from(change.drop) == MAX_EDGES {
            self.trees.are_joined(vertex, to)
        } else {
            let cut = self.ends[vertex].to[usize::from(change.drop)] as usize;
            self.trees.are_joined_without(vertex, cut, to)
        }
    }
}
