//! A small puzzle for the examples and tests of this library: sorting pancakes.
//!
//! A stack of pancakes is to be sorted by size, the smallest on top. A move turns over
//! the top few. It is the shortest puzzle that shows all capabilities of a space, and
//! it is not trivial: how many moves suffice for any stack is known only for few sizes
//! (Gates and Papadimitriou 1979).
//!
//! ```
//! use fewest::example::{Gaps, Pancakes};
//! use fewest::search::{Algorithm, Engine, Status, Task};
//!
//! let stack = [4, 2, 5, 0, 3, 1];
//! let engine = Engine::new(&Pancakes, &stack, &Gaps);
//! let outcome = engine.run(&Task::new(Algorithm::AStar), &mut ())?;
//! assert_eq!(outcome.status, Status::Optimal);
//! assert_eq!(outcome.plan.unwrap().moves(), [2, 5, 4, 3, 6, 5, 6]);
//! # Ok::<(), fewest::search::Incapable>(())
//! ```

use crate::rank::Permutations;
use crate::space::{Cost, Heuristic, Ranking, Reverse, Space, Unranked};

/// The space of all stacks of `N` pancakes.
///
/// A state has the sizes from the top, 0 for the smallest. A move is the number
/// of pancakes that are turned over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pancakes<const N: usize>;

impl<const N: usize> Pancakes<N> {
    /// The sorted stack.
    ///
    /// ```
    /// assert_eq!(fewest::example::Pancakes::<4>::sorted(), [0, 1, 2, 3]);
    /// ```
    pub fn sorted() -> [u8; N] {
        std::array::from_fn(|size| size as u8)
    }
}

impl<const N: usize> Space for Pancakes<N> {
    type State = [u8; N];
    type Move = usize;
    type Undo = ();

    fn is_goal(&self, stack: &[u8; N]) -> bool {
        stack.is_sorted()
    }
    fn moves(&self, _: &[u8; N], out: &mut Vec<usize>) {
        out.extend(2..=N);
    }
    fn apply(&self, stack: &mut [u8; N], turned: usize) {
        stack[..turned].reverse();
    }
    fn undo(&self, stack: &mut [u8; N], turned: usize, (): ()) {
        stack[..turned].reverse();
    }
    /// Turning over twice changes nothing.
    fn inverse(&self, turned: usize) -> Option<usize> {
        Some(turned)
    }
    fn reverse(&self) -> Option<&dyn Reverse<Self>> {
        Some(self)
    }
    /// By the order of the sizes; up to 20 pancakes.
    fn ranking<'a>(&'a self, _: &[u8; N]) -> Result<Box<dyn Ranking<Self> + 'a>, Unranked> {
        Ok(Box::new(Orders { pancakes: self, orders: Permutations::new(N as u32)? }))
    }
}

/// Every move is its own inverse, so the predecessors are the successors.
impl<const N: usize> Reverse<Pancakes<N>> for Pancakes<N> {
    fn goals(&self, out: &mut Vec<[u8; N]>) {
        out.push(Self::sorted());
    }
    fn predecessors(&self, stack: &[u8; N], out: &mut Vec<([u8; N], usize)>) {
        out.extend((2..=N).map(|turned| {
            let mut before = *stack;
            before[..turned].reverse();
            (before, turned)
        }));
    }
    fn is_undirected(&self) -> bool {
        true
    }
}

/// Stacks by the number of the order that their sizes have.
struct Orders<'a, const N: usize> {
    pancakes: &'a Pancakes<N>,
    orders: Permutations,
}

impl<const N: usize> Ranking<Pancakes<N>> for Orders<'_, N> {
    fn space(&self) -> &Pancakes<N> {
        self.pancakes
    }
    fn len(&self) -> u64 {
        self.orders.len()
    }
    fn rank(&self, stack: &[u8; N]) -> u64 {
        self.orders.rank(stack)
    }
    fn unrank(&self, rank: u64) -> [u8; N] {
        let mut stack = [0; N];
        self.orders.unrank(rank, &mut stack);
        stack
    }
}

/// The gap heuristic: neighbours, the plate below included, whose sizes differ by
/// more than one. A move closes at most one such gap (Helmert 2010).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gaps;

impl<const N: usize> Heuristic<Pancakes<N>> for Gaps {
    type Value = Cost;

    fn evaluate(&self, _: &Pancakes<N>, stack: &[u8; N]) -> Cost {
        let below = stack.iter().skip(1).copied().chain([N as u8]);
        stack.iter().zip(below).filter(|&(&a, b)| a.abs_diff(b) > 1).count() as Cost
    }
    fn estimate(&self, gaps: Cost) -> Cost {
        gaps
    }
    fn is_admissible(&self) -> bool {
        true
    }
    fn is_consistent(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Algorithm, Budget, Engine, Status, Task, table};

    #[test]
    fn every_algorithm_solves_every_small_stack() {
        // Six, as in other tests: every number more would compile all searches once more.
        let ranking = Pancakes::<6>.ranking(&Pancakes::sorted()).unwrap();
        for rank in 0..ranking.len() {
            let stack = ranking.unrank(rank);
            assert_eq!(ranking.rank(&stack), rank);
            if rank % 5 > 0 {
                continue;
            }
            let engine = Engine::new(&Pancakes, &stack, &Gaps);
            assert_eq!(engine.algorithms(), Algorithm::ALL);
            let fewest = engine.run(&Task::new(Algorithm::Table), &mut ()).unwrap();
            assert_eq!(fewest.status, Status::Optimal);
            for algorithm in engine.algorithms() {
                let outcome = engine.run(&Task::new(algorithm), &mut ()).unwrap();
                assert!(outcome.bound <= fewest.bound, "{algorithm:?}: {outcome:?}");
                match outcome.status {
                    Status::Optimal => assert_eq!(outcome.cost(), fewest.cost(), "{algorithm:?}"),
                    _ => assert!(outcome.cost() >= fewest.cost(), "{algorithm:?}"),
                }
            }
        }
    }

    /// OEIS A058986: the moves that suffice for every stack.
    #[test]
    fn the_farthest_stacks_are_as_far_as_published() {
        fn most<const N: usize>() -> usize {
            let ranking = Pancakes::<N>.ranking(&Pancakes::sorted()).unwrap();
            let (options, budget) = (table::Options::default(), Budget::default());
            let found = table::explore_from_goals(&*ranking, &options, &budget, &mut ()).unwrap();
            found.per_depth.len() - 1
        }
        assert_eq!([most::<1>(), most::<2>(), most::<6>(), most::<8>()], [0, 1, 7, 9]);
    }

    #[test]
    fn stacks_without_numbers_are_refused_by_the_table_alone() {
        let stack = Pancakes::<21>::sorted();
        let engine = Engine::new(&Pancakes, &stack, &Gaps);
        assert!(!engine.algorithms().contains(&Algorithm::Table));
        assert!(engine.algorithms().contains(&Algorithm::Bidirectional));
        let refused = Pancakes::<21>.ranking(&stack).err().unwrap();
        assert_eq!(refused.to_string(), "21 elements are too many; the maximum is 20");
    }
}
