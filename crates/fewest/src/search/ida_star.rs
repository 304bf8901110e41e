//! Iterative-deepening A* (Korf 1985): depth-first searches below a growing bound on f
//! = g + h. Memory for one path and a few megabytes only, and each finished iteration proves
//! that no plan costs less than the next bound.
//!
//! Guarantees: with an admissible heuristic the first plan found is optimal, and when
//! the search is stopped its bound holds. In a space with cycles it never ends if there
//! is no plan; check solvability first where the puzzle can.
//!
//! Costs: time, since states reached by several paths are searched again. Long searches
//! over small states keep a table of those that they have expanded, of two megabytes at most,
//! which saves a part of that, and the top of the tree, which puts the plan early into the last
//! iteration. Choose it where memory is the limit and paths rarely meet, as with sliding tiles;
//! not where many orders of moves reach the same state.

mod frontier;
mod in_place;
mod siblings;
mod transpositions;

use std::ops::Range;

use super::budget::{Budget, Meter};
use super::event::{Event, Progress};
use super::observer::{Observer, Visit};
use super::outcome::{Outcome, Stop};
use crate::space::{Cost, Heuristic, Space, is_plain};

use in_place::InPlace;
use siblings::Siblings;

/// An iteration of how many expansions is worth it to remember something.
#[derive(Clone, Copy)]
struct Long {
    /// The top of the tree.
    top: u64,
    /// What has been expanded.
    table: u64,
}

impl Long {
    fn of<S: Space, H: Heuristic<S>>() -> Self {
        Long { top: 1 << 7, table: if H::IS_FROM_SCRATCH { 1 << 8 } else { 1 << 10 } }
    }
}

/// Finds a cheapest plan from `start`.
pub fn search<S, H, O>(
    space: &S,
    start: &S::State,
    heuristic: &H,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<S::Move>
where
    S: Space,
    H: Heuristic<S>,
    O: Observer<S>,
{
    search_within(space, start, heuristic, 0..Cost::MAX, budget, observer)
}

/// The same, when it is known already that no plan costs less than `range.start`
/// and that one costs `range.end`. Stops without a plan once it has proved that
/// none is cheaper than that.
// Never part of its caller, where the loop would have fewer registers.
#[inline(never)]
pub fn search_within<S, H, O>(
    space: &S,
    start: &S::State,
    heuristic: &H,
    range: Range<Cost>,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<S::Move>
where
    S: Space,
    H: Heuristic<S>,
    O: Observer<S>,
{
    // Copies of small states cost less than to take moves back.
    let problem = Problem { space, start, heuristic };
    if const { is_plain::<S::State>() } {
        deepen(problem, &mut Siblings::new(problem, Long::of::<S, H>()), range, budget, observer)
    } else {
        deepen(problem, &mut InPlace::new(problem), range, budget, observer)
    }
}

/// The same for a space whose moves can't be taken back but by a copy of the state before.
pub(crate) fn search_by_copies<S: Space, H: Heuristic<S>>(
    space: &S,
    start: &S::State,
    heuristic: &H,
    budget: &Budget,
) -> Outcome<S::Move> {
    let problem = Problem { space, start, heuristic };
    let siblings = &mut Siblings::new(problem, Long::of::<S, H>());
    deepen(problem, siblings, 0..Cost::MAX, budget, &mut ())
}

/// One iteration after another, until one finds a plan.
fn deepen<S: Space, H: Heuristic<S>, O: Observer<S>>(
    Problem { space, start, heuristic }: Problem<'_, S, H>,
    iterations: &mut impl Iterations<S, H>,
    range: Range<Cost>,
    budget: &Budget,
    observer: &mut O,
) -> Outcome<S::Move> {
    let mut meter = Meter::start(budget);
    let root = heuristic.evaluate(space, start);
    let mut bound = range.start.max(heuristic.estimate(root));
    let (moves, stop) = loop {
        // No plan at all, or none better than the one that is known.
        if bound >= range.end {
            break (None, Stop::Done);
        }
        match iterations.below(bound, root, &mut meter, observer) {
            Ok(Ended::Solved(moves)) => {
                observer.event(Event::Iteration { bound, counts: meter.finish() });
                break (Some(moves), Stop::Done);
            }
            Ok(Ended::Exhausted { next }) => {
                observer.event(Event::Iteration { bound, counts: meter.finish() });
                bound = next;
            }
            Err(stop) => break (None, stop),
        }
    };
    let proven = if heuristic.is_admissible() { bound } else { 0 };
    Outcome::conclude(space, start, moves, proven, stop, meter.finish())
}

/// What is to be solved.
struct Problem<'a, S: Space, H> {
    space: &'a S,
    start: &'a S::State,
    heuristic: &'a H,
}

impl<S: Space, H> Clone for Problem<'_, S, H> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S: Space, H> Copy for Problem<'_, S, H> {}

/// A depth-first search below a bound, with an explicit stack: a path may be a million
/// moves long on a large board, and the machine's stack is not.
trait Iterations<S: Space, H: Heuristic<S>> {
    /// Looks for a plan of cost `bound` or less.
    fn below<O: Observer<S>>(
        &mut self,
        bound: Cost,
        root: H::Value,
        meter: &mut Meter,
        observer: &mut O,
    ) -> Result<Ended<S::Move>, Stop>;
}

/// How an iteration ended.
enum Ended<M> {
    Solved(Vec<M>),
    /// No plan within the bound; the next one costs at least this.
    Exhausted {
        next: Cost,
    },
}

/// Counts an expansion, and reports progress now and then.
#[inline(always)]
#[expect(clippy::inline_always, reason = "a good part of IDA*'s time")]
fn count<S: Space, O: Observer<S>>(
    g: Cost,
    bound: Cost,
    meter: &mut Meter,
    observer: &mut O,
) -> Result<(), Stop> {
    if meter.is_due() {
        let (counts, depth) = (meter.finish(), Some(g));
        observer.event(Event::Progress(Progress { counts, bound, best: None, depth }));
    }
    meter.expand()
}

/// The numbers of the nodes on the path, if an observer wants them.
#[derive(Default)]
struct Numbers(Vec<u64>);

impl Numbers {
    /// Shows the node at the end of the path. Separate, so that it costs the loop no
    /// registers without an observer.
    #[cold]
    #[inline(never)]
    fn show<S: Space, O: Observer<S>>(
        &mut self,
        depth: usize,
        (state, g, h): (&S::State, Cost, Cost),
        bound: Cost,
        index: u64,
        observer: &mut O,
    ) {
        self.0.truncate(depth);
        let parent = self.0.last().copied();
        self.0.push(index);
        let (node, side, priority) = (index, None, f64::from(g) + f64::from(h));
        observer.expanded(&Visit { index, node, parent, side, state, g, h, priority, bound });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::example::{Gaps, Pancakes};
    use crate::search::Status;
    use crate::space::{Blind, DEAD_END, Unranked};

    /// With memory for states from the first node on, and without.
    fn check<H: Heuristic<Pancakes<6>>>(stack: [u8; 6], heuristic: &H) -> (u64, u64) {
        let problem = Problem { space: &Pancakes, start: &stack, heuristic };
        let [with, without] = [0, u64::MAX].map(|from| {
            let siblings = &mut Siblings::new(problem, Long { top: from, table: from });
            deepen(problem, siblings, 0..Cost::MAX, &Budget::default(), &mut ())
        });
        assert_eq!((with.cost(), with.status), (without.cost(), Status::Optimal), "{stack:?}");
        (with.counts.expanded, without.counts.expanded)
    }

    #[test]
    fn memory_changes_no_cost_and_saves_nodes() -> Result<(), Unranked> {
        let ranking = Pancakes::<6>.ranking(&Pancakes::sorted())?;
        let (mut with, mut without) = (0, 0);
        for rank in 0..ranking.len() {
            let stack = ranking.unrank(rank);
            check(stack, &Gaps);
            if rank % 16 == 0 {
                let expanded = check(stack, &Blind);
                (with, without) = (with + expanded.0, without + expanded.1);
            }
        }
        assert!(4 * with < 3 * without, "{with} of {without}");
        Ok(())
    }

    /// The states that were shown, by number.
    #[derive(Default)]
    struct Shown {
        states: Vec<[u8; 7]>,
        path: Vec<u64>,
    }

    impl Observer<Pancakes<7>> for Shown {
        fn expanded(&mut self, visit: &Visit<'_, Pancakes<7>>) {
            assert_eq!(visit.node as usize, self.states.len());
            if let Some(parent) = visit.parent {
                let parent = self.states[parent as usize];
                let turned = |turned: &usize| {
                    let mut stack = parent;
                    stack[..*turned].reverse();
                    stack == *visit.state
                };
                assert!((2..=7).any(|count| turned(&count)), "{parent:?} {:?}", visit.state);
            } else {
                assert_eq!(visit.g, 0);
            }
            self.states.push(*visit.state);
        }
        fn path(&mut self, nodes: &[u64], _: Option<usize>) {
            self.path = nodes.to_vec();
        }
    }

    #[test]
    fn nodes_are_shown_with_their_parents() {
        let stack = [3, 0, 6, 2, 5, 1, 4];
        let mut longest = 0;
        for from in [0, 100, u64::MAX] {
            let problem = Problem { space: &Pancakes, start: &stack, heuristic: &Blind };
            let siblings = &mut Siblings::new(problem, Long { top: from, table: from });
            let (mut shown, budget) = (Shown::default(), Budget::default());
            let outcome = deepen(problem, siblings, 0..Cost::MAX, &budget, &mut shown);
            let cost = outcome.cost().expect("every stack can be sorted");
            assert_eq!(shown.states.len() as u64, outcome.counts.expanded + 1);
            assert_eq!(shown.path.len(), cost as usize + 1);
            assert_eq!(shown.states[shown.path[0] as usize], stack);
            longest = longest.max(shown.states.len());
        }
        assert!(longest > 10_000, "{longest}");
    }

    /// A graph whose moves cost 0 to 3, with an estimate that is admissible but not consistent.
    struct Graph {
        moves: Vec<Vec<(u8, Cost)>>,
        estimates: Vec<Cost>,
    }

    impl Space for Graph {
        type State = u8;
        type Move = usize;
        type Undo = u8;

        fn is_goal(&self, &node: &u8) -> bool {
            node == 0
        }
        fn moves(&self, &node: &u8, out: &mut Vec<usize>) {
            out.extend(0..self.moves[usize::from(node)].len());
        }
        fn apply(&self, node: &mut u8, mv: usize) -> u8 {
            let to = self.moves[usize::from(*node)][mv].0;
            std::mem::replace(node, to)
        }
        fn undo(&self, node: &mut u8, _: usize, before: u8) {
            *node = before;
        }
        fn cost(&self, &node: &u8, mv: usize) -> Cost {
            self.moves[usize::from(node)][mv].1
        }
        fn has_unit_costs(&self) -> bool {
            false
        }
    }

    struct Below;

    impl Heuristic<Graph> for Below {
        type Value = Cost;

        fn evaluate(&self, graph: &Graph, &node: &u8) -> Cost {
            graph.estimates[usize::from(node)]
        }
        fn estimate(&self, value: Cost) -> Cost {
            value
        }
        fn is_admissible(&self) -> bool {
            true
        }
        fn is_consistent(&self) -> bool {
            false
        }
    }

    #[test]
    fn memory_is_right_for_any_costs_and_estimates() {
        let mut draws = crate::draws::Draws::new(14);
        let mut below = |end: u32| draws.below(u64::from(end)) as u32;
        for _ in 0..300 {
            let nodes = 4 + below(8);
            let moves = (0..nodes)
                .map(|_| (0..=below(3)).map(|_| (below(nodes) as u8, below(4))).collect());
            let mut graph = Graph { moves: moves.collect(), estimates: Vec::new() };
            let mut least = vec![DEAD_END; nodes as usize];
            least[0] = 0;
            for _ in 0..nodes {
                for (node, moves) in graph.moves.iter().enumerate() {
                    let through =
                        moves.iter().map(|&(to, cost)| least[usize::from(to)].saturating_add(cost));
                    least[node] = through.fold(least[node], Cost::min);
                }
            }
            graph.estimates = least
                .iter()
                .map(|&cost| if cost == DEAD_END { cost } else { below(cost + 1) })
                .collect();
            for (start, &cost) in least.iter().enumerate().filter(|&(_, &cost)| cost < DEAD_END) {
                let problem = Problem { space: &graph, start: &(start as u8), heuristic: &Below };
                let siblings = &mut Siblings::new(problem, Long { top: 0, table: 0 });
                let outcome = deepen(problem, siblings, 0..Cost::MAX, &Budget::default(), &mut ());
                assert_eq!((outcome.cost(), outcome.status), (Some(cost), Status::Optimal));
            }
        }
    }
}
