//! How to write a space: a new puzzle in about eighty lines that every algorithm can
//! solve.
//!
//! Sort a stack of pancakes by size; a move turns over the top few. Run it with
//! `cargo run --release --example pancakes`.

use fewest::rank::Permutations;
use fewest::search::{Engine, Incapable, Status, Task};
use fewest::space::{Cost, Heuristic, Ranking, Reverse, Space, Unranked};

const PANCAKES: usize = 8;

/// The sizes from the top, 0 for the smallest.
type Stack = [u8; PANCAKES];

const SORTED: Stack = [0, 1, 2, 3, 4, 5, 6, 7];

struct Pancakes;

impl Space for Pancakes {
    type State = Stack;
    type Move = usize; // how many to turn over
    type Undo = ();

    fn is_goal(&self, stack: &Stack) -> bool {
        *stack == SORTED
    }
    fn moves(&self, _: &Stack, out: &mut Vec<usize>) {
        out.extend(2..=PANCAKES);
    }
    fn apply(&self, stack: &mut Stack, turned: usize) {
        stack[..turned].reverse();
    }
    fn undo(&self, stack: &mut Stack, turned: usize, (): ()) {
        stack[..turned].reverse();
    }
    fn inverse(&self, turned: usize) -> Option<usize> {
        Some(turned)
    }

    // The optional capabilities of the space.
    fn reverse(&self) -> Option<&dyn Reverse<Pancakes>> {
        Some(self)
    }
    fn ranking<'a>(&'a self, _: &Stack) -> Result<Box<dyn Ranking<Pancakes> + 'a>, Unranked> {
        Ok(Box::new(Orders(Permutations::new(PANCAKES as u32)?)))
    }
}

/// Turning over twice changes nothing: the predecessors are the successors.
impl Reverse<Pancakes> for Pancakes {
    fn goals(&self, out: &mut Vec<Stack>) {
        out.push(SORTED);
    }
    fn predecessors(&self, stack: &Stack, out: &mut Vec<(Stack, usize)>) {
        out.extend((2..=PANCAKES).map(|turned| {
            let mut before = *stack;
            before[..turned].reverse();
            (before, turned)
        }));
    }
    fn is_undirected(&self) -> bool {
        true
    }
}

/// Every stack has the number of its order.
struct Orders(Permutations);

impl Ranking<Pancakes> for Orders {
    fn space(&self) -> &Pancakes {
        &Pancakes
    }
    fn len(&self) -> u64 {
        self.0.len()
    }
    fn rank(&self, stack: &Stack) -> u64 {
        self.0.rank(stack)
    }
    fn unrank(&self, rank: u64) -> Stack {
        let mut stack = SORTED;
        self.0.unrank(rank, &mut stack);
        stack
    }
}

/// Neighbours, the plate below included, that differ by more than one: a move
/// closes at most one such gap (Helmert 2010).
struct Gaps;

impl Heuristic<Pancakes> for Gaps {
    type Value = Cost;

    fn evaluate(&self, _: &Pancakes, stack: &Stack) -> Cost {
        let below = stack[1..].iter().copied().chain([PANCAKES as u8]);
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

fn main() -> Result<(), Incapable> {
    let stack = [4, 6, 2, 7, 1, 3, 0, 5];
    let engine = Engine::new(&Pancakes, &stack, &Gaps);
    println!("{:18} {:>5} {:>5}  {:10} {:>9}", "algorithm", "moves", "bound", "status", "expanded");
    for algorithm in engine.algorithms() {
        let outcome = engine.run(&Task::new(algorithm), &mut ())?;
        let moves = outcome.cost().map_or_else(String::new, |cost| cost.to_string());
        let status = if outcome.status == Status::Optimal { "optimal" } else { "solved" };
        let (bound, expanded) = (outcome.bound, outcome.counts.expanded);
        println!("{:18} {moves:>5} {bound:>5}  {status:10} {expanded:>9}", algorithm.name());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_algorithm_solves_it() {
        let stack = [4, 6, 2, 7, 1, 3, 0, 5];
        let engine = Engine::new(&Pancakes, &stack, &Gaps);
        assert_eq!(engine.algorithms().len(), fewest::search::Algorithm::ALL.len());
        for algorithm in engine.algorithms() {
            let outcome = engine.run(&Task::new(algorithm), &mut ()).unwrap();
            assert!(outcome.cost() >= Some(8) && outcome.bound <= 8, "{algorithm:?}: {outcome:?}");
            if outcome.status == Status::Optimal {
                assert_eq!(outcome.cost(), Some(8), "{algorithm:?}");
            }
        }
    }
}
