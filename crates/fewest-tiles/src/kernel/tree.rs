//! A depth-first search of any kind and where it begins, behind one type: what shares an
//! iteration out is compiled once for all kinds.

use rustc_hash::FxHashSet;

use super::descent::{DepthFirst, End, Key, Tally};
use super::iteration::Gate;
use crate::Geometry;

/// The deepening of shares asks once in this number of shares whether to go on.
const ASK_EVERY: usize = 400;
/// The bytes of a path in memory, about.
const PATH_BYTES: usize = 32;

/// The tree below a start, and the nodes a few moves below it that are shared out.
pub(super) trait Tree: Sync {
    fn geometry(&self) -> &Geometry;
    /// The bytes of all databases.
    fn bytes(&self) -> u64;
    /// The bytes of a share.
    fn share_bytes(&self) -> usize;
    /// Half of the surplus of the start over its Manhattan distance.
    fn half(&self) -> i16;
    /// Sets half of the moves that are left beyond the Manhattan distance at the start.
    fn set_slack(&mut self, slack: i16);
    /// Shares the nodes after these words of directions; not those with which no plan within
    /// the bound begins, or others lead to the same board and come first.
    fn share(&mut self, words: &[&[u8]]);
    /// Shares their successors instead, in order, each board once that is not in `seen`.
    /// Returns the bytes that this took, or `None` if it was given up.
    fn deepen(&mut self, seen: &mut FxHashSet<Key>, is_over: &dyn Fn() -> bool) -> Option<u64>;
    /// The words of the shares, as a number of shares and each of them.
    fn shares(&self) -> usize;
    fn word(&self, share: usize) -> &[u8];
    /// Searches a share with `allowed` expansions at hand; see [`DepthFirst::descend`].
    fn descend(&self, share: usize, left: u32, allowed: u64, gate: &mut Gate<'_>) -> (End, Tally);
}

/// The tree of one kind of search.
pub(super) struct Planted<D: DepthFirst> {
    root: D,
    node: D::Node,
    shares: Vec<Share<D>>,
}

/// A node a few moves below the start, and the search there.
struct Share<D: DepthFirst> {
    word: Vec<u8>,
    descent: D,
    node: D::Node,
}

impl<D: DepthFirst> Planted<D> {
    pub(super) fn new((root, node): (D, D::Node)) -> Self {
        Planted { root, node, shares: Vec::new() }
    }
}

impl<D: DepthFirst> Tree for Planted<D> {
    fn geometry(&self) -> &Geometry {
        self.root.geometry()
    }
    fn bytes(&self) -> u64 {
        self.root.bytes()
    }
    fn share_bytes(&self) -> usize {
        size_of::<Share<D>>()
    }
    fn half(&self) -> i16 {
        D::half(&self.node)
    }
    fn set_slack(&mut self, slack: i16) {
        D::set_slack(&mut self.node, slack);
    }

    fn share(&mut self, words: &[&[u8]]) {
        self.shares = Vec::new();
        'words: for &word in words {
            let (mut descent, mut node) = (self.root.clone(), self.node);
            for &direction in word {
                let Some(next) = descent.advance(&node, direction) else { continue 'words };
                node = next;
            }
            self.shares.push(Share { word: word.to_vec(), descent, node });
        }
    }

    fn deepen(&mut self, seen: &mut FxHashSet<Key>, is_over: &dyn Fn() -> bool) -> Option<u64> {
        let mut deeper = Vec::new();
        for (number, share) in self.shares.iter().enumerate() {
            if number % ASK_EVERY == 0 && is_over() {
                return None;
            }
            for direction in 0..4 {
                let mut descent = share.descent.clone();
                let Some(node) = descent.advance(&share.node, direction) else { continue };
                if seen.insert(descent.key(&node)) {
                    let mut word = share.word.clone();
                    word.push(direction);
                    deeper.push(Share { word, descent, node });
                }
            }
        }
        let both = (self.shares.capacity() + deeper.capacity()) * self.share_bytes();
        let words = (self.shares.len() + deeper.len()) * PATH_BYTES;
        let known = seen.capacity() * (size_of::<Key>() + 1);
        self.shares = deeper;
        Some((both + words + known) as u64)
    }

    fn shares(&self) -> usize {
        self.shares.len()
    }
    fn word(&self, share: usize) -> &[u8] {
        &self.shares[share].word
    }
    fn descend(&self, share: usize, left: u32, allowed: u64, gate: &mut Gate<'_>) -> (End, Tally) {
        let Share { descent, node, .. } = &self.shares[share];
        let mut descent = descent.clone();
        *descent.tally() = Tally { allowed, ..Tally::default() };
        let end = descent.descend(*node, left, gate);
        (end, *descent.tally())
    }
}
