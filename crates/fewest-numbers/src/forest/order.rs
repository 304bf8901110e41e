//! From a forest to moves: their order and signs.
//!
//! Root each tree anywhere. The children of a vertex land on it one after another, each
//! with the length of its edge as its value. Then the vertex must equal the length of the
//! edge to its parent; the root must be 0. The signs follow from the balance of the vertex,
//! v ± d₁ ± … ± dₖ = 0: where the value would become negative, its absolute value is used
//! and the later signs flip. Only one thing depends on the order: no number may be 0 before
//! its last child lands, since a child can't land on an empty cell.
//!
//! A tree with unbalanced vertices is rooted at one of them. Those, and all vertices
//! between them, remain; everything else is cleared.

use std::collections::HashSet;

use super::Edges;
use super::vertex::MAX_EDGES;
use crate::{Direction, Level, Shift, Sign};

/// The moves of a forest.
pub(super) struct Ordered {
    pub(super) moves: Vec<Shift>,
    /// Balanced vertices whose children have no valid order, wherever their tree is rooted.
    pub(super) stuck: Vec<usize>,
}

/// Moves for all trees. Unbalanced vertices remain on the board.
pub(super) fn order(level: &Level, edges: &Edges) -> Ordered {
    let trees = Rooting::new(level, edges);
    let mut ordered = Ordered { moves: Vec::new(), stuck: Vec::new() };
    for tree in trees.trees() {
        let unbalanced: Vec<usize> =
            tree.iter().copied().filter(|&vertex| !trees.is_balanced(vertex)).collect();
        let roots: &[usize] = if unbalanced.is_empty() { &tree } else { &unbalanced[..1] };
        let mut stuck = Vec::new();
        let found = roots.iter().find_map(|&root| match trees.play(root, &unbalanced) {
            Ok(moves) => Some(moves),
            Err(vertex) => {
                stuck.push(vertex);
                None
            }
        });
        ordered.moves.extend(found.unwrap_or_else(|| {
            let first = stuck[0];
            ordered.stuck.push(first);
            trees.play_around(first, unbalanced)
        }));
    }
    ordered
}

/// A forest whose trees can be rooted anywhere.
struct Rooting<'a> {
    level: &'a Level,
    cells: Vec<usize>,
    /// The neighbours of each vertex, and their distances.
    near: Vec<Vec<(usize, u32)>>,
}

impl<'a> Rooting<'a> {
    fn new(level: &'a Level, edges: &Edges) -> Self {
        let cells: Vec<usize> =
            (0..level.cells().len()).filter(|&cell| level.cells()[cell] != 0).collect();
        let mut near = vec![Vec::new(); cells.len()];
        for &(a, b) in &edges.0 {
            let (a, b) = (a as usize, b as usize);
            let apart = cells[a].abs_diff(cells[b]);
            let width = level.width();
            let same_row = cells[a] / width == cells[b] / width;
            let length = (if same_row { apart } else { apart / width }) as u32;
            near[a].push((b, length));
            near[b].push((a, length));
        }
        Rooting { level, cells, near }
    }

    fn value(&self, vertex: usize) -> u32 {
        self.level.cells()[self.cells[vertex]]
    }

    /// The vertices of each tree.
    fn trees(&self) -> Vec<Vec<usize>> {
        let mut seen = vec![false; self.near.len()];
        let mut trees = Vec::new();
        for start in 0..self.near.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let mut tree = vec![start];
            let mut next = 0;
            while let Some(&vertex) = tree.get(next) {
                let fresh = self.near[vertex].iter().map(|&(other, _)| other);
                tree.extend(fresh.filter(|&other| !std::mem::replace(&mut seen[other], true)));
                next += 1;
            }
            trees.push(tree);
        }
        trees
    }

    fn is_balanced(&self, vertex: usize) -> bool {
        let mut sums = HashSet::from([self.value(vertex)]);
        for &(_, length) in &self.near[vertex] {
            sums = sums.iter().flat_map(|&sum| [sum + length, sum.abs_diff(length)]).collect();
        }
        sums.contains(&0)
    }

    /// The vertices of a tree from the root on, each with its parent.
    fn rooted(&self, root: usize) -> Vec<(usize, Option<usize>)> {
        let mut order = vec![(root, None)];
        let mut next = 0;
        while let Some(&(vertex, parent)) = order.get(next) {
            let others = self.near[vertex].iter().map(|&(other, _)| other);
            let children = others.filter(|&other| Some(other) != parent);
            order.extend(children.map(|child| (child, Some(vertex))));
            next += 1;
        }
        order
    }

    /// The moves of a tree, rooted at an unbalanced vertex if there is one; or a vertex
    /// whose children have no valid order.
    fn play(&self, root: usize, unbalanced: &[usize]) -> Result<Vec<Shift>, usize> {
        let order = self.rooted(root);
        let mut stays: HashSet<usize> = unbalanced.iter().copied().collect();
        for &(vertex, parent) in order.iter().rev() {
            if stays.contains(&vertex) {
                stays.extend(parent);
            }
        }
        let mut moves = Vec::new();
        for &(vertex, parent) in order.iter().rev() {
            let near = self.near[vertex].iter().copied();
            let children: Vec<(usize, u32)> = near
                .clone()
                .filter(|&(other, _)| Some(other) != parent && !stays.contains(&other))
                .collect();
            let wanted = near.clone().find(|&(other, _)| Some(other) == parent);
            let wanted = wanted.map_or(0, |(_, length)| length);
            let lengths: Vec<u32> = children.iter().map(|&(_, length)| length).collect();
            let mut arrivals = arrange(self.value(vertex), &lengths, wanted);
            if stays.contains(&vertex) {
                // It needs no value; but the root may be cleared by chance.
                let sums = (0..lengths.len()).map(|child| (child, Sign::Plus)).collect();
                arrivals = arrivals.filter(|_| parent.is_none()).or(Some(sums));
            }
            for (child, sign) in arrivals.ok_or(vertex)? {
                moves.push(self.shift(children[child].0, vertex, sign));
            }
        }
        Ok(moves)
    }

    /// The moves of a tree in which one vertex besides the unbalanced ones remains.
    fn play_around(&self, stuck: usize, mut unbalanced: Vec<usize>) -> Vec<Shift> {
        loop {
            unbalanced.push(stuck);
            match self.play(unbalanced[0], &unbalanced) {
                Ok(moves) => return moves,
                // At most once for each vertex: it then remains.
                Err(vertex) if !unbalanced.contains(&vertex) => unbalanced.push(vertex),
                Err(_) => return Vec::new(),
            }
        }
    }

    fn shift(&self, from: usize, to: usize, sign: Sign) -> Shift {
        let width = self.level.width();
        let (from, to) = (self.cells[from], self.cells[to]);
        let direction = match (from / width == to / width, from < to) {
            (true, true) => Direction::R,
            (true, false) => Direction::L,
            (false, true) => Direction::D,
            (false, false) => Direction::U,
        };
        Shift { x: (from % width) as u16, y: (from / width) as u16, direction, sign }
    }
}

/// An order of arrivals, with signs, after which `value` is `wanted` and before the
/// last of which it is never 0.
fn arrange(value: u32, lengths: &[u32], wanted: u32) -> Option<Vec<(usize, Sign)>> {
    let mut search = Arrange { lengths, wanted, dead: HashSet::new(), path: Vec::new() };
    search.go(value, 0).then_some(search.path)
}

/// Whether a number with edges of these lengths has an order of arrivals, whichever of them it
/// moves along, and if it stays.
pub(crate) fn is_playable(value: u32, lengths: &[u32]) -> bool {
    lengths.len() <= MAX_EDGES
        && arrange(value, lengths, 0).is_some()
        && (0..lengths.len()).all(|way| {
            let mut others = lengths.to_vec();
            let wanted = others.swap_remove(way);
            arrange(value, &others, wanted).is_some()
        })
}

struct Arrange<'a> {
    lengths: &'a [u32],
    wanted: u32,
    /// Dead ends: the set of arrivals so far and the value.
    dead: HashSet<(u32, u32)>,
    path: Vec<(usize, Sign)>,
}

impl Arrange<'_> {
    fn go(&mut self, value: u32, come: u32) -> bool {
        if self.path.len() == self.lengths.len() {
            return value == self.wanted;
        }
        if value == 0 || self.dead.contains(&(come, value)) {
            return false;
        }
        for child in (0..self.lengths.len()).filter(|child| come >> child & 1 == 0) {
            for sign in Sign::ALL {
                self.path.push((child, sign));
                if self.go(sign.apply(value, self.lengths[child]), come | 1 << child) {
                    return true;
                }
                self.path.pop();
            }
        }
        self.dead.insert((come, value));
        false
    }
}
