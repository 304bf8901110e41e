//! The subtrees of IDA* below one position, for searches on several machines.
//!
//! An iteration of IDA* is a depth-first search below a bound, so its subtrees can be
//! searched in any order by anyone ([`Subtrees`]). Their sizes differ by orders of magnitude, but a subtree that was
//! large in one iteration is large in the next: those are divided, and small ones are
//! searched together.
//!
//! No board is the root of two subtrees of the same depth: of all words of moves to it, the
//! shortest stays, and of those the first in the order of the moves. The first of the
//! shortest plans begins with such words only. So none of its subtrees is left out, even
//! where searches prune words by the same rule (`fewest::pruning`).
//!
//! ```
//! use fewest_campaign::Frontier;
//! use fewest_puzzles::puzzle::Registry;
//!
//! let start = Registry::standard().parse("8 6 7\n2 5 4\n3 _ 1\n", None)?;
//! let mut frontier = Frontier::new(&*start, None)?;
//! frontier.split(4, 3);
//! let parts: Vec<_> = frontier.parts(2).collect();
//! assert_eq!(parts.len(), 2);
//! assert!(frontier.prefixes(&parts[0]).iter().all(|moves| !moves.is_empty()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Subtrees`]: fewest_puzzles::puzzle::Subtrees

use std::collections::HashMap;
use std::ops::Range;

use fewest_puzzles::puzzle::{Position, RequestError};

use crate::task::faithful_format;

/// The subtrees of a search, in the order of their moves.
pub struct Frontier {
    leaves: Vec<Leaf>,
    /// The first of the shortest words to each board.
    known: HashMap<String, Vec<u16>>,
    /// The format that tells boards apart.
    format: &'static str,
}

/// The root of a subtree.
struct Leaf {
    position: Box<dyn Position>,
    moves: Vec<String>,
    /// The numbers of the moves in their order.
    word: Vec<u16>,
    /// The expansions that its search is expected to take, in any unit.
    size: f64,
}

/// There are at most this many subtrees for each part.
const MAX_LEAVES: usize = 16;

/// A message has at most this many subtrees.
const MAX_PREFIXES: usize = 1000;

impl Frontier {
    /// The whole tree as one. `goal` is what [`Position::with_goal`] took, if it was called.
    pub fn new(start: &dyn Position, goal: Option<&str>) -> Result<Frontier, RequestError> {
        let (format, text) = faithful_format(start, goal)?;
        let (position, moves, word) = (start.boxed_clone(), Vec::new(), Vec::new());
        let known = HashMap::from([(text, Vec::new())]);
        Ok(Frontier { leaves: vec![Leaf { position, moves, word, size: 1.0 }], known, format })
    }

    /// The number of subtrees.
    pub fn len(&self) -> usize {
        self.leaves.len()
    }

    /// Whether there are none: no move leads anywhere.
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// Divides subtrees until none is expected to take more than one of `parts` equal
    /// parts of an iteration, or begins deeper than `depth` moves.
    pub fn split(&mut self, parts: usize, depth: usize) {
        loop {
            let most = self.size() / parts.max(1) as f64;
            let too_large = |leaf: &Leaf| {
                leaf.size > most && leaf.word.len() < depth && !leaf.position.is_solved()
            };
            let is_enough = self.len() >= parts.saturating_mul(MAX_LEAVES);
            if is_enough || !self.leaves.iter().any(too_large) {
                return;
            }
            for leaf in std::mem::take(&mut self.leaves) {
                if too_large(&leaf) {
                    self.divide(&leaf);
                } else {
                    self.leaves.push(leaf);
                }
            }
        }
    }

    /// Adds the children of a leaf.
    fn divide(&mut self, leaf: &Leaf) {
        let first = self.leaves.len();
        for (number, mv) in (0_u16..).zip(leaf.position.moves().iter()) {
            let mut position = leaf.position.boxed_clone();
            // Whatever can't be played or written leads nowhere; no puzzle has it.
            let Ok(()) = position.play_move(mv) else { continue };
            let Ok(text) = position.print(self.format) else { continue };
            let word = [&leaf.word[..], &[number]].concat();
            let order = |word: &[u16]| (word.len(), word.to_vec());
            if self.known.get(&text).is_some_and(|known| order(known) <= order(&word)) {
                continue;
            }
            self.known.insert(text, word.clone());
            let moves = [&leaf.moves[..], &[mv.to_string()]].concat();
            self.leaves.push(Leaf { position, moves, word, size: 0.0 });
        }
        let children = &mut self.leaves[first..];
        let size = leaf.size / children.len().max(1) as f64;
        for child in children {
            child.size = size;
        }
    }

    /// About this many parts of about the same size: numbers of subtrees that follow each
    /// other.
    pub fn parts(&self, parts: usize) -> impl Iterator<Item = Range<usize>> {
        let most = self.size() / parts.max(1) as f64;
        let mut first = 0;
        std::iter::from_fn(move || {
            let mut sum = 0.0;
            let start = first;
            for leaf in &self.leaves[start..] {
                // One that would make it much too large is left to the next.
                if first > start && (sum + leaf.size > 1.5 * most || first - start == MAX_PREFIXES)
                {
                    break;
                }
                sum += leaf.size;
                first += 1;
                if sum >= most {
                    break;
                }
            }
            (first > start).then_some(start..first)
        })
    }

    /// The first moves of subtrees.
    pub fn prefixes(&self, part: &Range<usize>) -> Vec<Vec<String>> {
        self.leaves[part.clone()].iter().map(|leaf| leaf.moves.clone()).collect()
    }

    /// The search of some subtrees took this many expansions.
    pub fn measured(&mut self, part: &Range<usize>, expanded: u64) {
        let leaves = &mut self.leaves[part.clone()];
        let before: f64 = leaves.iter().map(|leaf| leaf.size).sum();
        let each = 1.0 / leaves.len().max(1) as f64;
        for leaf in leaves {
            let share = if before > 0.0 { leaf.size / before } else { each };
            leaf.size = (expanded as f64 * share).max(1.0);
        }
    }

    fn size(&self) -> f64 {
        self.leaves.iter().map(|leaf| leaf.size).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use fewest::search::Algorithm;
    use fewest_puzzles::puzzle::{Method, Registry, Request, Subtrees};

    use super::*;

    /// IDA* in parts, iteration by iteration: the fewest moves, and the plan.
    fn in_parts(start: &dyn Position, method: &Method, parts: usize) -> (u32, Vec<String>) {
        let mut frontier = Frontier::new(start, None).unwrap();
        let mut bound = 0;
        loop {
            frontier.split(parts, bound as usize / 2);
            let all: Vec<_> = frontier.parts(parts).collect();
            assert_eq!(all.iter().map(ExactSizeIterator::len).sum::<usize>(), frontier.len());
            let mut next = u32::MAX;
            for part in all {
                let subtrees = Subtrees { prefixes: frontier.prefixes(&part), bound };
                let (method, subtrees) = (method.clone(), Some(subtrees));
                let request = Request { method, subtrees, ..Request::default() };
                let answer = start.solve(&request, &mut ()).unwrap();
                if let Some(plan) = answer.plan() {
                    return (bound, plan.iter().map(|mv| mv.to_string()).collect());
                }
                frontier.measured(&part, answer.counts.expanded);
                next = next.min(answer.bound);
            }
            assert!(next > bound);
            bound = next;
        }
    }

    #[test]
    fn parts_together_find_the_first_of_the_shortest_plans() {
        let registry = Registry::standard();
        let tiles = registry.by_name("tiles").unwrap();
        for seed in 0..12 {
            let size = Some(["3x3", "3x2", "4x3"][seed as usize % 3].to_string());
            let generate = fewest_puzzles::puzzle::Generate { size, seed, ..Default::default() };
            let start = tiles.generate(&generate).unwrap();
            let whole = start.solve(&Request::by(Algorithm::IdaStar), &mut ()).unwrap();
            let plan: Vec<String> = whole.plan().unwrap().iter().map(|m| m.to_string()).collect();
            for parts in [1, 5, 40] {
                let (cost, found) = in_parts(&*start, &Method::Automatic, parts);
                assert_eq!((Some(cost), found.len()), (whole.cost(), plan.len()), "{seed}");
            }
        }
    }

    #[test]
    fn any_puzzle_has_subtrees() {
        let start = Registry::standard().parse("blocks:lantern", None);
        let registry = Registry::standard();
        let blocks = registry.by_name("blocks").unwrap();
        let start = start.or_else(|_| registry.parse(&blocks.level("lantern").unwrap(), None));
        let start = start.unwrap();
        let (cost, plan) = in_parts(&*start, &Method::Algorithm(Algorithm::IdaStar), 6);
        assert_eq!((cost, plan.len()), (9, 9));
    }

    #[test]
    fn no_board_is_the_root_of_two_subtrees() {
        let start = Registry::standard().parse("8 6 7\n2 5 4\n3 _ 1\n", None).unwrap();
        let mut frontier = Frontier::new(&*start, None).unwrap();
        frontier.split(500, 9);
        let boards: HashSet<String> =
            frontier.leaves.iter().map(|leaf| leaf.position.print("grid").unwrap()).collect();
        assert_eq!(boards.len(), frontier.len());
        assert!(frontier.leaves.windows(2).all(|pair| pair[0].word < pair[1].word));
    }

    #[test]
    fn what_was_large_is_divided() {
        let start = Registry::standard().parse("8 6 7\n2 5 4\n3 _ 1\n", None).unwrap();
        let mut frontier = Frontier::new(&*start, None).unwrap();
        frontier.split(8, 20);
        let before = frontier.len();
        for leaf in 0..before {
            frontier.measured(&(leaf..leaf + 1), if leaf == 2 { 1000 } else { 10 });
        }
        let moves = frontier.leaves[2].moves.clone();
        frontier.split(8, 20);
        assert!(frontier.len() > before);
        assert!(frontier.leaves.iter().all(|leaf| leaf.moves != moves));
        // Its parts are of one size, as far as that can be.
        let sizes = frontier
            .parts(4)
            .map(|part| frontier.leaves[part].iter().map(|leaf| leaf.size).sum::<f64>());
        assert!(sizes.into_iter().all(|size| size <= frontier.size() / 2.0));
    }
}
