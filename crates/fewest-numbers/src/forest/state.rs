//! The current forest: edges, trees, unbalanced vertices, and the score.

use super::lines::Lines;
use super::trees::Trees;
use super::vertex::{Ends, MAX_EDGES, Vertex};
use super::{Edges, NONE};
use crate::sums::{self, Word};
use fewest::search::local::Score;

/// The score of an ordinary unbalanced vertex.
pub(super) const UNIT: i32 = 1000;

/// The price of an edge where any plan will do. Without it the trees merge, and nearly every new edge would close
/// a cycle.
pub(super) const PRICE: i32 = UNIT / 2;

/// Numbers above this are the harder to balance the larger they are, and would remain until
/// last: each unit above costs a fiftieth more.
const HEAVY: u32 = 20;
const HEAVIER: i32 = UNIT / 50;
const HEAVIEST: u32 = 200;

/// The maximum weight of a vertex.
const MAX_WEIGHT: i32 = 20 * UNIT;

/// The limits are checked once in this number of vertices.
const CHECK_EVERY: usize = 1 << 10;

/// A forest on the numbers of a level.
pub(super) struct Forest<'a, W> {
    pub(super) lines: &'a Lines<W>,
    /// The sums of each number without edges of this forest, and whether they are odd.
    base: Vec<(W, u32)>,
    pub(super) vertices: Vec<Vertex<W>>,
    pub(super) ends: Vec<Ends<W>>,
    pub(super) trees: Trees,
    /// The unbalanced vertices.
    pub(super) wrong: Vec<u32>,
    pub(super) score: Score,
    /// What an edge costs.
    pub(super) price: i32,
    pub(super) candidates: Vec<Change>,
    /// The number of evaluated changes.
    pub(super) looked_at: u64,
}

/// A neighbour of a forest: a vertex loses one edge or none, and gains one or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) vertex: u32,
    /// The other end of the new edge, or [`NONE`].
    pub(super) to: u32,
    /// Its length.
    pub(super) length: u16,
    /// The index of the removed edge, or [`MAX_EDGES`].
    pub(super) drop: u8,
    /// The change of the score.
    pub(super) by: i32,
}

impl<'a, W: Word> Forest<'a, W> {
    /// No edges at all. If it is told to stop, some vertices are missing: it can be asked
    /// for its edges then, and nothing else.
    pub(super) fn new(lines: &'a Lines<W>, may_continue: &dyn Fn() -> bool) -> Self {
        let mut forest = Forest {
            lines,
            base: lines.values.iter().map(|&value| (sums::of(value), value & 1)).collect(),
            vertices: Vec::with_capacity(lines.len()),
            ends: Vec::with_capacity(lines.len()),
            trees: Trees::new(lines.len()),
            wrong: (0..lines.len() as u32).collect(),
            score: 0,
            price: PRICE,
            candidates: Vec::new(),
            looked_at: 0,
        };
        for (number, &value) in lines.values.iter().enumerate() {
            if number % CHECK_EVERY == 0 && !may_continue() {
                break;
            }
            forest.ends.push(Ends::new());
            let heavy = value.clamp(HEAVY, HEAVIEST) - HEAVY;
            let weight = UNIT + heavy as i32 * HEAVIER;
            let mut vertex = Vertex::new(value, lines.reach[number], weight, number as u32);
            forest.ends[number].refresh(forest.base[number], &mut vertex);
            forest.score += Score::from(vertex.cost);
            forest.vertices.push(vertex);
        }
        forest
    }

    /// Makes this a part of a larger forest, see [`super::part::Part`]. It must have no edges.
    pub(super) fn embed(
        &mut self,
        kept: &[Vec<u32>],
        joined: &[Vec<u32>],
        extra: impl Iterator<Item = i32>,
    ) {
        for (number, (lengths, extra)) in kept.iter().zip(extra).enumerate() {
            let (mut all, mut odd) = self.base[number];
            for &length in lengths {
                all = sums::add(all, odd, length);
                odd ^= length & 1;
            }
            self.base[number] = (all, odd);
            let least = 2 * all.lowest().unwrap_or(W::BITS) + odd;
            let vertex = &mut self.vertices[number];
            vertex.set_reach(least, self.lines.reach[number]);
            vertex.weight = vertex.weight.saturating_add(extra).min(MAX_WEIGHT);
            self.update(number);
        }
        for set in joined {
            let outside = self.trees.add();
            for &number in set {
                self.trees.link(number as usize, outside);
            }
        }
    }

    /// Whether all vertices are there.
    pub(super) fn is_whole(&self) -> bool {
        self.vertices.len() == self.lines.len()
    }

    /// The bytes of a forest on these lines.
    pub(super) fn bytes(numbers: usize) -> usize {
        // Plus its snapshots: the start, the best and the history.
        let each = size_of::<Vertex<W>>() + size_of::<Ends<W>>() + size_of::<(W, u32)>();
        numbers * (each + 8 + 20 * 8)
    }

    /// Applies a change.
    pub(super) fn make(&mut self, change: &Change) {
        let vertex = change.vertex as usize;
        let mut dropped = None;
        if usize::from(change.drop) < MAX_EDGES {
            dropped = Some(self.cut(vertex, usize::from(change.drop)));
        }
        if change.to != NONE {
            self.link(vertex, change.to as usize, change.length);
        }
        self.update(vertex);
        if let Some(dropped) = dropped {
            self.update(dropped);
        }
        if change.to != NONE {
            self.update(change.to as usize);
        }
    }

    /// Removes an edge of a vertex and returns its other end. Does not update the sums.
    fn cut(&mut self, vertex: usize, edge: usize) -> usize {
        let ends = &self.ends[vertex];
        let (other, back) = (ends.to[edge] as usize, usize::from(ends.back[edge]));
        self.unhook(other, back);
        self.unhook(vertex, edge);
        self.trees.cut(vertex, other);
        self.score -= Score::from(self.price);
        other
    }

    fn unhook(&mut self, vertex: usize, edge: usize) {
        self.vertices[vertex].degree -= 1;
        let last = usize::from(self.vertices[vertex].degree);
        let ends = &mut self.ends[vertex];
        ends.to[edge] = ends.to[last];
        ends.lengths[edge] = ends.lengths[last];
        ends.back[edge] = ends.back[last];
        if edge != last {
            let (other, back) = (ends.to[edge] as usize, usize::from(ends.back[edge]));
            self.ends[other].back[back] = edge as u8;
        }
    }

    /// Joins two trees. Does not update the sums.
    fn link(&mut self, a: usize, b: usize, length: u16) {
        self.trees.link(a, b);
        let places = [a, b].map(|vertex| self.vertices[vertex].degree);
        for (vertex, other, place, back) in
            [(a, b, places[0], places[1]), (b, a, places[1], places[0])]
        {
            let (ends, place) = (&mut self.ends[vertex], usize::from(place));
            ends.to[place] = other as u32;
            ends.lengths[place] = length;
            ends.back[place] = back;
            self.vertices[vertex].degree += 1;
        }
        self.score += Score::from(self.price);
    }

    /// Updates the sums of a vertex and the list of unbalanced vertices.
    fn update(&mut self, number: usize) {
        let vertex = &mut self.vertices[number];
        let before = vertex.cost;
        self.ends[number].refresh(self.base[number], vertex);
        let balanced = vertex.is_balanced();
        self.score += Score::from(vertex.cost - before);
        if balanced && vertex.is_wrong() {
            let place = std::mem::replace(&mut vertex.wrong, NONE) as usize;
            self.wrong.swap_remove(place);
            if let Some(&moved) = self.wrong.get(place) {
                self.vertices[moved as usize].wrong = place as u32;
            }
        } else if !balanced && !vertex.is_wrong() {
            vertex.wrong = self.wrong.len() as u32;
            self.wrong.push(number as u32);
        }
    }

    /// All edges.
    pub(super) fn edges(&self) -> Edges {
        let of = |vertex: usize| {
            let degree = usize::from(self.vertices[vertex].degree);
            self.ends[vertex].to[..degree].iter().map(move |&to| (vertex as u32, to))
        };
        let edges = (0..self.vertices.len()).flat_map(of);
        Edges(edges.filter(|(from, to)| from < to).collect())
    }

    /// Replaces all edges by these, as far as they form a forest.
    pub(super) fn set_edges(&mut self, edges: &Edges) {
        for vertex in 0..self.vertices.len() {
            while self.vertices[vertex].degree > 0 {
                let other = self.cut(vertex, 0);
                self.update(other);
            }
            self.update(vertex);
        }
        for &(from, to) in &edges.0 {
            let (from, to) = (from as usize, to as usize);
            let room =
                [from, to].iter().all(|&end| usize::from(self.vertices[end].degree) < MAX_EDGES);
            if room && !self.trees.are_joined(from, to) {
                self.link(from, to, self.lines.distance(from, to) as u16);
                self.update(from);
                self.update(to);
            }
        }
    }

    /// Increases the weight of the unbalanced vertices.
    pub(super) fn weigh(&mut self) {
        for &number in &self.wrong {
            let vertex = &mut self.vertices[number as usize];
            let more = (MAX_WEIGHT - vertex.weight).clamp(0, UNIT / 10);
            vertex.weight += more;
            vertex.cost += more;
            self.score += Score::from(more);
        }
    }
}
