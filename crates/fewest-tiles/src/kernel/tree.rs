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

// Not part of `deepen`, which is compiled for each kind of search.
#[inline(never)]
fn is_new(seen: &mut FxHashSet<Key>, key: Key) -> bool {
    seen.insert(key)
}

#[inline(never)]
fn longer(word: &[u8], direction: u8) -> Vec<u8> {
    let mut longer = word.to_vec();
    longer.push(direction);
    longer
}

/// The tree of one kind of search.
pub(super) struct Planted<D: DepthFirst> {
    root: D,
    node: D::Node,
    /// The nodes a few moves below the start, and the search there.
    shares: Vec<(D, D::Node)>,
    words: Vec<Vec<u8>>,
}

impl<D: DepthFirst> Planted<D> {
    pub(super) fn new((root, node): (D, D::Node)) -> Self {
        Planted { root, node, shares: Vec::new(), words: Vec::new() }
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
        size_of::<(D, D::Node)>() + size_of::<Vec<u8>>()
    }
    fn half(&self) -> i16 {
        D::half(&self.node)
    }
    fn set_slack(&mut self, slack: i16) {
        D::set_slack(&mut self.node, slack);
    }

    fn share(&mut self, words: &[&[u8]]) {
        (self.shares, self.words) = (Vec::new(), Vec::new());
        'words: for &word in words {
            let (mut descent, mut node) = (self.root, self.node);
            for &direction in word {
                let Some(next) = descent.advance(&node, direction) else { continue 'words };
                node = next;
            }
            self.shares.push((descent, node));
            self.words.push(word.to_vec());
        }
    }

    fn deepen(&mut self, seen: &mut FxHashSet<Key>, is_over: &dyn Fn() -> bool) -> Option<u64> {
        let (mut deeper, mut words) = (Vec::new(), Vec::new());
        for (number, share) in self.shares.iter().enumerate() {
            if number % ASK_EVERY == 0 && is_over() {
                return None;
            }
            for direction in 0..4 {
                let (mut descent, node) = *share;
                if let Some(node) = descent.advance(&node, direction)
                    && is_new(seen, descent.key(&node))
                {
                    deeper.push((descent, node));
                    words.push(longer(&self.words[number], direction));
                }
            }
        }
        let both = (self.shares.capacity() + deeper.capacity()) * self.share_bytes();
        let paths = (self.shares.len() + deeper.len()) * PATH_BYTES;
        let known = seen.capacity() * (size_of::<Key>() + 1);
        (self.shares, self.words) = (deeper, words);
        Some((both + paths + known) as u64)
    }

    fn shares(&self) -> usize {
        self.shares.len()
    }
    fn word(&self, share: usize) -> &[u8] {
        &self.words[share]
    }
    fn descend(&self, share: usize, left: u32, allowed: u64, gate: &mut Gate<'_>) -> (End, Tally) {
        let (mut descent, node) = self.shares[share];
        *descent.tally() = Tally { allowed, ..Tally::default() };
        let end = descent.descend(node, left, gate);
        (end, *descent.tally())
    }
}
