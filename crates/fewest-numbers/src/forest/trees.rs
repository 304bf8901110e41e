//! Which vertices are connected: trees stored by parents.
//!
//! A step asks whether an edge would close a cycle, and seldom changes a tree. The trees
//! are a few dozen vertices deep, and climbing that far in one small array is faster than
//! maintaining link-cut trees (Sleator and Tarjan 1983).

use super::NONE;

/// A forest by parents. The choice of the root of a tree is arbitrary.
pub(super) struct Trees(Vec<u32>);

impl Trees {
    pub(super) fn new(vertices: usize) -> Self {
        Trees(vec![NONE; vertices])
    }

    /// Adds a vertex.
    pub(super) fn add(&mut self) -> usize {
        self.0.push(NONE);
        self.0.len() - 1
    }

    #[inline]
    fn parent(&self, of: u32) -> u32 {
        self.0[of as usize]
    }

    fn root(&self, mut of: u32) -> u32 {
        while self.parent(of) != NONE {
            of = self.parent(of);
        }
        of
    }

    /// Whether a path connects two vertices.
    #[inline]
    pub(super) fn are_joined(&self, a: usize, b: usize) -> bool {
        self.root(a as u32) == self.root(b as u32)
    }

    /// Whether a path connects `a` and `b` without the edge from `a` to `cut`.
    #[inline]
    pub(super) fn are_joined_without(&self, a: usize, cut: usize, b: usize) -> bool {
        let (a, cut) = (a as u32, cut as u32);
        let mut climber = b as u32;
        if self.parent(a) == cut {
            // Then a's side is the subtree of a.
            while climber != a && climber != NONE {
                climber = self.parent(climber);
            }
            return climber == a;
        }
        loop {
            if climber == cut {
                return false;
            }
            let parent = self.parent(climber);
            if climber == a || parent == NONE {
                return climber == a || climber == self.root(a);
            }
            climber = parent;
        }
    }

    /// Removes the edge between two vertices.
    pub(super) fn cut(&mut self, a: usize, b: usize) {
        let child = if self.0[a] == b as u32 { a } else { b };
        self.0[child] = NONE;
    }

    /// Joins two trees by an edge. The tree whose end is less deep is rerooted and becomes a
    /// subtree of the other.
    pub(super) fn link(&mut self, a: usize, b: usize) {
        let (mut above_a, mut above_b) = (a as u32, b as u32);
        let (root, to) = loop {
            above_a = self.parent(above_a);
            if above_a == NONE {
                break (a, b);
            }
            above_b = self.parent(above_b);
            if above_b == NONE {
                break (b, a);
            }
        };
        let (mut vertex, mut parent) = (root as u32, to as u32);
        while vertex != NONE {
            (parent, vertex) = (vertex, std::mem::replace(&mut self.0[vertex as usize], parent));
        }
    }
}
