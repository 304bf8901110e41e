//! Iterative deepening by layers, towards the backward side of the search from both ends:
//! breadth-first heuristic search (Zhou and Hansen 2006).
//!
//! An iteration asks whether there is a plan of U moves, where fewer are known not to be
//! enough. Its layers begin at the start, and the bound filter keeps only states that may be
//! solved in time. If b layers back from the goal are finished, a plan of U moves exists just
//! where the layer at depth U − b has a state of the last of them. So an iteration ends
//! b layers before the goal. Where the pattern databases tell much, it is as quick as A*
//! with few nodes, at many times the speed for each.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use super::Direction;
use super::goal_subsets::GoalSubsets;
use super::packed::{self, Packed};
use super::pattern_database::PatternDatabase;
use super::portfolio::Portfolio;
use super::solve::BlocksAdapter;
use super::word::Word;
use crate::puzzle::Incumbent;
use fewest::search::layered::{Bidirectional, Label, Layers, PackedSpace};
use fewest::search::{Budget, Counts, Meter, Stop};
use fewest::space::Cost;

/// The states that are looked up at a time.
const BATCH: usize = 1 << 10;

/// At first, deepening may cost half of what the search from both ends has cost, up to so many
/// nanoseconds in all.
const EARLY_PART: u64 = 2;
const EARLY: u64 = 30_000_000;

/// Beyond, it may cost one part in this number of what the search from both ends will have
/// cost when it has proved as much, as far as a number of moves ahead; but no more than so many
/// times what that has cost so far, since the growth seen so far may not last.
const PART: u64 = 6;
const MAX_AHEAD: u32 = 8;
const MAX_TIMES: u64 = 4;

/// With subsets of one block more, an iteration is likely to cost less by this factor.
const TABLE_GAIN: u64 = 8;

/// The least that an iteration costs, however few states it has.
const MIN_ITERATION: u64 = 300_000;

/// How much more the other search costs for each move more is seen over at least this number
/// of moves; before that, it is a guess. A single layer may be much larger.
const GROWTH_MOVES: u32 = 2;
const FIRST_GROWTH: f64 = 1.5;
const MAX_GROWTH: f64 = 2.5;

/// What iterative deepening has done. All costs are in nanoseconds.
#[derive(Default)]
pub(super) struct Deepening {
    /// What it has cost, with its tables.
    cost: u64,
    /// The cost of the last iteration.
    last: u64,
    /// What the next one is likely to cost.
    needed: u64,
    /// Each bound that the search from both ends has proved, and its cost at the turn after.
    turns: Vec<(Cost, u64)>,
}

impl Deepening {
    /// What it may cost in all, where `ahead` moves more are proved than by the search from
    /// both ends, which has cost `spent`.
    fn allowed(&self, spent: u64, ahead: Cost) -> u64 {
        let (_, reached) = self.turns.last().copied().unwrap_or((0, spent));
        let ahead = (ahead + 1).min(MAX_AHEAD);
        let future = (reached as f64 * self.growth().powi(ahead as i32)) as u64;
        let future = future.max(spent) / PART;
        (spent / EARLY_PART).min(EARLY) + future.min(MAX_TIMES.saturating_mul(spent))
    }

    /// How the cost of the search from both ends grows with each move.
    fn growth(&self) -> f64 {
        let Some(&(bound, cost)) = self.turns.last() else { return 1.0 };
        let is_before = |turn: &&(Cost, u64)| turn.0 + GROWTH_MOVES <= bound;
        let Some(&(earlier, less)) = self.turns.iter().rev().find(is_before) else {
            return FIRST_GROWTH;
        };
        (cost as f64 / less.max(1) as f64).powf(1.0 / f64::from(bound - earlier)).min(MAX_GROWTH)
    }
}

/// What an iteration has shown.
enum Iteration<W> {
    /// The states of a plan.
    Plan(Vec<W>),
    /// There is no such plan.
    None,
    /// It was stopped.
    Stopped,
}

/// Looks for a plan of `moves` moves. The backward side of `kernel` must be less deep, and no
/// plan may have fewer moves. Returns also what it spent.
fn iterate<W: Word>(
    packed: &Packed<'_, W>,
    start: W,
    kernel: &Bidirectional<'_, W>,
    moves: Cost,
    budget: &Budget,
) -> (Iteration<W>, Counts) {
    match Layers::forward(packed, &[start], budget) {
        Ok(mut layers) => {
            let found = find(packed, &mut layers, kernel, moves);
            (found.unwrap_or(Iteration::Stopped), layers.counts())
        }
        Err(_) => (Iteration::Stopped, Counts::default()),
    }
}

fn find<W: Word>(
    packed: &Packed<'_, W>,
    layers: &mut Layers<'_, W>,
    kernel: &Bidirectional<'_, W>,
    moves: Cost,
) -> Result<Iteration<W>, Stop> {
    let (visited, backward) = kernel.visited();
    layers.restrict(moves + 1);
    let depth = moves.saturating_sub(backward);
    loop {
        let Some(layer) = layers.advance(&mut |_| ())? else { return Ok(Iteration::None) };
        if layer.depth == depth {
            break;
        }
    }
    let goal_side = Label::new(false, backward);
    let (mut meeting, mut checked) = (None::<W>, Ok(()));
    layers.show_states(BATCH, &mut |states| {
        let mut take = |state: W| meeting = meeting.into_iter().chain([state]).min();
        if backward == 0 {
            // There may be too many goals to be stored.
            states.iter().filter(|&&state| packed.is_goal(state)).for_each(|&state| take(state));
        } else {
            visited.find_all(states, |i, label| {
                if label == goal_side {
                    take(states[i]);
                }
            });
        }
        checked = layers.check();
        if meeting.is_some() || checked.is_err() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    checked?;
    let Some(meeting) = meeting else { return Ok(Iteration::None) };
    let mut path = layers.paths().from_start(meeting, depth)?;
    path.extend(kernel.paths().to_goal(meeting, backward)?.into_iter().skip(1));
    Ok(Iteration::Plan(path))
}

impl<W: Word> Portfolio<'_, W> {
    /// The bound of the start by single goals, which costs next to nothing.
    fn least_by_goals(&self, kernel: &Bidirectional<'_, W>) -> Cost {
        let mut meter = Meter::start(&self.left_beside(kernel));
        let bound =
            GoalSubsets::new(self.space, 1, &mut meter).map(|goals| goals.bound(self.start));
        kernel.note_peak(meter.counts.peak_bytes);
        bound.unwrap_or(0)
    }

    /// The bound of the start by the blocks' pattern databases.
    fn least(&self, packed: &Packed<'_, W>) -> Cost {
        let of = |table: &Arc<PatternDatabase<W>>| table.bound(self.start);
        packed.change_tables(|tables| tables.iter().map(of).max().unwrap_or(0))
    }

    /// Deepens as far as its turn allows. Returns whether the level is decided.
    pub(super) fn deepen(
        &self,
        packed: &Packed<'_, W>,
        kernel: &Bidirectional<'_, W>,
        spent: &Counts,
        deepening: &mut Deepening,
        best: &Incumbent<Direction>,
        adapter: &mut BlocksAdapter<'_, W>,
    ) -> bool {
        let kernel_cost = Self::kernel_cost(spent);
        if deepening.turns.last().is_none_or(|turn| turn.0 < kernel.bound()) {
            deepening.turns.push((kernel.bound(), kernel_cost));
        }
        if deepening.turns.len() == 1 {
            // Some levels can't be solved because a goal can't be reached.
            best.raise(self.least_by_goals(kernel), "deepening");
        }
        let is_decided = loop {
            let bound = best.bound().max(kernel.bound());
            if bound >= best.upper() {
                best.raise(best.upper(), "deepening");
                break true;
            }
            let allowed = deepening.allowed(kernel_cost, bound - kernel.bound());
            let allowed = allowed.saturating_sub(deepening.cost);
            let needed = deepening.needed.max(MIN_ITERATION);
            let with_table = || {
                let table = self.next_table_cost(packed, kernel)?;
                Some((table + needed / TABLE_GAIN).max(table / 3 * 5 + 1))
            };
            if !kernel.has_plain_labels()
                || allowed < needed && with_table().is_none_or(|cost| allowed < cost)
            {
                break false;
            }
            // The next larger table, if most of what is allowed is enough for it.
            let extended = self.extend_tables(packed, kernel, allowed / 5 * 3, 1);
            let Some((built, chosen)) = extended else { break false };
            let each = self.deepening_cost(chosen);
            deepening.cost += built;
            let least = self.least(packed);
            if least > bound {
                best.raise(least, "deepening");
                continue;
            }
            let nodes = (allowed - built) / each;
            let left = self.budget.after(&kernel.counts().and(&best.counts())).nodes;
            let budget = Budget { nodes: left, ..self.left_beside(kernel) }.at_most(nodes);
            let (found, counts) = iterate(packed, self.start, kernel, bound, &budget);
            kernel.note_peak(counts.peak_bytes);
            best.spend(&Counts { peak_bytes: 0, ..counts });
            let cost = (counts.expanded * each).max(MIN_ITERATION);
            deepening.cost += cost;
            match found {
                Iteration::Plan(states) => {
                    let moves = packed::moves(self.space, &states);
                    best.raise(bound, "deepening");
                    best.offer(self.space, &self.start, moves, "deepening");
                }
                Iteration::None => {
                    best.raise(bound + 1, "deepening");
                    deepening.needed = cost.saturating_mul(cost) / deepening.last.max(1);
                    deepening.needed = deepening.needed.clamp(cost, 4 * cost);
                    deepening.last = cost;
                }
                Iteration::Stopped => {
                    deepening.needed = 2 * cost;
                    break false;
                }
            }
        };
        best.tell(adapter);
        // The kernel's clock has never stopped.
        adapter.spent.elapsed = Duration::ZERO;
        is_decided
    }
}

#[cfg(test)]
mod tests {
    use super::super::beam_turns::tests::UNSOLVABLE;
    use super::super::bidirectional;
    use super::super::domain::BlocksPuzzle;
    use super::super::level::Level;
    use super::super::space::Blocks;
    use super::*;
    use crate::puzzle::{Adapter, Request};
    use fewest::search::Status;
    use fewest::search::layered::End;

    /// Two blocks on an empty board: pairs tell all.
    const SPARSE: &str = "\
        x . . . . . . .\n\
        . . . # . . . .\n\
        . . . . . . . .\n\
        . o . . . x . .\n\
        . . . . . . . .\n\
        . . . . . # . o\n";

    /// Any three of 143 cells may have the other blocks at the end: to store them all takes
    /// longer than the two moves.
    #[test]
    fn a_level_with_many_goals_is_decided_without_them() {
        let mut cells = vec!['.'; 12 * 12];
        (cells[14], cells[16]) = ('o', 'x');
        for cell in [40, 77, 100] {
            cells[cell] = 'o';
        }
        let rows = cells.chunks(12).map(|row| row.iter().collect::<String>() + "\n");
        let level = Level::parse(&rows.collect::<String>()).unwrap();
        let solved = super::super::solve::solve(&level, &Request::default(), &mut ()).unwrap();
        assert_eq!((solved.outcome.cost(), solved.outcome.bound), (Some(2), 2));
        assert!(solved.outcome.counts.stored < 1_000, "{:?}", solved.outcome.counts);
    }

    /// No block is ever behind the wall, but very many states can be reached.
    #[test]
    fn a_goal_that_no_block_reaches_is_a_proof() {
        let level = "\
            o # x . x . x .\n\
            # . . . . . . .\n\
            . . x # . . # .\n\
            x o x o . . o .\n\
            . x . . x o . x\n\
            o . # x . . # .\n\
            x . o . x . o .\n\
            . o . x o . o .\n";
        let level = Level::parse(level).unwrap();
        let request = Request {
            budget: Budget { nodes: Some(200_000), ..Budget::default() },
            ..Request::default()
        };
        let solved = super::super::solve::solve(&level, &request, &mut ()).unwrap();
        assert_eq!(solved.outcome.status, Status::Unsolvable);
    }

    #[test]
    fn deepening_decides_what_pairs_tell_and_keeps_to_its_turn() {
        for (text, decides) in [(SPARSE, true), (UNSOLVABLE, false)] {
            let level = Level::parse(text).unwrap();
            let (space, start) = Blocks::<u64>::of(&level);
            let (request, budget) = (Request::default(), Budget::default());
            let (space, budget) = (&space, &budget);
            let portfolio =
                Portfolio { space, start, budget, request: &request, is_resumable: false };
            let packed = Packed::new(space, start);
            let mut kernel = Bidirectional::new(&packed, start, budget);
            assert_eq!(kernel.run(20, &mut |_| ()), End::Full);
            let mut watch = ();
            let mut adapter = Adapter::<BlocksPuzzle, _>::new(&level, &mut watch);
            let best = Incumbent::new("", 0, &request);
            let mut turn = |generated, deepening: &mut Deepening| {
                let spent = Counts { generated, ..kernel.counts() };
                portfolio.deepen(&packed, &kernel, &spent, deepening, &best, &mut adapter)
            };
            let mut deepening = Deepening::default();
            assert!(!turn(1_000, &mut deepening));
            assert_eq!(deepening.cost, 0);
            assert_eq!(turn(100_000, &mut deepening), decides);
            assert_eq!(best.is_optimal(), decides);
            let found = bidirectional::search(
                space,
                start,
                &Budget { nodes: Some(10_000), ..budget.clone() },
                &mut (),
            );
            if decides {
                assert_eq!((found.bound, found.cost()), (best.bound(), Some(best.upper())));
            } else {
                let spent = Counts { generated: 100_000, ..Counts::default() };
                let most = deepening.allowed(Portfolio::<u64>::kernel_cost(&spent), 9);
                assert!(deepening.cost <= most + MIN_ITERATION, "{}", deepening.cost);
            }
        }
    }
}
